"""What each category costs at least from a place on, whatever the others do (rule GROUP-7).

A cost is a number of blocks, which weigh ``weight`` each, plus a number of moves. Both are sums over the categories, so
the least costs of the categories, each by itself, add up to a bound that no plan is below.
"""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from domain.optimise.grouping_kinds import Ints, Kinds
from domain.optimise.grouping_problem import GroupingPlan

FAR = 10**9
"""More than any plan costs; it marks what cannot be."""


class CategoryBounds:
    """For each place, and each number of tasks of a category that are left, the least cost from there on.

    Attributes:
        weight: of one block; more than any number of moves.
        strides: for each kind what one task left of it adds to its category's row; 0 for a kind that is not counted
            because the table would be too large, and for what is fixed.
        first: the row of each category that has everything left.
    """

    def __init__(self, kinds: Kinds, most_cells: int = 6_000_000) -> None:
        """Tables of about ``most_cells`` numbers at most; smaller ones give weaker bounds."""
        self._kinds = kinds
        self.weight = len(kinds.current) + 1
        self.strides = np.zeros(kinds.fixed + 1, dtype=np.int64)
        self._ranges: list[slice] = []
        self._lay_out(most_cells // len(kinds.current) // len(kinds.categories))
        self.first = np.array([category.stop - 1 for category in self._ranges])
        self._sources = [self._source(kind) for kind in range(kinds.fixed)]
        self._tables = self._filled()

    @property
    def least(self) -> int:
        """Cost that no plan is below."""
        return int(self.rest(0, self.first, joined=False).sum())

    def cost(self, plan: GroupingPlan) -> int:
        """What a plan costs: its blocks, then its moves."""
        changes, moved, _ = plan.objective
        return (changes + 1) * self.weight + moved

    def rest(self, place: int, rows: Ints, joined: bool) -> Ints:
        """Least cost of places from ``place`` on; ``joined`` where the category already holds the place before."""
        least: Ints = self._tables[place][rows, int(joined)].astype(np.int64)
        return least

    def _lay_out(self, most: int) -> None:
        """Give each category its rows, about ``most`` of them at most."""
        begin = 0
        for name in self._kinds.categories:
            mine = [kind for kind, trait in enumerate(self._kinds.traits) if trait[0] == name]
            size = 1
            for kind in _counted(mine, self._kinds.counts, most):
                self.strides[kind] = size
                size *= self._kinds.counts[kind] + 1
            self._ranges.append(slice(begin, begin + size))
            begin += size

    def _source(self, kind: int) -> Ints:
        """Rows of the kind's category that have one of the kind left."""
        category = self._ranges[self._kinds.categories.index(self._kinds.traits[kind][0])]
        rows: Ints = np.arange(category.stop - category.start)
        if self.strides[kind]:
            rows = rows[rows // self.strides[kind] % (self._kinds.counts[kind] + 1) > 0]
        rows += category.start
        return rows

    def _filled(self) -> list[NDArray[np.int32]]:
        last = np.full((self._ranges[-1].stop, 2), FAR, dtype=np.int32)
        last[[category.start for category in self._ranges]] = 0
        tables = [last]
        for place in reversed(range(len(self._kinds.current))):
            tables.append(self._before(place, tables[-1]))
        return tables[::-1]

    def _before(self, place: int, after: NDArray[np.int32]) -> NDArray[np.int32]:
        """The table of a place, from that of the next one."""
        table = np.repeat(after[:, :1], 2, axis=1)
        for kind in self._kinds.options[place]:
            category = self._kinds.category(place, kind)
            if kind == self._kinds.fixed:
                taken = after[self._ranges[category], 1]
                table[self._ranges[category]] = np.stack([taken + self.weight, taken], axis=1)
            else:
                rows = self._sources[kind]
                taken = after[rows - self.strides[kind], 1] + int(kind != self._kinds.current[place])
                table[rows] = np.minimum(table[rows], np.stack([taken + self.weight, taken], axis=1))
        return np.minimum(table, FAR)


def _counted(kinds: Sequence[int], counts: Sequence[int], most: int) -> list[int]:
    """The kinds whose numbers left are told apart: all, but the most numerous first where rows would be too many."""
    counted = sorted(kinds, key=lambda kind: (counts[kind], kind))
    while counted and math.prod(counts[kind] + 1 for kind in counted) > most:
        counted.pop()
    return counted
