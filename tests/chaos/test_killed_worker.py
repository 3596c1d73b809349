"""Kill -9 of the worker before, at and after every write changes nothing of what a run ends with."""

import asyncio
import json
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine
from temporalio.api.enums.v1 import EventType
from temporalio.client import Client
from temporalio.testing import WorkflowEnvironment

from domain.canonical import canonical_json
from services.start_run import workflow_id
from storage.previews import PreviewRecord, load_preview
from storage.run_events import read_events
from storage.runs import RunRecord
from tests.forking import Forked
from tests.sample import stride
from tests.week import OWNER, Week, refine_request

ROOT = Path(__file__).parents[2]
POINTS = ("started", "before_write", "after_write")
# Each kill starts a worker anew, so some points are left out; all of them on demand.
_USUAL = {"composite": POINTS[2:], "task by task": POINTS[1:2]}
_ALL = stride(2) == 1

# What names a run differs between two runs; everything else of a preview must be the same to the byte.
VOLATILE = {"session", "run"}

REQUESTS = {
    "composite": "把第5周周四到周五的任务均匀分散到周一到周三",
    "task by task": "把第5周周五的任务都挪到周六",
}


class WorkerKeeper:
    """Starts the worker again whenever it has died; one that still lives at the end is killed too."""

    def __init__(self, *arguments: str, program: str = "killed_worker.py") -> None:
        self._arguments = arguments
        self._program = str(ROOT / "tests" / "chaos" / program)
        self.deaths = 0

    @asynccontextmanager
    async def kept(self) -> AsyncIterator["WorkerKeeper"]:
        keeping = asyncio.create_task(self._keep())
        try:
            yield self
        finally:
            keeping.cancel()
            await asyncio.gather(keeping, return_exceptions=True)

    async def _keep(self) -> None:
        with open(os.devnull, "r+b") as nothing:
            while self.deaths < 200:
                worker = await asyncio.to_thread(
                    Forked, self._program, self._arguments, os.environ, [nothing.fileno()] * 3
                )
                waiting = asyncio.create_task(asyncio.to_thread(worker.wait))
                try:
                    await asyncio.shield(waiting)
                except asyncio.CancelledError:
                    worker.kill()
                    await waiting
                    raise
                self.deaths += 1


def lasting(preview: PreviewRecord) -> str:
    body = {key: value for key, value in preview.body.items() if key not in VOLATILE}
    return canonical_json({"body": body, "state": json.loads(preview.state)})


async def history_attempts(client: Client, run: RunRecord) -> dict[int, int]:
    """The last attempt of each ledgered step, by step number, as the history has it."""
    events = [event async for event in client.get_workflow_handle(workflow_id(run)).fetch_history_events()]
    steps: dict[int, int] = {}
    for event in events:
        if event.event_type == EventType.EVENT_TYPE_ACTIVITY_TASK_SCHEDULED:
            payload = event.activity_task_scheduled_event_attributes.input.payloads[0]
            steps[event.event_id] = json.loads(payload.data)["step"]
    started = (
        e.activity_task_started_event_attributes for e in events if e.HasField("activity_task_started_event_attributes")
    )
    return {steps[attributes.scheduled_event_id]: attributes.attempt for attributes in started}


async def ledger_of(engine: AsyncEngine, run: RunRecord) -> list[tuple[Any, ...]]:
    query = text("select step, name, verdict, brief, state_hash, memory from steps where owner_id = :run order by step")
    async with engine.connect() as connection:
        return [tuple(row) for row in await connection.execute(query, {"run": run.id})]


async def events_of(engine: AsyncEngine, run: RunRecord) -> list[tuple[Any, ...]]:
    async with engine.connect() as connection:
        return [(e.seq, e.stage, e.detail, e.data) for e in await read_events(OWNER, connection, run.id)]


@pytest.mark.parametrize("name", REQUESTS)
async def test_a_run_survives_a_kill_at_every_point_of_every_step(
    name: str, database: str, temporal: WorkflowEnvironment, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A run of each request undisturbed, and runs whose worker is killed at each step, each at another point."""
    words, points = REQUESTS[name], POINTS if _ALL else _USUAL[name]
    monkeypatch.setattr("storage.runs.MOST_OPEN_RUNS", len(POINTS))
    orders, done = tmp_path / "orders", tmp_path / "done"
    orders.touch()
    done.touch()
    address = temporal.client.service_client.config.target_host
    arguments = (database, address, str(orders), str(done))
    async with Week.stored(database, temporal.client) as week:
        async with WorkerKeeper(*arguments).kept():
            sessions = [await week.planned_session() for _ in range(1 + len(points))]
            calm = await week.finished(await week.start(sessions[0], refine_request(words)))
        runs = {
            point: await week.reserve(session, refine_request(words))
            for point, session in zip(points, sessions[1:], strict=True)
        }
        orders.write_text("".join(f"{run.id} {point}\n" for point, run in runs.items()))
        async with WorkerKeeper(*arguments).kept() as keeper:
            await asyncio.gather(*(week.launch(run) for run in runs.values()))
            await asyncio.gather(*(week.finished(run) for run in runs.values()))

        expected_ledger, expected_events = await ledger_of(week.engine, calm), await events_of(week.engine, calm)
        assert keeper.deaths >= len(points) * len(expected_ledger)
        carried_out = done.read_text().splitlines()
        async with week.engine.connect() as connection:
            expected = lasting(await load_preview(OWNER, connection, calm.session_id, 2))
            for point, run in runs.items():
                assert lasting(await load_preview(OWNER, connection, run.session_id, 2)) == expected, point
        for point, run in runs.items():
            assert await ledger_of(week.engine, run) == expected_ledger, point
            assert await events_of(week.engine, run) == expected_events, point
            hits = {
                int(line.split()[1]) for line in carried_out if line.startswith(f"{run.id} ") and line.endswith(point)
            }
            assert hits == {row[0] for row in expected_ledger}, point
            attempts = await history_attempts(week.client, run)
            assert all(attempts[step] >= 2 for step in hits), (point, attempts)
