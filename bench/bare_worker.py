"""A worker process for bare workflows: ``python -m bench.bare_worker ADDRESS``."""

import asyncio
import sys

from temporalio.worker import Worker

from bench.bare_timer import BareTimer, BareTurn, stamp
from bench.bare_workflow import QUEUE, BareWorkflow, nothing
from runtime.worker_process import until_signal
from workflows.connection import connect


async def main(temporal_address: str) -> None:
    """Serve bare workflows until told to end."""
    client = await connect(temporal_address, "default", None)
    await until_signal(
        Worker(client, task_queue=QUEUE, workflows=[BareWorkflow, BareTimer, BareTurn], activities=[nothing, stamp])
    )


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
