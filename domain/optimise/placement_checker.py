"""An independent look at a placement: hard rules, checked anew before a plan counts (PLACE-1 to 5, PLACE-14 to 16)."""

from collections.abc import Iterator, Mapping
from functools import partial
from itertools import combinations, pairwise

from domain.optimise.placement_problem import PlacementGroup, PlacementItem, PlacementProblem
from domain.optimise.placement_wording import day_said, tell
from domain.preview.places import weekday_name
from domain.schedule.occupancy import Position


def check_placement(problem: PlacementProblem, assignment: Mapping[int, Position]) -> tuple[str, ...]:
    """Every breach of a hard rule, as sentences in the language of the problem; an empty tuple is a pass."""
    by_id = {item.task_id: item for item in problem.items}
    placed = [(by_id[task_id], place) for task_id, place in sorted(assignment.items()) if task_id in by_id]
    say = partial(tell, problem.locale)
    return (
        *(say("breach.no_place", task=item.label) for item in problem.items if item.task_id not in assignment),
        *(say("breach.not_asked", number=task_id) for task_id in sorted(assignment) if task_id not in by_id),
        *(breach for item, place in placed for breach in _place_breaches(problem, item, place)),
        *_overlaps(problem, placed),
        *_order_breaches(problem, placed),
    )


def _place_breaches(problem: PlacementProblem, item: PlacementItem, place: Position) -> Iterator[str]:
    locale, day = problem.locale, day_said(problem, place.day)
    where = tell(locale, "where", task=item.label, day=day, first=place.start, last=place.end)
    if place.day not in problem.days:
        yield tell(locale, "breach.outside", where=where)
        return
    if place.length != item.length:
        yield tell(locale, "breach.length", where=where, taken=place.length, length=item.length)
    for breach in _class_breaches(problem, problem.groups[item.group], place):
        facts = {"host": place.host, "day": weekday_name(_weekday(problem, place), locale)}
        yield tell(locale, breach, where=where, **facts)
    if place not in problem.positions.get((item.group, item.length), ()):
        yield tell(locale, "breach.taken", where=where)
    if not item.in_order(place):
        yield tell(locale, "breach.standing", where=where)


def _weekday(problem: PlacementProblem, place: Position) -> int:
    return problem.days_of_week[problem.days.index(place.day)]


def _class_breaches(problem: PlacementProblem, group: PlacementGroup, place: Position) -> Iterator[str]:
    """What the class, and the part of the window that may be used, do not allow; moments are day and section."""
    sections = set(range(place.start, place.end + 1))
    if _weekday(problem, place) in group.excluded_days_of_week:
        yield "breach.weekday"
    if place.day in group.excluded_days:
        yield "breach.day"
    if group.excluded_sections & sections:
        yield "breach.sections"
    if group.closed & {(place.day, section) for section in sections}:
        yield "breach.closed"
    if problem.begin is not None and not (place.day, place.start) >= problem.begin:
        yield "breach.begin"
    if group.earliest is not None and not (place.day, place.start) >= group.earliest:
        yield "breach.earliest"
    if group.deadline is not None and not (place.day, place.end) <= group.deadline:
        yield "breach.deadline"
    if place.host is not None and not group.allow_embed:
        yield "breach.guest"


def _overlaps(problem: PlacementProblem, placed: list[tuple[PlacementItem, Position]]) -> Iterator[str]:
    for (one, here), (other, there) in combinations(placed, 2):
        if here.day == there.day and here.mask & there.mask:
            guests = here.host is not None and here.host == there.host
            facts = {"one": one.label, "other": other.label, "day": day_said(problem, here.day), "host": here.host}
            yield tell(problem.locale, "breach.guests" if guests else "breach.overlap", **facts)


def _order_breaches(problem: PlacementProblem, placed: list[tuple[PlacementItem, Position]]) -> Iterator[str]:
    ordered = sorted(placed, key=lambda pair: (pair[0].group, pair[0].rank))
    for (one, here), (other, there) in pairwise(ordered):
        if one.group == other.group and (here.day, here.start) >= (there.day, there.start):
            yield tell(problem.locale, "breach.order", one=one.label, other=other.label)
