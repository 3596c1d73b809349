"""The evenest ways to share tasks out over days, found as shortest paths (rules SPREAD-2 and SPREAD-6).

A state is a day and the number of tasks each queue has placed before it; a step is what the day takes from each queue.
States are kept by day in arrays, so that a whole day is expanded at once.
"""

import math
from collections.abc import Sequence

import numpy as np

from domain.optimise.spread_day import DayPacker
from domain.optimise.spread_keys import signatures
from domain.optimise.spread_paths import FAR, Flags, Ints, Layer, least_through, row_codes
from domain.optimise.spread_queues import Queue
from domain.optimise.spread_tables import LengthTables
from domain.term.calendar import SECTIONS_PER_DAY

_PAIRS_PER_STATE = 10
_MOST_STEPS = 20_000
_TOO_MUCH = 10**6


class TooManyStates(Exception):
    """The exact method would need more states than it was allowed."""


class Lattice:
    """Expands the states of a problem day by day."""

    def __init__(self, tables: LengthTables, queues: Sequence[Queue], days: Sequence[DayPacker]) -> None:
        self._queues, self._days = queues, days
        self._sizes = np.array([len(queue.items) for queue in queues], dtype=np.int64)
        self._lengths, self._fitting, self._bounds = tables.lengths, tables.fitting, tables.bounds
        self._tallies = [tables.tally(queue) for queue in queues]
        self._fits = [tuple(queue.fits(day) for queue in queues) for day in days]

    def evenest(self, max_states: float, most_pairs: float = math.inf) -> list[Layer] | None:
        """Layers with exactly the edges of the plans that are best in squares and pace; None if there is no plan.

        The bound on loads is met by most problems, so only its own paths are expanded at first; where no plan meets it,
        the slack grows until one is found, which is the best since every plan within the slack was looked at.

        Raises:
            TooManyStates: with one slack more than ``max_states`` states, or more than ``most_pairs`` pairs of a state
                and a step, would have to be looked at.
        """
        bound, slack = int(self._bounds.rest[0][0]), 0
        while bound < FAR:
            found = self.expand(bound + slack, max_states, most_pairs)
            if found is not None:
                return _best_only(*found)
            if slack > self._bounds.ceiling:
                break
            slack = max(4 * slack, self._bounds.unit)
        return None

    def expand(
        self, limit: int, max_states: float, most_pairs: float = math.inf
    ) -> tuple[list[Layer], list[Ints]] | None:
        """All edges that can meet a limit by loads, and what they cost; None if no plan can.

        Raises:
            TooManyStates: as for ``evenest``.
        """
        counts, spent = np.zeros((1, len(self._queues)), dtype=np.int64), np.zeros(1, dtype=np.int64)
        layers: list[Layer] = []
        costs: list[Ints] = []
        states, pairs = 1, most_pairs
        for day in range(len(self._days)):
            most_steps = min(pairs, _PAIRS_PER_STATE * max_states) / len(counts)
            if not math.isinf(pairs):
                most_steps = min(most_steps, _MOST_STEPS)
            layer, cost, counts = self._expand_day(day, counts, spent, limit, most_steps)
            pairs -= len(layer.counts) * len(layer.steps)
            if not len(layer.source):
                return None
            after = np.full(len(counts), FAR, dtype=np.int64)
            np.minimum.at(after, layer.target, spent[layer.source] + cost)
            layers, costs, spent, states = [*layers, layer], [*costs, cost], after, states + len(counts)
            if states > max_states:
                raise TooManyStates
        return layers, costs

    def _expand_day(
        self, day: int, counts: Ints, spent: Ints, limit: int, most_steps: float
    ) -> tuple[Layer, Ints, Ints]:
        """The layer of a day, the cost of its edges, and the states after it."""
        before = self._tally(counts)
        loads = self._bounds.loads_within(day, before @ self._lengths, spent, limit)
        steps = self._steps(day, loads, most_steps)
        source, step = self._affordable(day, counts, steps, before @ self._lengths, spent, limit)
        taken = self._tally(counts[source] + steps[step]) - before[source]
        kept = _among(self._fitting[day], taken)
        source, step, taken = source[kept], step[kept], taken[kept]
        layer = Layer(counts, steps, source, step, source)
        cost = self._bounds.day_cost(day, before[source] @ self._lengths, taken @ self._lengths)
        if not self._alike(day):
            fits = self._packable(day, layer)
            layer, cost = layer.only(fits), cost[fits]
        return self._with_targets(layer, cost)

    def _affordable(
        self, day: int, counts: Ints, steps: Ints, before: Ints, spent: Ints, limit: int
    ) -> tuple[Ints, Ints]:
        """The pairs of a state and a step that the queues have tasks for and that can meet a limit by loads."""
        load = np.zeros((len(counts), len(steps)), dtype=np.int64)
        for n, tally in enumerate(self._tallies):
            so_far = np.append(tally @ self._lengths, np.full(int(steps[:, n].max(initial=0)), _TOO_MUCH))
            load += so_far[counts[:, n, None] + steps[:, n]]
        load -= before[:, None]
        table = self._bounds.affordable(day, before, spent, limit, SECTIONS_PER_DAY)
        source, step = np.nonzero(table[np.arange(len(counts))[:, None], np.minimum(load, SECTIONS_PER_DAY + 1)])
        return source, step

    def _alike(self, day: int) -> bool:
        """Whether on that day tasks differ by length only, and in no queue, so that counts by length decide."""
        lines = self._fits[day]
        return all(len(set(line)) == 1 for line in lines) and len(set().union(*lines)) == len(self._lengths)

    def _with_targets(self, layer: Layer, cost: Ints) -> tuple[Layer, Ints, Ints]:
        after = layer.counts[layer.source] + layer.steps[layer.step]
        codes = row_codes(list(after.T), (self._sizes + 1).tolist())
        _, index, target = np.unique(codes, return_index=True, return_inverse=True)
        return Layer(layer.counts, layer.steps, layer.source, layer.step, target), cost, after[index]

    def _packable(self, day: int, layer: Layer) -> Flags:
        """Whether the tasks of each edge fit into the day, in their order and each where it is allowed."""
        keys, number = signatures(self._fits[day], layer).keys()
        return np.array([self._days[day].fits(key) for key in keys], dtype=np.bool_)[number]

    def _steps(self, day: int, loads: Sequence[int], most: float) -> Ints:
        """What a day can take from each queue so that its load is one of ``loads``.

        Raises:
            TooManyStates: there are more than ``most``.
        """
        room, tasks = max(loads, default=0), int(sum(self._fitting[day].shape))
        steps: list[tuple[tuple[int, ...], int, int]] = [((), 0, 0)]
        for queue in self._queues:
            short, long = min(queue.lengths), max(queue.lengths)
            steps = [
                ((*step, n), low + n * short, high + n * long)
                for step, low, high in steps
                for n in range(min(len(queue.items), tasks, (room - low) // short) + 1)
            ]
            if len(steps) > most:
                raise TooManyStates
        possible = [step for step, low, high in steps if any(low <= load <= high for load in loads)]
        return np.array(possible, dtype=np.int64).reshape(-1, len(self._queues))

    def _tally(self, counts: Ints) -> Ints:
        """How many tasks of each length are among the first ones of each queue."""
        tally = np.zeros((len(counts), len(self._lengths)), dtype=np.int64)
        for n, among_first in enumerate(self._tallies):
            tally += among_first[counts[:, n]]
        return tally


def _best_only(layers: list[Layer], costs: list[Ints]) -> list[Layer]:
    totals = least_through(layers, costs)
    best = totals[0].min()
    return [layer.only(total == best) for layer, total in zip(layers, totals, strict=True)]


def _among(table: Flags, rows: Ints) -> Flags:
    inside = np.asarray((rows < table.shape).all(axis=1))
    found: Flags = inside & table[tuple(np.where(inside[:, None], rows, 0).T)]
    return found
