"""Say something in a session: the message is stored with a turn that will answer it (rules TURN-1 to TURN-3)."""

import re
from dataclasses import dataclass
from datetime import datetime

import structlog
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine
from temporalio.client import Client

from domain.conversation.hearing import hear
from domain.conversation.open_question import is_answer
from domain.conversation.routing import Context
from domain.errors import InvalidInput, PreviewNotFound, RefineDisabled, SessionEnded, Unavailable
from domain.events import StageEvent
from domain.refine.wording import locale_of
from domain.schedule.state import Locale
from domain.turns.titles import first_words
from services.arm_reminders import arm_reminders
from services.end_turn import locale_in
from services.once import id_once
from services.reminder_desk import ReminderDesk, is_live
from services.run_rules import USUAL_RULES, RunRules
from services.start_turn import launch_turn
from services.stop_turn import tell_to_stop
from services.turn_context import read_context, read_open_question
from services.ulids import ascending_ulids
from storage.session_titles import name_session
from storage.sessions import (
    SessionEntry,
    SessionRecord,
    append_session_events,
    insert_session,
    lock_session,
)
from storage.turn_events import append_turn_events
from storage.turns import TurnRecord, list_turns, load_turn, note_kind, queue_turn
from storage.users import ensure_user

MOST_CHARACTERS = 10_000
"""How long a message may be; what it means is read in the first 2,000."""

_WORDS = re.compile(r"[a-z]{3,}", re.IGNORECASE | re.ASCII)
_log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Said:
    """What a person says.

    Attributes:
        session_id: the session it is said in; None for a new one.
        text: 1 to 10,000 characters, not only blanks.
        locale: the language in which it is answered; None for that of the message.
        idempotency_key: the caller's; the same key gives the same turn, and so the same session.
    """

    session_id: str | None
    text: str
    locale: Locale | None = None
    idempotency_key: str | None = None


async def say(
    owner: str, engine: AsyncEngine, client: Client, said: Said, now: datetime, rules: RunRules = USUAL_RULES
) -> TurnRecord:
    """The turn that answers the message, or the one that the same key gave before.

    It is running where no other of its session is, else queued. While Temporal is away it stands alone, and the
    reconciler starts its workflow later. A message that wishes an end to what is under way stops the active turn.

    Raises:
        NotFound: no such session of this owner.
        SessionEnded: the session has ended: it must be resumed first.
        PreviewNotFound: the message is a change, and there is nothing to change in the session (rule TURN-3).
        RefineDisabled: the message is a change, and that is switched off.
        IdempotencyKeyReused: the key came with another message before.
        InvalidInput: the message is blank or too long, or the key is.
    """
    if not said.text.strip() or len(said.text) > MOST_CHARACTERS:
        raise InvalidInput(f"the message has {len(said.text)} characters: say 1 to {MOST_CHARACTERS}, not only blanks")
    async with engine.begin() as connection:
        await ensure_user(owner, connection)
        written = await _written(owner, connection, said, now, rules)
    if written.stops is not None:
        await _stopped(owner, client, written.stops, rules)
    await launch_turn(owner, client, written.turn, rules)
    if written.wakes:
        await arm_reminders(owner, ReminderDesk(engine, client), written.turn.session_id)
    return written.turn


@dataclass(frozen=True, slots=True)
class _Written:
    """A message that is stored.

    Attributes:
        stops: the active turn, where the message is to stop it.
        wakes: whether its session was cold, and has its reminders again (rule REMIND-28).
    """

    turn: TurnRecord
    stops: TurnRecord | None = None
    wakes: bool = False


