"""Sets with more states than the exact method looks at: a beam first, then a solver (rules SPREAD-6 and SPREAD-8)."""

from collections.abc import Iterator, Sequence

from domain.optimise.spread_beam import Beam, BeamStyle
from domain.optimise.spread_day import DayPacker
from domain.optimise.spread_guide import Guide, LoadGuide, least_by_length
from domain.optimise.spread_lattice import TooManyStates
from domain.optimise.spread_paths import FAR
from domain.optimise.spread_problem import SpreadProblem
from domain.optimise.spread_queues import Queue
from domain.optimise.spread_shortage import Shares
from domain.optimise.spread_tables import LengthTables

_STYLES = (BeamStyle(32, True), BeamStyle(32, False), BeamStyle(64, True, 5), BeamStyle(64, False, 5))
_WIDER = (BeamStyle(256, False, 5), BeamStyle(1024, False, 10))
_SLACKS = (4, 16, 64)
_GUIDED_STATES = 60_000


class Search:
    """What beams find, and what it can be held against.

    Attributes:
        shares: what each day takes from each queue in the best plan found; None if none was found.
        hopeless: whether it is proved that there is no plan.
        bound: squares and pace that no plan is better than, as pairs compare.
    """

    def __init__(
        self, problem: SpreadProblem, tables: LengthTables, queues: Sequence[Queue], days: Sequence[DayPacker]
    ) -> None:
        self._tables, self._problem = tables, problem
        self._guide = least_by_length(tables, queues, days, _GUIDED_STATES)
        self._beam = Beam(problem, tables, queues, days)
        self.hopeless = self._beam.hopeless
        self._least = self._guide.least if self._guide else int(tables.bounds.rest[0][0])
        self.bound = divmod(self._least, tables.bounds.unit)
        self.shares = None if self.hopeless else self._best()

    def _best(self) -> Shares | None:
        """The first plan that meets the bound, or else the best of those by guides that look at all better plans."""
        best: tuple[int, Shares | None] = FAR, None
        for guide in self._guides():
            for style in _STYLES:
                best = min(best, self._beam.run(guide, style) or best, key=lambda plan: plan[0])
                if best[0] == self._least:
                    return best[1]
            if best[0] <= guide.limit:
                break
        return best[1]

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
        for style in _WIDER:
            found = self._beam.run(LoadGuide(self._tables), style)
            if found:
                return found[1]
        return None

    def most_stay(self) -> int:
        """No plan of the best squares and pace leaves more tasks where they are."""
        return self._guide.most_stay(self._problem) if self._guide else len(self._problem.items)
