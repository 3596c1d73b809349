"""The order in which the tasks of a spread are taken (rules SPREAD-1 and SPREAD-5)."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from domain.optimise.spread_day import DayPacker, Kinds
from domain.optimise.spread_objective import stays
from domain.optimise.spread_problem import SpreadItem, SpreadProblem
from domain.schedule.occupancy import Position


@dataclass(frozen=True)
class Queue:
    """Tasks that are placed one after the other.

    Attributes:
        items: a group by rank where order is kept; else all tasks of one length, which are interchangeable, by id.
        homes: for each item the places at which it has stayed; of interchangeable tasks those of all of them.
        labels: for each item what decides between equally early plans, the least first: its id; of interchangeable
            tasks the length, as ids are dealt out in the end.
    """

    items: tuple[SpreadItem, ...]
    homes: tuple[frozenset[Position], ...]
    labels: tuple[int, ...]

    @cached_property
    def lengths(self) -> tuple[int, ...]:
        """Sections each item takes."""
        return tuple(item.length for item in self.items)

    @property
    def uniform(self) -> bool:
        """Whether all items take the same number of sections."""
        return len(set(self.lengths)) == 1

    def kinds(self, packer: DayPacker) -> Kinds:
        """The kind of each item on one day."""
        here = {homes: homes & packer.places for homes in set(self.homes)}
        return tuple(packer.kind(n, here[homes]) for n, homes in zip(self.lengths, self.homes, strict=True))


def queues_of(problem: SpreadProblem) -> list[Queue]:
    """The queues of a problem: by group where order is kept, else by length."""
    if problem.keep_order:
        return [_in_order(problem, items) for _, items in sorted(_by_group(problem).items())]
    return [_interchangeable(problem, length) for length in sorted({item.length for item in problem.items})]


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


def _in_order(problem: SpreadProblem, items: list[SpreadItem]) -> Queue:
    ordered = sorted(items, key=lambda item: item.rank)
    return Queue(
        tuple(ordered),
        tuple(_homes(problem, item) for item in ordered),
        tuple(item.task_id for item in ordered),
    )


def _interchangeable(problem: SpreadProblem, length: int) -> Queue:
    items = sorted((item for item in problem.items if item.length == length), key=lambda item: item.task_id)
    homes = frozenset().union(*(_homes(problem, item) for item in items))
    return Queue(tuple(items), (homes,) * len(items), (length,) * len(items))


def _homes(problem: SpreadProblem, item: SpreadItem) -> frozenset[Position]:
    return frozenset(place for place in problem.positions.get(item.length, ()) if stays(item, place))
