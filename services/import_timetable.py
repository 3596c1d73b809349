"""Import a calendar file as the timetable of a new term (rules IMPORT-1 to IMPORT-12)."""

import asyncio

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from domain.schedule.rows import EventRow, SectionRow
from domain.term.calendar import Term
from domain.timetable.assemble import timetable_of
from domain.timetable.course import Course, Timetable
from domain.timetable.guess import guess_term
from domain.timetable.report import ImportReport
from services.read_calendar import read_calendar
from services.ulids import ascending_ulids
from storage.schedule import EventDetails, insert_event
from storage.terms import insert_term
from storage.users import ensure_user


async def import_timetable(
    owner: str, engine: AsyncEngine, *, content: bytes, term: Term | None = None, dry_run: bool = False
) -> ImportReport:
    """Store the courses of a file in one transaction, as a new term of this owner; with nothing to store, none is made.

    Args:
        content: the bytes of the file.
        term: the term to read it for, or None to guess it from the file.
        dry_run: report only what would be stored.

    Raises:
        InvalidCalendar: the file is no calendar, breaks a bound, or names no event from which to guess the term.
    """
    # Reading the largest file takes seconds, in which the loop has others to serve.
    read_for, timetable = await asyncio.to_thread(_read, content, term)
    store = not dry_run and bool(timetable.courses or timetable.timed_events)
    term_id = await _store(owner, engine, read_for, timetable) if store else None
    return ImportReport(
        term_id=term_id,
        term=read_for,
        courses=timetable.courses,
        timed_events=timetable.timed_events,
        section_rows=sum(1 for course in timetable.courses for _ in course.cells()),
        skipped=timetable.skipped,
    )


def _read(content: bytes, term: Term | None) -> tuple[Term, Timetable]:
    calendar = read_calendar(content)
    term = term or guess_term(calendar)
    return term, timetable_of(calendar, term)


async def _store(owner: str, engine: AsyncEngine, term: Term, timetable: Timetable) -> str:
    [term_id] = ascending_ulids(1)
    async with engine.begin() as conn:
        await ensure_user(owner, conn)
        await insert_term(owner, conn, term_id, term)
        await _store_courses(owner, conn, term_id, timetable)
        await _store_timed_events(owner, conn, term_id, timetable)
    return term_id


async def _store_courses(owner: str, conn: AsyncConnection, term_id: str, timetable: Timetable) -> None:
    ids = ascending_ulids(len(timetable.courses))
    for event_id, course in zip(ids, timetable.courses, strict=True):
        event = _event_row(event_id, course)
        await insert_event(owner, conn, term_id, event, EventDetails(location=course.location))


def _event_row(event_id: str, course: Course) -> EventRow:
    cells = sorted(course.cells())
    rows = [
        SectionRow(row_id, event_id, *cell) for row_id, cell in zip(ascending_ulids(len(cells)), cells, strict=True)
    ]
    return EventRow(event_id, "course", course.name, can_be_embedded=course.embeddable, sections=tuple(rows))


async def _store_timed_events(owner: str, conn: AsyncConnection, term_id: str, timetable: Timetable) -> None:
    ids = ascending_ulids(len(timetable.timed_events))
    for event_id, event in zip(ids, timetable.timed_events, strict=True):
        details = EventDetails(location=event.location, starts_at=event.starts_at, ends_at=event.ends_at)
        await insert_event(owner, conn, term_id, EventRow(event_id, "course", event.name), details)
