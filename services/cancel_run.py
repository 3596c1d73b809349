"""Cancel a run: its workflow ends the step at hand and closes the row."""

from sqlalchemy.ext.asyncio import AsyncEngine
from temporalio.client import Client
from temporalio.service import RPCError, RPCStatusCode

from services.start_run import workflow_id
from storage.runs import RunRecord, load_run


async def cancel_run(owner: str, engine: AsyncEngine, client: Client, run_id: str) -> RunRecord:
    """Ask an open run to stop; a run that has ended is left as it is. The answer is the run as it was found.

    Raises:
        NotFound: no such run of this owner.
    """
    async with engine.connect() as connection:
        run = await load_run(owner, connection, run_id)
    if run.is_open:
        await _cancel(client, workflow_id(run))
    return run


async def _cancel(client: Client, target: str) -> None:
    try:
        await client.get_workflow_handle(target).cancel()
    except RPCError as error:
        # It ended between the look at its row and the request.
        if error.status is not RPCStatusCode.NOT_FOUND:
            raise
