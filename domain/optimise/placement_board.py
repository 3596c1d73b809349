"""A placement problem seen as chains of tasks over days of options, the form both searches work on.

A chain is a class in its order. Items with the very same options are of one kind and may stand for each other.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from domain.optimise.placement_cost import ideal_days, members, place_cost
from domain.optimise.placement_problem import PlacementItem, PlacementProblem
from domain.schedule.occupancy import Position


@dataclass(frozen=True, slots=True)
class Option:
    """A place with what it costs by itself; ``low`` and ``high`` are the first and last section of its mask."""

    place: Position
    cost: int
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Kind:
    """Interchangeable items: their length, and their options for each day of the window by index."""

    length: int
    options: tuple[tuple[Option, ...], ...]


@dataclass(frozen=True, slots=True)
class Chain:
    """A class in its order.

    Attributes:
        items: by rank.
        kinds: number of the kind of each item.
        ideals: ideal day of each item; empty if the class is to finish early instead.
    """

    items: tuple[PlacementItem, ...]
    kinds: tuple[int, ...]
    ideals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """The problem with its chains and kinds."""

    problem: PlacementProblem
    chains: tuple[Chain, ...]
    kinds: tuple[Kind, ...]


def read_board(problem: PlacementProblem) -> Board:
    """Sort the items into chains and kinds."""
    numbers: dict[Kind, int] = {}
    known: dict[tuple[object, ...], int] = {}
    chains = []
    for key, items in members(problem).items():
        kinds = []
        for item in items:
            same = (key, item.length, item.after, item.before)
            if same not in known:
                known[same] = numbers.setdefault(_kind(problem, item), len(numbers))
            kinds.append(known[same])
        steady = problem.groups[key].strategy == "steady"
        ideals = ideal_days(problem, problem.groups[key], len(items)) if steady else ()
        chains.append(Chain(items, tuple(kinds), ideals))
    return Board(problem, tuple(chains), tuple(numbers))


def _kind(problem: PlacementProblem, item: PlacementItem) -> Kind:
    index = {day: d for d, day in enumerate(problem.days)}
    options: list[list[Option]] = [[] for _ in problem.days]
    for place in problem.positions.get((item.group, item.length), ()):
        if place.day in index and item.in_order(place):
            low, high = (place.mask & -place.mask).bit_length() - 1, place.mask.bit_length() - 1
            options[index[place.day]].append(Option(place, place_cost(problem.groups[item.group], place), low, high))
    return Kind(item.length, tuple(map(tuple, options)))


def days_of_items(board: Board, assignment: Mapping[int, Position]) -> list[list[int]]:
    """Day index of each item of each chain."""
    index = {day: d for d, day in enumerate(board.problem.days)}
    return [[index[assignment[item.task_id].day] for item in chain.items] for chain in board.chains]
