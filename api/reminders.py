"""Reminders of a session: set, listed, taken back."""

import re
from typing import Annotated, TypeVar

from fastapi import APIRouter, Depends, Path

from api.declared import IdempotencyKey, answers, problems
from api.edge import CurrentEdge, Owner
from api.ids import SessionId
from api.links import of_reminder
from api.schemas.pages import Page
from api.schemas.reminders import DeletionValue, ReminderDraft, ReminderValue
from domain.errors import (
    CorruptScheduleLog,
    DaywrightError,
    PersistenceUncertain,
    ReminderRefused,
    TimeOutOfRange,
)
from domain.reminders.answers import ErrorAnswer, ReminderView
from services.reminder_desk import ReminderDesk
from services.reminders import create_reminder, delete_reminder, list_reminders

router = APIRouter(prefix="/sessions/{session_id}/reminders", tags=["reminders"])

_SET = answers(201, go_on=of_reminder())
_LISTED = answers(200, go_on=of_reminder("/items/0"))
_Answer = TypeVar("_Answer")
_TEXTS = ("id", "prompt")
_HALF_PAIR = re.compile("[\ud800-\udfff]")

ScheduleId = Annotated[str, Path(description="id of a reminder, such as schedule-1; known in its session only")]


async def _desk_of(edge: CurrentEdge) -> ReminderDesk:
    return ReminderDesk(edge.engine, edge.client)


Desk = Annotated[ReminderDesk, Depends(_desk_of)]


@router.post("", status_code=201, operation_id="create_reminder", responses=_SET | problems(404, 409, body=True))
async def create(
    session_id: SessionId, draft: ReminderDraft, desk: Desk, owner: Owner, key: IdempotencyKey = None
) -> ReminderValue:
    """Set a reminder, which is told once in the session, so many seconds from now, while the session is live.

    Where nobody knows whether it was stored the answer is 503 ``persistence_uncertain``: list the reminders, or ask
    again with the same key.
    """
    given = draft.model_dump()
    return _view(_sound(await create_reminder(owner, desk, session_id, given, idempotency_key=key)))


@router.get("", operation_id="list_reminders", responses=_LISTED | problems(404, 409))
async def index(session_id: SessionId, desk: Desk, owner: Owner) -> Page[ReminderValue]:
    """List every reminder of the session that waits, in the order in which they were set; there is one page."""
    found = _sound(await list_reminders(owner, desk, session_id))
    return Page(items=tuple(map(_view, found.views)))


@router.delete(
    "/{schedule_id}",
    operation_id="delete_reminder",
    response_model_exclude_none=True,
    responses=answers(200) | problems(404, 409),
)
async def remove(session_id: SessionId, schedule_id: ScheduleId, desk: Desk, owner: Owner) -> DeletionValue:
    """Take a reminder back; where none that waits has the id, nothing is changed and ``deleted`` is false."""
    done = _sound(await delete_reminder(owner, desk, session_id, {"id": schedule_id}))
    return DeletionValue.model_validate(done.value())


def _view(view: ReminderView) -> ReminderValue:
    """The value with U+FFFD for half a surrogate pair, which the log keeps but few readers of JSON take."""
    value = view.value()
    return ReminderValue.model_validate(value | {name: _HALF_PAIR.sub("\ufffd", value[name]) for name in _TEXTS})


def _sound(answer: _Answer | ErrorAnswer) -> _Answer:
    if isinstance(answer, ErrorAnswer):
        raise _refusal(answer)
    return answer


def _refusal(answer: ErrorAnswer) -> DaywrightError:
    """The problem that a tool's error is over HTTP (rule REMIND-38)."""
    match answer.code:
        case "persistence_uncertain":
            about = {"operation": answer.operation} | ({"id": answer.id} if answer.id else {})
            return PersistenceUncertain(answer.message, **about)
        case "corrupt_schedule_log":
            return CorruptScheduleLog(answer.message)
        case "time_out_of_range":
            return TimeOutOfRange(answer.message)
        case "internal_error":
            return DaywrightError(answer.message)
        case code:
            return ReminderRefused(code, answer.message)
