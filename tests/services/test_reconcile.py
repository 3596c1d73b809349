"""Rows of runs and their workflows are brought together again (rules EDGE-50 to EDGE-53)."""

import asyncio
import os
import signal
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import text
from temporalio import workflow
from temporalio.client import Client, WorkflowExecutionStatus, WorkflowFailureError
from temporalio.exceptions import ApplicationError
from temporalio.service import RPCError
from temporalio.testing import WorkflowEnvironment
from temporalio.worker import UnsandboxedWorkflowRunner, Worker

from activities.ledger import Ledger, Point
from runtime.clock import now
from runtime.embedded.temporal import TemporalServer
from services.open_session import open_session
from services.reconcile import Reconciled, _reconcile_page, reconcile, reconciling
from services.start_run import RunOrder, reserve_run, start_workflow, workflow_id
from storage.advisory_locks import RECONCILER, trying_lock
from storage.engine import create_engine
from storage.previews import load_preview
from storage.run_events import read_events
from storage.runs import RunRecord, open_runs
from storage.tables import steps
from tests.chaos.test_killed_worker import events_of, lasting, ledger_of
from tests.week import OWNER, Gate, Week, refine_request
from tests.wire import Wire
from worker.build import working
from workflows.connection import connect
from workflows.messages import StepInput

SPREAD = "把第5周周四到周五的任务均匀分散到周一到周三"


@pytest.fixture
async def week(database: str, temporal: WorkflowEnvironment) -> AsyncIterator[Week]:
    """The example week; a test that wants its runs worked on starts a worker."""
    async with Week.stored(database, temporal.client) as week:
        yield week
        async with week.engine.connect() as connection:
            query = "SELECT kind || ':' || session_id || ':' || id FROM runs"
            targets = [row[0] for row in await connection.execute(text(query))]
        # Nobody's worker shall find them later.
        for target in targets:
            with suppress(RPCError):
                await week.client.get_workflow_handle(target).terminate()


@asynccontextmanager
async def worked_on(week: Week, database: str, ledger_hook: "Gate | LateStep | None" = None) -> AsyncIterator[None]:
    engine = create_engine(database)
    async with working(week.client, Ledger(engine, now, ledger_hook or Gate())):
        yield
    await engine.dispose()


class LateStep:
    """A hook that holds a step, whoever cancels it, until it is let go."""

    def __init__(self, node: str) -> None:
        self.reached, self.let_go, self.went_on = asyncio.Event(), asyncio.Event(), asyncio.Event()
        self._node = node

    async def __call__(self, point: Point, step: StepInput) -> None:
        if (step.node, point) != (self._node, "before_write"):
            return
        self.reached.set()
        while not self.let_go.is_set():
            with suppress(asyncio.CancelledError):
                await self.let_go.wait()
        self.went_on.set()


async def reconciled(week: Week) -> Reconciled:
    """What the reconciler does a little later."""
    return await reconcile(week.engine, week.client, now() + timedelta(seconds=10))


async def reserve(week: Week) -> RunRecord:
    """A run in a new session, without its workflow."""
    async with week.engine.begin() as connection:
        return await reserve_run(OWNER, connection, RunOrder(None, week.request), now())


async def written(week: Week, run: RunRecord) -> tuple[list[str], int]:
    """The stages told and the number of steps done."""
    async with week.engine.connect() as connection:
        events = await read_events(OWNER, connection, run.id)
        query = text("SELECT count(*) FROM steps WHERE owner_id = :run")
        return [event.stage for event in events], (await connection.execute(query, {"run": run.id})).scalar_one()


async def status_of(week: Week, run: RunRecord) -> WorkflowExecutionStatus | None:
    return (await week.client.get_workflow_handle(workflow_id(run)).describe()).status


