"""Resume a session that has ended, or in which nothing was said for long (rules SESSION-2 and SESSION-5)."""

from datetime import datetime

import structlog
from sqlalchemy.ext.asyncio import AsyncEngine
from temporalio.client import Client

from services.arm_reminders import arm_reminders
from services.reminder_desk import ReminderDesk
from services.session_state import state_of
from storage.engine import OUTAGES
from storage.session_changes import mark_resumed
from storage.sessions import SessionEntry, SessionOverview, append_session_events, load_overview, lock_session
from workflows import connection as temporal

_log = structlog.get_logger()


async def resume_session(
    owner: str, engine: AsyncEngine, client: Client, session_id: str, now: datetime
) -> SessionOverview:
    """The session, which is live now; one that was live already is left as it is.

    Its reminders are armed again, and those that are overdue are delivered (rule REMIND-35).

    Raises:
        NotFound: no such session of this owner.
    """
    async with engine.begin() as connection:
        session = await lock_session(owner, connection, session_id)
        if state_of(session, now) != "live":
            await mark_resumed(owner, connection, session_id, now)
            await append_session_events(owner, connection, session_id, [SessionEntry("resumed")], now)
        overview = await load_overview(owner, connection, session_id)
    await _arm(owner, ReminderDesk(engine, client), session_id)
    return overview


async def _arm(owner: str, desk: ReminderDesk, session_id: str) -> None:
    """What cannot be done now is left to the reconciler: the session is resumed whatever comes of this."""
    try:
        await arm_reminders(owner, desk, session_id)
    except (*OUTAGES, *temporal.OUTAGES) as error:
        _log.warning("reminders are not armed yet", session=session_id, exc_info=error)
