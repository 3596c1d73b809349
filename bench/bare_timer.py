"""What a reminder is compared with: a workflow with a timer and as many activities that only read a clock."""

import asyncio
import time
from datetime import UTC, datetime, timedelta

from temporalio import activity, workflow

from bench.bare_workflow import QUEUE

_LIMIT = timedelta(seconds=10)


@activity.defn(name="bench.stamp")
async def stamp(_: int) -> float:
    """The seconds since 1970."""
    return time.time()


@workflow.defn(name="BareTimer")
class BareTimer:
    """An activity, a timer, an activity; then a child workflow with two."""

    @workflow.run
    async def run(self, due: float) -> tuple[float, float]:
        """How late the activity behind the timer was, and the last one of the child; seconds."""
        await workflow.execute_activity(stamp, 0, start_to_close_timeout=_LIMIT)
        left = datetime.fromtimestamp(due, UTC) - workflow.now()
        await asyncio.sleep(max(left.total_seconds(), 0))
        delivered = await workflow.execute_activity(stamp, 1, start_to_close_timeout=_LIMIT)
        child = f"{workflow.info().workflow_id}:turn"
        presented = await workflow.execute_child_workflow(BareTurn.run, id=child, task_queue=QUEUE)
        return delivered - due, presented - due


@workflow.defn(name="BareTurn")
class BareTurn:
    """Two activities."""

    @workflow.run
    async def run(self) -> float:
        """When the second one was executed."""
        await workflow.execute_activity(stamp, 2, start_to_close_timeout=_LIMIT)
        return await workflow.execute_activity(stamp, 3, start_to_close_timeout=_LIMIT)
