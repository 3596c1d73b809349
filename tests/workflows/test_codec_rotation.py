"""Keys of the codec change under running work, and nothing of it is lost (rule PROD-4)."""

import asyncio
import base64
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest
from temporalio.api.enums.v1 import EventType
from temporalio.client import Client
from temporalio.testing import WorkflowEnvironment

from activities.ledger import Ledger
from domain.errors import InvalidInput
from runtime.clock import now
from services.start_run import workflow_id
from storage.engine import create_engine
from storage.runs import RunRecord
from tests.payloads import sealed_payloads
from tests.week import Gate, Week, refine_request
from worker.build import working
from workflows.connection import connect

OLD, NEW = (f"{name}:{base64.b64encode(name.encode() * 16).decode()}" for name in ("k1", "k2"))
ROTATED = f"{NEW},{OLD}"
MOVE = "把第5周周五的任务都挪到周六"


class Rotation:
    """One database and one Temporal, reached with whichever keys a test names."""

    def __init__(self, database: str, temporal: WorkflowEnvironment) -> None:
        self.database = database
        self._plain = temporal.client

    async def client(self, keys: str) -> Client:
        return await connect(self._plain.service_client.config.target_host, self._plain.namespace, keys)

    @asynccontextmanager
    async def worker(self, keys: str, gate: Gate | None = None) -> AsyncIterator[Client]:
        client, engine = await self.client(keys), create_engine(self.database)
        ledger = Ledger(engine, now, gate) if gate else Ledger(engine, now)
        async with working(client, ledger):
            yield client
        await engine.dispose()

    async def key_ids(self, run: RunRecord) -> list[str]:
        """Ids of the keys of the run's payloads, in the order of its history, without repetitions."""
        events = [e async for e in self._plain.get_workflow_handle(workflow_id(run)).fetch_history_events()]
        ids = [p.metadata["encryption-key-id"].decode() for event in events for p in sealed_payloads(event)]
        return list(dict.fromkeys(ids))

    async def failed_task(self, run: RunRecord) -> None:
        """Return once a worker could not do a task of the run's workflow."""
        handle = self._plain.get_workflow_handle(workflow_id(run))
        async for event in handle.fetch_history_events(wait_new_event=True):
            if event.event_type == EventType.EVENT_TYPE_WORKFLOW_TASK_FAILED:
                return


@pytest.fixture
def rotation(database: str, temporal: WorkflowEnvironment) -> Rotation:
    """The session's Temporal and the test's own database."""
    return Rotation(database, temporal)


async def test_a_run_that_is_open_across_a_rotation_goes_on(rotation: Rotation) -> None:
    """Begun under the old key, ended under the new one; both stand in its history, and both can be read."""
    gate = Gate()
    async with rotation.worker(OLD, gate) as client, Week.stored(rotation.database, client) as week:
        session = await week.planned_session()
        gate.node = "slice"
        run = await week.start(session, refine_request(MOVE))
        await asyncio.wait_for(gate.reached.wait(), 60)
        # The step completes while the worker stops, and no other worker is there to take the next one.
        asyncio.get_running_loop().call_later(0.5, gate.opened.set)
    assert await rotation.key_ids(run) == ["k1"]
    async with rotation.worker(ROTATED) as client, Week.stored(rotation.database, client) as week:
        assert (await week.finished(run)).status == "completed"
    assert await rotation.key_ids(run) == ["k1", "k2"]


async def test_old_histories_stay_readable_and_new_ones_have_the_new_key(rotation: Rotation) -> None:
    """What the old key sealed opens while the key is kept; without it the error names the key."""
    async with rotation.worker(OLD) as client, Week.stored(rotation.database, client) as week:
        session = await week.planned_session()
        old = await week.start(session, refine_request(MOVE))
        await week.finished(old)
    async with rotation.worker(ROTATED) as client, Week.stored(rotation.database, client) as week:
        new = await week.start(session, refine_request("把第5周周六的任务都挪到周五"))
        await week.finished(new)
        assert await client.get_workflow_handle(workflow_id(old)).result()
    assert (await rotation.key_ids(old), await rotation.key_ids(new)) == (["k1"], ["k2"])
    alone = await rotation.client(NEW)
    assert await alone.get_workflow_handle(workflow_id(new)).result()
    with pytest.raises(InvalidInput, match="payload key 'k1' is unknown: add it to the codec keys"):
        await alone.get_workflow_handle(workflow_id(old)).result()


async def test_a_run_waits_for_a_key_that_was_removed_too_early(rotation: Rotation) -> None:
    """A worker without the old key fails the task, not the run; with the key back the run completes."""
    async with Week.stored(rotation.database, await rotation.client(OLD)) as week:
        async with rotation.worker(OLD):
            session = await week.planned_session()
        run = await week.start(session, refine_request(MOVE))
        async with rotation.worker(NEW):
            await asyncio.wait_for(rotation.failed_task(run), 60)
            assert (await week.row(run)).status == "queued"
        async with rotation.worker(ROTATED) as client:
            assert (await replace(week, client=client).finished(run)).status == "completed"
