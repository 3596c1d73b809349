"""Terms and the version of their timetable (rules TERM-1, DATA-6, EDGE-23 and EDGE-24)."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from sqlalchemy import bindparam, delete, func, insert, select, update
from sqlalchemy.engine import Row
from sqlalchemy.ext.asyncio import AsyncConnection

from domain.errors import InUse, VersionMismatch
from domain.term.calendar import Term
from storage.pages import newest_first
from storage.refusals import not_found, refusing
from storage.tables import terms

ZONE_CHANNEL = "daywright_zone"
"""Told the user whose zone may be another from now on (rule CONTEXT-31)."""


@dataclass(frozen=True, slots=True)
class TermRecord:
    """A term as stored.

    Attributes:
        timetable_version: raised by every commit and edit of the term's timetable; starts at 1.
    """

    id: str
    term: Term
    timetable_version: int
    created_at: datetime


async def insert_term(owner: str, conn: AsyncConnection, term_id: str, term: Term) -> None:
    """Store a new term.

    Raises:
        NotFound: no such owner.
    """
    values = {**term.model_dump(exclude={"sections"}), "sections": term.model_dump(mode="json")["sections"]}
    async with refusing(conn, {"fk_terms_user_id": not_found("user", owner)}):
        notified = func.pg_notify(ZONE_CHANNEL, owner)
        await conn.execute(insert(terms).values(user_id=owner, id=term_id, **values).returning(notified))


async def load_term(owner: str, conn: AsyncConnection, term_id: str, *, lock: bool = False) -> TermRecord:
    """The term; with ``lock`` no other transaction can lock it or raise its version until this one ends.

    Raises:
        NotFound: this owner has no such term.
    """
    query = select(terms).where(terms.c.user_id == owner, terms.c.id == term_id)
    # The weaker lock leaves foreign keys to the term usable, so that runs can start meanwhile.
    row = (await conn.execute(query.with_for_update(key_share=True) if lock else query)).one_or_none()
    if row is None:
        raise not_found("term", term_id)
    return term_record(row)


async def list_terms(owner: str, conn: AsyncConnection, *, limit: int, before: str | None = None) -> list[TermRecord]:
    """At most ``limit`` terms, newest first, from below the id ``before``."""
    query = newest_first(select(terms).where(terms.c.user_id == owner), terms.c.id, before, limit)
    return [term_record(row) for row in await conn.execute(query)]


async def terms_around(owner: str, conn: AsyncConnection, day: date) -> list[TermRecord]:
    """The terms that hold a day or one beside it, the newest first: which day it is depends on the zone of each."""
    end = terms.c.first_monday + 7 * terms.c.weeks
    near = (terms.c.first_monday <= day + timedelta(days=1), end >= day)
    query = select(terms).where(terms.c.user_id == owner, *near).order_by(terms.c.id.desc())
    return [term_record(row) for row in await conn.execute(query)]


async def next_term(owner: str, conn: AsyncConnection, day: date) -> TermRecord | None:
    """The first term to begin after a day, of several with one beginning the newest; None where none does."""
    begins = terms.c.first_monday
    query = select(terms).where(terms.c.user_id == owner, begins > day).order_by(begins, terms.c.id.desc()).limit(1)
    row = (await conn.execute(query)).one_or_none()
    return None if row is None else term_record(row)


def term_record(row: Row[Any]) -> TermRecord:
    """A row with the columns of ``terms`` as a record."""
    term = Term(first_monday=row.first_monday, weeks=row.weeks, zone=row.zone, sections=row.sections)
    return TermRecord(id=row.id, term=term, timetable_version=row.timetable_version, created_at=row.created_at)


async def lock_term(owner: str, conn: AsyncConnection, term_id: str, version: int | None = None) -> TermRecord:
    """The term, whose timetable nobody else changes until this transaction ends.

    Args:
        version: the version that its timetable must have; None for any.

    Raises:
        VersionMismatch: it has another; the facts name it.
        NotFound: this owner has no such term.
    """
    record = await load_term(owner, conn, term_id, lock=True)
    found = record.timetable_version
    if version not in (None, found):
        message = f"the timetable of term {term_id!r} has version {found}, not {version}: read it again"
        raise VersionMismatch(message, version=found)
    return record


async def delete_term(owner: str, conn: AsyncConnection, term_id: str) -> None:
    """Remove a term in which nothing stands.

    Raises:
        InUse: a run was started for it, a preview or a commit is kept of it, or events stand in it.
        NotFound: this owner has no such term.
    """
    used = f"term {term_id!r} is used by {{}}: keep it, and make a new term beside it"
    refusals = {
        "fk_runs_term_id": InUse(used.format("a run")),
        "fk_previews_term_id": InUse(used.format("a preview")),
        "fk_commits_term_id": InUse(used.format("a commit")),
        "fk_schedule_events_term_id": InUse(used.format("events of its timetable")),
    }
    async with refusing(conn, refusals):
        gone = await conn.scalar(
            delete(terms)
            .where(terms.c.user_id == owner, terms.c.id == term_id)
            .returning(terms.c.id, func.pg_notify(ZONE_CHANNEL, owner))
        )
    if gone is None:
        raise not_found("term", term_id)


async def raise_version(owner: str, conn: AsyncConnection, term_id: str) -> int:
    """The next version of the term's timetable, which counts from now on; locks the term.

    Raises:
        NotFound: this owner has no such term.
    """
    version: int | None = await conn.scalar(_RAISING, {"owner": owner, "raised": term_id})
    if version is None:
        raise not_found("term", term_id)
    return version


# Made once: building it takes longer than it takes to run.
_RAISING = (
    update(terms)
    .where(terms.c.user_id == bindparam("owner"), terms.c.id == bindparam("raised"))
    .values(timetable_version=terms.c.timetable_version + 1)
    .returning(terms.c.timetable_version)
)
