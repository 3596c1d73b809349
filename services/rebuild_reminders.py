"""Make the table of pending reminders anew from the logs, where the two differ (rule REMIND-28)."""

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from domain.errors import CorruptScheduleLog, NotFound
from domain.reminders.change import Create, decode_change
from domain.reminders.fold import LogEvent, fold
from services.reminder_desk import stored_id
from storage.pending_reminders import PendingReminder, delete_pending, insert_pending, list_pending
from storage.reminder_log import read_changes, sessions_with_changes
from storage.sessions import SessionRecord, load_session, lock_session

_PAGE = 200


async def rebuild_reminders(engine: AsyncEngine) -> tuple[str, ...]:
    """Go through the logs of all sessions once; the ids of those whose rows were made anew.

    Raises:
        One of ``storage.engine.OUTAGES``: the database is away; what was done until then stays done.
    """
    rebuilt: list[str] = []
    page = await _page(engine, "")
    while page:
        for owner, session_id in page:
            if await _rebuilt(owner, engine, session_id):
                rebuilt.append(session_id)
        page = await _page(engine, page[-1][1])
    return tuple(rebuilt)


async def _page(engine: AsyncEngine, after: str) -> list[tuple[str, str]]:
    async with engine.connect() as connection:
        return await sessions_with_changes(connection, after, _PAGE)


async def _rebuilt(owner: str, engine: AsyncEngine, session_id: str) -> bool:
    try:
        async with engine.connect() as connection:
            session = await load_session(owner, connection, session_id)
            if await _is_sound(owner, connection, session):
                return False
        async with engine.begin() as connection:
            session = await lock_session(owner, connection, session_id)
            if await _is_sound(owner, connection, session):
                return False
            await delete_pending(owner, connection, session_id)
            await insert_pending(owner, connection, await _told(owner, connection, session))
    except NotFound:
        return False
    return True


async def _is_sound(owner: str, connection: AsyncConnection, session: SessionRecord) -> bool:
    told = {_facts(each) for each in await _told(owner, connection, session)}
    return told == {_facts(each) for each in await list_pending(owner, connection, session.id)}


def _facts(reminder: PendingReminder) -> tuple[str, int, int]:
    return reminder.schedule_id, reminder.created_seq, reminder.target


async def _told(owner: str, connection: AsyncConnection, session: SessionRecord) -> list[PendingReminder]:
    """The active reminders as the log has them; none where it is corrupt."""
    changes = await read_changes(owner, connection, session.id, session.seed_length)
    try:
        active = {reminder.id for reminder in fold(changes, session.seed_length).active}
    except CorruptScheduleLog:
        return []
    return [row for event in changes for row in _row(session.id, event, active)]


def _row(session_id: str, event: LogEvent, active: set[str]) -> list[PendingReminder]:
    change = decode_change(event.data)
    if not isinstance(change, Create) or change.schedule.id not in active:
        return []
    return [PendingReminder(session_id, stored_id(change.schedule.id), event.seq + 1, change.schedule.target)]