async def _written(owner: str, connection: AsyncConnection, said: Said, now: datetime, rules: RunRules) -> _Written:
    session_id, new_id = ascending_ulids(2)
    body = {"session": said.session_id, "text": repr(said.text), "locale": said.locale}
    turn_id = await id_once(owner, connection, "say", said.idempotency_key, body, new_id)
    if turn_id != new_id:
        return _Written(await load_turn(owner, connection, turn_id))
    session = await _session(owner, connection, said, session_id, now)
    locale = said.locale or await _locale(owner, connection, session.id, said.text)
    active = None if session.active_turn is None else await load_turn(owner, connection, session.active_turn)
    context = await read_context(owner, connection, session.id, locale)
    heard = hear(said.text, _with_turn(context, active))
    kind = heard.routing.kind
    # What is told beside a change is remembered even where the turn will fail for want of a preview.
    is_change = kind == "refine" and heard.memory is None
    if is_change and active is None and not await _answers(owner, connection, session.id, said, context, now):
        _check_refinable(session.id, context, rules)
    stops = active if kind == "cancel" else None
    turn = await _queued(owner, connection, session, said, turn_id, locale, now, stops)
    if stops is not None:
        # By the time its turn comes nothing may be left to be stopped, and its words alone may mean something else.
        await note_kind(owner, connection, turn.id, kind)
    return _Written(turn, stops, wakes=not is_live(session, now))


async def _locale(owner: str, connection: AsyncConnection, session_id: str, text: str) -> Locale:
    """The language of a message; that of the one before where "ok" or a number tells of none."""
    told = locale_of(text)
    if told == "zh-CN" or _WORDS.search(text):
        return told
    before = await list_turns(owner, connection, session_id, limit=1)
    return locale_in(before[0]) if before else told


def _with_turn(context: Context, active: TurnRecord | None) -> Context:
    """While a turn is at work something can be stopped, whether or not it has come to a run."""
    return Context(context.locale, context.preview, "open") if active and context.run == "none" else context


async def _answers(
    owner: str, connection: AsyncConnection, session_id: str, said: Said, context: Context, now: datetime
) -> bool:
    """Whether the message answers what was asked of a reminder (rule CHAT-21)."""
    question = await read_open_question(owner, connection, session_id)
    return question is not None and is_answer(question, said.text, context, now)


def _check_refinable(session_id: str, context: Context, rules: RunRules) -> None:
    if not rules.refine_enabled:
        raise RefineDisabled("refining is switched off here: edit the preview by hand, or start a plan run")
    if not context.preview and context.run == "none":
        raise PreviewNotFound(f"session {session_id!r} has no preview to refine: start a plan run first")


async def _session(owner: str, connection: AsyncConnection, said: Said, new_id: str, now: datetime) -> SessionRecord:
    """The session, locked; a new one where none is named."""
    if said.session_id is None:
        session = SessionRecord(id=new_id, created_at=now)
        await insert_session(owner, connection, session)
        return session
    session = await lock_session(owner, connection, said.session_id)
    if session.ended_at is not None:
        raise SessionEnded(f"session {session.id!r} has ended: resume it, or say it in another one")
    return session


async def _queued(
    owner: str,
    connection: AsyncConnection,
    session: SessionRecord,
    said: Said,
    turn_id: str,
    locale: Locale,
    now: datetime,
    stops: TurnRecord | None,
) -> TurnRecord:
    """The message in the log, and its turn at the end of the queue, which knows the turn that it stops."""
    turn = await queue_turn(owner, connection, session.id, turn_id, "person", locale, now)
    message = SessionEntry("message", {"role": "user", "text": said.text, "turn": turn_id, "origin": "person"})
    entries = [message]
    if not session.title and (title := first_words(said.text)):
        await name_session(owner, connection, session.id, title)
        entries.append(SessionEntry("title", {"title": title, "by": "rules"}))
    written = await append_session_events(owner, connection, session.id, entries, now)
    stopping = {} if stops is None else {"stops": stops.id}
    data = {"message": written[0].seq, "status": turn.status, **stopping}
    accepted = StageEvent(stage="turn.accepted", data=data)
    await append_turn_events(owner, connection, turn_id, 0, [accepted], now)
    return turn


async def _stopped(owner: str, client: Client, active: TurnRecord, rules: RunRules) -> None:
    try:
        await tell_to_stop(owner, client, active, rules)
    except Unavailable:
        # The message is stored; its own turn stops what is still under way by then.
        _log.warning("turn not stopped", turn=active.id)
