"""What a run is compared with: a workflow with as many activities that do nothing."""

import asyncio
import sys
from datetime import timedelta

from temporalio import activity, workflow
from temporalio.worker import Worker

from runtime.worker import run_until_signal
from workflows.connection import connect

QUEUE = "bench"


@activity.defn(name="bench.nothing")
async def nothing(number: int) -> int:
    """Hand the number back."""
    return number


@workflow.defn(name="BareWorkflow")
class BareWorkflow:
    """As many activities in a row as it is told, and nothing else."""

    @workflow.run
    async def run(self, activities: int) -> int:
        """The number of activities executed."""
        for number in range(activities):
            await workflow.execute_activity(nothing, number, start_to_close_timeout=timedelta(seconds=10))
        return activities


async def main(temporal_address: str) -> None:
    """Serve bare workflows until told to end."""
    client = await connect(temporal_address, "default", None)
    await run_until_signal([Worker(client, task_queue=QUEUE, workflows=[BareWorkflow], activities=[nothing])])


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
