"""Which edges ask the same question of a day, so that it is answered once (rule SPREAD-6)."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from domain.optimise.spread_day import Kinds
from domain.optimise.spread_paths import Flags, Ints, Layer, row_codes


@dataclass(frozen=True, eq=False)
class Signatures:
    """What each edge takes from each queue.

    Attributes:
        kinds: for each queue the distinct runs of kinds that edges take from it.
        ids: for each queue (row) and edge (column) the number of its run.
    """

    kinds: tuple[tuple[Kinds, ...], ...]
    ids: Ints

    def only(self, kept: Flags) -> "Signatures":
        """The signatures of some of the edges."""
        return Signatures(self.kinds, self.ids[:, kept])

    def keys(self) -> tuple[list[tuple[Kinds, ...]], Ints]:
        """The distinct keys, each a run for every queue, and for each edge the number of its key."""
        codes = row_codes(list(self.ids), [len(runs) for runs in self.kinds])
        _, index, number = np.unique(codes, return_index=True, return_inverse=True)
        picked = self.ids[:, index].T.tolist()
        return [tuple(runs[n] for runs, n in zip(self.kinds, row, strict=True)) for row in picked], number


def signatures(kinds: Sequence[Kinds], layer: Layer) -> Signatures:
    """The signatures of a layer's edges, given the kind of every task of every queue on that day."""
    runs, ids = zip(*(_runs(line, layer, n) for n, line in enumerate(kinds)), strict=True)
    return Signatures(runs, np.array(ids))


def _runs(line: Kinds, layer: Layer, queue: int) -> tuple[tuple[Kinds, ...], Ints]:
    width = int(layer.steps[:, queue].max(initial=0)) + 1
    pairs = layer.counts[layer.source, queue] * width + layer.steps[layer.step, queue]
    numbers: dict[Kinds, int] = {}
    lookup = np.zeros((len(line) + 1) * width, dtype=np.int64)
    occurring = np.zeros(len(lookup), dtype=np.bool_)
    occurring[pairs] = True
    for pair in np.flatnonzero(occurring).tolist():
        first, count = divmod(pair, width)
        lookup[pair] = numbers.setdefault(line[first : first + count], len(numbers))
    return tuple(numbers), lookup[pairs]
