"""End a session: nothing is said, started or changed in it until it is resumed (rule SESSION-5)."""

from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncEngine
from temporalio.client import Client

from services.arm_reminders import disarm_reminders
from storage.session_changes import mark_ended
from storage.sessions import SessionEntry, SessionOverview, append_session_events, load_overview, lock_session


async def end_session(
    owner: str, engine: AsyncEngine, client: Client, session_id: str, now: datetime
) -> SessionOverview:
    """The session, which has ended now or had before; what is under way in it goes on to its end.

    The lock waits for a reminder that is being delivered. Reminders that are not due stay in the log (rule REMIND-35).

    Raises:
        NotFound: no such session of this owner.
    """
    async with engine.begin() as connection:
        session = await lock_session(owner, connection, session_id)
        if session.ended_at is None:
            await mark_ended(owner, connection, session_id, now)
            await append_session_events(owner, connection, session_id, [SessionEntry("ended")], now)
        overview = await load_overview(owner, connection, session_id)
    await disarm_reminders(owner, engine, client, session_id)
    return overview
