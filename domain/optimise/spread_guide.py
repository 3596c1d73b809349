"""What is left to pay from a day on, at least, told from the lengths of the tasks that are placed (rule SPREAD-6)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from domain.optimise.spread_day import DayPacker, Places
from domain.optimise.spread_lattice import Lattice, TooManyStates
from domain.optimise.spread_objective import stays
from domain.optimise.spread_paths import FAR, Ints, costs_to_go, least_through
from domain.optimise.spread_problem import SpreadItem, SpreadProblem
from domain.optimise.spread_queues import Queue
from domain.optimise.spread_tables import LengthTables
from domain.schedule.occupancy import Position


class Guide(Protocol):
    """Tells a search by days which states can still lead somewhere, and at what cost."""

    @property
    def limit(self) -> int:
        """The cost of a whole plan up to which none is taken for a dead end."""
        ...

    def to_go(self, day: int, tallies: Ints) -> Ints:
        """For rows of tasks placed by length before ``day`` what it and all later days cost; ``FAR`` for dead ends."""
        ...


@dataclass(frozen=True, eq=False)
class LoadGuide:
    """Looks at the sections that are left only, as long as places by length are left for all tasks."""

    tables: LengthTables

    @property
    def limit(self) -> int:
        """No plan costs more."""
        return self.tables.bounds.ceiling

    def to_go(self, day: int, tallies: Ints) -> Ints:
        """As the bounds on loads have it."""
        rest = self.tables.bounds.rest[day]
        found: Ints = rest[np.minimum(tallies @ self.tables.lengths, len(rest) - 1)]
        return found


class LengthGuide:
    """Exact for tasks that differ by length only and have no order, within a limit.

    Attributes:
        limit: the cost of a whole plan up to which the guide looks.
    """

    def __init__(
        self, tables: LengthTables, queues: Sequence[Queue], days: Sequence[DayPacker], limit: int, max_states: int
    ) -> None:
        """Look at all plans within ``limit``.

        Raises:
            TooManyStates: more than ``max_states`` states would have to be looked at.
        """
        self.limit = limit
        self._given = tables, queues, days
        self._sizes = np.array(tables.numbers, dtype=np.int64) + 1
        self._weights = np.cumprod([1, *self._sizes[:0:-1].tolist()])[::-1]
        layers, costs = Lattice(tables, _by_length(queues), days).expand(limit, max_states) or ([], [])
        self._layers, self._costs, self._lengths = layers, costs, tables.lengths
        self._to_go = costs_to_go(layers, costs) if layers else []
        self._codes = [layer.counts @ self._weights for layer in layers]
        self._codes.append((self._sizes[None] - 1) @ self._weights)

    def within(self, limit: int, max_states: int) -> "LengthGuide":
        """The same guide with another limit.

        Raises:
            TooManyStates: more than ``max_states`` states would have to be looked at.
        """
        return LengthGuide(*self._given, limit, max_states)

    @property
    def least(self) -> int:
        """What the best plan within the limit costs, order left aside, so that no plan costs less; ``FAR`` if none."""
        return int(self._to_go[0][0]) if self._to_go else FAR

    def to_go(self, day: int, tallies: Ints) -> Ints:
        """Exact within the limit; all else is a dead end."""
        known = self._codes[day]
        codes = np.where((tallies < self._sizes).all(axis=-1), tallies @ self._weights, -1)
        index = np.minimum(np.searchsorted(known, codes), len(known) - 1)
        found: Ints = np.where(known[index] == codes, self._to_go[day][index], FAR)
        return found

    def most_stay(self, problem: SpreadProblem) -> int:
        """The most tasks that can stay in a plan that costs the least, order left aside."""
        totals = least_through(self._layers, self._costs)
        best = [layer.only(total == self.least) for layer, total in zip(self._layers, totals, strict=True)]
        homes = [(item.current.day, item.length) for item in problem.items if _has_home(problem, item)]
        costs = []
        for day, layer in zip(problem.days, best, strict=True):
            here = np.array([homes.count((day, length)) for length in self._lengths.tolist()], dtype=np.int64)
            costs.append(-np.minimum(layer.steps, here).sum(axis=1)[layer.step])
        return -int(costs_to_go(best, costs)[0][0])


def least_by_length(
    tables: LengthTables, queues: Sequence[Queue], days: Sequence[DayPacker], max_states: int
) -> LengthGuide | None:
    """The guide with the least limit by which there is a plan, order left aside; None if that takes too many states."""
    bound, slack = int(tables.bounds.rest[0][0]), 0
    while bound < FAR and slack <= tables.bounds.ceiling:
        try:
            guide = LengthGuide(tables, queues, days, bound + slack, max_states)
        except TooManyStates:
            return None
        if guide.least < FAR:
            return guide
        slack = max(4 * slack, tables.bounds.unit)
    return None


def _has_home(problem: SpreadProblem, item: SpreadItem) -> bool:
    return any(stays(item, place) for place in problem.places(item))


def _by_length(queues: Sequence[Queue]) -> list[Queue]:
    """One queue for all tasks of a length, which may take all places that one of them may."""
    pairs = [pair for queue in queues for pair in zip(queue.items, queue.allowed, strict=True)]
    return [_alike([pair for pair in pairs if pair[0].length == n]) for n in sorted({i.length for i, _ in pairs})]


def _alike(pairs: Sequence[tuple[SpreadItem, Places]]) -> Queue:
    places = frozenset().union(*{allowed for _, allowed in pairs})
    number = len(pairs)
    return Queue(tuple(item for item, _ in pairs), (places,) * number, (frozenset[Position](),) * number, (0,) * number)
