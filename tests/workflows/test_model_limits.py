"""What a model can cost a run, and what of an endpoint's secrets a run may keep (rules RUN-13 and MODEL-19)."""

import json
from collections.abc import Iterator

import pytest
from pydantic import SecretStr
from sqlalchemy import text
from temporalio.testing import WorkflowEnvironment

from domain.models.patience import Patience
from tests.model_server.diligent import diligent
from tests.model_server.exchange import Asked, Said
from tests.model_server.server import ModelServer
from tests.week import Week, refine_request
from tests.workflows.asking import MOVE, asking_week, endpoint, refined

HASTY = Patience(seconds=0.4, first_pause=0.02, first_quiet=0.3, shortest_call=0.2)
KEY = "sk-never-to-be-seen"


@pytest.fixture
def server() -> Iterator[ModelServer]:
    """A model that does as it is told, until it is told otherwise."""
    with ModelServer(diligent) as server:
        yield server


async def test_an_endpoint_that_hangs_costs_the_patience_of_the_run_and_no_call_more(
    database: str, temporal: WorkflowEnvironment, server: ModelServer
) -> None:
    """However long a call may take: the first is cut at the patience, each later one is a short try."""
    server.misbehave("hang", times=None)
    async with asking_week(database, temporal.client, endpoint(server, call_seconds=600), patience=HASTY) as week:
        outcome = await refined(week)
    outcome.assert_sound()
    assert outcome.trace.deciders.get("model") is None
    calls = [call for entry in outcome.trace.entries for call in entry.calls]
    assert {call.outcome for call in calls} == {"out_of_patience"}
    assert "DAYWRIGHT_MODEL_PATIENCE_SECONDS" in calls[0].problem
    per_step = [len(entry.calls) for entry in outcome.trace.entries if entry.calls]
    assert per_step == [1] * len(per_step)
    granted = HASTY.seconds + (len(calls) - 1) * HASTY.shortest_call
    # A busy machine may notice each limit late.
    assert sum(call.seconds + call.wait_seconds for call in calls) < granted + len(calls)


def _echoing(asked: Asked) -> Said:
    """The diligent answer with the key of the request in every text that it may choose."""
    key = asked.headers["authorization"]
    answer = json.loads(diligent(asked).content or "")
    for name in ("strategy", "decision", "goal_check", "reason"):
        answer |= {name: f"用 {key}"} if name in answer else {}
    if "steps" in answer:
        answer["steps"] = [f"{key} {step}" for step in answer["steps"]]
    if "sentences" in answer:
        answer["sentences"] = [f"{sentence}（{key}）" for sentence in answer["sentences"]]
    return Said(json.dumps(answer, ensure_ascii=False), reasoning=f"让我看看 {key}，然后 " * 3)


async def test_a_key_that_an_endpoint_gives_back_stands_in_no_row(
    database: str, temporal: WorkflowEnvironment, server: ModelServer, capfd: pytest.CaptureFixture[str]
) -> None:
    """Neither in the trace, the steps, the events, the preview or a history, nor in what the process writes."""
    server.well_behaved(_echoing)
    server.misbehave("status_503", when=lambda asked: asked.name == "plan")
    async with asking_week(database, temporal.client, endpoint(server, key=SecretStr(KEY))) as week:
        run = await week.finished(await week.start(await week.planned_session(), refine_request(MOVE)))
        rows = await _rows(week)
        history = await week.client.get_workflow_handle(f"refine:{run.session_id}:{run.id}").fetch_history()
    assert {asked.headers["authorization"] for asked in server.requests} == {f"Bearer {KEY}"}
    assert "Bearer [key]" in rows
    for kept in (rows, history.to_json(), *capfd.readouterr()):
        assert KEY not in kept


async def _rows(week: Week) -> str:
    """Every row of the database as text."""
    async with week.engine.connect() as connection:
        names = await connection.scalars(text("select tablename from pg_tables where schemaname = 'public'"))
        tables = [await connection.scalars(text(f'select t::text from "{name}" t')) for name in names]
    return "\n".join(row for table in tables for row in table)
