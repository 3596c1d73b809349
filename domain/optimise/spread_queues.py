"""The order in which the tasks of a spread are taken (rules SPREAD-1 and SPREAD-5)."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from domain.optimise.spread_day import DayPacker, Kinds
from domain.optimise.spread_objective import stays
from domain.optimise.spread_problem import SpreadItem, SpreadProblem
from domain.schedule.occupancy import Position

Allowed = dict[int, frozenset[Position]]


@dataclass(frozen=True)
class Queue:
    """Tasks that are placed one after the other.

    Attributes:
        items: a group by rank where order is kept; else interchangeable tasks, which have one length and the same
            allowed places, by id.
        allowed: for each item the places it may take.
        homes: for each item those at which it has stayed; of interchangeable tasks those of all of them.
        labels: for each item what decides between equally early plans, the least first: its id; of interchangeable
            tasks the number of their queue, as ids are dealt out in the end.
    """

    items: tuple[SpreadItem, ...]
    allowed: tuple[frozenset[Position], ...]
    homes: tuple[frozenset[Position], ...]
    labels: tuple[int, ...]

    @cached_property
    def lengths(self) -> tuple[int, ...]:
        """Sections each item takes."""
        return tuple(item.length for item in self.items)

    @property
    def uniform(self) -> bool:
        """Whether all items take the same number of sections and may go to the same places."""
        return len({*zip(self.lengths, self.allowed, strict=True)}) == 1

    def kinds(self, packer: DayPacker) -> Kinds:
        """The kind of each item on one day."""
        return tuple(map(packer.kind, self.lengths, self.allowed, self.homes))

    def fits(self, packer: DayPacker) -> Kinds:
        """The kind of each item on one day where it does not matter who stays."""
        return tuple(packer.kind(n, allowed) for n, allowed in zip(self.lengths, self.allowed, strict=True))


def queues_of(problem: SpreadProblem) -> list[Queue]:
    """The queues of a problem: by group where order is kept, else of interchangeable tasks."""
    allowed = _allowed(problem)
    if not problem.keep_order:
        return _interchangeable(problem, allowed)
    return [_in_order(items, allowed) for _, items in sorted(_by_group(problem).items())]


def dealt(queue: Queue, places: Sequence[Position], keep_order: bool) -> dict[int, Position]:
    """Which task is at which of its queue's ``places``; interchangeable ones stay if they can, else go by id."""
    if keep_order:
        return {item.task_id: place for item, place in zip(queue.items, places, strict=True)}
    found: dict[int, Position] = {}
    left = []
    for place in places:
        owner = next((i for i in queue.items if i.task_id not in found and stays(i, place)), None)
        if owner is None:
            left.append(place)
        else:
            found[owner.task_id] = place
    movers = [item.task_id for item in queue.items if item.task_id not in found]
    return found | dict(zip(movers, left, strict=True))


def _by_group(problem: SpreadProblem) -> dict[str, list[SpreadItem]]:
    groups: dict[str, list[SpreadItem]] = defaultdict(list)
    for item in problem.items:
        groups[item.group].append(item)
    return groups


def _interchangeable(problem: SpreadProblem, allowed: Allowed) -> list[Queue]:
    """Queues of tasks that have one length and the same allowed places: the shorter first, then the least id."""
    alike: dict[tuple[int, frozenset[Position]], list[SpreadItem]] = defaultdict(list)
    for item in sorted(problem.items, key=lambda item: (item.length, item.task_id)):
        alike[item.length, allowed[item.task_id]].append(item)
    return [_alike(items, places, number) for number, ((_, places), items) in enumerate(alike.items())]


def _in_order(items: list[SpreadItem], allowed: Allowed) -> Queue:
    ordered = sorted(items, key=lambda item: item.rank)
    places = [allowed[item.task_id] for item in ordered]
    homes = map(_homes, ordered, places)
    return Queue(tuple(ordered), tuple(places), tuple(homes), tuple(item.task_id for item in ordered))


def _alike(items: list[SpreadItem], places: frozenset[Position], number: int) -> Queue:
    homes = frozenset().union(*(_homes(item, places) for item in items))
    return Queue(tuple(items), (places,) * len(items), (homes,) * len(items), (number,) * len(items))


def _allowed(problem: SpreadProblem) -> Allowed:
    """The places of each task; equal sets are one object, as comparing them is dear."""
    offered: dict[tuple[object, ...], frozenset[Position]] = {}
    same: dict[frozenset[Position], frozenset[Position]] = {}
    found: Allowed = {}
    for item in problem.items:
        key = (item.group, item.length, item.after, item.before)
        if key not in offered:
            places = frozenset(problem.places(item))
            offered[key] = same.setdefault(places, places)
        found[item.task_id] = offered[key]
    return found


def _homes(item: SpreadItem, places: frozenset[Position]) -> frozenset[Position]:
    return frozenset(place for place in places if stays(item, place))
