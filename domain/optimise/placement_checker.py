"""An independent look at a placement: hard rules, checked anew before a plan counts (PLACE-1 to 5, PLACE-14 to 16)."""

from collections.abc import Iterator, Mapping
from itertools import combinations, pairwise

from domain.optimise.placement_problem import PlacementGroup, PlacementItem, PlacementProblem
from domain.schedule.occupancy import Position


def check_placement(problem: PlacementProblem, assignment: Mapping[int, Position]) -> tuple[str, ...]:
    """Every breach of a hard rule, as sentences; an empty tuple is a pass."""
    by_id = {item.task_id: item for item in problem.items}
    placed = [(by_id[task_id], place) for task_id, place in sorted(assignment.items()) if task_id in by_id]
    return (
        *(f"{item.label} has no place" for item in problem.items if item.task_id not in assignment),
        *(f"[{task_id}] is not to be placed" for task_id in sorted(assignment) if task_id not in by_id),
        *(breach for item, place in placed for breach in _place_breaches(problem, item, place)),
        *_overlaps(placed),
        *_order_breaches(placed),
    )


def _place_breaches(problem: PlacementProblem, item: PlacementItem, place: Position) -> Iterator[str]:
    group = problem.groups[item.group]
    where = f"{item.label} on day {place.day}, sections {place.start}-{place.end}"
    if place.day not in problem.days:
        yield f"{where}: the day is outside the window"
        return
    weekday = problem.days_of_week[problem.days.index(place.day)]
    if place.length != item.length:
        yield f"{where}: takes {place.length} sections instead of {item.length}"
    if weekday in group.excluded_days_of_week:
        yield f"{where}: its class excludes weekday {weekday}"
    if group.excluded_sections & set(range(place.start, place.end + 1)):
        yield f"{where}: its class excludes some of these sections"
    if place.day in group.excluded_days:
        yield f"{where}: its class excludes this day"
    if group.closed & {(place.day, section) for section in range(place.start, place.end + 1)}:
        yield f"{where}: its class keeps off some of these sections of the day"
    yield from _moments(problem, group, place, where)
    if place.host is not None and not group.allow_embed:
        yield f"{where}: its class allows no guests, but it is one of [{place.host}]"
    if place not in problem.positions.get((item.group, item.length), ()):
        yield f"{where}: not a free place"
    if not item.in_order(place):
        yield f"{where}: out of order with a task of its class that already stands"


def _moments(problem: PlacementProblem, group: PlacementGroup, place: Position, where: str) -> Iterator[str]:
    """Begin of the window, earliest start and deadline; moments compare as day and section."""
    day, start, end = place.day, place.start, place.end
    if problem.begin is not None and not (day, start) >= problem.begin:
        yield f"{where}: begins before the part of the window that may be used"
    if group.earliest is not None and not (day, start) >= group.earliest:
        yield f"{where}: begins before the earliest section of its class"
    if group.deadline is not None and not (day, end) <= group.deadline:
        yield f"{where}: ends after the deadline of its class"


def _overlaps(placed: list[tuple[PlacementItem, Position]]) -> Iterator[str]:
    for (one, here), (other, there) in combinations(placed, 2):
        if here.day == there.day and here.mask & there.mask:
            guests = here.host is not None and here.host == there.host
            what = f"are both guests of [{here.host}]" if guests else "overlap"
            yield f"{one.label} and {other.label} {what} on day {here.day}"


def _order_breaches(placed: list[tuple[PlacementItem, Position]]) -> Iterator[str]:
    ordered = sorted(placed, key=lambda pair: (pair[0].group, pair[0].rank))
    for (one, here), (other, there) in pairwise(ordered):
        if one.group == other.group and (here.day, here.start) >= (there.day, there.start):
            yield f"{one.label} must come before {other.label} of its class"
