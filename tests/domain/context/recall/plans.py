"""Plans and candidates to try recall with."""

from datetime import UTC, datetime
from typing import Any

from domain.context.plan.contract import (
    ContextNeeds,
    ContextPlan,
    Filters,
    Output,
    PlannerMeta,
    PlanTime,
    Retrieval,
    SourceWeights,
    TemporalMode,
)
from domain.context.recall.answering import Answering
from domain.context.recall.item import RecallAnswer
from domain.context.recall.ranges import axes_of
from domain.context.recall.scoring import Candidate, Scorer, search_among
from domain.context.recall.words import words_of
from domain.context.when.expression import TimeRange

DAY = TimeRange(start=datetime(2026, 9, 2, tzinfo=UTC), end=datetime(2026, 9, 3, tzinfo=UTC))
NOON = datetime(2026, 9, 2, 12, tzinfo=UTC)


def plan_of(*words: str, mode: TemporalMode = "NONE", span: TimeRange = DAY, **changes: Any) -> ContextPlan:
    """A plan that looks for words in chat, in a day where its mode names one."""
    mention = span if mode in ("MENTION", "AMBIGUOUS") else None
    event = span if mode in ("EVENT", "AMBIGUOUS") else None
    plan = ContextPlan(
        query_type="memory_lookup",
        temporal_mode=mode,
        time=PlanTime(mention_range=mention, event_range=event, relative_label=None),
        targets=(),
        sources=SourceWeights(calendar=0.8, chat=0.8, meinput=0.8, memory_v2=0.4),
        retrievals=(Retrieval(source="chat", query_type="mentions", expanded_queries=words, weight=0.8),),
        filters=Filters(importance_min=0, status="any"),
        output=Output(group_by="time", dedupe=True, timeline=True, wide_recall=False),
        context_needs=ContextNeeds(user_snapshot="SKIP", temporal_recall="REQUIRED", memory_retrieval="SKIP"),
        planner_meta=PlannerMeta(level="cheap_router", rule_hits=(), confidence=0.4),
    )
    return plan.model_copy(update=changes)


def candidate(ref: str, text: str, **facts: Any) -> Candidate:
    """Something said at noon of the day, of no other time."""
    usual: dict[str, Any] = {
        "source": "chat",
        "ref": ref,
        "target_type": "note",
        "text": text,
        "mention_at": NOON,
        "event_start": None,
        "event_end": None,
        "importance": 0.3,
        "status": "open",
    }
    return Candidate(**usual | facts)


def answered(plan: ContextPlan, *candidates: Candidate, limit: int = 10) -> RecallAnswer:
    """What a plan finds among candidates, all of which are searched for all of its words."""
    words = words_of(query for retrieval in plan.retrievals for query in retrieval.expanded_queries)
    search = search_among(words, [each.text for each in candidates])
    searches = dict.fromkeys(("calendar", "chat", "meinput", "memory_v2"), search)
    scorer = Scorer(plan, axes_of(plan.temporal_mode, plan.time), searches)  # type: ignore[arg-type]
    return Answering(scorer, UTC, limit).answer(candidates)


def refs(answer: RecallAnswer) -> list[str]:
    """The refs of what was found, in order."""
    return [item.id.partition(":")[2] for item in answer.items]
