"""Ask for a confirm or an undo, and wait for what becomes of it: the commit's row (rules CONFIRM-8 and UNDO-4)."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import NoReturn

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine
from temporalio.client import Client, WorkflowExecutionStatus
from temporalio.common import (
    SearchAttributePair,
    TypedSearchAttributes,
    WorkflowIDConflictPolicy,
    WorkflowIDReusePolicy,
)
from temporalio.exceptions import WorkflowAlreadyStartedError
from temporalio.service import RPCError

from domain.commit.admission import admit
from domain.commit.problem import Problem
from domain.errors import CommitLost, Unavailable
from services.once import id_once
from services.start_run import ANSWER_SECONDS
from services.ulids import ascending_ulids
from services.undo_commit import check_undoable
from storage.commit_bases import read_session_now
from storage.commits import CommitRecord, find_commit, load_commit
from storage.notifications import Notifications
from workflows import attributes
from workflows.connection import OUTAGES, is_away
from workflows.messages import CommitInput, NotDoneInput, UndoInput
from workflows.policies import COMMIT_TASK_TIMEOUT, RUN_QUEUE

_LOOK_SECONDS = 1.0

Look = Callable[[], Awaitable[CommitRecord | None]]


@dataclass(frozen=True, slots=True)
class CommitDesk:
    """What asking for a commit works with.

    Attributes:
        reads: connections without transactions.
        wait_seconds: how long a caller waits for the outcome.
    """

    engine: AsyncEngine
    reads: AsyncEngine
    client: Client
    notifications: Notifications
    wait_seconds: float


async def request_confirm(
    owner: str, desk: CommitDesk, session_id: str, revision: int | None, actor: str, key: str | None = None
) -> CommitRecord:
    """The commit of a session's preview, once it is applied; the same key gives the same one.

    Args:
        revision: the one that is meant; None for the newest, whichever it is.

    Raises:
        NotFound, PreviewNotFound: this owner has no such session, or it has no preview.
        RevisionMismatch, RevisionOutdated, AlreadyConfirmed, RunInProgress: it may not be confirmed (rule CONFIRM-2).
        CommitConflict: the timetable has changed; the facts list what is in the way.
        IdempotencyKeyReused, InvalidInput: the key came with another request before, or is none.
        CommitLost: the workflow ended without an outcome.
        Unavailable: nothing was heard in time; the commit may still be applied.
    """
    async with desk.engine.begin() as connection:
        commit, is_new = await _reserved(owner, connection, session_id, revision, actor, key)

    async def look() -> CommitRecord | None:
        async with desk.reads.connect() as connection:
            return await find_commit(owner, connection, commit.commit_id)

    # A key that was used before has its answer already, most likely.
    done = None if is_new else await look()
    record = done or await outcome_of(desk, _confirming(commit), commit.commit_id, look)
    if record.problem is not None:
        raise Problem.model_validate(record.problem).error(commit_id=record.id)
    return record


async def _reserved(
    owner: str, connection: AsyncConnection, session_id: str, revision: int | None, actor: str, key: str | None
) -> tuple[CommitInput, bool]:
    """The commit that the request stands for, and whether it is a new one; raises as ``request_confirm`` does."""
    [new_id] = ascending_ulids(1)
    session = await read_session_now(owner, connection, session_id)
    asked = {"session": session_id, "revision": revision}
    commit_id = await id_once(owner, connection, "confirm_preview", key, asked, new_id)
    is_new = commit_id == new_id
    meant = admit(session, revision) if is_new else revision or session.newest or 1
    return CommitInput(owner, session_id, meant, commit_id, actor), is_new


async def request_undo(
    owner: str, desk: CommitDesk, commit_id: str, actor: str, key: str | None = None
) -> CommitRecord:
    """The commit, once it is undone; undoing it again changes nothing.

    Raises:
        NotFound: this owner has no such commit.
        NotApplied: it was refused.
        UndoConflict: later changes rest on it; the facts list them.
        IdempotencyKeyReused, InvalidInput: the key came with another request before, or is none.
        CommitLost: the workflow ended without an outcome.
        Unavailable: nothing was heard in time; it may still be undone.
    """
    [new_id] = ascending_ulids(1)
    async with desk.engine.begin() as connection:
        commit = await load_commit(owner, connection, commit_id)
        check_undoable(commit)
        attempt = await id_once(owner, connection, "undo_commit", key, {"commit": commit_id}, new_id)

    async def look() -> CommitRecord | None:
        async with desk.reads.connect() as connection:
            found = await load_commit(owner, connection, commit_id)
        return found if found.status == "undone" or attempt in found.undo_refusals else None

    order = UndoInput(owner, commit_id, attempt, actor)
    record = await look() or await outcome_of(desk, _undoing(order, commit), commit_id, look)
    if record.status != "undone":
        raise Problem.model_validate(record.undo_refusals[attempt]).error(commit_id=commit_id)
    return record


@dataclass(frozen=True, slots=True)
class CommitStart:
    """How the workflow of a request is started."""

    workflow: str
    argument: CommitInput | UndoInput | NotDoneInput
    id: str
    session_id: str | None
    reuse: WorkflowIDReusePolicy
    summary: str


def confirm_workflow_id(commit_id: str) -> str:
    """The id under which operators find the confirm of a commit."""
    return f"commit:{commit_id}"


def undo_workflow_id(commit_id: str) -> str:
    """The id under which operators find the undo of a commit."""
    return f"undo:{commit_id}"


def _confirming(commit: CommitInput) -> CommitStart:
    once = WorkflowIDReusePolicy.REJECT_DUPLICATE
    target, summary = confirm_workflow_id(commit.commit_id), f"commit {commit.commit_id}"
    return CommitStart("ConfirmCommit", commit, target, commit.session_id, once, summary)


def _undoing(order: UndoInput, commit: CommitRecord) -> CommitStart:
    # An undo that was refused may be tried again once nothing rests on the commit any more.
    again = WorkflowIDReusePolicy.ALLOW_DUPLICATE
    target, summary = undo_workflow_id(order.commit_id), f"undo of commit {order.commit_id}"
    return CommitStart("Undo", order, target, commit.session_id, again, summary)


async def outcome_of(desk: CommitDesk, start: CommitStart, commit_id: str, look: Look) -> CommitRecord:
    """The row that the workflow leaves; a workflow that is there already is waited for, and started again if it may."""
    with desk.notifications.watching(commit_id) as wake:
        try:
            async with asyncio.timeout(desk.wait_seconds):
                while True:
                    wake.clear()
                    is_new = await _started(desk.client, start)
                    # A new one has no outcome yet; looking would only cost the time it takes.
                    found = None if is_new else await look()
                    found = found or await _awaited(desk.client, start, wake, look)
                    if found is not None:
                        return found
                    if start.reuse is WorkflowIDReusePolicy.REJECT_DUPLICATE or is_new:
                        _lost(commit_id)
        except TimeoutError:
            raise _unheard(commit_id) from None
        except OUTAGES as error:
            if not is_away(error):
                raise
            raise _unheard(commit_id) from error


async def _started(client: Client, start: CommitStart) -> bool:
    """Start the workflow; False where there is one of its id."""
    pairs = [SearchAttributePair(attributes.USER, start.argument.user_id)]
    if start.session_id is not None:
        pairs.append(SearchAttributePair(attributes.SESSION, start.session_id))
    try:
        # The client tries a call again for ten seconds, whatever the time-out of the call itself is.
        async with asyncio.timeout(ANSWER_SECONDS):
            await client.start_workflow(
                start.workflow,
                start.argument,
                id=start.id,
                task_queue=RUN_QUEUE,
                id_reuse_policy=start.reuse,
                id_conflict_policy=WorkflowIDConflictPolicy.FAIL,
                search_attributes=TypedSearchAttributes(pairs),
                static_summary=start.summary,
                task_timeout=COMMIT_TASK_TIMEOUT,
            )
    except WorkflowAlreadyStartedError:
        return False
    return True


async def _awaited(client: Client, start: CommitStart, wake: asyncio.Event, look: Look) -> CommitRecord | None:
    """The row with its outcome; None where the workflow has ended without one."""
    has_ended = False
    while not has_ended:
        try:
            async with asyncio.timeout(_LOOK_SECONDS):
                await wake.wait()
            wake.clear()
        except TimeoutError:
            has_ended = await _has_ended(client, start.id)
        found = await look()
        if found is not None:
            return found
    return None


async def _has_ended(client: Client, target: str) -> bool:
    try:
        async with asyncio.timeout(ANSWER_SECONDS):
            status = (await client.get_workflow_handle(target).describe()).status
    except RPCError as error:
        if is_away(error):
            return False
        raise
    return status is not WorkflowExecutionStatus.RUNNING


def _lost(commit_id: str) -> NoReturn:
    message = f"commit {commit_id!r} ended without an outcome and wrote nothing: send it again with a new key"
    raise CommitLost(message, commit_id=commit_id)


def _unheard(commit_id: str) -> Unavailable:
    message = (
        f"nothing was heard of commit {commit_id!r} in time, and it may still take effect: send the same request with "
        "the same Idempotency-Key again, or look at the commit"
    )
    return Unavailable(message, commit_id=commit_id)
