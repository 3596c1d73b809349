"""The active reminders of every log in one table: a projection, made anew from the log at any time (rule REMIND-27)."""

from collections.abc import Iterable
from dataclasses import dataclass, fields
from datetime import datetime

from sqlalchemy import and_, delete, insert, literal, or_, select, true, tuple_, update
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.refusals import not_found, translated
from storage.tables import pending_reminders, sessions


@dataclass(frozen=True, slots=True)
class PendingReminder:
    """A reminder that is neither deleted nor delivered.

    Attributes:
        schedule_id: its id as compact ASCII JSON, which any text can be.
        created_seq: number of its create in the log.
        target: when it is due, in milliseconds since 1970.
        armed_at: when its workflow was last seen to run; None where one has to be started.
    """

    session_id: str
    schedule_id: str
    created_seq: int
    target: int
    armed_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class OwnedReminder:
    """A reminder with its owner, for those who look after everybody's."""

    owner: str
    reminder: PendingReminder


_COLUMNS = [pending_reminders.c[column.name] for column in fields(PendingReminder)]


async def insert_pending(owner: str, conn: AsyncConnection, reminders: Iterable[PendingReminder]) -> None:
    """Store reminders that the log of their session holds; a refusal spends the transaction.

    Raises:
        NotFound: this owner has no such session.
    """
    names = [column.name for column in fields(PendingReminder)]
    rows = [{"user_id": owner} | {name: getattr(each, name) for name in names} for each in reminders]
    if rows:
        session_id = str(rows[0]["session_id"])
        with translated({"fk_pending_reminders_session_id": not_found("session", session_id)}):
            await conn.execute(insert(pending_reminders), rows)


async def delete_pending(owner: str, conn: AsyncConnection, session_id: str, schedule_id: str | None = None) -> None:
    """Remove one reminder of a session, or all of them; nothing where there is none."""
    table = pending_reminders.c
    query = delete(pending_reminders).where(table.user_id == owner, table.session_id == session_id)
    await conn.execute(query if schedule_id is None else query.where(table.schedule_id == schedule_id))


async def list_pending(owner: str, conn: AsyncConnection, session_id: str) -> list[PendingReminder]:
    """The reminders of a session, the earliest due first, of those due at once the one that was created first."""
    table = pending_reminders.c
    query = select(*_COLUMNS).where(table.user_id == owner, table.session_id == session_id)
    found = await conn.execute(query.order_by(table.target, table.created_seq))
    return [PendingReminder(**row._mapping) for row in found]


async def list_unarmed(owner: str, conn: AsyncConnection, session_id: str) -> list[PendingReminder]:
    """The reminders of a session whose workflows have to be started, in the order of creation."""
    table = pending_reminders.c
    query = select(*_COLUMNS).where(table.user_id == owner, table.session_id == session_id, table.armed_at.is_(None))
    return [PendingReminder(**row._mapping) for row in await conn.execute(query.order_by(table.created_seq))]


async def mark_armed(
    owner: str, conn: AsyncConnection, session_id: str, schedule_ids: Iterable[str], at: datetime | None
) -> None:
    """Note that the workflows of reminders run since ``at``; None where they have to be started again."""
    table = pending_reminders.c
    query = update(pending_reminders).where(table.user_id == owner, table.session_id == session_id)
    await conn.execute(query.where(table.schedule_id.in_(list(schedule_ids))).values(armed_at=at))


async def sleepless_reminders(
    conn: AsyncConnection, spoken_in_since: datetime, due_before: int | None, after: tuple[str, str], limit: int
) -> list[OwnedReminder]:
    """Reminders of all users in live sessions that should have a workflow and may have none, by session and id.

    These are the ones that are not armed, and those of idle sessions that were due before ``due_before``.

    Args:
        spoken_in_since: sessions in which nothing was said since are left out.
        due_before: milliseconds since 1970; None for every reminder, whenever it is due.
        after: session and id of the last reminder of the page before; empty texts for the first page.
    """
    table = pending_reminders.c
    overdue = true() if due_before is None else and_(table.target < due_before, sessions.c.active_turn.is_(None))
    query = (
        select(table.user_id, *_COLUMNS)
        .join(sessions, and_(sessions.c.user_id == table.user_id, sessions.c.id == table.session_id))
        .where(sessions.c.ended_at.is_(None), sessions.c.active_at > spoken_in_since)
        .where(or_(table.armed_at.is_(None), overdue))
        .where(tuple_(table.session_id, table.schedule_id) > tuple_(*map(literal, after)))
        .order_by(table.session_id, table.schedule_id)
        .limit(limit)
    )
    found = (dict(row._mapping) for row in await conn.execute(query))
    return [OwnedReminder(row.pop("user_id"), PendingReminder(**row)) for row in found]
