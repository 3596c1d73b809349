"""A run stays far below the size at which Temporal ends a workflow."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text
from temporalio.testing import WorkflowEnvironment

from activities.ledger import Ledger
from activities.models.client import ModelClients
from runtime.clock import now
from services.start_run import workflow_id
from storage.engine import create_engine
from tests.model_server.diligent import diligent
from tests.model_server.server import ModelServer
from tests.week import EXAMPLES, Week, refine_request
from tests.workflows.asking import LOOPBACK, UNTOUCHED, endpoint
from worker.build import Limits, working

TASKS = 20
MOST_EVENTS = 400
MOST_BYTES = 200_000


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer(diligent) as server:
        yield server


def task_list(folder: Path) -> Path:
    """Twenty short tasks that a first plan puts into the first of two weeks."""
    tasks = json.loads((EXAMPLES / "tasks.json").read_text())
    tasks["window"]["last"] = {"week": 6, "day_of_week": 7}
    items = [f"第{number}章" for number in range(1, TASKS + 1)]
    tasks["classes"] = [{"name": "概率论", "total_slots": TASKS, "strategy": "rapid", "items": items}]
    path = folder / "tasks.json"
    path.write_text(json.dumps(tasks))
    return path


@pytest.mark.parametrize("asks", [False, True], ids=["by the policy", "by a model"])
async def test_twenty_tool_steps_fit_into_400_events_and_200_kilobytes(
    asks: bool, database: str, temporal: WorkflowEnvironment, tmp_path: Path, server: ModelServer
) -> None:
    """Twenty tasks are moved to another week one by one, a round and a tool call each, also where a model is asked."""
    models = ModelClients([endpoint(server)] if asks else [], LOOPBACK)
    files = ("timetable.ics", str(task_list(tmp_path)))
    engine = create_engine(database)
    async with (
        working(temporal.client, Ledger(engine, now), Limits(plan_react=UNTOUCHED), models),
        Week.stored(database, temporal.client, files) as week,
    ):
        session = await week.planned_session()
        run = await week.finished(await week.start(session, refine_request("把第5周的任务都挪到第6周")))
        history = await week.client.get_workflow_handle(workflow_id(run)).fetch_history()
    moved = text("select count(*) from steps where owner_id = :run and tool = 'move' and result ->> 'ok' = 'true'")
    async with engine.connect() as connection:
        moves = (await connection.execute(moved, {"run": run.id})).scalar_one()
    await engine.dispose()
    assert (run.status, run.outcome_code) == ("completed", "completed")
    assert moves == TASKS
    assert len(server.requests) >= TASKS * asks
    assert len(history.events) < MOST_EVENTS
    assert sum(event.ByteSize() for event in history.events) < MOST_BYTES
