"""A second opinion on spreads: another method, another evaluator, nothing taken from the code it judges.

It knows tasks of one length only. Squares and pace are found by a program over how many tasks each day takes, in which
a day's next task costs more than the one before. How few tasks can move is bounded by a program over the day by which
each task is done; it leaves aside where on a day tasks stand, and where many tasks are of several classes it lets them
be split over days, so the true figure may be higher. The same goes for all three where classes bar sections: plans are
checked for that, the programs leave it aside.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise

from solvers.highs import INFINITY, MipModel

_NODES = 200
_WHOLE_UP_TO = 150
Terms = list[tuple[int, float]]


@dataclass(frozen=True, slots=True)
class Task:
    """A task by class, place in the order of its class, and where it stands: day (from 0) and first section."""

    group: str
    rank: int
    day: int
    start: int


@dataclass(frozen=True, slots=True)
class Timetable:
    """What is to be spread: for each day the sections already loaded and those that are free; tasks of one length.

    A class keeps off the sections that it bars.
    """

    base: tuple[int, ...]
    free: tuple[frozenset[int], ...]
    tasks: tuple[Task, ...]
    length: int
    barred: Mapping[str, frozenset[int]] = field(default_factory=dict)


def judged(timetable: Timetable, places: list[tuple[int, int]]) -> tuple[int, int, int]:
    """Squares, pace and tasks moved of a plan, given day and start of each task.

    Raises:
        ValueError: the plan is not legal.
    """
    _check(timetable, places)
    loads = list(timetable.base)
    for day, _ in places:
        loads[day] += timetable.length
    so_far = [sum(loads[: day + 1]) for day in range(len(loads))]
    pace = sum(abs(len(loads) * so_far[day] - (day + 1) * so_far[-1]) for day in range(len(loads)))
    moved = sum(place != (task.day, task.start) for task, place in zip(timetable.tasks, places, strict=True))
    return sum(load**2 for load in loads), pace, moved


def _check(timetable: Timetable, places: list[tuple[int, int]]) -> None:
    left = [set(free) for free in timetable.free]
    for task, (day, start) in zip(timetable.tasks, places, strict=True):
        sections = set(range(start, start + timetable.length))
        if not sections <= left[day] - timetable.barred.get(task.group, frozenset()):
            raise ValueError(f"day {day} has no room at {start} for {task.group}")
        left[day] -= sections
    placed = sorted(zip(timetable.tasks, places, strict=True), key=lambda pair: (pair[0].group, pair[0].rank))
    for (one, place), (other, after) in pairwise(placed):
        if one.group == other.group and place >= after:
            raise ValueError(f"rank {other.rank} of {other.group} is not after rank {one.rank}")


def best(timetable: Timetable) -> tuple[int, int, int]:
    """The least squares, the least pace with those, and a bound on the tasks moved with both."""
    model = _Shares(timetable)
    squares = model.least(model.squares)
    model.mip.row(model.squares, upper=squares + 0.5)
    pace = model.least(model.pace)
    model.mip.row(model.pace, upper=pace + 0.5)
    return squares + sum(load**2 for load in timetable.base), pace, model.least(model.moved())


class _Shares:
    def __init__(self, timetable: Timetable) -> None:
        self.mip = MipModel()
        self._timetable = timetable
        self._whole = len(timetable.tasks) * len({task.group for task in timetable.tasks}) <= _WHOLE_UP_TO
        self._room = [_room(free, timetable.length) for free in timetable.free]
        self._ladders = [[self.mip.column() for _ in range(room)] for room in self._room]
        self.mip.row([(rung, 1) for ladder in self._ladders for rung in ladder], *[len(timetable.tasks)] * 2)
        self.squares = [term for day in range(len(self._room)) for term in self._growth(day)]
        self.pace = [(self._deviation(day), 1.0) for day in range(len(self._room))]

    def least(self, objective: Terms) -> int:
        """The least value, or a bound where the nodes run out."""
        self.mip.minimise(objective)
        result = self.mip.solve(_NODES)
        return math.ceil((result.objective if result.proved else result.bound) - 1e-6)

    def _growth(self, day: int) -> Terms:
        base, length = self._timetable.base[day], self._timetable.length
        loads = [base + n * length for n in range(self._room[day] + 1)]
        return [(rung, loads[n + 1] ** 2 - loads[n] ** 2) for n, rung in enumerate(self._ladders[day])]

    def _deviation(self, day: int) -> int:
        days, length = len(self._room), self._timetable.length
        total = sum(self._timetable.base) + length * len(self._timetable.tasks)
        ahead = days * sum(self._timetable.base[: day + 1]) - (day + 1) * total
        placed = [(rung, float(days * length)) for ladder in self._ladders[: day + 1] for rung in ladder]
        column = self.mip.column(upper=INFINITY, whole=False)
        self.mip.row([(column, 1), *((rung, -factor) for rung, factor in placed)], lower=ahead)
        self.mip.row([(column, 1), *placed], lower=-ahead)
        return column

    def moved(self) -> Terms:
        """Columns that are 0 only for tasks that keep their day, each task being done by a day after its forerunner."""
        done = {task: [self.mip.column(whole=self._whole) for _ in self._room] for task in self._timetable.tasks}
        for days in done.values():
            for earlier, later in pairwise(days):
                self.mip.row([(later, 1), (earlier, -1)], lower=0)
            self.mip.row([(days[-1], 1)], lower=1)
        for one in done:
            for other in (task for task in done if task.group == one.group and task.rank == one.rank + 1):
                for first, second in zip(done[one], done[other], strict=True):
                    self.mip.row([(first, 1), (second, -1)], lower=0)
        for day in range(len(self._room)):
            rungs = [(rung, -1.0) for ladder in self._ladders[: day + 1] for rung in ladder]
            self.mip.row([*((days[day], 1.0) for days in done.values()), *rungs], 0, 0)
        return [(self._left(task, days), 1.0) for task, days in done.items()]

    def _left(self, task: Task, days: list[int]) -> int:
        column = self.mip.column(whole=self._whole)
        before = [(days[task.day - 1], -1.0)] if task.day else []
        self.mip.row([(column, 1), (days[task.day], 1), *before], lower=1)
        return column


def _room(free: frozenset[int], length: int) -> int:
    """How many tasks fit into the free sections, from the first one on."""
    count, section = 0, 1
    while section <= max(free, default=0):
        fits = all(s in free for s in range(section, section + length))
        count += fits
        section += length if fits else 1
    return count
