"""Save a revision that a person made, on top of the newest and once for a key (rules PREVIEW-14 and PREVIEW-19)."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from domain.canonical import canonical_json
from domain.errors import RevisionMismatch, RunInProgress
from domain.preview.body import PreviewBody
from domain.schedule.state import ScheduleState
from services.once import id_once
from services.read_preview import living, read_preview
from services.session_state import session_ended
from storage.previews import PreviewRecord, load_preview, save_preview
from storage.run_bases import lock_base, lock_owner
from storage.runs import open_run_of


@dataclass(frozen=True, slots=True)
class HandOrder:
    """What a person asks for.

    Attributes:
        revision: the newest one as the person knows it; None for whichever it is.
        operation: what is done to it, in a word.
        asked: all that the request says beside the session and the revision, as JSON values.
        key: the idempotency key.
    """

    session_id: str
    revision: int | None
    operation: str
    asked: Any
    key: str | None = None


@dataclass(frozen=True, slots=True)
class Made:
    """What a person made of the newest revision.

    Attributes:
        source: the revision whose timetable it was made for.
    """

    state: ScheduleState
    body: PreviewBody
    source: PreviewRecord


Making = Callable[[AsyncConnection, PreviewRecord], Awaitable[Made | None]]
"""Makes something of the newest revision; None where nothing would change."""


class _Unchanged(Exception):
    """Nothing would change; the transaction is to leave nothing, not even the key."""

    def __init__(self, preview: PreviewRecord) -> None:
        super().__init__()
        self.preview = preview


async def save_by_hand(owner: str, engine: AsyncEngine, order: HandOrder, make: Making, now: datetime) -> PreviewRecord:
    """The revision that is made, or the one that the same key made before; the newest where nothing would change.

    It is one transaction, in which no run of the owner can begin and no confirm can be admitted.

    Raises:
        NotFound: this owner has no such session.
        PreviewNotFound: the session has no preview, or it has expired.
        RevisionMismatch: the revision is not the newest.
        RunInProgress: a run is at work in the session; the facts name it.
        SessionEnded: the session has ended (rule SESSION-5).
        IdempotencyKeyReused, InvalidInput: the key came with another request before, or is none.
    """
    try:
        async with engine.begin() as connection:
            return await _saved(owner, connection, order, make, now)
    except _Unchanged as unchanged:
        return unchanged.preview


async def _saved(
    owner: str, connection: AsyncConnection, order: HandOrder, make: Making, now: datetime
) -> PreviewRecord:
    await lock_owner(owner, connection)
    base = await lock_base(owner, connection, order.session_id)
    last = base.revision or 0
    body = {"session": order.session_id, "revision": order.revision, "asked": order.asked}
    # Revisions have numbers and no ids; inside a session the number is as good.
    number = int(await id_once(owner, connection, order.operation, order.key, body, str(last + 1)))
    if number <= last:
        return living(await load_preview(owner, connection, order.session_id, number))
    if base.ended_at is not None:
        raise session_ended(order.session_id)
    newest = await _admitted(owner, connection, order)
    made = await make(connection, newest)
    if made is None:
        raise _Unchanged(newest)
    record = _record(made, newest, now)
    await save_preview(owner, connection, record)
    return record


async def _admitted(owner: str, connection: AsyncConnection, order: HandOrder) -> PreviewRecord:
    newest = await read_preview(owner, connection, order.session_id)
    if order.revision not in (None, newest.revision):
        message = f"the newest revision is {newest.revision}, not {order.revision}: read it and try again"
        raise RevisionMismatch(message, revision=newest.revision)
    run = await open_run_of(owner, connection, order.session_id)
    if run is not None:
        message = f"run {run.id!r} of session {order.session_id!r} is open: wait for it or cancel it"
        raise RunInProgress(message, run_id=run.id)
    return newest


def _record(made: Made, newest: PreviewRecord, now: datetime) -> PreviewRecord:
    return PreviewRecord(
        session_id=newest.session_id,
        revision=newest.revision + 1,
        parent_revision=newest.revision,
        term_id=made.source.term_id,
        timetable_version=made.source.timetable_version,
        summary=made.body.summary,
        completed=made.body.completed,
        body=made.body.model_dump(mode="json"),
        state=canonical_json(made.state),
        created_at=now,
    )
