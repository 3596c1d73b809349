"""All rows of a term, to be replaced, and terms that may hold the same (rules IMPORT-29 and IMPORT-31)."""

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from domain.commit.images import EventImage, SectionImage
from domain.term.calendar import Term
from domain.timetable.held import HeldTerm
from storage.tables import schedule_events, schedules, terms, users
from storage.terms import TermRecord, term_record

_EVENTS = [schedule_events.c[name] for name in EventImage.model_fields]
_SECTIONS = [schedules.c[name] for name in SectionImage.model_fields]


async def load_term_rows(owner: str, conn: AsyncConnection, term_id: str) -> HeldTerm:
    """Every event and every section row of a term; nothing for a term that is not this owner's."""
    events = await conn.execute(
        select(*_EVENTS)
        .where(schedule_events.c.user_id == owner, schedule_events.c.term_id == term_id)
        .order_by(schedule_events.c.id)
    )
    sections = await conn.execute(
        select(*_SECTIONS)
        .where(schedules.c.user_id == owner, schedules.c.term_id == term_id)
        .order_by(*schedules.c["week", "day_of_week", "section"])
    )
    return HeldTerm(
        events=tuple(EventImage(**row._mapping) for row in events),
        sections=tuple(SectionImage(**row._mapping) for row in sections),
    )


async def terms_like(owner: str, conn: AsyncConnection, term: Term, courses: int) -> list[TermRecord]:
    """The terms with this first Monday, zone and section table in which so many courses stand, the newest first."""
    mine = (schedule_events.c.user_id == owner, schedule_events.c.term_id == terms.c.id)
    standing = select(func.count()).where(*mine, schedule_events.c.type == "course").scalar_subquery()
    query = (
        select(terms)
        .where(terms.c.user_id == owner, terms.c.first_monday == term.first_monday, terms.c.zone == term.zone)
        .where(standing == courses)
        .order_by(terms.c.id.desc())
    )
    found = [term_record(row) for row in await conn.execute(query)]
    return [record for record in found if record.term.sections == term.sections]


async def lock_new_terms(owner: str, conn: AsyncConnection) -> None:
    """Let nobody else store a timetable as a new term of this owner until the transaction ends."""
    await conn.execute(select(users.c.id).where(users.c.id == owner).with_for_update(key_share=True))
