"""What the queues offer a day in each state of a beam: their next tasks, and what it is worth to take them."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from domain.optimise.spread_day import DayPacker, Kinds
from domain.optimise.spread_fill import NEVER
from domain.optimise.spread_paths import Ints
from domain.optimise.spread_problem import SpreadProblem
from domain.optimise.spread_queues import Queue
from domain.optimise.spread_stays import Homes
from domain.optimise.spread_tables import LengthTables


@dataclass(frozen=True, eq=False)
class Offers:
    """For each queue what ``Filling`` asks for.

    Attributes:
        heads: the lengths, as numbers, of the next tasks of each state.
        gains: what taking so many of them is worth to each state.
    """

    heads: tuple[Ints, ...]
    gains: tuple[Ints, ...]

    def worth(self, states: Ints, steps: Ints) -> Ints:
        """What steps (rows) are worth to their states."""
        found = np.zeros(len(states), dtype=np.int64)
        for n, gain in enumerate(self.gains):
            found += gain[states, steps[:, n]]
        return found

    def drawn(self, most: int, seed: tuple[int, int]) -> "Offers":
        """The same tasks, with a bonus below ``most`` for each, drawn for each state and queue from a fixed seed."""
        draw = np.random.default_rng(seed)
        bonus = [draw.integers(0, most, (len(gain), 1)) * np.arange(gain.shape[1]) for gain in self.gains]
        return Offers(
            self.heads, tuple(np.where(g > NEVER, g + b, NEVER) for g, b in zip(self.gains, bonus, strict=True))
        )


class Offering:
    """Makes the offers of all days.

    Attributes:
        sizes: for each queue its number of tasks.
        stay: what a task that can stay is worth where that comes first; more than all else together.
        placed_by: for each day, and one more, how many tasks each queue must have placed before it, even if alone.
    """

    def __init__(
        self, problem: SpreadProblem, tables: LengthTables, queues: Sequence[Queue], days: Sequence[DayPacker]
    ) -> None:
        self.sizes: Ints = np.array([len(queue.items) for queue in queues], dtype=np.int64)
        self.stay = int((self.sizes**2).sum()) + 1
        self._homes = [Homes.of(queue, problem.days, problem.keep_order) for queue in queues]
        self._lengths = len(tables.lengths)
        self._numbers = [_numbers(tables, queue, days) for queue in queues]
        self.placed_by = self._placed_by(queues, days)

    def _placed_by(self, queues: Sequence[Queue], days: Sequence[DayPacker]) -> list[Ints]:
        needed = [self.sizes]
        for day in reversed(days):
            pairs = zip(queues, needed[-1].tolist(), strict=True)
            needed.append(np.array([_latest(day, queue.fits(day), end) for queue, end in pairs], dtype=np.int64))
        return needed[::-1]

    def of(self, day: int, counts: Ints, most: int, stay: bool) -> Offers:
        """The offers to a day of states that have placed ``counts``; it takes at most so many tasks."""
        heads, gains = [], []
        for n, first in enumerate(counts.T):
            number = min(most, int(self.sizes[n] - first.min()))
            heads.append(self._numbers[n][day][first[:, None] + np.arange(number)])
            gains.append(self._gains(day, n, first[:, None], number, stay))
        return Offers(tuple(heads), tuple(gains))

    def _gains(self, day: int, queue: int, first: Ints, number: int, stay: bool) -> Ints:
        """Longer queues before shorter ones, so that many last; tasks that can stay before all that, or after it."""
        size = int(self.sizes[queue])
        left = size - first
        taken = np.minimum(np.arange(number + 1), left)
        lost = self._homes[queue].lost(day, first, taken, size)
        gain = left**2 - (left - taken) ** 2 - lost * (self.stay if stay else 1)
        found: Ints = np.where(first + taken >= self.placed_by[day + 1][queue], gain, NEVER)
        return found


def _numbers(tables: LengthTables, queue: Queue, days: Sequence[DayPacker]) -> list[Ints]:
    """For each day and task the number of its length; where the day has no place, and at the end, one more than all."""
    lengths = np.searchsorted(tables.lengths, queue.lengths)
    none = len(tables.lengths)
    ends = np.full(len(lengths), none, dtype=np.int64)
    takes = (np.array([day.takes(kind) for kind in queue.fits(day)], dtype=np.bool_) for day in days)
    return [np.concatenate([np.where(here, lengths, none), ends]) for here in takes]


def _latest(day: DayPacker, line: Kinds, end: int) -> int:
    """How many tasks of a queue must be placed before a day, if ``end`` must be placed with it."""
    first = end
    while first and day.fits([line[first - 1 : end]]):
        first -= 1
    return first
