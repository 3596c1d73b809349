"""Sets with more states than the exact method looks at: a beam first, then a solver (rules SPREAD-6 and SPREAD-8)."""

from collections.abc import Iterator, Sequence

from domain.optimise.spread_beam import Beam
from domain.optimise.spread_day import DayPacker
from domain.optimise.spread_guide import Guide, LoadGuide, least_by_length
from domain.optimise.spread_lattice import TooManyStates
from domain.optimise.spread_paths import FAR
from domain.optimise.spread_problem import SpreadProblem
from domain.optimise.spread_queues import Queue
from domain.optimise.spread_shortage import Shares
from domain.optimise.spread_tables import LengthTables

_WIDTH = 64
_WIDER = (256, 1024)
_SLACKS = (4, 16, 64)
_GUIDED_STATES = 200_000


class Search:
    """What beams find, and what it can be held against.

    Attributes:
        shares: what each day takes from each queue in the best plan found; None if none was found.
        met: whether no plan has better squares and pace.
    """

    def __init__(
        self, problem: SpreadProblem, tables: LengthTables, queues: Sequence[Queue], days: Sequence[DayPacker]
    ) -> None:
        self._tables, self._problem = tables, problem
        self._guide = least_by_length(tables, queues, days, _GUIDED_STATES)
        self._beam = Beam(problem, tables, queues, days)
        bound = self._guide.least if self._guide else int(tables.bounds.rest[0][0])
        spent, self.shares = self._best(bound)
        self.met = spent == bound

    def _best(self, bound: int) -> tuple[int, Shares | None]:
        """The first plan that meets a bound, or else the best one by the first guide that leads to any."""
        for guide in self._guides():
            plans = []
            for stay in (True, False):
                found = self._beam.run(guide, _WIDTH, stay)
                plans += [found] if found else []
                if found and found[0] == bound:
                    return found
            if plans:
                return min(plans, key=lambda plan: plan[0])
        return FAR, None

    def _guides(self) -> Iterator[Guide]:
        """Guides that look at ever more plans."""
        if self._guide:
            yield self._guide
            for slack in _SLACKS:
                try:
                    yield self._guide.within(self._guide.least + slack * self._tables.bounds.unit, _GUIDED_STATES)
                except TooManyStates:
                    break
        yield LoadGuide(self._tables)

    def wider(self) -> Shares | None:
        """Any plan, from beams that look at ever more; None if they find none either."""
        for width in _WIDER:
            found = self._beam.run(LoadGuide(self._tables), width, stay=False)
            if found:
                return found[1]
        return None

    def most_stay(self) -> int:
        """No plan of the best squares and pace leaves more tasks where they are."""
        return self._guide.most_stay(self._problem) if self._guide else len(self._problem.items)
