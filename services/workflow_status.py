"""How a workflow stands, as Temporal says."""

import asyncio

from temporalio.client import Client, WorkflowExecutionStatus
from temporalio.service import RPCError

from services.start_run import ANSWER_SECONDS
from workflows.connection import is_unknown_workflow


async def status_of(client: Client, target: str) -> WorkflowExecutionStatus | None:
    """The status of a workflow; None where there is none of this id.

    Raises:
        RPCError: Temporal refused, or could not be reached; ``TimeoutError`` where it did not answer in time.
    """
    try:
        async with asyncio.timeout(ANSWER_SECONDS):
            return (await client.get_workflow_handle(target).describe()).status
    except RPCError as error:
        if is_unknown_workflow(error):
            return None
        raise
