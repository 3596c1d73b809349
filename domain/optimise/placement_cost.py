"""What a placement costs: the weighted integer objective and its terms (rules PLACE-6 to PLACE-11)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from domain.optimise.placement_problem import PlacementGroup, PlacementItem, PlacementProblem
from domain.schedule.occupancy import Position

LOAD_WEIGHT = 2
PACE_WEIGHT = 6
FINISH_WEIGHT = 72
OUTSIDE_WEIGHT = 10
LATE_WEIGHT = 1
EMBED_WEIGHT = 20
SEGMENT_WEIGHT = 12

LATE_POINTS = {9: 2, 10: 2, 11: 5, 12: 5}
BREAKS = ((4, 5), (8, 9))


@dataclass(frozen=True, slots=True)
class PlacementCost:
    """The terms of the objective, unweighted, and their weighted total.

    Attributes:
        load: sum over the days of the squared task sections.
        pace: days between tasks and their ideal days, in ``steady`` classes.
        finish: days from the first day of the window to the last task, in ``rapid`` classes.
        outside: sections outside the preferred ones, in classes that prefer some.
        late: points for evening sections, in classes without a preference.
        embedded: tasks that are guests.
        off_segment: even starts, and meal breaks that a task runs across.
    """

    load: int
    pace: int
    finish: int
    outside: int
    late: int
    embedded: int
    off_segment: int

    @property
    def total(self) -> int:
        """The objective; less is better."""
        return (
            LOAD_WEIGHT * self.load
            + PACE_WEIGHT * self.pace
            + FINISH_WEIGHT * self.finish
            + OUTSIDE_WEIGHT * self.outside
            + LATE_WEIGHT * self.late
            + EMBED_WEIGHT * self.embedded
            + SEGMENT_WEIGHT * self.off_segment
        )


def outside_sections(group: PlacementGroup, place: Position) -> int:
    """Sections of the place that the class does not prefer; 0 if it prefers none (rule PLACE-9)."""
    if not group.preferred_sections:
        return 0
    return sum(s not in group.preferred_sections for s in range(place.start, place.end + 1))


def late_points(group: PlacementGroup, place: Position) -> int:
    """Points for evening sections in a class without preferred sections (rule PLACE-9)."""
    if group.preferred_sections:
        return 0
    return sum(LATE_POINTS.get(s, 0) for s in range(place.start, place.end + 1))


def off_segment(place: Position) -> int:
    """1 for an even start and 1 for each meal break the place runs across (rule PLACE-11)."""
    crossed = sum(place.start <= before and after <= place.end for before, after in BREAKS)
    return (place.start % 2 == 0) + crossed


def place_cost(group: PlacementGroup, place: Position) -> int:
    """The part of the objective that a place decides by itself, whatever else is placed."""
    return (
        OUTSIDE_WEIGHT * outside_sections(group, place)
        + LATE_WEIGHT * late_points(group, place)
        + EMBED_WEIGHT * (place.host is not None)
        + SEGMENT_WEIGHT * off_segment(place)
    )


def members(problem: PlacementProblem) -> dict[str, tuple[PlacementItem, ...]]:
    """The items of each class in class order, classes by key."""
    keys = sorted({item.group for item in problem.items})
    ranked = sorted(problem.items, key=lambda item: item.rank)
    return {key: tuple(item for item in ranked if item.group == key) for key in keys}


def ideal_days(problem: PlacementProblem, group: PlacementGroup, count: int) -> tuple[int, ...]:
    """Ideal day of each of ``count`` tasks: the middles of as many equal parts of the class's days (rule PLACE-7)."""
    allowed = [
        day
        for day, weekday in zip(problem.days, problem.days_of_week, strict=True)
        if weekday not in group.excluded_days_of_week
        and day not in group.excluded_days
        and (group.earliest is None or day >= group.earliest[0])
        and (group.deadline is None or day <= group.deadline[0])
    ]
    days = allowed or problem.days
    return tuple(days[(2 * r + 1) * len(days) // (2 * count)] for r in range(count))


def evaluate_placement(problem: PlacementProblem, assignment: Mapping[int, Position]) -> PlacementCost:
    """The terms of the objective for a plan that places every item."""
    pairs = [(problem.groups[item.group], assignment[item.task_id]) for item in problem.items]
    pace, finish = _pace_and_finish(problem, assignment)
    return PlacementCost(
        load=_squared_load(problem, assignment.values()),
        pace=pace,
        finish=finish,
        outside=sum(outside_sections(group, place) for group, place in pairs),
        late=sum(late_points(group, place) for group, place in pairs),
        embedded=sum(place.host is not None for _, place in pairs),
        off_segment=sum(off_segment(place) for _, place in pairs),
    )


def _squared_load(problem: PlacementProblem, places: Iterable[Position]) -> int:
    load = dict(zip(problem.days, problem.base_load, strict=True))
    for place in places:
        load[place.day] += place.length
    return sum(sections * sections for sections in load.values())


def _pace_and_finish(problem: PlacementProblem, assignment: Mapping[int, Position]) -> tuple[int, int]:
    pace = finish = 0
    for key, items in members(problem).items():
        group, days = problem.groups[key], [assignment[item.task_id].day for item in items]
        if group.strategy == "rapid":
            finish += max(days) - problem.days[0]
        else:
            pace += sum(abs(d - ideal) for d, ideal in zip(days, ideal_days(problem, group, len(days)), strict=True))
    return pace, finish
