"""First placement of tasks, stated free of tools and state (rules PLACE-1 to PLACE-17)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, Protocol

from domain.schedule.occupancy import Position
from domain.schedule.state import Locale
from domain.term.window import Window


@dataclass(frozen=True, slots=True)
class PlacementGroup:
    """What a class asks of its tasks.

    Attributes:
        key: the class.
        strategy: ``steady`` spreads over the window, ``rapid`` finishes early.
        excluded_sections: sections its tasks must not touch.
        excluded_days_of_week: 1 (Monday) to 7.
        preferred_sections: sections it likes; empty means no preference.
        allow_embed: whether its tasks may be guests of embeddable courses.
        excluded_days: numbered days of the window that its tasks keep off (rule PLACE-2).
        closed: (day, section) of the window that its tasks keep off (rule PLACE-2).
        earliest: day and section before which no task of it begins (rule PLACE-15).
        deadline: day and section after which no task of it ends (rule PLACE-16).
        duration: sections that each of its pending tasks takes; None for the length of its own (rule PLACE-17).
    """

    key: str
    strategy: Literal["steady", "rapid"] = "steady"
    excluded_sections: frozenset[int] = frozenset()
    excluded_days_of_week: frozenset[int] = frozenset()
    preferred_sections: frozenset[int] = frozenset()
    allow_embed: bool = True
    excluded_days: frozenset[int] = frozenset()
    closed: frozenset[tuple[int, int]] = frozenset()
    earliest: tuple[int, int] | None = None
    deadline: tuple[int, int] | None = None
    duration: int | None = None


@dataclass(frozen=True, slots=True)
class PlacementItem:
    """A task to place; ranks are distinct within its group and ascending rank must mean ascending (day, start).

    Attributes:
        task_id: its ``state_id``.
        name: what sentences call it.
        length: sections it takes.
        group: key of its class.
        rank: place in the order of its class.
        after: (day, start) of the last earlier task of the class that already stands; it must come later than that.
        before: (day, start) of the first later task of the class that already stands; it must come earlier.
    """

    task_id: int
    name: str
    length: int
    group: str
    rank: int
    after: tuple[int, int] | None = None
    before: tuple[int, int] | None = None

    @property
    def label(self) -> str:
        """The form in which sentences name it."""
        return f"[{self.task_id}]{self.name}"

    def in_order(self, place: Position) -> bool:
        """Whether the place respects the tasks of the class that already stand (rule PLACE-4)."""
        key = (place.day, place.start)
        return (self.after is None or key > self.after) and (self.before is None or key < self.before)


@dataclass(frozen=True, slots=True)
class PlacementProblem:
    """All that decides the answer.

    Attributes:
        days: days of the window, ascending, with the day of week of each in ``days_of_week``.
        base_load: task sections each day already carries.
        groups: by key.
        items: the tasks.
        positions: for each group key and length every place the group's hard rules allow.
        free: empty sections of each day as bits, section n is bit n, from ``begin`` on.
        begin: day and section before which nothing begins (rule PLACE-14); None where all of the window may be used.
        open: by length every place that nobody has, whatever the classes ask; a refusal weighs them.
        window: the days of the term that the numbers stand for, by which a refusal names them.
        locale: language of a refusal.
    """

    days: tuple[int, ...]
    days_of_week: tuple[int, ...]
    base_load: tuple[int, ...]
    groups: dict[str, PlacementGroup]
    items: tuple[PlacementItem, ...]
    positions: dict[tuple[str, int], tuple[Position, ...]]
    free: tuple[int, ...] = ()
    begin: tuple[int, int] | None = None
    open: Mapping[int, tuple[Position, ...]] = field(default_factory=dict)
    window: Window | None = None
    locale: Locale = "en"


@dataclass(frozen=True, slots=True)
class PlacementPlan:
    """An answer: a position for every item, the value of the soft objective, and whether it is proved best."""

    assignment: dict[int, Position]
    objective: int
    optimal: bool


class PlacementSolver(Protocol):
    """The two searches that are too large for plain Python."""

    def __call__(self, problem: PlacementProblem, start: dict[int, Position] | None) -> PlacementPlan | None:
        """The best plan found within a node limit, starting from a legal one; None if it found none."""
        ...

    def largest_fit(self, problem: PlacementProblem) -> dict[int, Position]:
        """Places for as many items as the hard rules allow at all; proved, whatever the time it takes."""
        ...