@pytest.mark.parametrize("node", ["context", "route", "save_preview"])
async def test_a_terminated_run_is_closed_and_its_late_step_writes_nothing(
    week: Week, database: str, node: str
) -> None:
    """Watchers are told why, and the session takes the next run."""
    late = LateStep(node)
    async with worked_on(week, database):
        session = await week.planned_session()
    async with worked_on(week, database, late):
        run = await week.start(session, refine_request(SPREAD))
        await asyncio.wait_for(late.reached.wait(), 60)
        stages, done = await written(week, run)
        await week.client.get_workflow_handle(workflow_id(run)).terminate("an operator's words")
        assert await reconciled(week) == Reconciled(closed=(run.id,))
        late.let_go.set()
        await asyncio.wait_for(late.went_on.wait(), 120)
    closed = await week.row(run)
    assert (closed.status, closed.outcome_code) == ("failed", "workflow_terminated")
    assert closed.outcome_detail == "the run was terminated in Temporal: start it again"
    assert await written(week, run) == ([*stages, "schedule_refine.run.failed"], done)
    async with week.engine.connect() as connection:
        last = text("SELECT step FROM run_events WHERE run_id = :run ORDER BY seq DESC LIMIT 1")
        assert (await connection.execute(last, {"run": run.id})).scalar_one() == done
    assert await reconciled(week) == Reconciled()
    async with worked_on(week, database):
        again = await week.finished(await week.start(session, refine_request(SPREAD)))
    assert again.status == "completed"


async def test_a_run_that_nobody_started_is_started_and_completes(week: Week, database: str) -> None:
    """But not one that is so young that its caller may still be about to."""
    run = await reserve(week)
    assert await reconcile(week.engine, week.client, now()) == Reconciled()
    assert await reconciled(week) == Reconciled(started=(run.id,))
    assert await reconciled(week) == Reconciled()
    async with worked_on(week, database):
        assert (await week.finished(run)).status == "completed"


async def test_a_run_that_goes_on_is_left_alone(week: Week, database: str) -> None:
    """And ends as if nobody had looked."""
    gate = Gate("place")
    async with worked_on(week, database, gate):
        run = await week.start((await open_session(OWNER, week.engine, now())).id, week.request)
        await asyncio.wait_for(gate.reached.wait(), 60)
        assert await reconciled(week) == Reconciled()
        gate.opened.set()
        assert (await week.finished(run)).status == "completed"
    assert await reconciled(week) == Reconciled()


@workflow.defn(name="Ends")
class Ends:
    """Ends as it is told to, without a look at any row."""

    @workflow.run
    async def run(self, how: str) -> None:
        if how == "failed":
            raise ApplicationError("on purpose", non_retryable=True)
        if how != "completed":
            await asyncio.Event().wait()


@pytest.mark.parametrize(
    ("how", "status", "code"),
    [
        ("completed", "failed", "workflow_ended"),
        ("failed", "failed", "workflow_ended"),
        ("cancelled", "cancelled", "workflow_ended"),
        ("out of time", "failed", "workflow_ended"),
        ("terminated", "failed", "workflow_terminated"),
    ],
)
async def test_a_run_is_closed_however_its_workflow_ended(week: Week, how: str, status: str, code: str) -> None:
    """With one event that says so, although no step was ever done."""
    run = await reserve(week)
    limit = timedelta(seconds=1) if how == "out of time" else None
    async with Worker(week.client, task_queue="ends", workflows=[Ends], workflow_runner=UnsandboxedWorkflowRunner()):
        handle = await week.client.start_workflow(
            Ends.run, how, id=workflow_id(run), task_queue="ends", run_timeout=limit
        )
        assert how in ("completed", "failed", "out of time") or await reconciled(week) == Reconciled()
        if how == "cancelled":
            await handle.cancel()
        if how == "terminated":
            await handle.terminate()
        with suppress(WorkflowFailureError):
            await handle.result()
    assert await reconciled(week) == Reconciled(closed=(run.id,))
    closed = await week.row(run)
    assert (closed.status, closed.outcome_code) == (status, code)
    assert closed.outcome_detail is not None
    assert how in closed.outcome_detail
    assert await written(week, run) == ([f"schedule_plan.run.{status}"], 0)


