"""Spreading as a mixed-integer program, for problems too large for the exact method (rule SPREAD-6)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from domain.optimise.spread import arrange, load_bound
from domain.optimise.spread_objective import stays, total_load
from domain.optimise.spread_problem import NoPlan, SpreadItem, SpreadPlan, SpreadProblem
from domain.optimise.spread_queues import Queue, queues_of
from domain.schedule.occupancy import Position
from solvers.highs import INFINITY, MipModel

Terms = list[tuple[int, float]]


@dataclass(frozen=True, slots=True)
class HighsSpreadSolver:
    """The ``SpreadSolver`` of ``domain.optimise``, by HiGHS.

    Attributes:
        node_limit: nodes that each of the three parts of the objective may take.
        most_places: places, summed over all tasks that the model has to tell apart, beyond which nothing is tried, as
            the first node alone would take long.
    """

    node_limit: int = 20
    most_places: int = 500

    def __call__(self, problem: SpreadProblem) -> SpreadPlan | None:
        """The best plan found, ``optimal`` if every part of the objective is proved; None if none was found."""
        if _size(problem) > self.most_places:
            return None
        model = _SpreadModel(problem)
        values, proved, tight = None, True, True
        for part, bound in zip((model.squares, model.pace, model.moved), _bounds(problem), strict=True):
            if tight:
                model.mip.row(part, lower=bound)
            model.mip.minimise(part)
            result = model.mip.solve(self.node_limit, values)
            proved = proved and result.proved
            if result.values is None:
                break
            values, least = result.values, round(result.objective)
            model.mip.row(part, upper=least + 0.5)
            tight = tight and least == bound
        return None if values is None else replace(arrange(problem, model.shares(values)), optimal=proved)

    def any_plan(self, problem: SpreadProblem) -> SpreadPlan | None:
        """A plan without regard to the objective, however large the problem; None if none was found.

        Raises:
            NoPlan: it is proved that there is none.
        """
        model = _SpreadModel(problem)
        model.mip.minimise([])
        result = model.mip.solve(self.node_limit)
        if result.infeasible:
            raise NoPlan
        return None if result.values is None else arrange(problem, model.shares(result.values))


@dataclass(frozen=True, slots=True)
class _Unit:
    """Tasks the model need not tell apart: a uniform queue, or one task of any other."""

    queue: int
    items: tuple[SpreadItem, ...]
    columns: dict[Position, int]
    so_far: list[int]


class _SpreadModel:
    """Columns: whether a unit takes a place; tasks of a unit up to each day; squared load and deviation of each day."""

    def __init__(self, problem: SpreadProblem) -> None:
        self.mip = MipModel()
        self._problem = problem
        self._queues = queues_of(problem)
        self._units = [self._unit(n, part) for n, queue in enumerate(self._queues) for part in _parts(queue)]
        for before, after in pairwise(self._units):
            if before.queue == after.queue:
                self._keep_order(before, after)
        self._exclude()
        self.squares = [self._squared(*day) for day in zip(problem.days, problem.base_load, strict=True)]
        self.pace = self._deviations()
        self.moved = [(column, -1.0) for unit in self._units for column in self._stayed(unit)]

    def _unit(self, queue: int, items: tuple[SpreadItem, ...]) -> _Unit:
        """Columns for the places a unit takes, and rows that place all of its tasks."""
        places = sorted(self._problem.places(items[0]), key=lambda p: (p.day, p.start))
        unit = _Unit(queue, items, {place: self.mip.column() for place in places}, [])
        for day in self._problem.days:
            last = day == self._problem.days[-1]
            column = self.mip.column(lower=len(items) if last else 0, upper=len(items), whole=False)
            here: Terms = [(c, -1.0) for place, c in unit.columns.items() if place.day == day]
            self.mip.row([(column, 1.0), *here, *((c, -1.0) for c in unit.so_far[-1:])], 0, 0)
            unit.so_far.append(column)
        return unit

    def _placed(self, unit: _Unit, day: int, start: int) -> Terms:
        """The tasks of a unit placed before a section of a day."""
        number = self._problem.days.index(day)
        earlier: Terms = [(unit.so_far[number - 1], 1.0)] if number else []
        return earlier + [(c, 1.0) for place, c in unit.columns.items() if place.day == day and place.start < start]

    def _keep_order(self, before: _Unit, after: _Unit) -> None:
        for day, start in sorted({(place.day, place.start) for place in after.columns}):
            second = [(column, -factor) for column, factor in self._placed(after, day, start + 1)]
            self.mip.row(self._placed(before, day, start) + second, lower=0)

    def _exclude(self) -> None:
        """Places whose masks meet share a section; at most one place that has a section is taken."""
        sharing: dict[tuple[int, int], Terms] = {}
        for unit in self._units:
            for place, column in unit.columns.items():
                for bit in _bits(place):
                    sharing.setdefault((place.day, bit), []).append((column, 1.0))
        for terms in sharing.values():
            self.mip.row(terms, upper=1)

    def _squared(self, day: int, base: int) -> tuple[int, float]:
        """A column at least the squared load of a day, by the chords between whole loads."""
        places = [(place, c) for unit in self._units for place, c in unit.columns.items() if place.day == day]
        most = len({bit for place, _ in places for bit in _bits(place)})
        load = self.mip.column(upper=most, whole=False)
        self.mip.row([(load, -1.0), *((c, float(place.length)) for place, c in places)], 0, 0)
        column = self.mip.column(upper=INFINITY, whole=False)
        for below in range(base, base + max(most, 1)):
            slope = 2 * below + 1
            self.mip.row([(column, 1.0), (load, -slope)], lower=below**2 - slope * (below - base))
        return column, 1.0

    def _deviations(self) -> Terms:
        """Columns at least the deviation of each day from the ideal pace."""
        total, days, base_so_far = total_load(self._problem), len(self._problem.days), 0
        columns: Terms = []
        for number, base in enumerate(self._problem.base_load, start=1):
            base_so_far += base
            column = self.mip.column(upper=INFINITY, whole=False)
            ahead = days * base_so_far - number * total
            placed = [(unit.so_far[number - 1], float(days * unit.items[0].length)) for unit in self._units]
            self.mip.row([(column, 1.0), *((c, -factor) for c, factor in placed)], lower=ahead)
            self.mip.row([(column, 1.0), *placed], lower=-ahead)
            columns.append((column, 1.0))
        return columns

    def _stayed(self, unit: _Unit) -> list[int]:
        """Columns that are 1 only for tasks that stay."""
        homes = [(n, p) for n, item in enumerate(unit.items) for p in unit.columns if stays(item, p)]
        if len(unit.items) == 1 or not self._problem.keep_order:
            return sorted({unit.columns[place] for _, place in homes})
        return [self._stayed_in_order(unit, number, place) for number, place in homes]

    def _stayed_in_order(self, unit: _Unit, number: int, home: Position) -> int:
        """A task is at its place if that is taken and exactly ``number`` tasks of the unit are before it."""
        column = self.mip.column()
        before = self._placed(unit, home.day, home.start)
        self.mip.row([(column, 1.0), (unit.columns[home], -1.0)], upper=0)
        self.mip.row([*before, (column, float(-number))], lower=0)
        self.mip.row([*before, (column, float(len(unit.items) - number))], upper=len(unit.items))
        return column

    def shares(self, values: NDArray[np.float64]) -> list[tuple[int, ...]]:
        """What each day takes from each queue."""
        taken = {day: [0] * len(self._queues) for day in self._problem.days}
        for unit in self._units:
            for place, column in unit.columns.items():
                taken[place.day][unit.queue] += int(values[column])
        return [tuple(taken[day]) for day in self._problem.days]


def _bounds(problem: SpreadProblem) -> tuple[int, int, int]:
    """What the parts of the objective come to at least; each holds if the parts before it meet theirs."""
    return (*load_bound(problem), -len(problem.items))


def _size(problem: SpreadProblem) -> int:
    """Columns that say whether a place is taken."""
    return sum(len(problem.places(part[0])) for queue in queues_of(problem) for part in _parts(queue))


def _parts(queue: Queue) -> list[tuple[SpreadItem, ...]]:
    return [queue.items] if queue.uniform else [(item,) for item in queue.items]


def _bits(place: Position) -> Iterator[int]:
    return (bit for bit in range(place.mask.bit_length()) if place.mask >> bit & 1)
