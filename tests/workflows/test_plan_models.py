"""Plan runs whose placement a model adjusts, and what they lose when it behaves badly (rules PLAN-24 to PLAN-26)."""

from collections.abc import AsyncIterator, Iterator

import pytest
from temporalio.testing import WorkflowEnvironment

from domain.plan.memory import PlanMemory, PlanReact
from domain.preview.body import PreviewBody
from domain.schedule.invariants import breaches
from domain.schedule.state import ScheduleState
from runtime.clock import now
from services.open_session import open_session
from storage.previews import latest_preview
from storage.run_events import RunEvent, read_events
from storage.runs import RunRecord
from tests.chaos.test_killed_worker import ledger_of
from tests.model_server.adjusting import adjusting
from tests.model_server.diligent import THOUGHT
from tests.model_server.server import ModelServer
from tests.week import OWNER, Week
from tests.workflows.asking import asking_week, endpoint

PREFIX = "schedule_plan."


@pytest.fixture
def server() -> Iterator[ModelServer]:
    """A model that adjusts what was placed."""
    with ModelServer(adjusting) as server:
        yield server


@pytest.fixture
async def week(database: str, temporal: WorkflowEnvironment, server: ModelServer) -> AsyncIterator[Week]:
    """The week with a worker that asks it, for ten seconds a round at most."""
    react = PlanReact(enabled=True, round_seconds=10)
    async with asking_week(database, temporal.client, endpoint(server), plan_react=react, cached=0) as week:
        yield week


async def planned(week: Week) -> RunRecord:
    session = await open_session(OWNER, week.engine, now())
    run = await week.finished(await week.start(session.id, week.request))
    assert (run.status, run.outcome_code) == ("completed", "completed"), run
    return run


async def told(week: Week, run: RunRecord) -> list[RunEvent]:
    async with week.engine.connect() as connection:
        return await read_events(OWNER, connection, run.id)


async def plan_of(week: Week, run: RunRecord) -> tuple[PreviewBody, ScheduleState]:
    async with week.engine.connect() as connection:
        preview = await latest_preview(OWNER, connection, run.session_id)
    assert preview is not None
    state = ScheduleState.model_validate_json(preview.state)
    assert breaches(state) == ()
    return PreviewBody.model_validate(preview.body), state


async def ending(week: Week, run: RunRecord) -> str:
    memory = PlanMemory.model_validate_json((await ledger_of(week.engine, run))[-1][5])
    return str(memory.react.ended)


async def test_a_model_adjusts_in_rounds_and_only_what_is_legal_is_kept(week: Week, server: ModelServer) -> None:
    """Each round is asked, told and counted; the second move breaks the order of its class and is not taken."""
    run = await planned(week)
    names = [row[1] for row in await ledger_of(week.engine, run)]
    assert names == ["analyze", "place", *["ask.react", "react"] * 3, "save_preview"]
    events = await told(week, run)
    react = [event.stage.removeprefix(PREFIX) for event in events if ".react." in event.stage]
    assert react == ["react.round", "react.tool_call", "react.round", "react.tool_call", "react.round", "react.done"]
    taken = [event.data["ok"] for event in events if event.stage.endswith("tool_call")]
    assert taken == [True, False]
    assert "".join(e.data["text"] for e in events if e.stage == f"{PREFIX}reasoning") == THOUGHT * 3
    body, _state = await plan_of(week, run)
    assert [change.decided_by for change in body.diff.previous].count("model") == 1
    assert "共移动 1 项" in (run.outcome_detail or "")
    assert {asked.name for asked in server.requests} == {"plan_react"}


FAULTS = {"prose": "unreadable", "cut_json": "unreadable", "status_401": "refused", "hang": "away"}


async def test_whatever_a_model_does_the_last_legal_arrangement_stands(week: Week, server: ModelServer) -> None:
    """The round ends it; each run completes with the placement, and says why."""
    for fault, how in FAULTS.items():
        server.well_behaved(adjusting)
        server.misbehave(fault, times=None)
        run = await planned(week)
        assert await ending(week, run) == how
        assert "保留到此为止的合法安排，共移动 0 项" in (run.outcome_detail or "")
        await plan_of(week, run)
