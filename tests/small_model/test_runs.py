"""Refine runs whose every question goes to a model that understands none of them."""

from collections.abc import AsyncIterator

import pytest
from temporalio.testing import WorkflowEnvironment

from activities.ledger import Ledger
from activities.models.client import ModelClients
from domain.models.endpoint import Endpoint
from domain.schedule.invariants import breaches
from domain.schedule.state import ScheduleState
from runtime.clock import now
from storage.engine import create_engine
from storage.model_calls import ModelCall, read_model_calls
from storage.previews import latest_preview
from tests.week import OWNER, Week, refine_request
from worker.build import working

LOOPBACK = frozenset({"127.0.0.1"})
WORDS = ("把第5周周四到周五的任务均匀分散到周一到周三", "把第5周周五的任务都挪到周六", "第5周太满了，帮我松快一点")


@pytest.fixture
async def week(database: str, temporal: WorkflowEnvironment, small_model: Endpoint) -> AsyncIterator[Week]:
    engine = create_engine(database)
    models = ModelClients([small_model], LOOPBACK)
    async with (
        working(temporal.client, Ledger(engine, now), models=models),
        Week.stored(database, temporal.client) as week,
    ):
        yield week
    await engine.dispose()


async def _calls(week: Week, run_id: str) -> list[ModelCall]:
    async with week.engine.connect() as connection:
        return await read_model_calls(OWNER, connection, "run", run_id)


async def test_nonsense_in_good_form_leaves_a_sound_plan_within_the_budgets(week: Week) -> None:
    """Each run ends, no hard rule is broken, and at least one answer of the model had the form it was asked for."""
    calls: list[ModelCall] = []
    for words in WORDS:
        session = await week.planned_session()
        run = await week.finished(await week.start(session, refine_request(words)))
        assert run.status == "completed", run
        async with week.engine.connect() as connection:
            preview = await latest_preview(OWNER, connection, session)
        assert preview is not None
        assert breaches(ScheduleState.model_validate_json(preview.state)) == ()
        calls += await _calls(week, run.id)
    assert calls
    assert [call for call in calls if call.given]
