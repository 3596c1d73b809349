"""CPU time of spreads, and their objective against the referee's."""

import statistics
import time
from dataclasses import replace

from bench.referee_spread import Task, Timetable, best, judged
from bench.report import BenchRow, at_most
from domain.optimise.spread import load_bound, spread
from domain.optimise.spread_problem import SpreadItem, SpreadPlan, SpreadProblem
from domain.schedule.occupancy import Position
from solvers.spread import HighsSpreadSolver

CASES = [(10, 7, 1), (10, 7, 3), (50, 14, 1), (50, 14, 3), (150, 30, 1), (150, 30, 3)]
LIMITED_CASES = [(50, 14, 3), (150, 30, 3)]
MIXED_CLASSES = (6, 8, 12)
MIXED_LENGTHS = (1, 3, 2, 1, 2)
BARRED = {"class 0": frozenset({11, 12}), "class 1": frozenset({1, 2})}
LENGTH = 2
CPU_AIM = 0.3
ROUNDS = 5


def rows() -> list[BenchRow]:
    """CPU time and objective of each case; some with classes that bar sections, some with many of mixed lengths."""
    plain = [(_name(*case), crowded(*case)) for case in CASES]
    limited = [(f"{_name(*case)}, limits", replace(crowded(*case), barred=BARRED)) for case in LIMITED_CASES]
    of_one_length = [row for name, timetable in [*plain, *limited] for row in _case(name, timetable)]
    return of_one_length + [row for classes in MIXED_CLASSES for row in _mixed_case(classes)]


def _name(tasks: int, days: int, classes: int) -> str:
    return f"spread {tasks} tasks, {classes} class{'es' if classes > 1 else ''}, {days} days"


def _case(name: str, timetable: Timetable) -> list[BenchRow]:
    plan, seconds = _timed(as_problem(timetable))
    places = [(plan.assignment[n].day, plan.assignment[n].start) for n in range(len(timetable.tasks))]
    squares, pace, moved = judged(timetable, places)
    least_squares, least_pace, least_moved = best(timetable)
    agreed = (squares, pace) == (least_squares, least_pace) and moved >= least_moved
    return [
        at_most(f"{name}: CPU time", seconds, "s", CPU_AIM),
        BenchRow(
            f"{name}: squares/pace/moved",
            f"{squares}/{pace}/{moved}",
            "",
            f"{least_squares}/{least_pace}/>={least_moved}",
            "met" if agreed else "missed",
        ),
    ]


def _mixed_case(classes: int) -> list[BenchRow]:
    name = f"{_name(150, 30, classes)}, lengths 1-3"
    problem = mixed(150, 30, classes)
    plan, seconds = _timed(problem)
    (squares, pace, moved), (least_squares, least_pace) = plan.objective, load_bound(problem)
    return [
        at_most(f"{name}: CPU time", seconds, "s", CPU_AIM),
        BenchRow(
            f"{name}: squares/pace/moved",
            f"{squares}/{pace}/{moved}",
            "",
            f"{least_squares}/{least_pace}",
            "met" if (squares, pace) == (least_squares, least_pace) else "missed",
        ),
    ]


def _timed(problem: SpreadProblem) -> tuple[SpreadPlan, float]:
    """The plan, with the solver at hand, and the median CPU time in seconds."""
    cpu = []
    for _ in range(ROUNDS):
        begin = time.process_time()
        plan = spread(problem, HighsSpreadSolver())
        cpu.append(time.process_time() - begin)
    return plan, statistics.median(cpu)


def mixed(tasks: int, days: int, classes: int) -> SpreadProblem:
    """Tasks of lengths 1 to 3 that fill the first days of the window of ``crowded``, the classes by turns."""
    window = crowded(0, days, 1)
    items: list[SpreadItem] = []
    day, start = 0, 1
    while len(items) < tasks:
        length = MIXED_LENGTHS[len(items) % len(MIXED_LENGTHS)]
        if start + length > 13:
            day, start = day + 1, 1
        elif set(range(start, start + length)) <= window.free[day]:
            number = len(items)
            items.append(SpreadItem(number, length, f"class {number % classes}", number, _position(day, start, length)))
            start += length
        else:
            start += 1
    kinds = {(item.group, item.length) for item in items}
    positions = {(group, length): _spots(window, group, length) for group, length in sorted(kinds)}
    return SpreadProblem(tuple(range(days)), window.base, tuple(items), positions)


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
    items = tuple(
        SpreadItem(n, LENGTH, task.group, task.rank, _position(task.day, task.start, LENGTH))
        for n, task in enumerate(timetable.tasks)
    )
    positions = {
        (group, LENGTH): _spots(timetable, group, LENGTH) for group in {task.group for task in timetable.tasks}
    }
    return SpreadProblem(tuple(range(len(timetable.base))), timetable.base, items, positions)


def _spots(timetable: Timetable, group: str, length: int) -> tuple[Position, ...]:
    barred = timetable.barred.get(group, frozenset())
    return tuple(
        _position(day, start, length)
        for day, free in enumerate(timetable.free)
        for start in range(1, 14 - length)
        if set(range(start, start + length)) <= free - barred
    )


def _position(day: int, start: int, length: int) -> Position:
    return Position(day, start, start + length - 1, None, (1 << start + length) - (1 << start))
