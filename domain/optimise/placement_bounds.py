"""The hard rules that decide a place by itself, each by its name (rules PLACE-2, PLACE-5 and PLACE-14 to PLACE-16)."""

from typing import Literal

from domain.optimise.placement_problem import PlacementGroup, PlacementItem, PlacementProblem
from domain.schedule.occupancy import Position

Bound = Literal[
    "begin",
    "earliest",
    "deadline",
    "excluded_days_of_week",
    "excluded_days",
    "excluded_sections",
    "closed",
    "no_guests",
    "order",
]


def broken_bounds(
    group: PlacementGroup, place: Position, day_of_week: int, begin: tuple[int, int] | None
) -> frozenset[Bound]:
    """The bounds of its class, and of the window, that a place does not keep; nothing where the class may have it.

    Args:
        group: what the class asks.
        place: a place that nobody has.
        day_of_week: that of its day.
        begin: day and section before which nothing begins (rule PLACE-14).
    """
    sections = set(range(place.start, place.end + 1))
    start, end = (place.day, place.start), (place.day, place.end)
    broken: dict[Bound, bool] = {
        "begin": begin is not None and start < begin,
        "earliest": group.earliest is not None and start < group.earliest,
        "deadline": group.deadline is not None and end > group.deadline,
        "excluded_days_of_week": day_of_week in group.excluded_days_of_week,
        "excluded_days": place.day in group.excluded_days,
        "excluded_sections": bool(sections & group.excluded_sections),
        "closed": any((place.day, section) in group.closed for section in sections),
        "no_guests": place.host is not None and not group.allow_embed,
    }
    return frozenset(bound for bound, is_broken in broken.items() if is_broken)


def broken_by_item(problem: PlacementProblem, item: PlacementItem, place: Position) -> frozenset[Bound]:
    """The same for one item: the tasks of its class that stand already bind it too (rule PLACE-4)."""
    day_of_week = problem.days_of_week[problem.days.index(place.day)]
    broken = broken_bounds(problem.groups[item.group], place, day_of_week, problem.begin)
    return broken if item.in_order(place) else broken | {"order"}
