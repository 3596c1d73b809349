"""How a session changes beside its log: it is forked, ended, resumed and renamed (rules SESSION-4 to SESSION-7)."""

from datetime import datetime

from sqlalchemy import ColumnElement, and_, insert, literal, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.json_texts import writable
from storage.refusals import not_found
from storage.tables import session_events, sessions


async def copy_log(owner: str, conn: AsyncConnection, session_id: str, fork_id: str, seed_length: int) -> None:
    """Copy the first entries of a log into that of a fork, which was stored with so many and has none yet."""
    entries = session_events.c
    columns = ["user_id", "session_id", "seq", "kind", "data", "at"]
    seed = select(entries.user_id, literal(fork_id), *entries["seq", "kind", "data", "at"]).where(
        entries.user_id == owner, entries.session_id == session_id, entries.seq <= seed_length
    )
    await conn.execute(insert(session_events).from_select(columns, seed))


async def mark_ended(owner: str, conn: AsyncConnection, session_id: str, at: datetime) -> None:
    """The session has ended; one that had ended before did so then.

    Raises:
        NotFound: this owner has no such session.
    """
    ended = update(sessions).where(_is(owner, session_id), sessions.c.ended_at.is_(None)).values(ended_at=at)
    if await conn.scalar(ended.returning(sessions.c.id)) is None:
        await _require(owner, conn, session_id)


async def mark_resumed(owner: str, conn: AsyncConnection, session_id: str, at: datetime) -> None:
    """The session has not ended, and is live from ``at`` on.

    Raises:
        NotFound: this owner has no such session.
    """
    resumed = update(sessions).where(_is(owner, session_id)).values(ended_at=None, active_at=at)
    if await conn.scalar(resumed.returning(sessions.c.id)) is None:
        raise not_found("session", session_id)


async def retitle(owner: str, conn: AsyncConnection, session_id: str, title: str) -> None:
    """Give a session a title, whatever it had.

    Raises:
        NotFound: this owner has no such session.
    """
    named = update(sessions).where(_is(owner, session_id)).values(title=writable(title))
    if await conn.scalar(named.returning(sessions.c.id)) is None:
        raise not_found("session", session_id)


async def _require(owner: str, conn: AsyncConnection, session_id: str) -> None:
    if await conn.scalar(select(sessions.c.id).where(_is(owner, session_id))) is None:
        raise not_found("session", session_id)


def _is(owner: str, session_id: str) -> ColumnElement[bool]:
    return and_(sessions.c.user_id == owner, sessions.c.id == session_id)
