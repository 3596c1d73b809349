"""What the nodes of a plan run hand on (rules PLAN-1 to PLAN-5)."""

from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field

from domain.optimise.placement_problem import PlacementGroup
from domain.plan.intent import DayOfWeek, Section
from domain.requests import PlanRequest
from domain.steps import MoveNote


class ClassPreference(BaseModel):
    """What a class asks of its tasks, by class id."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    class_id: str
    strategy: Literal["steady", "rapid"] = "steady"
    allow_embed: bool = True
    excluded_sections: tuple[Section, ...] = ()
    excluded_days_of_week: tuple[DayOfWeek, ...] = ()
    preferred_sections: tuple[Section, ...] = ()

    @classmethod
    def of(cls, group: PlacementGroup) -> Self:
        """The same from a placement group, in an order that does not depend on hashing."""
        return cls(
            class_id=group.key,
            strategy=group.strategy,
            allow_embed=group.allow_embed,
            excluded_sections=tuple(sorted(group.excluded_sections)),
            excluded_days_of_week=tuple(sorted(group.excluded_days_of_week)),
            preferred_sections=tuple(sorted(group.preferred_sections)),
        )

    def group(self) -> PlacementGroup:
        """The same for the placement problem."""
        return PlacementGroup(
            key=self.class_id,
            strategy=self.strategy,
            excluded_sections=frozenset(self.excluded_sections),
            excluded_days_of_week=frozenset(self.excluded_days_of_week),
            preferred_sections=frozenset(self.preferred_sections),
            allow_embed=self.allow_embed,
        )


class PlanMemory(BaseModel):
    """Grows from node to node; stored with every step.

    Attributes:
        earliest: day of the window and section before which no task begins; None where all of it may be used.
        completed: every task was placed.
        notes: why each placed task stands where it stands, by task id.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    request: PlanRequest
    preferences: tuple[ClassPreference, ...]
    earliest: Annotated[tuple[int, int] | None, Field(exclude_if=lambda earliest: earliest is None)] = None
    notes: dict[int, MoveNote] = Field(default_factory=dict)
    summary: str = ""
    completed: bool = False
