"""The context plan as it is answered, kept and posted (rules CONTEXT); the order of the fields is part of it."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictBool

from domain.context.when.expression import TimeRange

QueryType = Literal["personal_temporal_recall", "personal_profile", "memory_lookup", "general"]
TemporalMode = Literal["NONE", "MENTION", "EVENT", "AMBIGUOUS"]
TargetType = Literal["commitment", "calendar_event", "todo", "decision", "person", "preference", "note"]
Source = Literal["calendar", "chat", "meinput", "memory_v2"]
TextSource = Literal["meinput", "chat", "memory_v2"]
Need = Literal["REQUIRED", "OPTIONAL", "SKIP"]
Weight = Annotated[float, Field(ge=0, le=1, strict=True, examples=[0.8])]


class Part(BaseModel):
    """A part of the contract: never changed, and closed to fields that it does not name."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class PlanTime(Part):
    """The time meant; what was said then (mention) or what happens then (event)."""

    mention_range: TimeRange | None
    event_range: TimeRange | None
    relative_label: str | None


class Target(Part):
    """A kind of thing looked for."""

    type: TargetType
    weight: Weight


class SourceWeights(Part):
    """How much each source counts."""

    calendar: Weight
    chat: Weight
    meinput: Weight
    memory_v2: Weight


class Retrieval(Part):
    """A text source to search, and with which words."""

    source: TextSource
    query_type: str
    expanded_queries: tuple[str, ...]
    weight: Weight


class Filters(Part):
    """What an item must have to be found."""

    importance_min: Weight
    status: Literal["any", "open", "done"]


class Output(Part):
    """The form of what is found."""

    group_by: Literal["importance", "time"]
    dedupe: StrictBool
    timeline: StrictBool
    wide_recall: StrictBool


class ContextNeeds(Part):
    """Which contexts the answer needs."""

    user_snapshot: Need
    temporal_recall: Need
    memory_retrieval: Need


class PlannerMeta(Part):
    """How the plan came about."""

    level: Literal["cheap_router"]
    rule_hits: tuple[str, ...]
    confidence: Weight


class ContextPlan(Part):
    """What must be looked up before a message is answered."""

    query_type: QueryType
    temporal_mode: TemporalMode
    time: PlanTime
    targets: tuple[Target, ...]
    sources: SourceWeights
    retrievals: tuple[Retrieval, ...]
    filters: Filters
    output: Output
    context_needs: ContextNeeds
    planner_meta: PlannerMeta
