"""End a turn: its reply goes into the log, its row is closed, and the next one begins, all or nothing (TURN-4)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from domain.events import StageEvent
from domain.schedule.state import Locale
from domain.turns.wording import failure
from storage.sessions import SessionEntry, append_session_events, lock_session
from storage.turn_events import append_turn_events
from storage.turns import ClosedTurnStatus, Closing, TurnRecord, close_turn_and_next, load_turn


@dataclass(frozen=True, slots=True)
class TurnEnding:
    """How a turn ends.

    Attributes:
        text: what the person is told.
        code: stable code; a turn that failed must have one.
        beside: further keys of the message in the log, such as ``rows``.
        asks: what the message asks for the next one to tell, in the log alone (rule CHAT-21).
    """

    status: ClosedTurnStatus
    text: str
    code: str | None = None
    beside: Mapping[str, Any] = field(default_factory=dict)
    asks: Mapping[str, Any] | None = None


def locale_in(turn: TurnRecord) -> Locale:
    """The language of a turn."""
    return "en" if turn.locale == "en" else "zh-CN"


async def end_turn(
    owner: str, connection: AsyncConnection, turn: TurnRecord, step: int, ending: TurnEnding, at: datetime
) -> Closing:
    """Write the one reply of an open turn and close it; the caller holds the row of its session locked.

    Args:
        step: number of the step that the events belong to.
    """
    reply = {"role": "assistant", "text": ending.text, "turn": turn.id, "origin": turn.origin}
    code = {"code": ending.code} if ending.status == "failed" else {}
    asks = {} if ending.asks is None else {"asks": dict(ending.asks)}
    entry = SessionEntry("message", {**reply, **ending.beside, **asks, **code})
    [written] = await append_session_events(owner, connection, turn.session_id, [entry], at)
    events = _events(ending, written.seq)
    await append_turn_events(owner, connection, turn.id, step, events, at)
    return await close_turn_and_next(owner, connection, turn.id, ending.status, ending.code, ending.text, at)


def _events(ending: TurnEnding, message_seq: int) -> list[StageEvent]:
    told = StageEvent(stage="turn.reply", data={"text": ending.text, "message": message_seq, **ending.beside})
    stage = "turn.failed" if ending.status == "failed" else "turn.ended"
    closing: dict[str, Any] = {"status": ending.status} | ({"code": ending.code} if ending.code else {})
    return [told, StageEvent(stage=stage, detail=ending.text if ending.status == "failed" else "", data=closing)]


async def close_lost_turn(
    owner: str, engine: AsyncEngine, turn_id: str, now: datetime, code: str = "turn_lost"
) -> Closing | None:
    """Close a turn on which nobody works any more, and tell the person so; None where it had ended meanwhile.

    Raises:
        NotFound: no such turn of this owner.
    """
    async with engine.begin() as connection:
        turn = await load_turn(owner, connection, turn_id)
        await lock_session(owner, connection, turn.session_id)
        turn = await load_turn(owner, connection, turn_id, lock=True)
        if not turn.is_open:
            return None
        ending = TurnEnding("failed", failure(locale_in(turn), code), code)
        return await end_turn(owner, connection, turn, _LOST_STEP, ending, now)


# No step of a workflow has this number, so its events cannot be told twice.
_LOST_STEP = 1_000_000
