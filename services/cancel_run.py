"""Cancel a run: its workflow ends the step at hand and closes the row."""

import asyncio
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncEngine
from temporalio.client import Client
from temporalio.service import RPCError

from domain.errors import Unavailable
from services.close_run import Ending, close_lost_run
from services.start_run import ANSWER_SECONDS, workflow_id
from storage.runs import RunRecord, load_run
from workflows.connection import OUTAGES, is_away, is_unknown_workflow

_CANCELLED = Ending("cancelled", "cancelled", "the run was cancelled")


async def cancel_run(owner: str, engine: AsyncEngine, client: Client, run_id: str, now: datetime) -> RunRecord:
    """Ask an open run to stop; a run that has ended is left as it is. The answer is the run as it was found.

    A run whose workflow was never started is closed at once; else the reconciler would start it after all (rule
    EDGE-54).

    Raises:
        NotFound: no such run of this owner.
        Unavailable: Temporal does not answer; nothing was changed.
    """
    async with engine.connect() as connection:
        run = await load_run(owner, connection, run_id)
    if not run.is_open or await _is_told(client, workflow_id(run)):
        return run
    return await close_lost_run(owner, engine, run_id, _CANCELLED, now) or run


async def _is_told(client: Client, target: str) -> bool:
    """Whether there is a workflow to be told; one that has ended takes it in silence."""
    try:
        async with asyncio.timeout(ANSWER_SECONDS):
            await client.get_workflow_handle(target).cancel()
    except OUTAGES as error:
        if isinstance(error, RPCError) and is_unknown_workflow(error):
            return False
        if is_away(error):
            raise Unavailable("Temporal does not answer, so the run was not told to stop: try again later") from error
        raise
    return True
