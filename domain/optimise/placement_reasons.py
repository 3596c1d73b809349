"""Why each task that is left out has no place: codes for programs, and what the sentences tell (rule PLACE-13)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from domain.optimise.placement_bounds import Bound, broken_by_item
from domain.optimise.placement_problem import PlacementItem, PlacementProblem
from domain.schedule.occupancy import Position

Reason = Bound | Literal["no_run", "crowded"]


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A task without a place.

    Attributes:
        item: the task.
        reasons: ``no_run`` or ``crowded`` alone, or the fewest bounds that leave it no place together.
        places: how many places there are that it would have without those reasons.
        rivals: where it is crowded, the tasks of the largest set that stand in the way of its places.
    """

    item: PlacementItem
    reasons: tuple[Reason, ...]
    places: int
    rivals: tuple[PlacementItem, ...] = ()


def left_out(problem: PlacementProblem, fit: Mapping[int, Position]) -> tuple[LeftOut, ...]:
    """Every item that is not in ``fit``, a largest set of items that can be placed, with its reasons."""
    known: dict[tuple[object, ...], tuple[tuple[Reason, ...], int]] = {}
    found = []
    for item in problem.items:
        if item.task_id in fit:
            continue
        places = [place for place in problem.positions.get((item.group, item.length), ()) if item.in_order(place)]
        if places:
            found.append(LeftOut(item, ("crowded",), len(places), _rivals(problem, item, places, fit)))
            continue
        key = (item.group, item.length, item.after, item.before)
        if key not in known:
            known[key] = _without_place(problem, item)
        found.append(LeftOut(item, *known[key]))
    return tuple(found)


def _without_place(problem: PlacementProblem, item: PlacementItem) -> tuple[tuple[Reason, ...], int]:
    open_places = problem.open.get(item.length, ())
    if not open_places:
        return ("no_run",), 0
    return fewest([broken_by_item(problem, item, place) for place in open_places]), len(open_places)


def fewest(broken: Sequence[frozenset[Bound]]) -> tuple[Bound, ...]:
    """The fewest bounds of which every place breaks one, in the order of their names; each place breaks one."""
    names = sorted(frozenset[Bound]().union(*broken))
    return next(
        chosen
        for count in range(1, len(names) + 1)
        for chosen in combinations(names, count)
        if all(not each.isdisjoint(chosen) for each in set(broken))
    )


def _rivals(
    problem: PlacementProblem, item: PlacementItem, places: Iterable[Position], fit: Mapping[int, Position]
) -> tuple[PlacementItem, ...]:
    wanted = list(places)
    placed = ((other, fit[other.task_id]) for other in problem.items if other.task_id in fit)
    return tuple(other for other, there in placed if any(_excludes(item, place, other, there) for place in wanted))


def _excludes(item: PlacementItem, place: Position, other: PlacementItem, there: Position) -> bool:
    """Whether the item cannot have the place while the other task stands there (rules PLACE-3 and PLACE-4)."""
    if place.day == there.day and place.mask & there.mask:
        return True
    is_earlier = (place.day, place.start) < (there.day, there.start)
    return item.group == other.group and is_earlier != (item.rank < other.rank)
