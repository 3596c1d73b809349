"""See to it that the workflow of a preparation runs, and knows when its preparation was changed (rule PREP-22)."""

import asyncio

import structlog
from temporalio.client import Client
from temporalio.common import (
    SearchAttributePair,
    TypedSearchAttributes,
    WorkflowIDConflictPolicy,
    WorkflowIDReusePolicy,
)
from temporalio.exceptions import WorkflowAlreadyStartedError
from temporalio.service import RPCError

from services.start_run import ANSWER_SECONDS
from workflows import attributes
from workflows.connection import OUTAGES, is_away, is_unknown_workflow
from workflows.policies import COMMIT_TASK_TIMEOUT, RUN_QUEUE
from workflows.preparation_messages import CHANGED_SIGNAL, PreparationInput, preparation_workflow_id

WORKFLOW = "MeetingPreparation"

_log = structlog.get_logger()


def attributes_of(owner: str) -> TypedSearchAttributes:
    """How operators find the preparations of a user."""
    return TypedSearchAttributes([SearchAttributePair(attributes.USER, owner)])


async def start_preparation(owner: str, client: Client, preparation_id: str) -> bool:
    """Start the workflow of a preparation's row; False for one that was started before, which is left alone.

    Raises:
        RPCError: Temporal refused, or could not be reached; another of ``OUTAGES`` where it did not answer in time.
    """
    try:
        # The client tries a call again for ten seconds, whatever the time-out of the call itself is.
        async with asyncio.timeout(ANSWER_SECONDS):
            await client.start_workflow(
                WORKFLOW,
                PreparationInput(owner, preparation_id),
                id=preparation_workflow_id(preparation_id),
                task_queue=RUN_QUEUE,
                task_timeout=COMMIT_TASK_TIMEOUT,
                id_reuse_policy=WorkflowIDReusePolicy.REJECT_DUPLICATE,
                id_conflict_policy=WorkflowIDConflictPolicy.FAIL,
                search_attributes=attributes_of(owner),
                static_summary=f"preparation {preparation_id}",
            )
    except WorkflowAlreadyStartedError:
        return False
    return True


async def launch_preparation(owner: str, client: Client, preparation_id: str) -> None:
    """Start the workflow; where Temporal is away the reconciler does it later."""
    try:
        await start_preparation(owner, client, preparation_id)
    except OUTAGES as error:
        if not is_away(error):
            raise
        _log.warning("preparation waits for Temporal", preparation=preparation_id, reason=_reason(error))


async def tell_changed(client: Client, preparation_id: str) -> None:
    """Let the workflow read its preparation again; one that cannot be told looks by itself before each step."""
    handle = client.get_workflow_handle(preparation_workflow_id(preparation_id))
    try:
        async with asyncio.timeout(ANSWER_SECONDS):
            await handle.signal(CHANGED_SIGNAL)
    except OUTAGES as error:
        is_over = isinstance(error, RPCError) and is_unknown_workflow(error)
        if not (is_over or is_away(error)):
            raise
        _log.info("preparation not told", preparation=preparation_id, reason=_reason(error))


def _reason(error: Exception) -> str:
    return str(error) or "no answer in time"
