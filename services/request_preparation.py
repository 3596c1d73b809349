"""Ask a preparation for other settings, or confirm what it recommends, and wait for the outcome (PREP-25, PREP-26)."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine
from temporalio.client import (
    Client,
    WithStartWorkflowOperation,
    WorkflowUpdateFailedError,
    WorkflowUpdateRPCTimeoutOrCancelledError,
)
from temporalio.common import WorkflowIDConflictPolicy, WorkflowIDReusePolicy
from temporalio.exceptions import ApplicationError, WorkflowAlreadyStartedError
from temporalio.service import RPCError

from domain.errors import DaywrightError, Unavailable
from domain.preparation.errors import NothingToConfirm, PreparationEnded, PreparationNotFound, SnapshotInvalid
from domain.preparation.life import check_confirmable
from domain.preparation.values import Value
from services.once import id_once
from services.preparation_steps import Standing
from services.record_word import adjustment
from services.start_preparation import WORKFLOW, attributes_of
from services.ulids import ascending_ulids
from storage.idempotency import add_to_answer, load_answer
from storage.preparations import PreparationRecord, load_preparation
from workflows.connection import OUTAGES, is_away, is_without_worker
from workflows.policies import COMMIT_TASK_TIMEOUT, RUN_QUEUE
from workflows.preparation_messages import (
    ADJUST_UPDATE,
    CONFIRM_UPDATE,
    AdjustOrder,
    ConfirmOrder,
    PreparationAnswer,
    PreparationInput,
    preparation_workflow_id,
)

_KINDS: Final[dict[str, type[DaywrightError]]] = {
    kind.code: kind for kind in (NothingToConfirm, PreparationEnded, PreparationNotFound, SnapshotInvalid)
}
# What is away raises; a call that ran out of its time has a class of its own.
_UNHEARD: Final[tuple[type[Exception], ...]] = (WorkflowUpdateRPCTimeoutOrCancelledError, *OUTAGES)

_PAUSE_SECONDS: Final = 0.3


@dataclass(frozen=True, slots=True)
class PreparationDesk:
    """What asking a preparation works with.

    Attributes:
        wait_seconds: how long a caller waits for the outcome.
    """

    engine: AsyncEngine
    client: Client
    wait_seconds: float


@dataclass(frozen=True, slots=True)
class Word:
    """What a person says of a preparation.

    Attributes:
        operator_id: the person.
        at: when it is said.
        key: the same key with the same word is done once.
    """

    operator_id: str
    at: datetime
    key: str | None = None


async def request_adjustment(
    owner: str, desk: PreparationDesk, preparation_id: str, values: dict[str, object], word: Word
) -> int:
    """Let a room have other settings; the place of the row that was recorded.

    Raises:
        PreparationNotFound: this owner has no such preparation.
        PreparationEnded: its meeting is over or was called off.
        SnapshotInvalid: a value is not of its key's range.
        IdempotencyKeyReused, InvalidInput: the key came with another word before, or is none.
        Unavailable: nothing was heard in time; it may still take effect.
    """
    plain: dict[str, Value] = {}

    def check(record: PreparationRecord) -> None:
        plain.update(adjustment(Standing(record, (), word.at), word.operator_id, values).values)

    body = {"preparation": preparation_id, "values": values}
    request = await _reserved(owner, desk, "adjust_preparation", body, word, check)
    order = AdjustOrder(request.id, word.operator_id, plain)
    return request.seq or await _asked(owner, desk, request, ADJUST_UPDATE, order)


async def request_confirmation(owner: str, desk: PreparationDesk, preparation_id: str, word: Word) -> int:
    """Let what was recommended be executed; the place of the row that was recorded.

    Raises:
        PreparationNotFound: this owner has no such preparation.
        PreparationEnded, NothingToConfirm: no word is waited for.
        IdempotencyKeyReused, InvalidInput: the key came with another word before, or is none.
        Unavailable: nothing was heard in time; it may still take effect.
    """

    def check(record: PreparationRecord) -> None:
        check_confirmable(word.at, record.times, record.status)

    request = await _reserved(owner, desk, "confirm_preparation", {"preparation": preparation_id}, word, check)
    order = ConfirmOrder(request.id, word.operator_id)
    return request.seq or await _asked(owner, desk, request, CONFIRM_UPDATE, order)


@dataclass(frozen=True, slots=True)
class _Request:
    """One order: its id, of which preparation, how its key is remembered, and the row that it made already."""

    id: str
    preparation_id: str
    operation: str
    key: str | None
    seq: int


async def _reserved(
    owner: str,
    desk: PreparationDesk,
    operation: str,
    body: dict[str, Any],
    word: Word,
    check: Callable[[PreparationRecord], None],
) -> _Request:
    """The order that the word stands for; what cannot be is refused before anybody is asked."""
    [new_id] = ascending_ulids(1)
    preparation_id: str = body["preparation"]
    async with desk.engine.begin() as conn:
        record = await load_preparation(owner, conn, preparation_id)
        request_id = await id_once(owner, conn, operation, word.key, body, new_id)
        seq = 0 if request_id == new_id else await _seq(owner, conn, operation, word.key)
        if not seq:
            check(record)
    return _Request(request_id, preparation_id, operation, word.key, seq)


async def _seq(owner: str, conn: AsyncConnection, operation: str, key: str | None) -> int:
    return int((await load_answer(owner, conn, operation, key or "")).get("seq", 0))


async def _asked(
    owner: str, desk: PreparationDesk, request: _Request, update: str, order: AdjustOrder | ConfirmOrder
) -> int:
    try:
        # The client tries a call again for ten seconds, whatever the time-out of the call itself is.
        async with asyncio.timeout(desk.wait_seconds):
            answer = await _answered(owner, desk.client, request, update, order)
    except WorkflowUpdateFailedError as error:
        raise _refusal(error.cause) from None
    except WorkflowAlreadyStartedError:
        # It ran to its end since the preparation was read.
        raise PreparationEnded("the preparation is over: nothing of it can be changed; make a new one") from None
    except _UNHEARD as error:
        if not (isinstance(error, WorkflowUpdateRPCTimeoutOrCancelledError) or is_away(error)):
            raise
        raise _unheard(request.preparation_id) from error
    if answer.code:
        raise _KINDS.get(answer.code, DaywrightError)(answer.message)
    if request.key is not None:
        async with desk.engine.begin() as conn:
            await add_to_answer(owner, conn, request.operation, request.key, {"seq": answer.seq})
    return answer.seq


async def _answered(
    owner: str, client: Client, request: _Request, update: str, order: AdjustOrder | ConfirmOrder
) -> PreparationAnswer:
    """What the workflow answers, once it can be asked."""
    while True:
        try:
            return await _answer(owner, client, request, update, order)
        except RPCError as error:
            if not is_without_worker(error):
                raise
        await asyncio.sleep(_PAUSE_SECONDS)


async def _answer(
    owner: str, client: Client, request: _Request, update: str, order: AdjustOrder | ConfirmOrder
) -> PreparationAnswer:
    """What the workflow answers, which is started where it is missing; asked again it is the same answer."""
    start: WithStartWorkflowOperation[Any, Any] = WithStartWorkflowOperation(
        WORKFLOW,
        PreparationInput(owner, request.preparation_id),
        id=preparation_workflow_id(request.preparation_id),
        task_queue=RUN_QUEUE,
        task_timeout=COMMIT_TASK_TIMEOUT,
        id_conflict_policy=WorkflowIDConflictPolicy.USE_EXISTING,
        id_reuse_policy=WorkflowIDReusePolicy.REJECT_DUPLICATE,
        search_attributes=attributes_of(owner),
        static_summary=f"preparation {request.preparation_id}",
    )
    answer: PreparationAnswer = await client.execute_update_with_start_workflow(
        update, order, start_workflow_operation=start, id=request.id, result_type=PreparationAnswer
    )
    return answer


def _refusal(cause: BaseException | None) -> DaywrightError:
    """The error of the domain that an activity of the workflow raised."""
    while cause is not None:
        if isinstance(cause, ApplicationError) and cause.type in _KINDS:
            return _KINDS[cause.type](cause.message)
        cause = cause.__cause__
    return Unavailable("the preparation cannot be changed just now: try again in a moment")


def _unheard(preparation_id: str) -> Unavailable:
    return Unavailable(
        f"nothing was heard of preparation {preparation_id!r} in time, and it may still take effect: send the same "
        "request with the same Idempotency-Key again, or look at the preparation",
        preparation_id=preparation_id,
    )
