"""What a message is said in: whether its session has a plan at hand, and a run (rule CHAT-2)."""

from sqlalchemy.ext.asyncio import AsyncConnection

from domain.conversation.routing import Context, RunState
from domain.schedule.state import Locale
from storage.runs import load_run
from storage.sessions import load_overview


async def read_context(owner: str, connection: AsyncConnection, session_id: str, locale: Locale) -> Context:
    """The context of a message in a session as it stands.

    Raises:
        NotFound: this owner has no such session.
    """
    session = await load_overview(owner, connection, session_id)
    run: RunState = "none"
    if session.open_run is not None:
        found = await load_run(owner, connection, session.open_run)
        run = "paused" if found.status == "paused" else "open" if found.is_open else "none"
    return Context(locale, session.revision is not None, run)
