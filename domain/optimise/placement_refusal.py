"""Why not every task fits: the sentence of a refusal, with figures (rule PLACE-13)."""

from collections.abc import Mapping

from domain.errors import PlacementImpossible
from domain.optimise.placement_problem import PlacementItem, PlacementProblem
from domain.schedule.occupancy import Position
from domain.term.calendar import SECTIONS_PER_DAY

MOST_NAMES = 20
MOST_REASONS = 3


def refusal(problem: PlacementProblem, fit: Mapping[int, Position]) -> PlacementImpossible:
    """The error for a problem of which ``fit`` is a largest set of items that can be placed."""
    left = [item for item in problem.items if item.task_id not in fit]
    names = ", ".join(item.label for item in left[:MOST_NAMES])
    names += f" and {len(left) - MOST_NAMES} more" if len(left) > MOST_NAMES else ""
    need = sum(item.length for item in problem.items)
    free = sum(mask.bit_count() for mask in problem.free)
    reasons = _reasons(problem, left, fit)
    more = f" There are {len(reasons) - MOST_REASONS} more reasons." if len(reasons) > MOST_REASONS else ""
    return PlacementImpossible(
        f"at most {len(fit)} of {len(problem.items)} tasks fit; without a place: {names}. "
        f"The tasks need {need} sections and the window has {free} empty ones. "
        + " ".join(reasons[:MOST_REASONS])
        + more
        + " Choose a longer window, relax the class, or leave these tasks out."
    )


def _reasons(problem: PlacementProblem, left: list[PlacementItem], fit: Mapping[int, Position]) -> list[str]:
    """A reason for each class and length among the items left out, but only one for a class that is crowded."""
    first: dict[tuple[str, int | None], PlacementItem] = {}
    for item in left:
        first.setdefault((item.group, None if _possible(problem, item) else item.length), item)
    return [_reason(problem, item, fit) for item in first.values()]


def _possible(problem: PlacementProblem, item: PlacementItem) -> bool:
    """Whether the item has a place at all while the others are away."""
    return any(item.in_order(place) for place in problem.positions.get((item.group, item.length), ()))


def _reason(problem: PlacementProblem, item: PlacementItem, fit: Mapping[int, Position]) -> str:
    if _possible(problem, item):
        return _crowded(problem, item, fit)
    return _out_of_order(item) if problem.positions.get((item.group, item.length)) else _excluded(problem, item)


def _crowded(problem: PlacementProblem, item: PlacementItem, fit: Mapping[int, Position]) -> str:
    """There are places, but not for all who want them."""
    members = [other for other in problem.items if other.group == item.group]
    placed = [other for other in members if other.task_id in fit]
    usable: dict[int, int] = {}
    for other in members:
        for place in problem.positions.get((other.group, other.length), ()):
            if other.in_order(place):
                usable[place.day] = usable.get(place.day, 0) | place.mask
    sections = sum(mask.bit_count() for mask in usable.values())
    return (
        f"The class of {item.label} needs {sum(other.length for other in members)} sections for {len(members)} tasks "
        f"and may use {sections}, shared with the other classes and in class order: {len(placed)} of its tasks fit."
    )


def _out_of_order(item: PlacementItem) -> str:
    bounds = [
        *([f"after day {item.after[0]} section {item.after[1]}"] if item.after else []),
        *([f"before day {item.before[0]} section {item.before[1]}"] if item.before else []),
    ]
    return (
        f"{item.label} must start {' and '.join(bounds)}, where its neighbours in class order stand, "
        f"and no {item.length} sections are free there."
    )


def _excluded(problem: PlacementProblem, item: PlacementItem) -> str:
    """No place at all: there is no run of this length, or the rules of the class leave none."""
    group = problem.groups[item.group]
    longest = max((_longest_run(mask) for mask in problem.free), default=0)
    if longest < item.length:
        return f"{item.label} needs {item.length} sections in a row; the longest free run of the window is {longest}."
    weekdays = list(zip(problem.free, problem.days_of_week, strict=True))
    allowed = [mask for mask, weekday in weekdays if weekday not in group.excluded_days_of_week]
    rules = []
    if max((_longest_run(mask) for mask in allowed), default=0) < item.length:
        rules.append(f"excluded weekdays {sorted(group.excluded_days_of_week)}")
    elif group.excluded_sections:
        rules.append(f"excluded sections {sorted(group.excluded_sections)}")
        if group.excluded_days_of_week:
            rules.append(f"excluded weekdays {sorted(group.excluded_days_of_week)}")
    why = " and ".join(rules) or "hard rules"
    return f"The {why} of its class leave {item.label} no {item.length} sections in a row."


def _longest_run(mask: int) -> int:
    longest = run = 0
    for section in range(1, SECTIONS_PER_DAY + 1):
        run = run + 1 if mask >> section & 1 else 0
        longest = max(longest, run)
    return longest
