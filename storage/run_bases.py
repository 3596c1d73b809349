"""What a new run starts from: the newest preview of its session and the timetable of a term (rule EDGE-47)."""

from dataclasses import dataclass

from sqlalchemy import ColumnElement, Select, Text, and_, func, literal, select, true
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.refusals import not_found
from storage.tables import previews, sessions, terms, users


@dataclass(frozen=True, slots=True)
class TermBase:
    """A term as a run finds it: its id, the version of its timetable and its IANA zone."""

    id: str
    timetable_version: int
    zone: str


@dataclass(frozen=True, slots=True)
class RunBase:
    """What stands when a run is made.

    Attributes:
        revision: newest preview revision of the session; None where there is none.
        term: the term asked for, else that of the preview; None where there is neither.
    """

    revision: int | None
    term: TermBase | None


async def lock_base(owner: str, conn: AsyncConnection, session_id: str, term_id: str | None = None) -> RunBase:
    """What a run of this session starts from; no other run of this owner can be made until the transaction ends.

    One statement reads it and locks the owner's row, so that ``insert_run`` after it counts every run that was made
    before, without a further round trip.

    Args:
        term_id: the term to be planned; None for that of the newest preview.

    Raises:
        NotFound: this owner has no such session or term.
    """
    row = (await conn.execute(_base(owner, session_id, term_id))).one_or_none()
    if row is None or row.session_id is None:
        raise not_found("session", session_id)
    if row.term_id is None and term_id is not None:
        raise not_found("term", term_id)
    term = None if row.term_id is None else TermBase(row.term_id, row.timetable_version, row.zone)
    return RunBase(row.revision, term)


def _base(owner: str, session_id: str, term_id: str | None) -> Select[tuple[object, ...]]:
    newest = (
        select(previews.c.revision, previews.c.term_id)
        .where(previews.c.user_id == owner, previews.c.session_id == session_id)
        .order_by(previews.c.revision.desc())
        .limit(1)
        .lateral("newest")
    )
    asked_for: ColumnElement[str] = literal(term_id, Text)
    is_session = and_(sessions.c.user_id == users.c.id, sessions.c.id == session_id)
    is_term = and_(terms.c.user_id == users.c.id, terms.c.id == func.coalesce(asked_for, newest.c.term_id))
    found = users.outerjoin(sessions, is_session).outerjoin(newest, true()).outerjoin(terms, is_term)
    columns = (newest.c.revision, terms.c.id.label("term_id"), terms.c.timetable_version, terms.c.zone)
    query = select(sessions.c.id.label("session_id"), *columns).select_from(found).where(users.c.id == owner)
    # The weaker lock leaves foreign keys to the user usable.
    return query.with_for_update(of=users, key_share=True)