async def test_a_run_closed_meanwhile_keeps_its_ending(week: Week, database: str) -> None:
    """Between the look at the list and the look at the row it ended by itself."""
    run = await reserve(week)
    async with week.engine.connect() as connection:
        page = await open_runs(connection, now() + timedelta(seconds=10), "", 10)
    async with worked_on(week, database):
        await week.launch(run)
        ended = await week.finished(run)
    assert ended.status == "completed"
    assert await _reconcile_page(week.engine, week.client, page, now()) == Reconciled()
    assert not await start_workflow(OWNER, week.client, run)
    assert await week.row(run) == ended


async def test_one_process_reconciles_at_a_time(week: Week) -> None:
    """Another one does nothing meanwhile; a process that dies leaves the work to the next."""
    run = await reserve(week)
    async with trying_lock(week.engine, RECONCILER) as is_ours:
        assert is_ours
        assert await reconciled(week) == Reconciled()
        async with week.engine.connect() as connection:
            here = "(SELECT oid FROM pg_database WHERE datname = current_database())"
            holder = f"FROM pg_locks WHERE locktype = 'advisory' AND granted AND database = {here}"
            await connection.execute(text(f"SELECT pg_terminate_backend(pid) {holder}"))
        assert await reconciled(week) == Reconciled(started=(run.id,))
    assert await reconciled(week) == Reconciled()


async def test_two_reconcilers_do_each_thing_once(week: Week, monkeypatch: pytest.MonkeyPatch) -> None:
    """Under the lock one does everything; and even side by side, as when a lock is lost, nothing is done twice."""
    monkeypatch.setattr("storage.runs.MOST_OPEN_RUNS", 100)
    for at_once in ("locked", "side by side"):
        runs = [await reserve(week) for _ in range(6)]
        for run in runs[:3]:
            await week.launch(run)
            await week.client.get_workflow_handle(workflow_id(run)).terminate()
        if at_once == "locked":
            outcomes = list(await asyncio.gather(reconciled(week), reconciled(week)))
            assert Reconciled() in outcomes
        else:
            async with week.engine.connect() as connection:
                page = await open_runs(connection, now() + timedelta(seconds=10), runs[0].id[:-1], 10)
            outcomes = await asyncio.gather(*(_reconcile_page(week.engine, week.client, page, now()) for _ in range(4)))
        assert sorted(run_id for outcome in outcomes for run_id in outcome.closed) == [run.id for run in runs[:3]]
        assert sorted(run_id for outcome in outcomes for run_id in outcome.started) == [run.id for run in runs[3:]]
        for run in runs[:3]:
            assert await written(week, run) == (["schedule_plan.run.failed"], 0)


