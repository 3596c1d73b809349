"""The calendar as recall sees it: timetable, what previews suggest, and reminders (rule RECALL-15)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final

from sqlalchemy.ext.asyncio import AsyncConnection

from domain.context.recall.importance import importance_of
from domain.context.recall.ranges import Span
from domain.context.recall.scoring import Candidate
from domain.schedule.week import DayView, Standing, TimedEventView, days_of
from domain.term.calendar import Term
from domain.term.clock import day_span, section_span
from storage.occurrences import load_standing, load_standing_of_term
from storage.recall_calendar import LoggedReminder, Suggestions, list_suggestions, list_told, list_waiting
from storage.terms import TermRecord, list_terms

_TERMS, _PREVIEWS, _REMINDERS = 20, 10, 50
_WEEKS_BY_ONES = 3
_MOST = 2_000
_MOST_DAYS = timedelta(days=366)
_OF_COURSE, _OF_TASK, _OF_SUGGESTION, _OF_REMINDER = 0.6, 0.65, 0.6, 0.7
AROUND: Final = timedelta(days=45)
"""How far before and after now the calendar is looked through for words where a plan names no time."""


@dataclass(frozen=True, slots=True)
class Look:
    """Which part of the calendar is read, and what it is by now."""

    span: Span
    now: datetime


async def calendar_candidates(owner: str, connection: AsyncConnection, look: Look) -> list[Candidate]:
    """Everything in a span: rows of every term, suggestions of the previews that are shown, and reminders.

    Of a span that is longer than two years the part around now is looked at.
    """
    look = replace(look, span=_bounded(look))
    terms = {record.id: record for record in await list_terms(owner, connection, limit=_TERMS)}
    found = [each for record in terms.values() for each in await _of_term(owner, connection, record, look)]
    for suggestions in await list_suggestions(owner, connection, _PREVIEWS):
        if suggestions.term_id in terms:
            found += _suggested(terms[suggestions.term_id].term, suggestions, look)
    return [*await reminder_candidates(owner, connection, look), *found[:_MOST]]


async def reminder_candidates(owner: str, connection: AsyncConnection, look: Look) -> list[Candidate]:
    """The reminders that wait, and those that were told since the span began."""
    waiting = await list_waiting(owner, connection, _REMINDERS)
    told = await list_told(owner, connection, look.span.opens, max(look.span.closes, look.now), _REMINDERS)
    return [_reminder(each) for each in (*waiting, *told)]


def nearest(found: Iterable[Candidate], now: datetime) -> list[Candidate]:
    """Of what is called the same only the one that comes next, else the last one."""
    by_text: dict[str, Candidate] = {}
    for each in sorted(found, key=lambda each: _distance(each, now), reverse=True):
        by_text[each.text] = each
    return list(by_text.values())


def _distance(candidate: Candidate, now: datetime) -> tuple[bool, timedelta]:
    starts_at = candidate.event_start or now
    return starts_at < now, abs(starts_at - now)


def _bounded(look: Look) -> Span:
    if look.span.closes - look.span.opens <= 2 * _MOST_DAYS:
        return look.span
    return Span(max(look.span.opens, look.now - _MOST_DAYS), min(look.span.closes, look.now + _MOST_DAYS))


async def _of_term(owner: str, connection: AsyncConnection, record: TermRecord, look: Look) -> list[Candidate]:
    days = _days_within(record.term, look.span)
    if not days:
        return []
    standing = await _standing(owner, connection, record, days)
    views = (days_of(record.term, [day], standing[record.term.position(day)[0]], look.now)[0] for day in days)
    return list(_unique(_occurrence(view, look) for day in views for view in _entries(day)))


def _days_within(term: Term, span: Span) -> list[date]:
    """The days of a term that share a moment with a span; its clocks may be a day ahead or behind those of UTC."""
    eve, morrow = timedelta(days=-1), timedelta(days=1)
    first = max(term.first_monday, span.opens.date() + eve)
    last = min(term.last_day, span.closes.date() + morrow)
    days = [first + timedelta(days=n) for n in range((last - first).days + 1)]
    return [day for day in days if _meet(day_span(term, day, day), span)]


def _meet(one: tuple[datetime, datetime], span: Span) -> bool:
    return one[0] < span.closes and one[1] > span.opens


async def _standing(
    owner: str, connection: AsyncConnection, record: TermRecord, days: list[date]
) -> dict[int, Standing]:
    """What stands in each week; a few weeks are read one by one, many with the whole term."""
    weeks = sorted({record.term.position(day)[0] for day in days})
    span = day_span(record.term, days[0], days[-1])
    if len(weeks) <= _WEEKS_BY_ONES:
        return {week: await load_standing(owner, connection, record.id, week, span) for week in weeks}
    sections, timed = await load_standing_of_term(owner, connection, record.id, span)
    return {week: Standing(sections.get(week, ()), timed) for week in weeks}


def _entries(day: DayView) -> Iterator[TimedEventView]:
    yield from day.entries
    yield from day.timed_events


def _unique(found: Iterable[Candidate]) -> Iterator[Candidate]:
    """An event that lasts over midnight once only."""
    return iter({each.ref: each for each in found}.values())


def _occurrence(view: TimedEventView, look: Look) -> Candidate:
    is_task = view.type == "task"
    starts_at, ends_at = view.starts_at.astimezone(UTC), view.ends_at.astimezone(UTC)
    return Candidate(
        source="calendar",
        ref=f"event:{view.event_id}@{starts_at:%Y%m%dT%H%M}",
        target_type="todo" if is_task else "calendar_event",
        text=_joined(view.name, view.class_name, view.location, view.teacher),
        mention_at=None,
        event_start=starts_at,
        event_end=ends_at,
        importance=max(importance_of(view.name), _OF_TASK if is_task else _OF_COURSE),
        status="done" if ends_at <= look.now else "open",
    )


def _suggested(term: Term, suggestions: Suggestions, look: Look) -> Iterator[Candidate]:
    rows = (row for week in suggestions.weeks for row in week["entries"])
    found = (_suggestion(term, suggestions, row, look) for row in rows)
    return (each for each in found if look.span.touches(each.event_start, each.event_end))


def _suggestion(term: Term, suggestions: Suggestions, row: dict[str, Any], look: Look) -> Candidate:
    day = term.date_of(row["week"], row["day_of_week"])
    span = section_span(term, day, row["section_from"], row["section_to"])
    starts_at, ends_at = (instant.astimezone(UTC) for instant in span)
    return Candidate(
        source="calendar",
        ref=f"preview:{suggestions.session_id}:{row['state_id']}@{starts_at:%Y%m%dT%H%M}",
        target_type="todo",
        text=row["name"],
        mention_at=suggestions.created_at,
        event_start=starts_at,
        event_end=ends_at,
        importance=max(importance_of(row["name"]), _OF_SUGGESTION),
        status="done" if ends_at <= look.now else "open",
    )


def _reminder(reminder: LoggedReminder) -> Candidate:
    return Candidate(
        source="calendar",
        ref=f"reminder:{reminder.session_id}:{reminder.schedule_id}",
        target_type="todo",
        text=reminder.prompt,
        mention_at=reminder.set_at,
        event_start=reminder.due_at,
        event_end=reminder.due_at,
        importance=max(importance_of(reminder.prompt), _OF_REMINDER),
        status="done" if reminder.delivered else "open",
    )


def _joined(*parts: str | None) -> str:
    return " ".join(dict.fromkeys(part for part in parts if part))
