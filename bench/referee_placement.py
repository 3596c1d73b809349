"""A second opinion on placements: its own rules, its own sums, nothing taken from the code it judges.

Tiny cases are settled by trying everything. For large ones it gives a figure that no plan can beat: a program over the
days by which each task is done and the starts its class and length use on a day, whole only where it says which days
a class that is to finish early needs; so the true best may cost more.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from solvers.highs import MipModel

_NODES = 200
_LATE = (0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 2, 5, 5)
Place = tuple[int, int, int | None]


@dataclass(frozen=True, slots=True)
class Course:
    """A class: whether it is to finish early, what it must not touch, what it likes, whether it may be embedded.

    Days are counted from 0. It keeps off the (day, section) in ``shut``; none of it begins before those of ``opens``,
    and none ends after those of ``due``.
    """

    rapid: bool = False
    barred_sections: frozenset[int] = frozenset()
    barred_weekdays: frozenset[int] = frozenset()
    liked: frozenset[int] = frozenset()
    embeds: bool = True
    barred_days: frozenset[int] = frozenset()
    shut: frozenset[tuple[int, int]] = frozenset()
    opens: tuple[int, int] | None = None
    due: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Task:
    """A task of a class, by place in the class's order."""

    course: int
    rank: int
    length: int


@dataclass(frozen=True, slots=True)
class Case:
    """Days (from 0) with weekday, load and free sections; host occurrences as (day, first, last, host).

    What stands already of a class is (course, rank, day, start); nothing begins before ``opens``.
    """

    weekdays: tuple[int, ...]
    base: tuple[int, ...]
    free: tuple[frozenset[int], ...]
    hosts: tuple[tuple[int, int, int, int], ...]
    courses: tuple[Course, ...]
    tasks: tuple[Task, ...]
    standing: tuple[tuple[int, int, int, int], ...] = ()
    opens: tuple[int, int] = (0, 1)


def places(case: Case, task: Task) -> list[Place]:
    """Day, start and host of every place that the task may have."""
    course = case.courses[task.course]
    found: list[Place] = [
        (day, start, None)
        for day, free in enumerate(case.free)
        for start in range(1, 14 - task.length)
        if free.issuperset(range(start, start + task.length))
    ]
    if course.embeds:
        for day, first, last, host in case.hosts:
            found += [(day, start, host) for start in range(first, last - task.length + 2)]
    return [
        (day, start, host)
        for day, start, host in found
        if _is_usable(case, course, day)
        and course.barred_sections.isdisjoint(range(start, start + task.length))
        and course.shut.isdisjoint((day, section) for section in range(start, start + task.length))
        and _is_in_time(case, course, day, start, start + task.length - 1)
        and all((at > task.rank) == ((day, start) < (d, s)) for c, at, d, s in case.standing if c == task.course)
    ]


def _is_usable(case: Case, course: Course, day: int) -> bool:
    return case.weekdays[day] not in course.barred_weekdays and day not in course.barred_days


def _is_in_time(case: Case, course: Course, day: int, start: int, end: int) -> bool:
    opens = max(case.opens, course.opens or case.opens)
    due = course.due or (len(case.base), 12)
    return day * 100 + start >= opens[0] * 100 + opens[1] and day * 100 + end <= due[0] * 100 + due[1]


def _taken(case: Case, task: Task, place: Place) -> set[tuple[int, int]]:
    day, start, host = place
    first, last = start, start + task.length - 1
    for at, begin, end, owner in case.hosts:
        if owner == host and at == day and begin <= start <= end:
            first, last = begin, end
    return {(day, section) for section in range(first, last + 1)}


def _by_itself(case: Case, task: Task, place: Place) -> int:
    _, start, host = place
    liked, sections = case.courses[task.course].liked, range(start, start + task.length)
    hours = sum(10 for s in sections if s not in liked) if liked else sum(_LATE[s] for s in sections)
    breaks = sum(1 for s in (4, 8) if s in sections and s + 1 in sections)
    return hours + (0 if host is None else 20) + 12 * (breaks + 1 - start % 2)


def _ideal(case: Case, task: Task) -> int:
    """Day in the middle of the task's share of the days its class may use."""
    course = case.courses[task.course]
    first = 0 if course.opens is None else course.opens[0]
    last = len(case.base) if course.due is None else course.due[0]
    days = [d for d in range(len(case.base)) if first <= d <= last and _is_usable(case, course, d)]
    peers = sorted(other.rank for other in case.tasks if other.course == task.course)
    days = days or list(range(len(case.weekdays)))
    return days[math.floor((peers.index(task.rank) + 0.5) * len(days) / len(peers))]


def judged(case: Case, plan: list[Place]) -> int:
    """The cost of a plan, given the place of each task.

    Raises:
        ValueError: the plan is not legal.
    """
    _check(case, plan)
    loads = list(case.base)
    for task, (day, _, _) in zip(case.tasks, plan, strict=True):
        loads[day] += task.length
    cost = sum(2 * load**2 for load in loads)
    for number, course in enumerate(case.courses):
        mine = [(t, p) for t, p in zip(case.tasks, plan, strict=True) if t.course == number]
        cost += sum(_by_itself(case, task, place) for task, place in mine)
        if course.rapid:
            cost += 72 * max((day for _, (day, _, _) in mine), default=0)
        else:
            cost += sum(6 * abs(day - _ideal(case, task)) for task, (day, _, _) in mine)
    return cost


