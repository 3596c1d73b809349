"""What a message is said in: whether its session has a plan at hand, a run, or an open question (CHAT-2, CHAT-21)."""

from sqlalchemy.ext.asyncio import AsyncConnection

from domain.conversation.open_question import OpenQuestion
from domain.conversation.routing import Context, RunState
from domain.schedule.state import Locale
from storage.runs import load_run
from storage.sessions import load_overview, newest_session_events

_REACH = 30


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


async def read_open_question(owner: str, connection: AsyncConnection, session_id: str) -> OpenQuestion | None:
    """What the last reply of a session asked for the next message to tell; due reminders that were told count not."""
    said = await newest_session_events(owner, connection, session_id, limit=_REACH, kinds=["message"])
    replies = (e.data for e in said if e.data["role"] == "assistant" and e.data.get("origin") != "reminder")
    asks = next(replies, {}).get("asks")
    return None if asks is None else OpenQuestion.model_validate(asks)
