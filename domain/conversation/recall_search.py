"""What is searched for a question of recall, and which of it was said at the time that is meant (rule MEMORY-45)."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from domain.context.plan.contract import ContextPlan, Retrieval, TextSource
from domain.context.recall.item import RecallItem
from domain.context.when.expression import TimeRange
from domain.conversation.asked_about import About

_SOURCES: Final[tuple[TextSource, ...]] = ("meinput", "chat", "memory_v2")
_LEAST, _MOST_QUERIES = 0.5, 24


def widened(plan: ContextPlan, about: tuple[About, ...]) -> ContextPlan:
    """The plan with all that was said searched, whatever its weight, and for every way to say what is asked about."""
    forms = tuple(form for each in about for form in (each.word, *each.forms))
    known = {one.source: one for one in plan.retrievals}
    weights: dict[str, float] = {source: max(float(getattr(plan.sources, source)), _LEAST) for source in _SOURCES}
    searches = tuple(_search(known.get(source), source, weights[source], forms) for source in _SOURCES)
    filters = plan.filters.model_copy(update={"importance_min": 0.0})
    sources = plan.sources.model_copy(update=weights)
    return plan.model_copy(update={"retrievals": searches, "sources": sources, "filters": filters})


def _search(known: Retrieval | None, source: TextSource, weight: float, forms: tuple[str, ...]) -> Retrieval:
    queries = () if known is None else known.expanded_queries
    return Retrieval(
        source=source,
        query_type="mentions" if known is None else known.query_type,
        expanded_queries=tuple(dict.fromkeys((*forms, *queries)))[:_MOST_QUERIES],
        weight=weight,
    )


def at_the_time(items: Sequence[RecallItem], plan: ContextPlan) -> tuple[RecallItem, ...]:
    """The items that were said in the time of the plan, or that happen in it; all where it names none."""
    mention, event = plan.time.mention_range, plan.time.event_range
    if mention is None and event is None:
        return tuple(items)
    return tuple(item for item in items if _holds(mention, item.mention_at) or _holds(event, item.event_at))


def _holds(span: TimeRange | None, moment: datetime | None) -> bool:
    if span is None or moment is None:
        return False
    return (span.start is None or span.start <= moment) and (span.end is None or moment < span.end)
