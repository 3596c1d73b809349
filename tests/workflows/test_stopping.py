"""A stop that arrives as a step completes is not lost."""

import asyncio
from contextlib import suppress
from typing import Any

import pytest
from temporalio.client import WorkflowFailureError, WorkflowHandle
from temporalio.testing import WorkflowEnvironment

from activities.ledger import Ledger, Point
from runtime.clock import now
from services.cancel_run import cancel_run
from services.start_run import workflow_id
from storage.engine import create_engine
from storage.runs import load_run
from tests.week import OWNER, Gate, Week, refine_request
from worker.build import Limits, working
from workflows.messages import RunInput, StepInput
from workflows.policies import RUN_QUEUE

MOVE = "把第5周周五的任务都挪到周六"


class LateStop:
    """A hook that waits for the stop in one node and then completes the step all the same."""

    def __init__(self) -> None:
        self.reached = asyncio.Event()

    async def __call__(self, point: Point, step: StepInput) -> None:
        if step.node == "slice" and point == "before_write":
            self.reached.set()
            with suppress(asyncio.CancelledError):
                await asyncio.Event().wait()


@pytest.mark.parametrize("cached", [500, 0], ids=["cached", "replayed at every step"])
@pytest.mark.parametrize(("limit", "code"), [(1800, "cancelled"), (1, "run_time_limit")])
async def test_a_step_that_completes_all_the_same_is_the_last(
    database: str, temporal: WorkflowEnvironment, cached: int, limit: int, code: str
) -> None:
    """Cancelled or out of time, the run ends for that reason, and no further step is started."""
    stop, engine = LateStop(), create_engine(database)
    async with (
        working(temporal.client, Ledger(engine, now, stop), Limits(cached_workflows=cached)),
        Week.stored(database, temporal.client) as week,
    ):
        session = await week.planned_session()
        run = await week.reserve(session, refine_request(MOVE))
        order = RunInput(OWNER, session, run.id, limit)
        handle = await week.client.start_workflow("RefineRun", order, id=workflow_id(run), task_queue=RUN_QUEUE)
        await asyncio.wait_for(stop.reached.wait(), 60)
        if code == "cancelled":
            await cancel_run(OWNER, week.engine, week.client, run.id, now())
        with pytest.raises(WorkflowFailureError):
            await week.finished(run)
        assert (await week.row(run)).outcome_code == code
        started = [
            event.activity_task_scheduled_event_attributes.activity_type.name
            for event in (await handle.fetch_history()).events
            if event.HasField("activity_task_scheduled_event_attributes")
        ]
    await engine.dispose()
    assert started == ["refine.context", "refine.contract", "refine.plan", "refine.slice", "run.close"]


async def test_a_cancel_while_the_run_is_being_closed_is_too_late(
    database: str, temporal: WorkflowEnvironment, gate: Gate
) -> None:
    """The row is closed all the same, and the session is free for the next run."""
    engine = create_engine(database)
    async with (
        working(temporal.client, Ledger(engine, now, gate)),
        Week.stored(database, temporal.client) as week,
    ):
        session = await week.planned_session()
        run = await week.reserve(session, refine_request(MOVE))
        gate.node = "slice"
        order = RunInput(OWNER, session, run.id, time_limit_seconds=1)
        handle = await week.client.start_workflow("RefineRun", order, id=workflow_id(run), task_queue=RUN_QUEUE)
        await asyncio.wait_for(gate.reached.wait(), 60)
        async with engine.begin() as connection:
            await load_run(OWNER, connection, run.id, lock=True)
            await closing(handle)
            await cancel_run(OWNER, week.engine, week.client, run.id, now())
            # Long enough for a cancel to reach the activity that waits for the row.
            with suppress(TimeoutError):
                await asyncio.wait_for(handle.result(), 3)
        with pytest.raises(WorkflowFailureError):
            await week.finished(run)
        assert (await week.row(run)).outcome_code == "run_time_limit"
    await engine.dispose()


async def closing(handle: WorkflowHandle[Any, Any]) -> None:
    """Wait until the workflow closes its row."""
    async for event in handle.fetch_history_events(wait_new_event=True):
        if event.activity_task_scheduled_event_attributes.activity_type.name == "run.close":
            return
