"""CPU time of spreads, and their objective against the referee's."""

import statistics
import time

from bench.referee_spread import Task, Timetable, best, judged
from bench.report import BenchRow, at_most
from domain.optimise.spread import spread
from domain.optimise.spread_problem import SpreadItem, SpreadProblem
from domain.schedule.occupancy import Position

CASES = [(10, 7, 1), (10, 7, 3), (50, 14, 1), (50, 14, 3), (150, 30, 1), (150, 30, 3)]
LENGTH = 2
CPU_AIM = 0.3
ROUNDS = 5


def rows() -> list[BenchRow]:
    """Two rows for each case: CPU time and objective."""
    return [row for tasks, days, classes in CASES for row in _case(tasks, days, classes)]


def _case(tasks: int, days: int, classes: int) -> list[BenchRow]:
    name = f"spread {tasks} tasks, {classes} class{'es' if classes > 1 else ''}, {days} days"
    timetable = crowded(tasks, days, classes)
    problem = as_problem(timetable)
    cpu = []
    for _ in range(ROUNDS):
        begin = time.process_time()
        plan = spread(problem)
        cpu.append(time.process_time() - begin)
    places = [(plan.assignment[n].day, plan.assignment[n].start) for n in range(tasks)]
    squares, pace, moved = judged(timetable, places)
    least_squares, least_pace, least_moved = best(timetable)
    agreed = (squares, pace) == (least_squares, least_pace) and moved >= least_moved
    return [
        at_most(f"{name}: CPU time", statistics.median(cpu), "s", CPU_AIM),
        BenchRow(
            f"{name}: squares/pace/moved by the referee",
            f"{squares}/{pace}/{moved}",
            "",
            f"{least_squares}/{least_pace}/>={least_moved}",
            "met" if agreed else "missed",
        ),
    ]


def crowded(tasks: int, days: int, classes: int) -> Timetable:
    """Tasks that fill the first days of a window to the brim, the classes by turns; every other day has a course."""
    base = tuple((0, 2, 0, 4, 2)[day % 5] for day in range(days))
    free = tuple(frozenset(range(1, 13)) - _course(day) for day in range(days))
    places = ((day, start) for day in range(days) for start in range(1, 12, 2) if {start, start + 1} <= free[day])
    crowd = (Task(f"class {n % classes}", n // classes, *place) for n, place in zip(range(tasks), places, strict=False))
    return Timetable(base, free, tuple(crowd), LENGTH)


def _course(day: int) -> set[int]:
    first = 1 + 2 * (day // 2 % 6)
    return {first, first + 1} if day % 2 else set()


def as_problem(timetable: Timetable) -> SpreadProblem:
    """The same question as the planner is asked it."""
    spots = tuple(
        _position(day, start)
        for day, free in enumerate(timetable.free)
        for start in range(1, 14 - LENGTH)
        if set(range(start, start + LENGTH)) <= free
    )
    items = tuple(
        SpreadItem(n, LENGTH, task.group, task.rank, _position(task.day, task.start))
        for n, task in enumerate(timetable.tasks)
    )
    return SpreadProblem(
        tuple(range(len(timetable.base))),
        timetable.base,
        items,
        {(task.group, LENGTH): spots for task in timetable.tasks},
    )


def _position(day: int, start: int) -> Position:
    return Position(day, start, start + LENGTH - 1, None, (1 << start + LENGTH) - (1 << start))
