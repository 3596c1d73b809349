"""Whether a session is live, cold or ended, and what follows from that (rules SESSION-2 and SESSION-5)."""

from datetime import datetime
from typing import Literal

from domain.errors import SessionEnded
from services.reminder_desk import is_live
from storage.sessions import SessionRecord

SessionState = Literal["live", "cold", "ended"]


def state_of(session: SessionRecord, now: datetime) -> SessionState:
    """How a session stands; in a cold one nothing was said for long, and it is told nothing until something is."""
    if session.ended_at is not None:
        return "ended"
    return "live" if is_live(session, now) else "cold"


def session_ended(session_id: str) -> SessionEnded:
    """The refusal of whatever would go on in a session that has ended."""
    return SessionEnded(f"session {session_id!r} has ended: resume it first, or go on in another one")


def refuse_ended(session: SessionRecord) -> None:
    """Let nothing go on in a session that has ended.

    Raises:
        SessionEnded: it has.
    """
    if session.ended_at is not None:
        raise session_ended(session.id)
