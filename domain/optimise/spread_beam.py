"""A beam over days, for sets with more states than the exact method looks at (rule SPREAD-6).

A state is what each queue has placed. From every state that is kept, each tally that the day can take is filled from
the heads of the queues; of what is reached the best states are kept, by the cost they lead to at least, then by the
tasks that can stay no more, then by how equal the queues are, so that many of them last to the end.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from domain.optimise.spread_day import DayPacker, Kinds
from domain.optimise.spread_fill import NEVER, Filling, Tallies
from domain.optimise.spread_guide import Guide
from domain.optimise.spread_paths import FAR, Ints
from domain.optimise.spread_problem import SpreadProblem
from domain.optimise.spread_queues import Queue
from domain.optimise.spread_shortage import Counts, Shares
from domain.optimise.spread_stays import Homes
from domain.optimise.spread_tables import LengthTables

_TRIES_PER_STATE = 4


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


class Beam:
    """The search; all that does not depend on the guide is prepared once."""

    def __init__(
        self, problem: SpreadProblem, tables: LengthTables, queues: Sequence[Queue], days: Sequence[DayPacker]
    ) -> None:
        self._tables, self._queues, self._days = tables, queues, days
        self._sizes = np.array([len(queue.items) for queue in queues], dtype=np.int64)
        self._homes = [Homes.of(queue, problem.days, problem.keep_order) for queue in queues]
        self._fits = [tuple(queue.fits(day) for queue in queues) for day in days]
        self._numbers = {length: n for n, length in enumerate(tables.lengths.tolist())}
        self._tally = [tables.tally(queue) for queue in queues]
        self._by = self._placed_by()
        self._one = int((self._sizes**2).sum()) + 1

    def _placed_by(self) -> list[Ints]:
        """For each day, and one more, how many tasks each queue must have placed before it, were it alone."""
        needed = [self._sizes]
        for day, lines in zip(reversed(self._days), reversed(self._fits), strict=True):
            pairs = zip(lines, needed[-1].tolist(), strict=True)
            needed.append(np.array([_latest(day, line, end) for line, end in pairs], dtype=np.int64))
        return needed[::-1]

    def run(self, guide: Guide, width: int, stay: bool = True) -> tuple[int, Shares] | None:
        """The best plan found, as its cost and what each day takes from each queue; None if none was found.

        Args:
            guide: tells which states lead somewhere, and at what cost.
            width: states that are kept after each day.
            stay: whether a task that can stay counts more than queues that are equal.
        """
        front = _Front(
            np.zeros((1, len(self._queues)), dtype=np.int64),
            np.zeros(1, dtype=np.int64),
            np.array([self._one - 1], dtype=np.int64),
            ((),),
        )
        if self._by[0].any():
            return None
        for day in range(len(self._days)):
            found = self._after(day, front, guide, width, stay)
            if found is None:
                return None
            front = found
        return int(front.spent[0]), front.shares[0]

    def _after(self, day: int, front: _Front, guide: Guide, width: int, stay: bool) -> _Front | None:
        rows, total, cost = self._costs(day, front, guide)
        if not len(rows):
            return None
        filling = self._filling(day, front.counts, rows, stay)
        worth = filling.worth[:, :-1]
        state, cell = np.nonzero((total < FAR) & (worth > NEVER))
        regret = front.regret[state] - worth[state, cell]
        order = np.lexsort((regret, total[state, cell]))
        state, cell, regret = state[order], cell[order], regret[order]
        steps = filling.steps(state[: _TRIES_PER_STATE * width], cell[: _TRIES_PER_STATE * width])
        picked = self._packable(day, front.counts[state[: len(steps)]], steps, width)
        if not picked:
            return None
        state, cell, steps = state[picked], cell[picked], steps[picked]
        grown = [(*front.shares[n], tuple(step)) for n, step in zip(state.tolist(), steps.tolist(), strict=True)]
        spent = front.spent[state] + cost[state, cell]
        return _Front(front.counts[state] + steps, spent, regret[picked], tuple(grown))

    def _costs(self, day: int, front: _Front, guide: Guide) -> tuple[Ints, Ints, Ints]:
        """The tallies a day can take; for each state and tally the cost it leads to at least, and that of the day."""
        tally = self._placed(front.counts)
        rows = np.argwhere(self._tables.fitting[day])
        loads = rows @ self._tables.lengths
        cost = self._tables.bounds.day_cost(day, (tally @ self._tables.lengths)[:, None], loads)
        total = front.spent[:, None] + cost + guide.to_go(day + 1, tally[:, None] + rows)
        small = loads <= loads[(total < FAR).any(axis=0)].max(initial=-1)
        return rows[small], total[:, small], cost[:, small]

    def _placed(self, counts: Ints) -> Ints:
        """How many tasks of each length are placed."""
        tally = np.zeros((len(counts), len(self._numbers)), dtype=np.int64)
        for n, among_first in enumerate(self._tally):
            tally += among_first[counts[:, n]]
        return tally

    def _filling(self, day: int, counts: Ints, rows: Ints, stay: bool) -> Filling:
        most = int(rows.sum(axis=1).max())
        heads, gains = [], []
        for n in range(len(self._queues)):
            first = counts[:, n]
            number = min(most, int(self._sizes[n] - first.min()))
            heads.append(self._heads(day, n, first, number))
            gains.append(self._gains(day, n, first, number, stay))
        return Filling(Tallies.of(rows), heads, gains)

    def _heads(self, day: int, queue: int, first: Ints, number: int) -> Ints:
        none = len(self._numbers)
        line = zip(self._queues[queue].lengths, self._fits[day][queue], strict=True)
        lengths = [self._numbers[n] if self._days[day].takes(kind) else none for n, kind in line]
        found: Ints = np.array([*lengths, *[none] * number], dtype=np.int64)[first[:, None] + np.arange(number)]
        return found

    def _gains(self, day: int, queue: int, first: Ints, number: int, stay: bool) -> Ints:
        size = int(self._sizes[queue])
        taken = np.minimum(np.arange(number + 1), (size - first)[:, None])
        left = size - first[:, None]
        lost = self._homes[queue].lost(day, first[:, None], taken, size)
        gain = left**2 - (left - taken) ** 2 - lost * (self._one if stay else 1)
        allowed = first[:, None] + taken >= self._by[day + 1][queue]
        found: Ints = np.where(allowed, gain, NEVER)
        return found

    def _packable(self, day: int, counts: Ints, steps: Ints, width: int) -> list[int]:
        """The first ``width`` rows whose steps can be packed and that lead to different states."""
        lines, packer = self._fits[day], self._days[day]
        reached: set[Counts] = set()
        found: list[int] = []
        for n, (begin, step) in enumerate(zip(counts.tolist(), steps.tolist(), strict=True)):
            after = tuple(map(int.__add__, begin, step))
            if len(found) == width:
                break
            if after not in reached and packer.fits(
                line[a:b] for line, a, b in zip(lines, begin, after, strict=True) if a < b
            ):
                reached.add(after)
                found.append(n)
        return found


def _latest(day: DayPacker, line: Kinds, end: int) -> int:
    """How many tasks of a queue must be placed before a day, if ``end`` must be placed with it."""
    first = end
    while first and day.fits([line[first - 1 : end]]):
        first -= 1
    return first
