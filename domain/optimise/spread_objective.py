"""What a spread is measured by (rules SPREAD-2 and SPREAD-3)."""

from collections.abc import Mapping

from domain.optimise.spread_problem import SpreadItem, SpreadProblem
from domain.schedule.occupancy import Position


def stays(item: SpreadItem, place: Position) -> bool:
    """Whether ``item`` has not moved when it is at ``place``: same day, start and host."""
    now = item.current
    return place.day == now.day and place.start == now.start and place.host == now.host


def evaluate(problem: SpreadProblem, assignment: Mapping[int, Position]) -> tuple[int, int, int]:
    """Sum of squared day loads, deviation from the ideal pace, and how many tasks are not where they stand now.

    A task outside the allowed days loads none of them but is part of the total that the pace is held against, so that
    the arrangement before a spread can be measured wherever its tasks are.
    """
    loads = dict(zip(problem.days, problem.base_load, strict=True))
    for item in problem.items:
        day = assignment[item.task_id].day
        if day in loads:
            loads[day] += item.length
    moved = sum(not stays(item, assignment[item.task_id]) for item in problem.items)
    return sum(load * load for load in loads.values()), _pace(problem, list(loads.values())), moved


def total_load(problem: SpreadProblem) -> int:
    """Sections of the set and of what the allowed days already carry."""
    return sum(problem.base_load) + sum(item.length for item in problem.items)


def _pace(problem: SpreadProblem, loads: list[int]) -> int:
    total, days, so_far, deviation = total_load(problem), len(loads), 0, 0
    for number, load in enumerate(loads, start=1):
        so_far += load
        deviation += abs(days * so_far - number * total)
    return deviation
