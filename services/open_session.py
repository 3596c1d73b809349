"""Open a session, in which previews are made and refined."""

from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncEngine

from services.once import id_once
from services.ulids import ascending_ulids
from storage.sessions import SessionOverview, SessionRecord, insert_session, load_overview
from storage.users import ensure_user


async def open_session(
    owner: str, engine: AsyncEngine, now: datetime, title: str = "", idempotency_key: str | None = None
) -> SessionOverview:
    """A new session of this owner, who is made known if need be; the one made before where the key says so (EDGE-20).

    Raises:
        IdempotencyKeyReused: the key came with another title before.
        InvalidInput: the key is empty or too long.
    """
    [new_id] = ascending_ulids(1)
    async with engine.begin() as connection:
        await ensure_user(owner, connection)
        session_id = await id_once(owner, connection, "open_session", idempotency_key, {"title": title}, new_id)
        if session_id == new_id:
            await insert_session(owner, connection, SessionRecord(id=new_id, created_at=now, title=title))
        return await load_overview(owner, connection, session_id)
