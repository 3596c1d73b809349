"""Open a session, in which previews are made and refined."""

from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncEngine

from services.ulids import ascending_ulids
from storage.sessions import SessionRecord, insert_session
from storage.users import ensure_user


async def open_session(owner: str, engine: AsyncEngine, now: datetime, title: str = "") -> SessionRecord:
    """A new session of this owner, who is made known if need be."""
    [session_id] = ascending_ulids(1)
    session = SessionRecord(id=session_id, created_at=now, title=title)
    async with engine.begin() as connection:
        await ensure_user(owner, connection)
        await insert_session(owner, connection, session)
    return session
