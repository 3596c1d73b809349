"""Look at a reminder, and deliver what is due first in its session (rules REMIND-31 to REMIND-35)."""

import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Literal

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from domain.errors import CorruptScheduleLog, NotFound
from domain.events import StageEvent
from domain.reminders.change import CHANGE_KIND, Dispatch, Reminder, encode_change
from domain.reminders.fold import Reminders, admitted, fold
from domain.reminders.framing import framed
from domain.reminders.instants import milliseconds_of
from domain.reminders.selection import LONGEST_WAIT, due, next_wait
from services.reminder_desk import Clock, is_live, stored_id
from storage.pending_reminders import delete_pending, mark_armed
from storage.reminder_deliveries import ReminderDelivery, insert_delivery
from storage.reminder_log import read_changes
from storage.sessions import SessionEntry, SessionRecord, append_session_events, load_session, lock_session
from storage.turn_events import append_turn_events
from storage.turns import TurnRecord, list_turns, load_turn, queue_turn

Verdict = Literal["gone", "corrupt", "cold", "busy", "wait", "due"]
_USUAL_LOCALE = "zh-CN"


@dataclass(frozen=True, slots=True)
class ReminderState:
    """How a reminder stands.

    Attributes:
        wait: until the next look, where it is not due.
        is_segment: whether that is only a part of the wait (rule REMIND-21).
        turn: the turn that began with a delivery, be it of this reminder or of another.
    """

    verdict: Verdict
    wait: timedelta = timedelta(0)
    is_segment: bool = False
    turn: TurnRecord | None = None


@dataclass(frozen=True, slots=True)
class Claim:
    """An attempt to deliver, made by the workflow of a reminder.

    Attributes:
        schedule_id: id of that reminder, as compact ASCII JSON.
        turn_id: id that the turn will have; where there is such a turn, the attempt was made before (REMIND-33).
        hardened: whether the message says that its content is data (rule REMIND-23).
    """

    session_id: str
    schedule_id: str
    turn_id: str
    hardened: bool = False


@dataclass(frozen=True, slots=True)
class _Standing:
    """A session with its reminders at a moment; None where the log is corrupt."""

    session: SessionRecord
    reminders: Reminders | None
    now: datetime

    def state_of(self, schedule_id: str) -> ReminderState:
        if not is_live(self.session, self.now):
            return ReminderState("cold")
        if self.reminders is None:
            return ReminderState("corrupt")
        reminder = self.reminders.find(json.loads(schedule_id))
        if reminder is None:
            return ReminderState("gone")
        wait = next_wait(reminder.target, milliseconds_of(self.now))
        if wait > 0:
            return ReminderState("wait", timedelta(milliseconds=wait), is_segment=wait == LONGEST_WAIT)
        return ReminderState("due" if self.session.active_turn is None else "busy")


async def look_at_reminder(owner: str, engine: AsyncEngine, clock: Clock, claim: Claim) -> ReminderState:
    """How a reminder stands, with the turn that the claim has made by now, if it has (rule REMIND-33).

    In a session that is not live it is noted as not armed; a corrupt log has none at all.
    """
    session_id, schedule_id = claim.session_id, claim.schedule_id
    try:
        async with engine.connect() as connection:
            state = (await _standing(owner, connection, clock, session_id, load_session)).state_of(schedule_id)
            turn = None if state.verdict == "wait" else await _turn_of(owner, connection, claim)
        if state.verdict in ("cold", "corrupt"):
            async with engine.begin() as connection:
                state = (await _standing(owner, connection, clock, session_id, lock_session)).state_of(schedule_id)
                await _retire(owner, connection, session_id, schedule_id, state)
    except NotFound:
        return ReminderState("gone")
    return replace(state, turn=turn)


async def deliver_reminder(owner: str, engine: AsyncEngine, clock: Clock, claim: Claim) -> ReminderState:
    """Deliver what is due first, if the reminder of the claim is due and its session idle; how that one stands then."""
    try:
        async with engine.begin() as connection:
            standing = await _standing(owner, connection, clock, claim.session_id, lock_session)
            state = standing.state_of(claim.schedule_id)
            made_before = await _turn_of(owner, connection, claim)
            if made_before is not None:
                return replace(state, turn=made_before)
            if state.verdict == "due":
                return await _deliver(owner, connection, standing, claim)
            await _retire(owner, connection, claim.session_id, claim.schedule_id, state)
            return state
    except NotFound:
        return ReminderState("gone")


async def _standing(
    owner: str,
    connection: AsyncConnection,
    clock: Clock,
    session_id: str,
    read: Callable[[str, AsyncConnection, str], Awaitable[SessionRecord]],
) -> _Standing:
    session = await read(owner, connection, session_id)
    changes = await read_changes(owner, connection, session_id, session.seed_length)
    try:
        reminders: Reminders | None = fold(changes, session.seed_length)
    except CorruptScheduleLog:
        reminders = None
    return _Standing(session, reminders, await clock(connection))


async def _retire(
    owner: str, connection: AsyncConnection, session_id: str, schedule_id: str, state: ReminderState
) -> None:
    """The workflow is about to end: whoever makes the session live again starts another."""
    if state.verdict == "cold":
        await mark_armed(owner, connection, session_id, [schedule_id], None)
    elif state.verdict == "corrupt":
        await delete_pending(owner, connection, session_id)


async def _turn_of(owner: str, connection: AsyncConnection, claim: Claim) -> TurnRecord | None:
    try:
        return await load_turn(owner, connection, claim.turn_id)
    except NotFound:
        return None


async def _deliver(owner: str, connection: AsyncConnection, standing: _Standing, claim: Claim) -> ReminderState:
    """Message, dispatch, turn and receipt of the earliest due reminder (rule REMIND-32)."""
    reminders, session_id, now = standing.reminders, claim.session_id, standing.now
    assert reminders is not None
    chosen = due(reminders, milliseconds_of(now))
    assert chosen is not None
    dispatch = encode_change(Dispatch(chosen.id))
    left = admitted(reminders, dispatch)
    turn = await _begin_turn(owner, connection, claim, now)
    entries = [_followup(chosen, claim), SessionEntry(CHANGE_KIND, dispatch)]
    said, done = await append_session_events(owner, connection, session_id, entries, now)
    accepted = StageEvent(stage="turn.accepted", data={"message": said.seq, "status": turn.status})
    await append_turn_events(owner, connection, turn.id, 0, [accepted], now)
    receipt = ReminderDelivery(session_id, stored_id(chosen.id), turn.id, said.seq, done.seq, now)
    await insert_delivery(owner, connection, receipt)
    await delete_pending(owner, connection, session_id, receipt.schedule_id)
    session = replace(standing.session, active_turn=turn.id)
    return replace(_Standing(session, left, now).state_of(claim.schedule_id), turn=turn)


async def _begin_turn(owner: str, connection: AsyncConnection, claim: Claim, now: datetime) -> TurnRecord:
    """A turn in the language that was spoken last in the session."""
    latest = await list_turns(owner, connection, claim.session_id, limit=1)
    locale = latest[0].locale if latest else _USUAL_LOCALE
    return await queue_turn(owner, connection, claim.session_id, claim.turn_id, "reminder", locale, now)


def _followup(reminder: Reminder, claim: Claim) -> SessionEntry:
    text = framed(reminder, hardened=claim.hardened)
    return SessionEntry("message", {"role": "user", "text": text, "turn": claim.turn_id, "origin": "reminder"})
