"""Recall: what a plan asks for, looked up in everything that a person said, wrote and planned (rules RECALL)."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, tzinfo

from sqlalchemy.ext.asyncio import AsyncConnection

from domain.context.plan.contract import ContextPlan, Source, TextSource
from domain.context.plan.topic import SOURCES, TEXT_SOURCES
from domain.context.recall.answering import Answering
from domain.context.recall.item import MOST_ITEMS, RecallAnswer
from domain.context.recall.ranges import Axes, Span, axes_of, in_utc, zone_of
from domain.context.recall.scoring import Candidate, Scorer, Search, search_among
from domain.context.recall.words import Word, probes_of, words_of
from services.recall_calendar import AROUND, Look, calendar_candidates, nearest, reminder_candidates
from storage.recall_search import Wanted, search_times, search_words

_USUAL_LIMIT = 20
_BY_WORDS, _BY_TIME = 150, 150


async def recall(
    owner: str,
    connection: AsyncConnection,
    plan: ContextPlan,
    now: datetime,
    limit: int = _USUAL_LIMIT,
    leave_out: Sequence[str] = (),
) -> RecallAnswer:
    """What is found for a plan; the same for the same rows, plan and moment.

    Args:
        now: the moment of asking; its zone is that of the answer where the plan names no time.
        limit: 1 to 50 items.
        leave_out: ids of items that are not asked for, such as the message that is being answered.
    """
    axes = axes_of(plan.temporal_mode, plan.time)
    words = _words(plan)
    found: dict[Source, list[Candidate]] = {"calendar": await _calendar(owner, connection, plan, axes, now)}
    for source in TEXT_SOURCES:
        wanted = _wanted(plan, source, leave_out)
        found[source] = await _texts(owner, connection, wanted, words[source], axes) if _counts(plan, source) else []
    searches = {source: search_among(words[source], (c.text for c in rows)) for source, rows in found.items()}
    return _answered(plan, axes, searches, found, zone_of(plan.time) or now.tzinfo or UTC, limit)


def _words(plan: ContextPlan) -> dict[Source, tuple[Word, ...]]:
    """The words of each source; one without a retrieval of its own is searched for those of all (rule RECALL-17)."""
    every = words_of(query for retrieval in plan.retrievals for query in retrieval.expanded_queries)
    own: dict[Source, tuple[Word, ...]] = {
        source: words_of(query for one in plan.retrievals if one.source == source for query in one.expanded_queries)
        for source in TEXT_SOURCES
    }
    return {source: own.get(source) or every for source in SOURCES}


def _counts(plan: ContextPlan, source: Source) -> bool:
    return float(getattr(plan.sources, source)) > 0


def _wanted(plan: ContextPlan, source: TextSource, leave_out: Sequence[str]) -> Wanted:
    mark, status = f"{source}:", plan.filters.status
    return Wanted(
        source=source,
        importance_min=plan.filters.importance_min,
        status=None if status == "any" else status,
        left_out=tuple(each.removeprefix(mark) for each in leave_out if each.startswith(mark)),
    )


async def _texts(
    owner: str, connection: AsyncConnection, wanted: Wanted, words: Sequence[Word], axes: Axes
) -> list[Candidate]:
    by_words = await search_words(owner, connection, wanted, probes_of(words), axes, _BY_WORDS)
    by_time = await search_times(owner, connection, wanted, axes, _BY_TIME)
    return list({each.ref: each for each in (*by_words, *by_time)}.values())


async def _calendar(
    owner: str, connection: AsyncConnection, plan: ContextPlan, axes: Axes, now: datetime
) -> list[Candidate]:
    """The calendar in the time that is meant, or around now where none is and there is something to look for."""
    if not _counts(plan, "calendar"):
        return []
    if axes.event is not None:
        return await calendar_candidates(owner, connection, Look(axes.event, in_utc(now)))
    if axes.mention is not None:
        return await reminder_candidates(owner, connection, Look(axes.mention, in_utc(now)))
    around = Span(in_utc(now) - AROUND, in_utc(now) + AROUND)
    has_words = any(retrieval.expanded_queries for retrieval in plan.retrievals)
    return nearest(await calendar_candidates(owner, connection, Look(around, in_utc(now))), now) if has_words else []


def _answered(
    plan: ContextPlan,
    axes: Axes,
    searches: Mapping[Source, Search],
    found: Mapping[Source, Sequence[Candidate]],
    zone: tzinfo,
    limit: int,
) -> RecallAnswer:
    answering = Answering(Scorer(plan, axes, searches), zone, min(max(limit, 1), MOST_ITEMS))
    return answering.answer([candidate for rows in found.values() for candidate in rows])
