"""CPU time of spreads, and their objective against the referee's."""

import statistics
import time
from dataclasses import replace

from bench.referee_spread import Task, Timetable, best, judged
from bench.report import BenchRow, at_most
from domain.optimise.spread import spread
from domain.optimise.spread_problem import SpreadItem, SpreadProblem
from domain.schedule.occupancy import Position

CASES = [(10, 7, 1), (10, 7, 3), (50, 14, 1), (50, 14, 3), (150, 30, 1), (150, 30, 3)]
LIMITED_CASES = [(50, 14, 3), (150, 30, 3)]
BARRED = {"class 0": frozenset({11, 12}), "class 1": frozenset({1, 2})}
LENGTH = 2
CPU_AIM = 0.3
ROUNDS = 5


def rows() -> list[BenchRow]:
    """Two rows for each case: CPU time and objective; the last cases with classes that bar sections."""
    plain = [(_name(*case), crowded(*case)) for case in CASES]
    limited = [(f"{_name(*case)}, limits", replace(crowded(*case), barred=BARRED)) for case in LIMITED_CASES]
    return [row for name, timetable in [*plain, *limited] for row in _case(name, timetable)]


def _name(tasks: int, days: int, classes: int) -> str:
    return f"spread {tasks} tasks, {classes} class{'es' if classes > 1 else ''}, {days} days"


def _case(name: str, timetable: Timetable) -> list[BenchRow]:
    problem = as_problem(timetable)
    cpu = []
    for _ in range(ROUNDS):
        begin = time.process_time()
        plan = spread(problem)
        cpu.append(time.process_time() - begin)
    places = [(plan.assignment[n].day, plan.assignment[n].start) for n in range(len(timetable.tasks))]
    squares, pace, moved = judged(timetable, places)
    least_squares, least_pace, least_moved = best(timetable)
    agreed = (squares, pace) == (least_squares, least_pace) and moved >= least_moved
    return [
        at_most(f"{name}: CPU time", statistics.median(cpu), "s", CPU_AIM),
        BenchRow(
            f"{name}: squares/pace/moved",
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
    items = tuple(
        SpreadItem(n, LENGTH, task.group, task.rank, _position(task.day, task.start))
        for n, task in enumerate(timetable.tasks)
    )
    positions = {(group, LENGTH): _spots(timetable, group) for group in {task.group for task in timetable.tasks}}
    return SpreadProblem(tuple(range(len(timetable.base))), timetable.base, items, positions)


def _spots(timetable: Timetable, group: str) -> tuple[Position, ...]:
    barred = timetable.barred.get(group, frozenset())
    return tuple(
        _position(day, start)
        for day, free in enumerate(timetable.free)
        for start in range(1, 14 - LENGTH)
        if set(range(start, start + LENGTH)) <= free - barred
    )


def _position(day: int, start: int) -> Position:
    return Position(day, start, start + LENGTH - 1, None, (1 << start + LENGTH) - (1 << start))
