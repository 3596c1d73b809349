"""Give a session another title, in the words of its owner (rule SESSION-7)."""

from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncEngine

from services.session_state import refuse_ended
from storage.session_changes import retitle
from storage.sessions import SessionEntry, SessionOverview, append_session_events, load_overview, lock_session


async def rename_session(
    owner: str, engine: AsyncEngine, session_id: str, title: str, now: datetime
) -> SessionOverview:
    """The session with the title; the log says so unless it had it before.

    Raises:
        NotFound: no such session of this owner.
        SessionEnded: the session has ended.
    """
    async with engine.begin() as connection:
        session = await lock_session(owner, connection, session_id)
        refuse_ended(session)
        if session.title != title:
            await retitle(owner, connection, session_id, title)
            named = SessionEntry("title", {"title": title, "by": "person"})
            await append_session_events(owner, connection, session_id, [named], now)
        return await load_overview(owner, connection, session_id)
