"""The elapsed time of a run as a multiple of a bare workflow's with as many empty activities, measured turn about."""

import asyncio
import os
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from pathlib import Path

from temporalio.client import Client
from ulid import ULID

from bench.bare_workflow import QUEUE, BareWorkflow
from bench.report import BenchRow, at_most
from runtime.embedded.program import Program
from runtime.embedded.stack import running_stack
from runtime.settings import Settings
from services.start_run import workflow_id
from storage.migrate import upgrade
from storage.runs import RunRecord
from tests.week import Week, refine_request
from workflows.connection import connect

ROUNDS = 15
REQUESTS = {
    "refine run, composite": "把第5周周四到周五的任务均匀分散到周一到周三",
    "refine run, task by task": "把第5周周五的任务都挪到周六",
}


def rows() -> list[BenchRow]:
    """Measure on a stack of its own."""
    return asyncio.run(_measured())


async def _measured() -> list[BenchRow]:
    settings = Settings().model_copy(update={"database_url": None, "temporal_address": None})
    async with running_stack(settings, upgrade, ephemeral=True) as stack:
        client = await connect(stack.temporal_address, "default", None)
        async with bare_worker(stack.temporal_address), Week.stored(stack.database_url, client) as week:
            return [await _row(name, week, words) for name, words in REQUESTS.items()]


@asynccontextmanager
async def bare_worker(address: str) -> AsyncIterator[None]:
    """A worker for bare workflows, while the body runs."""
    with tempfile.TemporaryDirectory() as folder:
        worker = Program(
            "The bare worker",
            (sys.executable, "-m", "bench.bare_worker", address),
            os.environ,
            Path(folder) / "bare.log",
        )
        await worker.start()
        try:
            yield
        finally:
            await worker.stop()


async def _row(name: str, week: Week, words: str) -> BenchRow:
    sessions = [await week.planned_session() for _ in range(ROUNDS + 1)]
    activities = await _activities(week.client, await _refined(week, sessions.pop(), words))
    ours, bare = [], []
    for session in sessions:
        ours.append(await _elapsed(_refined(week, session, words)))
        bare.append(await _elapsed(_bare(week.client, activities)))
    ratio = statistics.median(ours) / statistics.median(bare)
    label = f"{name}, {activities} activities: elapsed to a bare workflow"
    return at_most(label, ratio, "x", 1.5)


async def _elapsed(work: Awaitable[object]) -> float:
    begin = time.perf_counter()
    await work
    return time.perf_counter() - begin


async def _refined(week: Week, session: str, words: str) -> RunRecord:
    return await week.finished(await week.start(session, refine_request(words)))


async def _activities(client: Client, run: RunRecord) -> int:
    history = await client.get_workflow_handle(workflow_id(run)).fetch_history()
    return sum(event.HasField("activity_task_scheduled_event_attributes") for event in history.events)


async def _bare(client: Client, activities: int) -> None:
    await client.execute_workflow(BareWorkflow.run, activities, id=f"bare:{ULID()}", task_queue=QUEUE)
