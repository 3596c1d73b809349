"""What a day takes from each queue so that it takes given numbers of each length (rule SPREAD-6).

For every state before a day, and every tally (numbers of tasks of each length) that the day can take, the best way to
take it from the heads of the queues is found queue by queue, for all states and tallies at once.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from domain.optimise.spread_paths import Ints

NEVER = -(2**60)


@dataclass(frozen=True, eq=False)
class Tallies:
    """The tallies a day can take.

    Attributes:
        rows: a row for each tally, the empty one first; with each all smaller ones.
        without: for each length (row), and one row for what is no task, and for each tally (column) the tally that has
            one task of that length less; the number of tallies where there is none.
    """

    rows: Ints
    without: Ints

    @staticmethod
    def of(rows: Ints) -> "Tallies":
        """The tallies that are rows, the empty one first; with each all smaller ones are among them."""
        size, width = rows.shape
        number = np.full(rows.max(axis=0) + 2, size, dtype=np.int64)
        number[tuple(rows.T)] = np.arange(size)
        without = np.full((width + 1, size + 1), size, dtype=np.int64)
        for n in range(width):
            less = rows.copy()
            less[:, n] -= 1  # an index of -1 is the margin, where there is no tally
            without[n, :-1] = number[tuple(less.T)]
        return Tallies(rows, without)


class Filling:
    """The best steps for all states and tallies of a day."""

    def __init__(self, tallies: Tallies, heads: Sequence[Ints], gains: Sequence[Ints]) -> None:
        """Fill.

        Args:
            tallies: what the day can take.
            heads: for each queue the lengths, as numbers, of the next tasks of each state (row), in order; what may
                not be taken is the number of lengths.
            gains: for each queue what taking so many of them (column) is worth to each state (row); ``NEVER`` and less
                where that is out of the question.
        """
        self._tallies, self._heads = tallies, heads
        self._taken: list[NDArray[np.int8]] = []
        self.worth: Ints = np.full((len(gains[0]), len(tallies.rows) + 1), NEVER, dtype=np.int64)
        self.worth[:, 0] = 0
        for head, gain in zip(heads, gains, strict=True):
            self._add(head, gain)

    def _add(self, head: Ints, gain: Ints) -> None:
        before = self.worth
        taken: NDArray[np.int8] = np.zeros(before.shape, dtype=np.int8)
        best = before + gain[:, :1]
        index = np.broadcast_to(np.arange(before.shape[1]), before.shape)
        for number in range(head.shape[1]):
            index = self._tallies.without[head[:, number, None], index]
            reached = np.take_along_axis(before, index, axis=1) + gain[:, number + 1, None]
            better = reached > best
            best = np.maximum(best, reached)
            taken[better] = number + 1
        self.worth = np.where(best > NEVER // 2, best, NEVER)
        self._taken.append(taken)

    def steps(self, states: Ints, tallies: Ints) -> Ints:
        """For pairs of a state and a tally what is taken from each queue, as rows."""
        found = np.zeros((len(states), len(self._heads)), dtype=np.int64)
        for n in reversed(range(len(self._heads))):
            found[:, n] = self._taken[n][states, tallies]
            for number in range(self._heads[n].shape[1]):
                less = self._tallies.without[self._heads[n][states, number], tallies]
                tallies = np.where(number < found[:, n], less, tallies)
        return found
