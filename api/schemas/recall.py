"""Recall as programs ask for it (rules RECALL-24 and RECALL-25)."""

from datetime import datetime
from typing import Annotated

from pydantic import AwareDatetime, BaseModel, BeforeValidator, ConfigDict, Field
from pydantic.config import JsonDict

from domain.context.plan.contract import ContextPlan, PlannerMeta, PlanTime, Retrieval, Target
from domain.context.recall.item import MOST_ITEMS
from domain.context.when.expression import TimeRange
from domain.whole import WHOLE
from services.memory_forms import Name

__all__ = ["RecallQuery"]

_MOST_RETRIEVALS, _MOST_QUERIES, _LONGEST_QUERY = 12, 64, 2_000


def _text(value: object) -> object:
    if not isinstance(value, str | datetime):
        raise ValueError("an instant is a text, such as 2026-09-28T21:30:00+08:00")
    return value


_Text = Annotated[str, Field(max_length=_LONGEST_QUERY, pattern=r"^[^\x00]*$")]
_Instant = Annotated[AwareDatetime, BeforeValidator(_text)]


class PostedRange(TimeRange):
    """A stretch of time as it is posted: its ends have an offset."""

    start: _Instant | None
    end: _Instant | None


class PostedTime(PlanTime):
    """The time of a plan as it is posted."""

    mention_range: PostedRange | None
    event_range: PostedRange | None
    relative_label: Annotated[_Text, Field(max_length=200)] | None


class PostedRetrieval(Retrieval):
    """A search of a plan as it is posted; no more words than anybody asks for."""

    query_type: Annotated[_Text, Field(max_length=200)]
    expanded_queries: Annotated[tuple[_Text, ...], Field(max_length=_MOST_QUERIES)]


class PostedMeta(PlannerMeta):
    """How a posted plan came about; it is not looked at."""

    rule_hits: Annotated[tuple[_Text, ...], Field(max_length=2_000)]


class PostedPlan(ContextPlan):
    """A context plan as it is posted: the one that was answered, or another that is no larger."""

    time: PostedTime
    targets: Annotated[tuple[Target, ...], Field(max_length=50)]
    retrievals: Annotated[tuple[PostedRetrieval, ...], Field(max_length=_MOST_RETRIEVALS)]
    planner_meta: PostedMeta


_EXAMPLE: JsonDict = {
    "query_type": "personal_temporal_recall",
    "temporal_mode": "AMBIGUOUS",
    "time": {
        "mention_range": {"start": "2026-09-02T00:00:00+08:00", "end": "2026-09-03T00:00:00+08:00"},
        "event_range": {"start": "2026-09-02T00:00:00+08:00", "end": "2026-09-03T00:00:00+08:00"},
        "relative_label": "yesterday",
    },
    "targets": [{"type": "commitment", "weight": 1.0}],
    "sources": {"calendar": 0.2, "chat": 0.8, "meinput": 0.75, "memory_v2": 0.45},
    "retrievals": [{"source": "chat", "query_type": "mentions", "expanded_queries": ["考试"], "weight": 0.8}],
    "filters": {"importance_min": 0.0, "status": "any"},
    "output": {"group_by": "time", "dedupe": True, "timeline": True, "wide_recall": False},
    "context_needs": {
        "user_snapshot": "OPTIONAL",
        "temporal_recall": "REQUIRED",
        "memory_retrieval": "OPTIONAL",
    },
    "planner_meta": {"level": "cheap_router", "rule_hits": ["time:yesterday"], "confidence": 0.7},
}


class RecallQuery(BaseModel):
    """What is to be found.

    Attributes:
        plan: the context plan as it was answered, unchanged.
        limit: how many items at most.
        user_id: whose, by user id or as ``provider:subject`` of a name elsewhere; whoever asks if left out.
    """

    model_config = ConfigDict(
        frozen=True, extra="forbid", json_schema_extra={"examples": [{"plan": _EXAMPLE, "limit": 20}]}
    )

    plan: PostedPlan
    limit: Annotated[int, Field(ge=1, le=MOST_ITEMS, strict=True), WHOLE] = 20
    user_id: Name | None = None
