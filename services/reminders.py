"""The reminder tools over the log of a session: create, list, delete (rules REMIND-10 to REMIND-16 and REMIND-27)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import structlog
from sqlalchemy.ext.asyncio import AsyncConnection

from domain.errors import NoReminders
from domain.reminders.answers import (
    Answer,
    DeleteAnswer,
    ErrorAnswer,
    ListAnswer,
    Operation,
    ReminderView,
    uncertain,
    view_of,
)
from domain.reminders.arguments import CreateRequest, DeleteRequest, ListRequest, read_create, read_delete, read_list
from domain.reminders.change import CHANGE_KIND, Change, Create, Reminder, decode_change, encode_change
from domain.reminders.decisions import (
    Creation,
    Deletion,
    decide_create,
    decide_delete,
    decide_list,
    reminders_or_error,
)
from domain.reminders.fold import LogEvent, Reminders, admitted
from domain.reminders.instants import milliseconds_of
from services.arm_reminders import arm_reminders, look_again
from services.once import id_once
from services.reminder_desk import Clock, ReminderDesk, stored_id
from services.session_state import refuse_ended
from storage.engine import OUTAGES, is_outage
from storage.pending_reminders import PendingReminder, delete_pending, insert_pending
from storage.reminder_log import read_changes
from storage.sessions import SessionEntry, SessionRecord, append_session_events, lock_session, note_said
from workflows import connection as temporal

Request = CreateRequest | ListRequest | DeleteRequest
_log = structlog.get_logger()


async def create_reminder(
    owner: str,
    desk: ReminderDesk,
    session_id: str,
    arguments: object,
    caller: str | None = None,
    *,
    idempotency_key: str | None = None,
) -> ReminderView | ErrorAnswer:
    """The tool ``schedule_create`` in its own transaction; the reminder is armed once it is stored.

    Args:
        arguments: the JSON value that the tool is given.
        caller: session of the agent that asks; None for the owner in person.
        idempotency_key: the same key with the same arguments sets one reminder, whatever became of it since.

    Raises:
        NotFound: this owner has no such session.
        NoReminders: the session was opened inside another one.
        SessionEnded: the session has ended.
        IdempotencyKeyReused, InvalidInput: the key came with something else, or is empty or too long.
    """
    request = read_create(arguments, own=caller in (None, session_id))
    call = _Call(idempotency_key)
    answer = request if isinstance(request, ErrorAnswer) else await _use(owner, desk, session_id, request, call)
    assert isinstance(answer, ReminderView | ErrorAnswer)
    return answer


async def list_reminders(
    owner: str, desk: ReminderDesk, session_id: str, arguments: object = None, caller: str | None = None
) -> ListAnswer | ErrorAnswer:
    """The tool ``schedule_list``; raises as ``create_reminder`` does, but also answers for a session that has ended."""
    request = read_list({} if arguments is None else arguments, own=caller in (None, session_id))
    answer = request if isinstance(request, ErrorAnswer) else await _use(owner, desk, session_id, request, _Call())
    assert isinstance(answer, ListAnswer | ErrorAnswer)
    return answer


async def delete_reminder(
    owner: str, desk: ReminderDesk, session_id: str, arguments: object, caller: str | None = None
) -> DeleteAnswer | ErrorAnswer:
    """The tool ``schedule_delete``; raises as ``create_reminder`` does."""
    request = read_delete(arguments, own=caller in (None, session_id))
    answer = request if isinstance(request, ErrorAnswer) else await _use(owner, desk, session_id, request, _Call())
    assert isinstance(answer, DeleteAnswer | ErrorAnswer)
    return answer


async def carry_out(owner: str, connection: AsyncConnection, session_id: str, request: Request, clock: Clock) -> Answer:
    """A tool in a transaction of the caller, who calls ``settle`` once that is committed.

    The row of the session is locked until then, so tools of a session run one after another.

    Raises:
        NotFound, NoReminders, SessionEnded: as ``create_reminder`` does.
    """
    return await _carry_out(owner, connection, session_id, request, clock, _Call())


async def settle(owner: str, desk: ReminderDesk, session_id: str, request: Request, answer: Answer) -> None:
    """What follows a tool that was committed: every reminder of the session that is not armed is, a deleted one ends.

    What cannot be done now is left to the reconciler: the answer stands whatever comes of this.
    """
    if isinstance(answer, ErrorAnswer):
        return
    try:
        if isinstance(request, DeleteRequest):
            await look_again(desk.client, session_id, stored_id(request.id))
        await arm_reminders(owner, desk, session_id)
    except (*OUTAGES, *temporal.OUTAGES) as error:
        _log.warning("reminders are not armed yet", session=session_id, exc_info=error)


@dataclass(slots=True)
class _Call:
    """A call of a tool, and how far it has come: the reminder that it was about to store or to end."""

    idempotency_key: str | None = None
    reminder_id: str | None = None


async def _use(owner: str, desk: ReminderDesk, session_id: str, request: Request, call: _Call) -> Answer:
    try:
        async with desk.engine.begin() as connection:
            answer = await _carry_out(owner, connection, session_id, request, desk.clock, call)
    except OUTAGES as error:
        return _failure(error, request, call)
    await settle(owner, desk, session_id, request, answer)
    return answer


def _failure(error: Exception, request: Request, call: _Call) -> ErrorAnswer:
    """Backend text stays in the log of the process (rule REMIND-17)."""
    if is_outage(error):
        _log.warning("reminder log is not confirmed", operation=_operation(request), error=type(error).__name__)
        return uncertain(_operation(request), call.reminder_id)
    _log.error("reminder tool failed", operation=_operation(request), exc_info=error)
    return ErrorAnswer("internal_error")


def _operation(request: Request) -> Operation:
    if isinstance(request, CreateRequest):
        return "create"
    return "list" if isinstance(request, ListRequest) else "delete"


async def _carry_out(
    owner: str, connection: AsyncConnection, session_id: str, request: Request, clock: Clock, call: _Call
) -> Answer:
    session = await _locked(owner, connection, session_id, request)
    changes = await read_changes(owner, connection, session_id, session.seed_length)
    reminders = reminders_or_error(changes, session.seed_length)
    if isinstance(reminders, ErrorAnswer):
        return reminders
    now = await clock(connection)
    decision = _decided(reminders, request, milliseconds_of(now))
    if not isinstance(decision, Creation | Deletion):
        return decision
    call.reminder_id = decision.answer.id if isinstance(decision, Deletion) else decision.answer.reminder.id
    if isinstance(decision, Creation) and call.idempotency_key is not None:
        first = await _first_id(owner, connection, session_id, decision.change.schedule, call.idempotency_key)
        if first != call.reminder_id:
            return _set_before(changes, first, milliseconds_of(now))
    await _append(owner, connection, session, reminders, decision.change, now)
    return decision.answer


def _decided(reminders: Reminders, request: Request, now: int) -> Creation | Deletion | Answer:
    if isinstance(request, CreateRequest):
        return decide_create(reminders, request, now)
    return decide_list(reminders, now) if isinstance(request, ListRequest) else decide_delete(reminders, request)


async def _first_id(owner: str, connection: AsyncConnection, session_id: str, reminder: Reminder, key: str) -> str:
    """The id that the request with this key was given first: that of ``reminder`` where this is the first."""
    body = {"session": session_id, "prompt": repr(reminder.prompt), "after_seconds": reminder.after_seconds}
    return await id_once(owner, connection, "create_reminder", key, body, reminder.id)


def _set_before(changes: Sequence[LogEvent], reminder_id: str, now: int) -> ReminderView:
    created = (decode_change(event.data) for event in changes)
    [reminder] = [each.schedule for each in created if isinstance(each, Create) and each.schedule.id == reminder_id]
    return view_of(reminder, now)


async def _locked(owner: str, connection: AsyncConnection, session_id: str, request: Request) -> SessionRecord:
    session = await lock_session(owner, connection, session_id)
    if session.role != "root":
        raise NoReminders(f"session {session_id!r} was opened inside another and has no reminders: use its parent")
    if not isinstance(request, ListRequest):
        refuse_ended(session)
    return session


async def _append(
    owner: str,
    connection: AsyncConnection,
    session: SessionRecord,
    reminders: Reminders,
    change: Change,
    now: datetime,
) -> None:
    """The change at the end of the log and in the table beside it; it is tried on the fold first (rule REMIND-8)."""
    data = encode_change(change)
    admitted(reminders, data)
    [event] = await append_session_events(owner, connection, session.id, [SessionEntry(CHANGE_KIND, data)], now)
    await note_said(owner, connection, session.id, now)
    if isinstance(change, Create):
        await insert_pending(owner, connection, pending_of(session.id, event.seq, [change]))
    else:
        await delete_pending(owner, connection, session.id, stored_id(change.id))


def pending_of(session_id: str, first_seq: int, creates: Sequence[Create]) -> list[PendingReminder]:
    """The rows of reminders whose creates stand in the log one behind another."""
    return [
        PendingReminder(session_id, stored_id(create.schedule.id), seq, create.schedule.target)
        for seq, create in enumerate(creates, start=first_seq)
    ]
