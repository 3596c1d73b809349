"""Cancelling runs that were never started, and while Temporal is away (rule EDGE-54)."""

import socket
from collections.abc import AsyncIterator

import pytest
from temporalio.client import Client
from temporalio.service import RPCError
from temporalio.testing import WorkflowEnvironment

from activities.ledger import Ledger
from domain.errors import Unavailable
from runtime.clock import now
from services.cancel_run import cancel_run
from services.open_session import open_session
from storage.engine import create_engine
from storage.run_events import read_events
from storage.runs import RunRecord
from tests.week import OWNER, Week
from worker.build import working


@pytest.fixture
async def week(database: str, temporal: WorkflowEnvironment) -> AsyncIterator[Week]:
    """The example week; a test that wants its runs worked on starts a worker."""
    async with Week.stored(database, temporal.client) as week:
        yield week


async def _reserve(week: Week) -> RunRecord:
    return await week.reserve((await open_session(OWNER, week.engine, now())).id, week.request)


async def _stages(week: Week, run: RunRecord) -> list[str]:
    async with week.engine.connect() as connection:
        return [event.stage for event in await read_events(OWNER, connection, run.id)]


async def test_a_run_that_was_never_started_is_closed_and_stays_closed(week: Week, database: str) -> None:
    """Also where its workflow is started after all: that one finds nothing to do."""
    run = await _reserve(week)
    cancelled = await cancel_run(OWNER, week.engine, week.client, run.id, now())
    assert (cancelled.status, cancelled.outcome_code) == ("cancelled", "cancelled")
    assert await cancel_run(OWNER, week.engine, week.client, run.id, now()) == cancelled
    engine = create_engine(database)
    async with working(week.client, Ledger(engine, now)):
        await week.launch(run)
        assert await week.finished(run) == cancelled
        assert (await week.finished(await week.start(run.session_id, week.request))).status == "completed"
    await engine.dispose()
    assert await _stages(week, run) == ["schedule_plan.run.cancelled"]


async def test_while_temporal_is_away_a_cancel_is_refused(week: Week, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing tells whether a workflow works on the run, so its row stays as it is; the same without the namespace."""
    run = await _reserve(week)
    with socket.create_server(("127.0.0.1", 0)) as deaf, monkeypatch.context() as patched:
        patched.setattr("services.cancel_run.ANSWER_SECONDS", 0.5)
        away = await Client.connect("{}:{}".format(*deaf.getsockname()), lazy=True)
        with pytest.raises(Unavailable, match="Temporal does not answer"):
            await cancel_run(OWNER, week.engine, away, run.id, now())
    elsewhere = await Client.connect(week.client.service_client.config.target_host, namespace="nowhere")
    with pytest.raises(RPCError, match="nowhere"):
        await cancel_run(OWNER, week.engine, elsewhere, run.id, now())
    assert await week.row(run) == run
