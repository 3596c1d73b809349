"""CPU time of rough placements, and their objective against the referee's."""

import random
import time
from dataclasses import replace

from bench.referee_placement import Case, Course, Place, Task, bound, judged, places
from bench.report import BenchRow, at_most
from domain.optimise.placement import place
from domain.optimise.placement_problem import PlacementGroup, PlacementItem, PlacementPlan, PlacementProblem
from domain.schedule.occupancy import Position
from solvers.placement import HighsPlacement

_SIZES = ((10, 7, (2,), 5.0), (50, 14, (2,), 5.0), (150, 30, (2,), 5.0), (150, 30, (1, 1, 1, 2, 3), 15.0))
_GAP_AIM = {True: 0.0, False: 10.0}


def rows() -> list[BenchRow]:
    """CPU time, and how far above the referee's bound the objective is, for each size."""
    return [row for size in _SIZES for row in _measured(*size)]


def _measured(count: int, days: int, lengths: tuple[int, ...], seconds: float) -> list[BenchRow]:
    case = random_case(count, days, lengths)
    problem = as_problem(case)
    begin = time.process_time()
    plan = place(problem, HighsPlacement())
    used = time.process_time() - begin
    cost, floor = judged(case, as_places(case, plan)), bound(case)
    if cost != plan.objective:
        raise RuntimeError(f"the plan claims {plan.objective}, the referee counts {cost}")
    name = f"placement, {count} tasks of {'/'.join(map(str, sorted(set(lengths))))} in {days} days"
    equal = len(lengths) == 1
    above = at_most(f"{name}: {cost} above bound {floor}", 100 * (cost - floor) / floor, "%", _GAP_AIM[equal])
    return [at_most(name, used, "s CPU", seconds), above]


def random_case(count: int, days: int, lengths: tuple[int, ...], seed: int = 1) -> Case:
    """Weeks with courses on weekdays, some of them embeddable, and six classes, one of them in haste."""
    draw = random.Random(seed)
    free, hosts = [], []
    for day in range(days):
        busy = [s for s in range(1, 13, 2) if day % 7 < 5 and draw.random() < 0.2]
        free.append(frozenset(range(1, 13)) - {section for s in busy for section in (s, s + 1)})
        hosts += [(day, s, s + 1, 1000 + day % 7 * 12 + s) for s in busy if draw.random() < 0.2]
    courses = tuple(
        Course(
            rapid=n == 0,
            barred_sections=frozenset({1, 2}) if n == 1 else frozenset(),
            barred_weekdays=frozenset({7}) if n == 2 else frozenset(),
            liked=frozenset(range(5, 9)) if n == 3 else frozenset(),
            embeds=n != 4,
        )
        for n in range(6)
    )
    tasks = tuple(Task(draw.randrange(6), rank, draw.choice(lengths)) for rank in range(count))
    weekdays = tuple(day % 7 + 1 for day in range(days))
    base = tuple(draw.choice((0, 0, 2)) for _ in range(days))
    return Case(weekdays, base, tuple(free), tuple(hosts), courses, tasks)


def as_problem(case: Case) -> PlacementProblem:
    """The case as the code under test takes it: days from 1, task ids from 1 in the order of the case."""
    groups = {
        str(n): PlacementGroup(
            str(n), "rapid" if c.rapid else "steady", c.barred_sections, c.barred_weekdays, c.liked, c.embeds
        )
        for n, c in enumerate(case.courses)
    }
    items = tuple(
        PlacementItem(n, f"task {n}", task.length, str(task.course), task.rank) for n, task in enumerate(case.tasks, 1)
    )
    return PlacementProblem(
        days=tuple(range(1, len(case.base) + 1)),
        days_of_week=case.weekdays,
        base_load=case.base,
        groups=groups,
        items=items,
        positions={
            (str(task.course), task.length): tuple(_position(case, task, at) for at in places(case, task))
            for task in case.tasks
        },
        free=tuple(sum(1 << section for section in free) for free in case.free),
        open={length: _open(case, length) for length in {task.length for task in case.tasks}},
    )


def _open(case: Case, length: int) -> tuple[Position, ...]:
    """Every place of that length, as a class that asks nothing may have it."""
    nobody = replace(case, courses=(Course(),))
    task = Task(0, 0, length)
    return tuple(_position(nobody, task, at) for at in places(nobody, task))


def _position(case: Case, task: Task, at: Place) -> Position:
    day, start, host = at
    sections = range(start, start + task.length)
    for on, first, last, owner in case.hosts:
        if (on, owner) == (day, host) and first <= start <= last:
            sections = range(first, last + 1)
    return Position(day + 1, start, start + task.length - 1, host, sum(1 << section for section in sections))


def as_places(case: Case, plan: PlacementPlan) -> list[Place]:
    """The plan as the referee reads it."""
    chosen = [plan.assignment[n] for n in range(1, len(case.tasks) + 1)]
    return [(position.day - 1, position.start, position.host) for position in chosen]
