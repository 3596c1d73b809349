"""Read today, and what goes on now and comes next (rules READ-1 to READ-5)."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from domain.errors import NoTermToday
from domain.schedule.today import NextView, NowView, TodayView, begins_next, going_on
from domain.schedule.week import DayView, days_of
from domain.term.calendar import Term
from domain.term.clock import day_span
from storage.occurrences import load_standing, next_beginning
from storage.terms import TermRecord, next_term, terms_around


async def read_today(owner: str, engine: AsyncEngine, now: datetime) -> TodayView:
    """What stands on the day that it is in the zone of the term.

    Raises:
        NoTermToday: no term of this owner holds the day.
    """
    async with engine.connect() as conn:
        record = await term_today(owner, conn, now)
        day = await _day(owner, conn, record, local_day(record.term, now), now)
    return TodayView(**dict(day), term_id=record.id, at=_shown(record.term, now))


async def read_now(owner: str, engine: AsyncEngine, now: datetime) -> NowView:
    """What goes on, and what comes next in the term or else in the first one to begin after today."""
    async with engine.connect() as conn:
        record = await find_term_today(owner, conn, now)
        if record is None:
            return NowView(at=now.astimezone(UTC), next=await _of_next_term(owner, conn, _eve(now), now))
        today = local_day(record.term, now)
        day = await _day(owner, conn, record, today, now)
        later = _next(record, day, now) or await _later(owner, conn, record, today, now)
        later = later or await _of_next_term(owner, conn, today, now)
    return NowView(at=_shown(record.term, now), term_id=record.id, now=going_on(day, now), next=later)


async def term_today(owner: str, conn: AsyncConnection, now: datetime) -> TermRecord:
    """The term that holds the day which it is in its own zone; the newest of several (rule READ-2).

    Raises:
        NoTermToday: there is none; the message says when the next one begins.
    """
    found = await find_term_today(owner, conn, now)
    if found is not None:
        return found
    coming = await next_term(owner, conn, _eve(now))
    then = f"the next one begins on {coming.term.first_monday}" if coming else "import a timetable that does"
    raise NoTermToday(f"no term of yours holds {now.astimezone(UTC).date()}: {then}")


async def find_term_today(owner: str, conn: AsyncConnection, now: datetime) -> TermRecord | None:
    """The same, or None where there is none."""
    near = await terms_around(owner, conn, now.astimezone(UTC).date())
    return next((one for one in near if one.term.first_monday <= local_day(one.term, now) <= one.term.last_day), None)


def local_day(term: Term, now: datetime) -> date:
    """Which day it is in the zone of a term."""
    return now.astimezone(ZoneInfo(term.zone)).date()


def _eve(now: datetime) -> date:
    """A day after which every term begins that has not begun, where none holds the moment: zones may lie behind UTC."""
    return now.astimezone(UTC).date() - timedelta(days=1)


def _shown(term: Term, now: datetime) -> datetime:
    return now.astimezone(ZoneInfo(term.zone))


async def _day(owner: str, conn: AsyncConnection, record: TermRecord, day: date, now: datetime) -> DayView:
    week, day_of_week = record.term.position(day)
    span = day_span(record.term, day, day)
    standing = await load_standing(owner, conn, record.id, week, span, day_of_week)
    return days_of(record.term, [day], standing, now)[0]


def _next(record: TermRecord, day: DayView, now: datetime) -> NextView | None:
    found = begins_next(day, now)
    return None if found is None else NextView(**dict(found[1]), term_id=record.id, starts_at=found[0])


async def _later(owner: str, conn: AsyncConnection, record: TermRecord, day: date, now: datetime) -> NextView | None:
    """What comes next after a day of the term, or after the day before it begins."""
    if day == record.term.last_day:
        return None
    opens, closes = day_span(record.term, day + timedelta(days=1), record.term.last_day)
    after = record.term.position(day) if day >= record.term.first_monday else (0, 7)
    place, moment = await next_beginning(owner, conn, record.id, after, (opens, closes))
    days = [record.term.date_of(*place)] if place else []
    days += [local_day(record.term, moment)] if moment else []
    return _next(record, await _day(owner, conn, record, min(days), now), now) if days else None


async def _of_next_term(owner: str, conn: AsyncConnection, day: date, now: datetime) -> NextView | None:
    record = await next_term(owner, conn, day)
    if record is None:
        return None
    return await _later(owner, conn, record, record.term.first_monday - timedelta(days=1), now)
