"""Open a session inside another one (rule SESSION-6)."""

from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncEngine

from services.once import id_once
from services.session_state import refuse_ended
from services.ulids import ascending_ulids
from storage.sessions import SessionOverview, SessionRecord, insert_session, load_overview, lock_session


async def open_child(
    owner: str, engine: AsyncEngine, session_id: str, now: datetime, title: str = "", idempotency_key: str | None = None
) -> SessionOverview:
    """A new session inside this one, or the one that the same key made before.

    Raises:
        NotFound: no such session of this owner.
        SessionEnded: the session has ended.
        IdempotencyKeyReused: the key came with another request before.
        InvalidInput: the key is empty or too long.
    """
    [new_id] = ascending_ulids(1)
    async with engine.begin() as connection:
        parent = await lock_session(owner, connection, session_id)
        body = {"session": session_id, "title": title}
        child_id = await id_once(owner, connection, "open_child", idempotency_key, body, new_id)
        if child_id == new_id:
            refuse_ended(parent)
            child = SessionRecord(id=new_id, created_at=now, title=title, parent_id=session_id, role="child")
            await insert_session(owner, connection, child)
        return await load_overview(owner, connection, child_id)
