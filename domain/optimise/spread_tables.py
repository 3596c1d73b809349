"""What days can take, by the numbers of tasks of each length alone (rule SPREAD-6)."""

from collections.abc import Sequence

import numpy as np

from domain.optimise.spread_bounds import LoadBounds
from domain.optimise.spread_day import DayPacker
from domain.optimise.spread_paths import Flags, Ints
from domain.optimise.spread_problem import SpreadProblem
from domain.optimise.spread_queues import Queue


class LengthTables:
    """Tables in which tasks differ by their length only, and may take every place of it.

    Attributes:
        lengths: the lengths of the set, ascending.
        numbers: how many tasks of each length there are.
        fitting: for each day whether numbers of tasks of each length fit into it.
        bounds: what days cost by their loads.
    """

    def __init__(self, problem: SpreadProblem, days: Sequence[DayPacker]) -> None:
        found = sorted(item.length for item in problem.items)
        self.lengths: Ints = np.array(sorted(set(found)), dtype=np.int64)
        self.numbers = tuple(found.count(length) for length in self.lengths.tolist())
        self.fitting = [self._table(day) for day in days]
        loads = [sorted(set((np.argwhere(table) @ self.lengths).tolist())) for table in self.fitting]
        self.bounds = LoadBounds(problem, loads)

    @property
    def bound(self) -> tuple[int, int]:
        """Squares and pace of the best day loads, whether or not a plan has them; no plan is better."""
        squares, pace = divmod(int(self.bounds.rest[0][0]), self.bounds.unit)
        return squares, pace

    def tally(self, queue: Queue) -> Ints:
        """For each number of first tasks of a queue how many of each length are among them."""
        of_length = np.array(queue.lengths, dtype=np.int64)[:, None] == self.lengths
        tally = np.zeros((len(queue.items) + 1, len(self.lengths)), dtype=np.int64)
        np.cumsum(of_length, axis=0, out=tally[1:])
        return tally

    def _table(self, day: DayPacker) -> Flags:
        kinds = tuple(day.kind(length, day.places) for length in self.lengths.tolist())
        rows = np.array(sorted(day.loads(kinds, self.numbers)), dtype=np.int64)
        table = np.zeros(tuple(rows.max(axis=0) + 1), dtype=np.bool_)
        table[tuple(rows.T)] = True
        return table
