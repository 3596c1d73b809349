"""Read a week or a day of a term's timetable."""

from datetime import date, datetime

from sqlalchemy.ext.asyncio import AsyncEngine

from domain.schedule.week import DayView, WeekView, days_of
from domain.term.clock import day_span
from storage.occurrences import load_standing
from storage.terms import load_term


async def read_week(owner: str, engine: AsyncEngine, term_id: str, week: int, now: datetime) -> WeekView:
    """What stands in a week of a term, in two statements (rule EDGE-25); ``now`` decides what is done (READ-1).

    Raises:
        OutOfTerm: the term has no such week.
        NotFound: this owner has no such term.
    """
    async with engine.connect() as conn:
        # The term comes first: where the timetable changes between the two, the version told is too old, never too new.
        record = await load_term(owner, conn, term_id)
        days = [record.term.date_of(week, day) for day in range(1, 8)]
        standing = await load_standing(owner, conn, term_id, week, day_span(record.term, days[0], days[-1]))
    return WeekView(
        term_id=term_id,
        week=week,
        timetable_version=record.timetable_version,
        days=days_of(record.term, days, standing, now),
    )


async def read_day(owner: str, engine: AsyncEngine, term_id: str, day: date, now: datetime) -> DayView:
    """What stands on a day of a term, in two statements (rule EDGE-25); ``now`` decides what is done (READ-1).

    Raises:
        OutOfTerm: the day lies outside the term.
        NotFound: this owner has no such term.
    """
    async with engine.connect() as conn:
        term = (await load_term(owner, conn, term_id)).term
        week, day_of_week = term.position(day)
        standing = await load_standing(owner, conn, term_id, week, day_span(term, day, day), day_of_week)
    return days_of(term, [day], standing, now)[0]