async def test_the_oldest_come_first_and_more_than_a_page_is_gone_through(
    week: Week, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever owns them."""
    monkeypatch.setattr("storage.runs.MOST_OPEN_RUNS", 100)
    runs = [await reserve(week) for _ in range(23)]
    assert (await reconciled(week)).started == tuple(run.id for run in runs)


async def test_a_run_that_cannot_be_closed_does_not_stop_the_others(
    week: Week, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is tried again the next time."""
    monkeypatch.setattr("storage.runs.MOST_OPEN_RUNS", 100)
    bad, terminated, lost = [await reserve(week) for _ in range(3)]
    for run in (bad, terminated):
        await week.launch(run)
        await week.client.get_workflow_handle(workflow_id(run)).terminate()
    step = {"name": "last", "argument_hash": "a" * 64, "memory": "", "state": "", "state_hash": "b" * 64}
    said = {"decided_by": "rules", "verdict": "", "brief": ""}
    async with week.engine.begin() as connection:
        row = steps.insert().values(user_id=OWNER, owner_kind="run", owner_id=bad.id, step=2**31 - 1, **step, **said)
        await connection.execute(row)
    assert await reconciled(week) == Reconciled(started=(lost.id,), closed=(terminated.id,))
    assert (await week.row(bad)).is_open
    async with week.engine.begin() as connection:
        await connection.execute(text("DELETE FROM steps"))
    assert await reconciled(week) == Reconciled(closed=(bad.id,))


async def test_nothing_is_done_while_temporal_or_its_namespace_is_missing(
    week: Week, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That a namespace does not know a run says nothing about the run."""
    run = await reserve(week)
    elsewhere = await Client.connect(week.client.service_client.config.target_host, namespace="nowhere")
    with pytest.raises(RPCError, match="nowhere"):
        await reconcile(week.engine, elsewhere, now() + timedelta(seconds=10))
    with socket.create_server(("127.0.0.1", 0)) as deaf, monkeypatch.context() as patched:
        patched.setattr("services.workflow_status.ANSWER_SECONDS", 0.5)
        away = await Client.connect("{}:{}".format(*deaf.getsockname()), lazy=True)
        with pytest.raises(TimeoutError):
            await reconcile(week.engine, away, now() + timedelta(seconds=10))
    assert await week.row(run) == run
    assert await reconciled(week) == Reconciled(started=(run.id,))


async def test_the_reconciler_goes_on_when_temporal_is_back(week: Week) -> None:
    """Until then it only says that it could not."""
    run = await reserve(week)
    target = week.client.service_client.config.target_host.split(":")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    client, looks = await Client.connect(f"127.0.0.1:{port}", lazy=True), asyncio.Semaphore(0)

    def clock() -> datetime:
        looks.release()
        return now() + timedelta(seconds=10)

    reconciler = asyncio.create_task(reconciling(week.engine, client, clock, every_seconds=0.1))
    for _ in range(3):
        await asyncio.wait_for(looks.acquire(), 120)
    assert await week.row(run) == run
    wire = Wire(partial(asyncio.open_connection, target[0], int(target[1])))
    async with await asyncio.start_server(wire.connect, "127.0.0.1", port):
        await started(week, run)
    reconciler.cancel()
    await asyncio.gather(reconciler, return_exceptions=True)
    await wire.cut()


async def started(week: Week, run: RunRecord) -> None:
    """Wait until the workflow of the run is there."""
    async with asyncio.timeout(120):
        while True:
            with suppress(RPCError):
                await week.client.get_workflow_handle(workflow_id(run)).describe()
                return
            await asyncio.sleep(0.05)


async def test_a_run_that_temporal_lost_ends_with_the_preview_it_would_have_had(database: str, tmp_path: Path) -> None:
    """Temporal is killed in the middle of a run and its database removed; what the ledger has stands."""
    server = TemporalServer(tmp_path, print, durable=False)
    await server.start()
    gate = Gate()
    client = await connect(server.address, "default", None)
    async with Week.stored(database, client) as week, worked_on(week, database, gate):
        calm_session, session = await week.planned_session(), await week.planned_session()
        calm = await week.finished(await week.start(calm_session, refine_request(SPREAD)))
        gate.node = "route"
        run = await week.start(session, refine_request(SPREAD))
        await asyncio.wait_for(gate.reached.wait(), 60)
        before = await ledger_of(week.engine, run)
        await lose(server)
        gate.opened.set()
        await server.start()
        assert await reconciled(week) == Reconciled(started=(run.id,))
        ended = await week.finished(run)
        assert (ended.status, ended.outcome_code) == (calm.status, calm.outcome_code)
        assert (await ledger_of(week.engine, run))[: len(before)] == before
        assert await ledger_of(week.engine, run) == await ledger_of(week.engine, calm)
        assert await events_of(week.engine, run) == await events_of(week.engine, calm)
        async with week.engine.connect() as connection:
            previews = [lasting(await load_preview(OWNER, connection, each, 2)) for each in (calm_session, session)]
        assert previews[0] == previews[1]
    await server.stop()


async def lose(server: TemporalServer) -> None:
    """Kill the server and remove what it knew."""
    assert server.pid is not None
    os.killpg(server.pid, signal.SIGKILL)
    await server.wait()
    for file in server.folder.glob("temporal.db*"):
        file.unlink()
