"""The changes of reminders in the log of a session, as the rules read them (rules REMIND-1 and REMIND-7)."""

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from domain.reminders.change import CHANGE_KIND
from domain.reminders.fold import LogEvent
from storage.json_texts import restored
from storage.tables import session_events


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
