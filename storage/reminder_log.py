"""The changes of reminders in the log of a session, as the rules read them (rules REMIND-1 and REMIND-7)."""

from sqlalchemy import exists, select
from sqlalchemy.ext.asyncio import AsyncConnection

from domain.reminders.change import CHANGE_KIND
from domain.reminders.fold import LogEvent
from storage.json_texts import restored
from storage.tables import session_events, sessions


async def read_changes(owner: str, conn: AsyncConnection, session_id: str, seed_length: int) -> list[LogEvent]:
    """The changes of a log behind its seed, in order; each ``seq`` is the index, one less than the number."""
    table = session_events.c
    query = (
        select(table.seq, table.data)
        .where(table.user_id == owner, table.session_id == session_id, table.seq > seed_length)
        .where(table.kind == CHANGE_KIND)
        .order_by(table.seq)
    )
    return [LogEvent(row.seq - 1, CHANGE_KIND, restored(row.data)) for row in await conn.execute(query)]


async def sessions_with_changes(conn: AsyncConnection, after_id: str, limit: int) -> list[tuple[str, str]]:
    """Owner and id of sessions of all users whose log has changes, by id, from above ``after_id``."""
    table = session_events.c
    changed = exists().where(
        table.user_id == sessions.c.user_id, table.session_id == sessions.c.id, table.kind == CHANGE_KIND
    )
    query = select(sessions.c.user_id, sessions.c.id).where(sessions.c.id > after_id, changed)
    found = await conn.execute(query.order_by(sessions.c.id).limit(limit))
    return [(owner, session_id) for owner, session_id in found]
