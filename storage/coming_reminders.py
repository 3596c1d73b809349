"""Reminders that fall due in a span, over all sessions of a person (rule MEMORY-16)."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import and_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from domain.reminders.instants import milliseconds_of
from storage.json_texts import restored
from storage.tables import pending_reminders, session_events, sessions


@dataclass(frozen=True, slots=True)
class ComingReminder:
    """A reminder that waits.

    Attributes:
        change: the change that set it, as the log of its session keeps it.
    """

    session_id: str
    change: dict[str, Any]


async def load_coming_reminders(
    owner: str, conn: AsyncConnection, span: tuple[datetime, datetime], limit: int
) -> list[ComingReminder]:
    """At most ``limit`` reminders due in a half-open span, the earliest first; those of ended sessions are left out."""
    waiting, events = pending_reminders.c, session_events.c
    created = and_(events.session_id == waiting.session_id, events.seq == waiting.created_seq)
    session = and_(sessions.c.user_id == waiting.user_id, sessions.c.id == waiting.session_id)
    opens, closes = map(milliseconds_of, span)
    query = (
        select(waiting.session_id, events.data)
        .select_from(pending_reminders.join(session_events, created).join(sessions, session))
        .where(waiting.user_id == owner, events.user_id == owner, sessions.c.ended_at.is_(None))
        .where(waiting.target >= opens, waiting.target < closes)
        .order_by(waiting.target, waiting.session_id, waiting.created_seq)
        .limit(limit)
    )
    return [ComingReminder(row.session_id, restored(row.data)) for row in await conn.execute(query)]