def _check(case: Case, plan: list[Place]) -> None:
    taken: set[tuple[int, int]] = set()
    for task, place in zip(case.tasks, plan, strict=True):
        if place not in places(case, task) or taken & _taken(case, task, place):
            raise ValueError(f"{task} cannot be at {place}")
        taken |= _taken(case, task, place)
    placed = sorted(zip(case.tasks, plan, strict=True), key=lambda pair: (pair[0].course, pair[0].rank))
    for (one, here), (other, there) in pairwise(placed):
        if one.course == other.course and here[:2] >= there[:2]:
            raise ValueError(f"{other} is not after {one}")


def most(case: Case) -> int:
    """How many tasks fit at all, by trying everything."""
    return max(len(plan) - plan.count(None) for plan in _plans(case, skipping=True))


def least(case: Case) -> int | None:
    """The least cost of a plan with every task, by trying everything."""
    return min((judged(case, list(filter(None, plan))) for plan in _plans(case, skipping=False)), default=None)


def _plans(case: Case, skipping: bool) -> Iterator[list[Place | None]]:
    def extended(plan: list[Place | None], taken: set[tuple[int, int]]) -> Iterator[list[Place | None]]:
        if len(plan) == len(case.tasks):
            yield plan
            return
        task = case.tasks[len(plan)]
        for place in places(case, task):
            cells = _taken(case, task, place)
            if not taken & cells and _in_order(case, plan, task, place):
                yield from extended([*plan, place], taken | cells)
        if skipping:
            yield from extended([*plan, None], taken)

    return extended([], set())


def _in_order(case: Case, plan: list[Place | None], task: Task, place: Place) -> bool:
    """Whether the task, put there, is on the right side of the tasks of its class that are placed."""
    return all(
        (other.rank < task.rank) == (there[:2] < place[:2])
        for other, there in zip(case.tasks, plan, strict=False)
        if there is not None and other.course == task.course
    )


def bound(case: Case) -> int:
    """A cost that no plan with every task can beat."""
    return _Days(case).least()


class _Days:
    def __init__(self, case: Case) -> None:
        self.case, self.mip = case, MipModel()
        self.constant = 0
        self._on: dict[tuple[int, int, int], list[int]] = {}
        for number in range(len(case.courses)):
            self._order([task for task in case.tasks if task.course == number])
        self._starts()
        for day in range(len(case.base)):
            self._ladder(day)

    def least(self) -> int:
        result = self.mip.solve(_NODES)
        return self.constant + math.ceil((result.objective if result.proved else result.bound) - 1e-4)

    def _order(self, tasks: list[Task]) -> None:
        before: list[int] = []
        for task in sorted(tasks, key=lambda t: t.rank):
            rapid = self.case.courses[task.course].rapid
            last = rapid and task.rank == max(other.rank for other in tasks)
            done = [self._done(task, day, rapid, last) for day in range(len(self.case.base))]
            for day, column in enumerate(done):
                earlier = [(done[day - 1], -1.0)] if day else []
                today = self.mip.column(whole=False)
                self.mip.row([(column, 1), *earlier, (today, -1)], 0, 0)
                self._on.setdefault((task.course, task.length, day), []).append(today)
            for first, second in zip(before, done, strict=False):
                self.mip.row([(first, 1), (second, -1)], lower=0)
            before = done

    def _done(self, task: Task, day: int, rapid: bool, last: bool) -> int:
        """Whether the task is done by the end of the day; what that saves or costs is the pace, or the finish."""
        final = day == len(self.case.base) - 1
        ideal = _ideal(self.case, task)
        cost = (-72 if last else 0) if rapid else (6 if day < ideal else -6)
        saved = 0 if final else -min(cost, 0)
        self.constant += saved
        return self.mip.column(0 if final else cost, lower=float(final), whole=last)

    def _starts(self) -> None:
        cells: dict[tuple[int, int], list[int]] = {}
        for course, length in sorted({(task.course, task.length) for task in self.case.tasks}):
            task = Task(course, 0, length)
            used: dict[int, list[int]] = {day: [] for day in range(len(self.case.base))}
            for place in places(self.case, task):
                column = self.mip.column(_by_itself(self.case, task, place), whole=False)
                used[place[0]].append(column)
                for cell in _taken(self.case, task, place):
                    cells.setdefault(cell, []).append(column)
            for day, columns in used.items():
                standing = [(column, -1.0) for column in self._on[course, length, day]]
                self.mip.row([*((column, 1.0) for column in columns), *standing], 0, 0)
        for columns in cells.values():
            self.mip.row([(column, 1) for column in columns], upper=1)

    def _ladder(self, day: int) -> None:
        """Rungs of load, as long as every length allows, each dearer than the one below."""
        base, step = self.case.base[day], math.gcd(*(task.length for task in self.case.tasks))
        loads = range(base, base + 12 + step, step)
        rungs = [self.mip.column(2 * (high**2 - low**2), whole=False) for low, high in pairwise(loads)]
        self.constant += 2 * base**2
        standing = [
            (column, -float(length)) for (_, length, at), columns in self._on.items() if at == day for column in columns
        ]
        self.mip.row([*((rung, float(step)) for rung in rungs), *standing], 0, 0)
