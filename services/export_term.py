"""A term as files: iCalendar, a table, a picture of a week (rules EXPORT-1 to EXPORT-14)."""

import asyncio
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncEngine

from domain.export.calendar_file import calendar_file
from domain.export.held import HeldTerm
from domain.export.table_file import table_file
from domain.export.week_picture import week_picture
from domain.schedule.state import Locale
from services.read_week import read_week
from storage.held_terms import load_held_events
from storage.terms import list_terms, load_term

NEWEST_TERMS = 4
"""How many terms a feed shows that names none (rule FEED-2)."""


async def export_calendar(owner: str, engine: AsyncEngine, term_id: str, alarm_minutes: int | None = None) -> bytes:
    """The term as an iCalendar file.

    Raises:
        NotFound: this owner has no such term.
    """
    held = await _held_term(owner, engine, term_id)
    # The largest timetable takes a while; the loop has others to serve.
    return await asyncio.to_thread(calendar_file, [held], alarm_minutes)


async def export_newest(owner: str, engine: AsyncEngine, alarm_minutes: int | None = None) -> bytes:
    """The newest terms as one iCalendar file, the newest first."""
    async with engine.connect() as conn:
        records = await list_terms(owner, conn, limit=NEWEST_TERMS)
        terms = [
            HeldTerm(one.term, one.timetable_version, tuple(await load_held_events(owner, conn, one.id)))
            for one in records
        ]
    return await asyncio.to_thread(calendar_file, terms, alarm_minutes)


async def export_table(owner: str, engine: AsyncEngine, term_id: str) -> bytes:
    """The courses of a term as a table.

    Raises:
        NotFound: this owner has no such term.
    """
    return await asyncio.to_thread(table_file, await _held_term(owner, engine, term_id))


async def draw_week(owner: str, engine: AsyncEngine, term_id: str, week: int, now: datetime, locale: Locale) -> str:
    """A week of a term as SVG.

    Raises:
        OutOfTerm: the term has no such week.
        NotFound: this owner has no such term.
    """
    async with engine.connect() as conn:
        term = (await load_term(owner, conn, term_id)).term
    return week_picture(term, await read_week(owner, engine, term_id, week, now), locale)


async def _held_term(owner: str, engine: AsyncEngine, term_id: str) -> HeldTerm:
    async with engine.connect() as conn:
        # The term comes first: where the timetable changes between the two, the version told is too old, never too new.
        record = await load_term(owner, conn, term_id)
        events = await load_held_events(owner, conn, term_id)
    return HeldTerm(record.term, record.timetable_version, tuple(events))
