"""What days cost by their loads, and what the days to come cost at least (rules SPREAD-2 and SPREAD-6)."""

from collections.abc import Sequence

import numpy as np

from domain.optimise.spread_objective import total_load
from domain.optimise.spread_paths import FAR, Flags, Ints
from domain.optimise.spread_problem import SpreadProblem


class LoadBounds:
    """Squares and pace as one number, squares first, and a bound that looks at loads only.

    Attributes:
        unit: what one more in the squares weighs; more than any pace deviation.
        ceiling: more than any plan costs.
        rest: for each day and load of the set placed before it, what it and all later days cost at least.
    """

    def __init__(self, problem: SpreadProblem, day_loads: Sequence[Sequence[int]]) -> None:
        self._days = len(problem.days)
        self._base = np.array(problem.base_load, dtype=np.int64)
        self._total = total_load(problem)
        self.unit = self._days**2 * self._total + 1
        self.ceiling = self.unit * (self._total**2 + 1)
        self._base_so_far = np.cumsum(self._base)
        self._day_loads = day_loads
        self.rest = self._rest(sum(item.length for item in problem.items))

    def day_cost(self, day: int, before: Ints, load: Ints) -> Ints:
        """Cost of a day that takes ``load`` sections of the set after ``before`` on the days up to it."""
        pace = self._days * (before + load + self._base_so_far[day]) - (day + 1) * self._total
        cost: Ints = (load + self._base[day]) ** 2 * self.unit + np.abs(pace)
        return cost

    def loads_within(self, day: int, before: Ints, spent: Ints, limit: int) -> list[int]:
        """The loads a day can take on some plan of at most ``limit`` in all, given what is placed and spent."""
        return [load for load in self._day_loads[day] if self.at_least(day, before, load, spent).min() <= limit]

    def affordable(self, day: int, before: Ints, spent: Ints, limit: int, most: int) -> Flags:
        """For each state (row) and load from 0 to ``most`` (column) whether a day can take it; in a last column no."""
        pairs = [self.at_least(day, before, load, spent) <= limit for load in range(most + 1)]
        return np.stack([*pairs, np.zeros(len(before), dtype=np.bool_)], axis=1)

    def at_least(self, day: int, before: Ints, load: Ints | int, spent: Ints) -> Ints:
        """What a plan costs at least that has ``spent`` before the day and takes ``load`` on it."""
        after = before + load
        inside = np.minimum(after, len(self.rest[0]) - 1)
        rest = np.where(after < len(self.rest[0]), self.rest[day + 1][inside], FAR)
        total: Ints = spent + self.day_cost(day, before, np.asarray(load)) + rest
        return total

    def _rest(self, set_load: int) -> list[Ints]:
        after = np.full(set_load + 1, FAR, dtype=np.int64)
        after[set_load] = 0
        bounds = [after]
        for day in reversed(range(self._days)):
            bounds.append(self._day_rest(day, bounds[-1]))
        return bounds[::-1]

    def _day_rest(self, day: int, after: Ints) -> Ints:
        bound = np.full(len(after), FAR, dtype=np.int64)
        for load in self._day_loads[day]:
            before = np.arange(max(len(after) - load, 0))
            np.minimum.at(bound, before, self.day_cost(day, before, np.asarray(load)) + after[load:])
        return np.minimum(bound, FAR)
