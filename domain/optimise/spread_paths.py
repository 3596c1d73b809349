"""Paths through layers of states, one layer a day (rule SPREAD-6)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]

FAR = 2**60


@dataclass(frozen=True, eq=False)
class Layer:
    """The states of one day and the steps out of them.

    Attributes:
        counts: a row for each state: the tasks that each queue has placed before the day.
        steps: a row for each step: the tasks that the day takes from each queue.
        source: for each edge its state, as a row of ``counts``; ascending.
        step: for each edge its row of ``steps``.
        target: for each edge the state it leads to, as a row of the next layer's ``counts``.
    """

    counts: Ints
    steps: Ints
    source: Ints
    step: Ints
    target: Ints

    def only(self, kept: Flags) -> "Layer":
        """The layer with some of its edges."""
        return replace(self, source=self.source[kept], step=self.step[kept], target=self.target[kept])


def least_through(layers: Sequence[Layer], costs: Sequence[Ints]) -> list[Ints]:
    """For each edge the least cost of a whole path that takes it; ``FAR`` and more where no path does."""
    fore, back = _fore(layers, costs), costs_to_go(layers, costs)
    return [fore[day][layer.source] + costs[day] + back[day + 1][layer.target] for day, layer in enumerate(layers)]


def _fore(layers: Sequence[Layer], costs: Sequence[Ints]) -> list[Ints]:
    reached = [_far(len(layer.counts)) for layer in layers]
    reached[0][0] = 0
    for here, after, layer, cost in zip(reached, reached[1:], layers, costs, strict=False):
        np.minimum.at(after, layer.target, here[layer.source] + cost)
    return reached


def costs_to_go(layers: Sequence[Layer], costs: Sequence[Ints]) -> list[Ints]:
    """For each day the least cost from each of its states on; with a last entry for the end, which costs nothing."""
    to_go = [*(_far(len(layer.counts)) for layer in layers), np.zeros(1, dtype=np.int64)]
    for day in reversed(range(len(layers))):
        layer = layers[day]
        np.minimum.at(to_go[day], layer.source, costs[day] + to_go[day + 1][layer.target])
    return to_go


def _far(size: int) -> Ints:
    return np.full(size, FAR, dtype=np.int64)


def row_codes(columns: Sequence[Ints], sizes: Sequence[int]) -> Ints:
    """One number for each row, the same for equal rows; column n holds values from 0 to below ``sizes[n]``."""
    codes, span = np.zeros_like(columns[0]), 1
    for column, size in zip(columns, sizes, strict=True):
        if span * size > FAR:
            _, codes = np.unique(codes, return_inverse=True)
            span = len(codes)
        codes, span = codes * size + column, span * size
    return codes
