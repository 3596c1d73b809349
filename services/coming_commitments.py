"""The placed tasks and the reminders of the coming days (rule MEMORY-16)."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import UTC, date, datetime, time, timedelta
from heapq import nsmallest
from zoneinfo import ZoneInfo

from sqlalchemy.ext.asyncio import AsyncConnection

from domain.context.person.snapshot import COMING_DAYS, MOST_PLACED, MOST_REMINDERS, Commitment
from domain.errors import CorruptScheduleLog
from domain.reminders.change import Create, decode_change
from domain.reminders.instants import instant_of
from domain.schedule.week import DayView, TimedEventView, days_of
from domain.term.clock import day_span
from storage.coming_reminders import ComingReminder, load_coming_reminders
from storage.occurrences import load_standing
from storage.terms import TermRecord, terms_around


async def coming_commitments(owner: str, conn: AsyncConnection, zone: ZoneInfo, now: datetime) -> list[Commitment]:
    """What is placed or falls due from now to the end of the seventh day, by its instant, of bounded number."""
    closes = _midnight_after(now.astimezone(zone).date() + timedelta(days=COMING_DAYS - 1), zone)
    placed = [_placed(task, zone) for task in await _tasks(owner, conn, now, closes)]
    waiting = await load_coming_reminders(owner, conn, (now, closes), MOST_REMINDERS)
    reminders = [told for each in waiting for told in _reminder(each, zone)]
    return sorted((*placed, *reminders), key=_place)


def _midnight_after(day: date, zone: ZoneInfo) -> datetime:
    return datetime.combine(day + timedelta(days=1), time(), zone).astimezone(UTC)


async def _tasks(owner: str, conn: AsyncConnection, now: datetime, closes: datetime) -> list[TimedEventView]:
    """The tasks that are not over, in the order of their beginnings."""
    near = [*await terms_around(owner, conn, now.date()), *await terms_around(owner, conn, closes.date())]
    terms = {record.id: record for record in near}
    days = [day for record in terms.values() for day in await _days(owner, conn, record, now, closes)]
    entries = (entry for day in days for entry in (*day.entries, *day.timed_events))
    tasks = (entry for entry in entries if entry.type == "task" and not entry.done and _begins_before(entry, closes))
    # An event without a section shows on each of its days, and is one commitment all the same.
    once = {(task.event_id, task.starts_at): task for task in tasks}
    return nsmallest(MOST_PLACED, once.values(), key=lambda task: (task.starts_at.astimezone(UTC), task.event_id))


async def _days(
    owner: str, conn: AsyncConnection, record: TermRecord, now: datetime, closes: datetime
) -> list[DayView]:
    zone = ZoneInfo(record.term.zone)
    first = max(now.astimezone(zone).date(), record.term.first_monday)
    last = min(closes.astimezone(zone).date(), record.term.last_day)
    weeks: defaultdict[int, list[date]] = defaultdict(list)
    for day in _each(first, last):
        weeks[record.term.position(day)[0]].append(day)
    found: list[DayView] = []
    for week, days in weeks.items():
        standing = await load_standing(owner, conn, record.id, week, day_span(record.term, days[0], days[-1]))
        found += days_of(record.term, days, standing, now)
    return found


def _each(first: date, last: date) -> Iterator[date]:
    return (first + timedelta(days=number) for number in range((last - first).days + 1))


def _begins_before(entry: TimedEventView, closes: datetime) -> bool:
    return entry.starts_at.astimezone(UTC) < closes


def _placed(task: TimedEventView, zone: ZoneInfo) -> Commitment:
    starts, ends = task.starts_at.astimezone(zone), task.ends_at.astimezone(zone)
    return Commitment(source="timetable", id=task.event_id, text=task.name, starts_at=starts, ends_at=ends)


def _reminder(waiting: ComingReminder, zone: ZoneInfo) -> Sequence[Commitment]:
    """The reminder; nothing where its log is damaged, which those tell who look after reminders."""
    with suppress(CorruptScheduleLog):
        change = decode_change(waiting.change)
        if isinstance(change, Create):
            due = instant_of(change.schedule.target).astimezone(zone)
            text, session = change.schedule.prompt, waiting.session_id
            told = Commitment(source="reminder", id=change.schedule.id, text=text, starts_at=due, session_id=session)
            return (told,)
    return ()


def _place(commitment: Commitment) -> tuple[datetime, str, str]:
    assert commitment.starts_at is not None
    return commitment.starts_at.astimezone(UTC), commitment.source, commitment.id
