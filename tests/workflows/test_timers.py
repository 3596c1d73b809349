"""Time limits count work and not waits (rule PAUSE-5)."""

import asyncio
import uuid
from datetime import timedelta
from random import Random

from temporalio import workflow
from temporalio.testing import WorkflowEnvironment
from temporalio.worker import Worker

from workflows import timers

LIMIT = 100
"""Seconds of work that each case may take."""


@workflow.defn
class Cases:
    """Plays cases one after another: each is seconds of work and of waits, in turn."""

    @workflow.run
    async def run(self, cases: list[list[int]]) -> list[tuple[bool, float]]:
        """Of each case whether it came to its end, and how long that took."""
        return [await self._play(case) for case in cases]

    async def _play(self, case: list[int]) -> tuple[bool, float]:
        begun, watch = workflow.now(), timers.Stopwatch()
        try:
            await timers.within(timedelta(seconds=LIMIT), self._parts(case, watch), "limit", watch)
        except TimeoutError:
            return False, (workflow.now() - begun).total_seconds()
        return True, (workflow.now() - begun).total_seconds()

    async def _parts(self, case: list[int], watch: timers.Stopwatch) -> None:
        for number, seconds in enumerate(case):
            if number % 2 == 0:
                await timers.sleep(timedelta(seconds=seconds), "work")
            else:
                watch.stop()
                await timers.until(lambda: False, timedelta(seconds=seconds), "wait")
                watch.go_on()


def expected(case: list[int]) -> tuple[bool, int]:
    """The same by arithmetic."""
    worked = waited = 0
    for number, seconds in enumerate(case):
        if number % 2:
            waited += seconds
        elif worked + seconds > LIMIT:
            return False, LIMIT + waited
        else:
            worked += seconds
    return True, worked + waited


async def test_a_limit_counts_work_and_no_wait(temporal: WorkflowEnvironment) -> None:
    """Whether waits are shorter or longer than the limit, over when it would have ended, or several."""
    random = Random(7)
    # Never within a second of the limit: what is at the same time has no order.
    drawn = [[random.choice((7, 23, 41, 67, 89, 151, 1009)) for _ in range(random.randint(1, 6))] for _ in range(30)]
    cases = [[50], [150], [60, 1000, 30], [60, 1000, 50], [10, 20, 95], [60, 10, 30, 3000, 20], [30, 60, 30], *drawn]
    name = f"timers-{uuid.uuid4().hex}"
    async with Worker(temporal.client, task_queue=name, workflows=[Cases]):
        handle = await temporal.client.start_workflow(Cases.run, cases, id=name, task_queue=name)
        await temporal.fast_forward(handle)
        played = await asyncio.wait_for(handle.result(), 60)
    rounded = [(done, round(seconds / 10)) for done, seconds in played]
    assert rounded == [(done, round(seconds / 10)) for done, seconds in map(expected, cases)]
    assert {done for done, _ in played} == {True, False}
