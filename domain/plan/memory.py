"""What the nodes of a plan run hand on (rules PLAN-1 to PLAN-5 and PLAN-20 to PLAN-27)."""

from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field

from domain.optimise.placement_problem import PlacementGroup
from domain.plan.intent import DayOfWeek, Open, PlanIntent, Section
from domain.refine.memory import AskingMemory, Question
from domain.requests import PlanRequest
from domain.schedule.state import Locale
from domain.steps import MoveNote

HISTORY = 12
Moment = tuple[int, int]
"""Day of the window and section."""

ReactEnd = Literal["off", "no_model", "done", "no_call", "rounds", "unreadable", "away", "refused", "no_time"]
"""Why no further round is played after the placement (rules PLAN-24 and PLAN-26)."""


class ClassPreference(BaseModel):
    """What a class asks of its tasks in this run, by class id.

    Attributes:
        excluded_days: numbered days of the window that its tasks keep off.
        closed: (day, section) of the window that its tasks keep off, ascending.
        earliest: before this no task of it begins; None for the whole window.
        deadline: after this no task of it ends; None for the whole window.
        duration: sections that each of its pending tasks takes; None for the length of its own.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    class_id: str
    strategy: Literal["steady", "rapid"] = "steady"
    allow_embed: bool = True
    excluded_sections: tuple[Section, ...] = ()
    excluded_days_of_week: tuple[DayOfWeek, ...] = ()
    preferred_sections: tuple[Section, ...] = ()
    excluded_days: tuple[int, ...] = ()
    closed: tuple[Moment, ...] = ()
    earliest: Moment | None = None
    deadline: Moment | None = None
    duration: int | None = None

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
            excluded_days=tuple(sorted(group.excluded_days)),
            closed=tuple(sorted(group.closed)),
            earliest=group.earliest,
            deadline=group.deadline,
            duration=group.duration,
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
            excluded_days=frozenset(self.excluded_days),
            closed=frozenset(self.closed),
            earliest=self.earliest,
            deadline=self.deadline,
            duration=self.duration,
        )


class PlanReact(BaseModel):
    """The rounds after the placement (rules PLAN-24 to PLAN-26).

    Attributes:
        enabled: whether there are any; where that is settled the run begins with it.
        rounds: how many at most.
        round_seconds: how long a model is asked for one.
        played: how many there were.
        history: calls of the rounds so far with what came of them, newest last.
        ended: why there is no other; None while there may be.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    enabled: bool = False
    rounds: Annotated[int, Field(ge=1, le=10)] = 3
    round_seconds: Annotated[float, Field(gt=0, le=600)] = 300.0
    played: int = 0
    history: Annotated[tuple[str, ...], Field(max_length=HISTORY)] = ()
    ended: ReactEnd | None = None


class PlanMemory(AskingMemory):
    """Grows from node to node; stored with every step.

    Attributes:
        preferences: what the classes ask, and the message of them.
        earliest: day of the window and section before which no task begins; None where all of it may be used.
        intent: what is to be planned, as request, message and answer say.
        question: what the person was asked last, and what was said; ``asked`` counts the questions.
        assumed: what no answer settled, so that the proposal stands (rule PLAN-22).
        placed: day, first and last section at which the placement put each task.
        objective, optimal: the value of the placement, and whether it is proved to be the best.
        react: the rounds after the placement.
        notes: why each placed task stands where it stands, by task id.
        completed: every task was placed, and nothing of the message was left over (rule PLAN-23).
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    request: PlanRequest
    preferences: tuple[ClassPreference, ...] = ()
    earliest: Annotated[Moment | None, Field(exclude_if=lambda earliest: earliest is None)] = None
    intent: PlanIntent = Field(default_factory=PlanIntent)
    question: Question | None = None
    asked: int = 0
    assumed: tuple[Open, ...] = ()
    placed: dict[int, tuple[int, int, int]] = Field(default_factory=dict)
    objective: int = 0
    optimal: bool = False
    react: PlanReact = Field(default_factory=PlanReact)
    notes: dict[int, MoveNote] = Field(default_factory=dict)
    summary: str = ""
    completed: bool = False

    @property
    def locale(self) -> Locale:
        """The language in which the run speaks."""
        return self.request.locale

    def groups(self) -> dict[str, PlacementGroup]:
        """What the classes ask, by class id."""
        return {preference.class_id: preference.group() for preference in self.preferences}

    def with_react(self, **changed: object) -> "PlanMemory":
        """The same memory with some facts about the rounds changed."""
        return self.model_copy(update={"react": self.react.model_copy(update=changed)})
