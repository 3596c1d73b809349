"""Spreading a set of tasks evenly, stated free of tools and state (rules SPREAD-1 to SPREAD-8)."""

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from domain.schedule.occupancy import Position


@dataclass(frozen=True, slots=True)
class SpreadItem:
    """A task of the set.

    Attributes:
        task_id: its ``state_id``.
        length: sections it takes.
        group: key of its class; order is kept within a group.
        rank: place in the order of its group; distinct within the group.
        current: where it stands now; it has stayed if it keeps this day, start and host.
        after, before: day and start between which order keeps it, because fixed tasks of its group stand there.
    """

    task_id: int
    length: int
    group: str
    rank: int
    current: Position
    after: tuple[int, int] | None = None
    before: tuple[int, int] | None = None

    def admits(self, place: Position) -> bool:
        """Whether a place lies on the right side of the fixed tasks of its group."""
        at = (place.day, place.start)
        return (self.after is None or at > self.after) and (self.before is None or at < self.before)


@dataclass(frozen=True, slots=True)
class SpreadProblem:
    """All that decides the answer.

    Attributes:
        days: allowed days, ascending.
        base_load: sections each allowed day already carries, in the order of ``days``.
        items: the set.
        positions: for each group and length every place its tasks may take, the set lifted; only on allowed days.
        keep_order: within a group, ascending rank must mean ascending (day, start).
    """

    days: tuple[int, ...]
    base_load: tuple[int, ...]
    items: tuple[SpreadItem, ...]
    positions: dict[tuple[str, int], tuple[Position, ...]]
    keep_order: bool = True

    def places(self, item: SpreadItem) -> tuple[Position, ...]:
        """Where a task of the set may go."""
        places = self.positions.get((item.group, item.length), ())
        if item.after is None and item.before is None:
            return places
        return tuple(place for place in places if item.admits(place))


@dataclass(frozen=True, slots=True)
class SpreadPlan:
    """A place for every item, the objective (squares, pace deviation, moved), and whether that is proved."""

    assignment: dict[int, Position]
    objective: tuple[int, int, int]
    optimal: bool


class SpreadSolver(Protocol):
    """What is asked when the exact method would need too many states."""

    def __call__(self, problem: SpreadProblem) -> SpreadPlan | None:
        """The best plan found within the node limit, or None if there is none."""
        ...


class NoPlan(Exception):
    """It is proved that a spread has no plan."""


@runtime_checkable
class PlanFinder(Protocol):
    """What a solver may do besides: find any plan where all other methods fail to."""

    def any_plan(self, problem: SpreadProblem) -> SpreadPlan | None:
        """A plan, however uneven; None if none was found within the node limit.

        Raises:
            NoPlan: there is none.
        """
        ...
