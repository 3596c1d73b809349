"""Putting tasks of one category next to each other, stated free of tools and state (rules GROUP-1 to GROUP-8)."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from domain.schedule.occupancy import Position


@dataclass(frozen=True, slots=True)
class GroupingItem:
    """A task of the set.

    Attributes:
        task_id: its ``state_id``.
        category: what it should stand next to.
        group: key of its class, by which ``GroupingProblem.barred`` knows it.
        rank: place in the order of its category; distinct within the set.
        current: the place it holds.
        fixed: whether it stays there whatever happens.
    """

    task_id: int
    category: str
    group: str
    rank: int
    current: Position
    fixed: bool = False


@dataclass(frozen=True, slots=True)
class GroupingProblem:
    """All that decides the answer.

    Attributes:
        items: the set in order of time; their places are the only ones there are.
        barred: for each group the places that its tasks may not be moved to.
    """

    items: tuple[GroupingItem, ...]
    barred: Mapping[str, frozenset[Position]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class GroupingPlan:
    """A place for every item, the objective (changes, moved, inversions), and whether that is proved."""

    assignment: dict[int, Position]
    objective: tuple[int, int, int]
    optimal: bool
