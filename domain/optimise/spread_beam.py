"""A beam over days, for sets with more states than the exact method looks at (rule SPREAD-6).

A state is what each queue has placed. From every state that is kept, each tally that the day can take is filled from
the heads of the queues; of what is reached the best states are kept, by the cost they lead to at least, then by the
tasks that can stay no more, then by how equal the queues are, so that many of them last to the end.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from domain.optimise.spread_day import DayPacker
from domain.optimise.spread_fill import NEVER, Filling, Tallies
from domain.optimise.spread_guide import Guide
from domain.optimise.spread_offers import Offering, Offers
from domain.optimise.spread_paths import FAR, Ints
from domain.optimise.spread_problem import SpreadProblem
from domain.optimise.spread_queues import Queue
from domain.optimise.spread_shortage import Counts, Shares
from domain.optimise.spread_tables import LengthTables

_TRIES_PER_STATE = 4


@dataclass(frozen=True, slots=True)
class BeamStyle:
    """How a beam looks.

    Attributes:
        width: states that are kept after each day.
        stay: whether a task that can stay counts more than queues that are equal.
        chances: how many more ways to fill each tally are looked at, by weights drawn from fixed seeds.
    """

    width: int
    stay: bool
    chances: int = 0


@dataclass(frozen=True, eq=False)
class _Front:
    """The states kept after a day.

    Attributes:
        counts: a row for each state: the tasks that each queue has placed.
        spent: what the days so far cost.
        regret: what ranks states of one cost, the least first.
        shares: what each day so far takes from each queue.
    """

    counts: Ints
    spent: Ints
    regret: Ints
    shares: tuple[Shares, ...]


@dataclass(frozen=True, eq=False)
class _Choice:
    """The tallies a day can take, as rows; for each state and tally the cost it leads to at least, and the day's."""

    rows: Ints
    total: Ints
    cost: Ints


class Beam:
    """The search; all that does not depend on how it looks is prepared once."""

    def __init__(
        self, problem: SpreadProblem, tables: LengthTables, queues: Sequence[Queue], days: Sequence[DayPacker]
    ) -> None:
        self._tables, self._days = tables, days
        self._offering = Offering(problem, tables, queues, days)
        self._fits = [tuple(queue.fits(day) for queue in queues) for day in days]
        self._tallies = [tables.tally(queue) for queue in queues]

    @property
    def hopeless(self) -> bool:
        """Whether the tasks of some queue do not fit in their order even without all others."""
        return bool(self._offering.placed_by[0].any())

    def run(self, guide: Guide, style: BeamStyle) -> tuple[int, Shares] | None:
        """The best plan found, as its cost and what each day takes from each queue; None if none was found.

        The guide tells which states lead somewhere, and at what cost.
        """
        nothing = np.zeros(1, dtype=np.int64)
        front = _Front(np.zeros((1, len(self._tallies)), dtype=np.int64), nothing, nothing, ((),))
        for day in range(len(self._days)):
            choice = self._choice(day, front, guide)
            if not len(choice.rows):
                return None
            front = self._after(day, front, choice, style)
        return (int(front.spent[0]), front.shares[0]) if len(front.spent) else None

    def _choice(self, day: int, front: _Front, guide: Guide) -> _Choice:
        """The tallies up to the largest that leads somewhere from any state."""
        tally, lengths = self._placed(front.counts), self._tables.lengths
        rows = np.argwhere(self._tables.fitting[day])
        loads = rows @ lengths
        cost = self._tables.bounds.day_cost(day, (tally @ lengths)[:, None], loads)
        total = front.spent[:, None] + cost + guide.to_go(day + 1, tally[:, None] + rows)
        small = loads <= loads[(total < FAR).any(axis=0)].max(initial=-1)
        return _Choice(rows[small], total[:, small], cost[:, small])

    def _placed(self, counts: Ints) -> Ints:
        """How many tasks of each length are placed."""
        tally = np.zeros((len(counts), len(self._tables.lengths)), dtype=np.int64)
        for n, among_first in enumerate(self._tallies):
            tally += among_first[counts[:, n]]
        return tally

    def _after(self, day: int, front: _Front, choice: _Choice, style: BeamStyle) -> _Front:
        most = int(choice.rows.sum(axis=1).max())
        offers = self._offering.of(day, front.counts, most, style.stay)
        bonus = self._offering.stay * (1 if style.stay else 2)
        views = [offers, *(offers.drawn(bonus, (day, chance)) for chance in range(style.chances))]
        found = [_steps(front, choice, view, _TRIES_PER_STATE * style.width) for view in views]
        state, cell, steps = (np.concatenate(parts) for parts in zip(*found, strict=True))
        regret = front.regret[state] - offers.worth(state, steps)
        order = np.lexsort((regret, choice.total[state, cell]))
        kept = order[self._packable(day, front.counts[state[order]], steps[order], style.width)]
        state, cell, steps = state[kept], cell[kept], steps[kept]
        grown = [(*front.shares[n], tuple(step)) for n, step in zip(state.tolist(), steps.tolist(), strict=True)]
        spent = front.spent[state] + choice.cost[state, cell]
        return _Front(front.counts[state] + steps, spent, regret[kept], tuple(grown))

    def _packable(self, day: int, counts: Ints, steps: Ints, width: int) -> list[int]:
        """The first ``width`` rows whose steps can be packed and that lead to different states."""
        lines, packer = self._fits[day], self._days[day]
        reached: set[Counts] = set()
        found: list[int] = []
        for n, (begin, step) in enumerate(zip(counts.tolist(), steps.tolist(), strict=True)):
            after = tuple(map(int.__add__, begin, step))
            if len(found) == width:
                break
            runs = (line[a:b] for line, a, b in zip(lines, begin, after, strict=True) if a < b)
            if after not in reached and packer.fits(runs):
                reached.add(after)
                found.append(n)
        return found


def _steps(front: _Front, choice: _Choice, offers: Offers, most: int) -> tuple[Ints, Ints, Ints]:
    """The best pairs of a state and a tally, at most so many, and what is taken from each queue."""
    filling = Filling(Tallies.of(choice.rows), offers.heads, offers.gains)
    worth = filling.worth[:, :-1]
    state, cell = np.nonzero((choice.total < FAR) & (worth > NEVER))
    regret = front.regret[state] - worth[state, cell]
    order = np.lexsort((regret, choice.total[state, cell]))[:most]
    return state[order], cell[order], filling.steps(state[order], cell[order])
