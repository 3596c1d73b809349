"""Terms and the version of their timetable (rules TERM-1 and DATA-6)."""

from dataclasses import dataclass

from sqlalchemy import insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from domain.term.calendar import Term
from storage.refusals import not_found, refusing
from storage.tables import terms


@dataclass(frozen=True, slots=True)
class TermRecord:
    """A term as stored.

    Attributes:
        timetable_version: raised by every commit and edit of the term's timetable; starts at 1.
    """

    id: str
    term: Term
    timetable_version: int


async def insert_term(owner: str, conn: AsyncConnection, term_id: str, term: Term) -> None:
    """Store a new term.

    Raises:
        NotFound: no such owner.
    """
    values = {**term.model_dump(exclude={"sections"}), "sections": term.model_dump(mode="json")["sections"]}
    async with refusing(conn, {"fk_terms_user_id": not_found("user", owner)}):
        await conn.execute(insert(terms).values(user_id=owner, id=term_id, **values))


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
    term = Term(first_monday=row.first_monday, weeks=row.weeks, zone=row.zone, sections=row.sections)
    return TermRecord(id=row.id, term=term, timetable_version=row.timetable_version)


async def raise_version(owner: str, conn: AsyncConnection, term_id: str) -> int:
    """The next version of the term's timetable, which counts from now on; locks the term.

    Raises:
        NotFound: this owner has no such term.
    """
    version: int | None = await conn.scalar(
        update(terms)
        .where(terms.c.user_id == owner, terms.c.id == term_id)
        .values(timetable_version=terms.c.timetable_version + 1)
        .returning(terms.c.timetable_version)
    )
    if version is None:
        raise not_found("term", term_id)
    return version
