"""What of previews and reminders recall looks at, over all sessions of an owner (rule RECALL-15)."""

import json
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import Select, Subquery, and_, select
from sqlalchemy.dialects.postgresql import distinct_on
from sqlalchemy.engine import Row
from sqlalchemy.ext.asyncio import AsyncConnection

from domain.reminders.change import CHANGE_KIND
from storage.json_texts import restored
from storage.tables import pending_reminders, previews, reminder_deliveries, session_events

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Suggestions:
    """What the newest revision of a preview that is shown suggests.

    Attributes:
        weeks: its ``candidate_plans`` as stored.
    """

    session_id: str
    term_id: str
    created_at: datetime
    weeks: list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class LoggedReminder:
    """A reminder with the entry of the log that set it.

    Attributes:
        schedule_id: as the tables keep it.
        prompt: its words, as they were given.
        due_at: when it is due, or was told.
    """

    session_id: str
    schedule_id: str
    set_at: datetime
    prompt: str
    due_at: datetime
    delivered: bool


async def list_suggestions(owner: str, conn: AsyncConnection, limit: int) -> list[Suggestions]:
    """What is suggested in the ``limit`` sessions with the newest revisions that are shown."""
    table = previews.c
    newest = (
        select(table.session_id, table.term_id, table.created_at, table.body["candidate_plans"].label("weeks"))
        .ext(distinct_on(table.session_id))
        .where(table.user_id == owner, table.expired_at.is_(None))
        .order_by(table.session_id, table.revision.desc())
        .subquery()
    )
    found = await conn.execute(select(newest).order_by(newest.c.created_at.desc(), newest.c.session_id).limit(limit))
    return [Suggestions(row.session_id, row.term_id, row.created_at, row.weeks or []) for row in found]


async def list_waiting(owner: str, conn: AsyncConnection, limit: int) -> list[LoggedReminder]:
    """The ``limit`` reminders that are due next."""
    table = pending_reminders.c
    next_due = (
        select(table.user_id, table.session_id, table.schedule_id, table.target)
        .where(table.user_id == owner)
        .order_by(table.target, table.session_id, table.schedule_id)
        .limit(limit)
        .subquery()
    )
    rows = await conn.execute(_set_in(next_due).order_by(next_due.c.target, next_due.c.session_id))
    return [found for row in rows if (found := _reminder(row, _EPOCH + timedelta(milliseconds=row.target), False))]


async def list_told(
    owner: str, conn: AsyncConnection, opens: datetime, closes: datetime, limit: int
) -> list[LoggedReminder]:
    """The newest ``limit`` reminders that were told in a span, the earliest first."""
    table = reminder_deliveries.c
    newest = (
        select(table.user_id, table.session_id, table.schedule_id, table.delivered_at)
        .where(table.user_id == owner, table.delivered_at >= opens, table.delivered_at < closes)
        .order_by(table.delivered_at.desc(), table.session_id, table.schedule_id)
        .limit(limit)
        .subquery()
    )
    rows = await conn.execute(_set_in(newest).order_by(newest.c.delivered_at, newest.c.session_id))
    return [found for row in rows if (found := _reminder(row, row.delivered_at, True))]


def _set_in(reminders: Subquery) -> Select[Any]:
    """Each of some reminders with every change in the log of its session, one of which has set it."""
    entries = session_events.c
    same_log = and_(entries.user_id == reminders.c.user_id, entries.session_id == reminders.c.session_id)
    joined = reminders.join(session_events, and_(same_log, entries.kind == CHANGE_KIND))
    return select(reminders, entries.at, entries.data).select_from(joined)


def _reminder(row: Row[Any], due_at: datetime, delivered: bool) -> LoggedReminder | None:
    """The reminder, where the change beside it is the one that has set it."""
    schedule = restored(row.data).get("schedule")
    if not isinstance(schedule, dict) or json.dumps(schedule.get("id")) != row.schedule_id:
        return None
    return LoggedReminder(row.session_id, row.schedule_id, row.at, str(schedule.get("prompt", "")), due_at, delivered)
