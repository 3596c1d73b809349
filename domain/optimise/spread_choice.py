"""Of the evenest plans the one that moves fewest tasks and is earliest (rules SPREAD-3 and SPREAD-4)."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from domain.optimise.spread_day import DayPacker, Kinds, Packing
from domain.optimise.spread_keys import Signatures, signatures
from domain.optimise.spread_paths import Flags, Ints, Layer, least_through
from domain.optimise.spread_queues import Queue
from domain.schedule.occupancy import Position

_AFTER_LAST_START = (10**6,)


@dataclass(frozen=True, eq=False)
class DayChoice:
    """What is still in question for a day.

    Attributes:
        packer: its places.
        kinds: for each queue the kind of each of its tasks on this day.
        layer: the edges that are left.
        signs: what they ask of the packer.
    """

    packer: DayPacker
    kinds: tuple[Kinds, ...]
    layer: Layer
    signs: Signatures

    def only(self, kept: Flags) -> "DayChoice":
        """The choice with some of its edges."""
        return DayChoice(self.packer, self.kinds, self.layer.only(kept), self.signs.only(kept))

    def bounds(self) -> Ints:
        """For each edge minus the number of tasks that might stay."""
        total = np.zeros(len(self.layer.source), dtype=np.int64)
        for runs, ids in zip(self.signs.kinds, self.signs.ids, strict=True):
            total -= np.array([self.packer.may_stay(run) for run in runs], dtype=np.int64)[ids]
        return total

    def packings(self) -> tuple[list[Packing], Ints]:
        """The distinct best packings, and for each edge the number of its own."""
        keys, number = self.signs.keys()
        return [self.packer.packed(key) for key in keys], number

    def costs(self) -> Ints:
        """For each edge minus the number of tasks that stay in its best packing."""
        packings, number = self.packings()
        return np.array([packing.cost for packing in packings], dtype=np.int64)[number]


def day_choices(queues: Sequence[Queue], days: Sequence[DayPacker], layers: Sequence[Layer]) -> list[DayChoice]:
    """All edges of the layers as choices."""
    choices = []
    for packer, layer in zip(days, layers, strict=True):
        kinds = tuple(queue.kinds(packer) for queue in queues)
        choices.append(DayChoice(packer, kinds, layer, signatures(kinds, layer)))
    return choices


def fewest_moved(choices: Sequence[DayChoice]) -> list[DayChoice]:
    """The edges of the plans that leave most tasks where they are.

    Packing a day is dear, so edges are first judged by how many tasks might stay. The best plan among those that look
    best is the best of all if it is as good as it looks; else all edges that look as good as that plan is are packed.
    """
    looks = _least(choices, [choice.bounds() for choice in choices])
    limit = int(looks[0].min())
    while True:
        near = [choice.only(total <= limit) for choice, total in zip(choices, looks, strict=True)]
        totals = _least(near, [choice.costs() for choice in near])
        best = int(totals[0].min())
        if best <= limit:
            return [choice.only(total == best) for choice, total in zip(near, totals, strict=True)]
        limit = best


def _least(choices: Sequence[DayChoice], costs: Sequence[Ints]) -> list[Ints]:
    return least_through([choice.layer for choice in choices], costs)


def earliest(choices: Sequence[DayChoice]) -> list[tuple[DayChoice, tuple[int, ...]]]:
    """For each day its starts in the plans whose sequence of (day, start) is least, and the edges of those plans.

    All edges must belong to best plans, so that the day at hand alone decides.
    """
    first: list[DayChoice] = []
    starts: list[tuple[int, ...]] = []
    reached = np.array([True])
    for choice in choices:
        near = choice.only(reached[choice.layer.source])
        packings, number = near.packings()
        starts.append(min((packing.starts for packing in packings), key=lambda some: some + _AFTER_LAST_START))
        first.append(near.only(np.array([packing.starts == starts[-1] for packing in packings])[number]))
        reached = np.zeros(int(choice.layer.target.max()) + 1, dtype=np.bool_)
        reached[first[-1].layer.target] = True
    return list(zip(_without_dead_ends(first), starts, strict=True))


def _without_dead_ends(choices: Sequence[DayChoice]) -> list[DayChoice]:
    totals = _least(choices, [np.zeros_like(choice.layer.source) for choice in choices])
    return [choice.only(total == 0) for choice, total in zip(choices, totals, strict=True)]


def placed(queues: Sequence[Queue], days: Sequence[tuple[DayChoice, tuple[int, ...]]]) -> list[list[Position]]:
    """For each queue the places its tasks take in turn, so that the sequence of labels is least."""
    taken: list[list[Position]] = [[] for _ in queues]
    state = 0
    for choice, starts in days:
        layer, (packings, number) = choice.layer, choice.packings()
        edges = np.flatnonzero(layer.source == state).tolist()
        leads = {tuple(layer.steps[layer.step[edge]].tolist()): edge for edge in edges}
        most = [max(numbers) for numbers in zip(*leads, strict=True)]
        lines = [
            _waiting(queue, kinds, len(places), limit)
            for queue, kinds, places, limit in zip(queues, choice.kinds, taken, most, strict=True)
        ]
        wanted = {step: packings[number[edge]].cost for step, edge in leads.items()}
        filled = choice.packer.fill(starts, lines, wanted)
        for queue, place in filled:
            taken[queue].append(place)
        step = tuple(sum(queue == n for queue, _ in filled) for n in range(len(queues)))
        state = int(layer.target[leads[step]])
    return taken


def _waiting(queue: Queue, kinds: Kinds, done: int, most: int) -> list[tuple[int, int]]:
    return list(zip(kinds[done : done + most], queue.labels[done : done + most], strict=True))
