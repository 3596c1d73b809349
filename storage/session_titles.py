"""The titles of sessions, which may be found after what is said in them (rule TURN-12)."""

from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.json_texts import writable
from storage.refusals import not_found
from storage.tables import sessions


async def name_session(owner: str, conn: AsyncConnection, session_id: str, title: str, instead: str = "") -> bool:
    """Give a session a title; False and no change where it does not have the one that this shall stand for.

    Raises:
        NotFound: this owner has no such session.
    """
    here = (sessions.c.user_id == owner, sessions.c.id == session_id)
    named = update(sessions).where(*here, sessions.c.title == instead).values(title=writable(title))
    found = await conn.scalar(named.returning(sessions.c.id))
    if found is None and await conn.scalar(sessions.select().with_only_columns(sessions.c.id).where(*here)) is None:
        raise not_found("session", session_id)
    return found is not None
