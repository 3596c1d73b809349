"""The example week with a worker that asks a model, and what its runs leave behind."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from sqlalchemy.ext.asyncio import AsyncEngine
from temporalio.client import Client

from activities.ledger import Ledger, StepHook
from activities.models.client import ModelClients
from domain.models.endpoint import Endpoint
from domain.models.patience import Patience
from domain.plan.memory import PlanReact
from domain.refine.memory import RefineMemory
from domain.schedule.invariants import breaches
from domain.schedule.state import ScheduleState
from runtime.clock import now
from services.read_trace import Trace, read_trace
from storage.engine import create_engine
from storage.previews import latest_preview
from storage.run_events import RunEvent, read_events
from storage.runs import RunRecord
from tests.model_server.server import ModelServer
from tests.week import OWNER, Gate, Week, refine_request
from worker.build import Limits, working

MOVE = "把第5周周五的任务都挪到周六"
# A busy machine may take seconds for a call that it answers at once.
SHORT = Patience(seconds=0.4, first_pause=0.02, first_quiet=0.3, shortest_call=5)
UNTOUCHED = PlanReact()
"""No model adjusts a first placement."""
LOOPBACK = frozenset({"127.0.0.1"})


def endpoint(server: ModelServer, **given: Any) -> Endpoint:
    return Endpoint.model_validate({"id": "default", "base_url": server.url, "model": "m", "call_seconds": 5} | given)


@asynccontextmanager
async def asking_week(
    database: str,
    client: Client,
    *endpoints: Endpoint,
    hook: StepHook | None = None,
    cached: int = 500,
    patience: Patience = SHORT,
    plan_react: PlanReact = UNTOUCHED,
) -> AsyncIterator[Week]:
    """The week with a worker of this process that has these endpoints and, unless said otherwise, little patience.

    Its plans are left as they are placed, unless ``plan_react`` says otherwise.
    """
    engine = create_engine(database)
    ledger = Ledger(engine, now, hook or Gate())
    limits = Limits(cached_workflows=cached, patience=patience, plan_react=plan_react)
    async with (
        working(client, ledger, limits, ModelClients(endpoints, LOOPBACK)),
        Week.stored(database, client) as week,
    ):
        yield week
    await engine.dispose()


@dataclass(frozen=True)
class Outcome:
    """A run that has ended."""

    run: RunRecord
    trace: Trace
    events: list[RunEvent]
    state: ScheduleState

    @property
    def deciders(self) -> dict[str, list[str]]:
        """Who decided the steps of each node, in order."""
        found: dict[str, list[str]] = {}
        for entry in self.trace.entries:
            found.setdefault(entry.step.name, []).append(entry.step.decided_by)
        return found

    @property
    def verdicts(self) -> list[tuple[str, str]]:
        """What came of each ask, in order."""
        return [(e.step.name, e.step.verdict) for e in self.trace.entries if e.step.name.startswith("ask.")]

    @property
    def outcomes(self) -> dict[str, int]:
        """How many calls ended how."""
        return {total.outcome: total.calls for total in self.trace.totals}

    @property
    def memory(self) -> RefineMemory:
        """What the last step knew."""
        return RefineMemory.model_validate_json(self.trace.entries[-1].step.memory)

    @property
    def stages(self) -> list[str]:
        return [event.stage.removeprefix("schedule_refine.") for event in self.events]

    def assert_sound(self) -> None:
        """No hard rule is broken, and what was asked for is done."""
        assert breaches(self.state) == ()
        assert (self.run.status, self.run.outcome_code) == ("completed", "completed")
        on_friday = [task for task in self.state.tasks for s in task.slots if s.day == 5 and task.status == "suggested"]
        assert on_friday == []


async def told(engine: AsyncEngine, run: RunRecord) -> list[RunEvent]:
    async with engine.connect() as connection:
        return await read_events(OWNER, connection, run.id)


async def outcome_of(week: Week, run: RunRecord) -> Outcome:
    """What a run left behind that has ended."""
    async with week.engine.connect() as connection:
        trace = await read_trace(OWNER, connection, run.id, after_step=-1, limit=200)
        preview = await latest_preview(OWNER, connection, run.session_id)
    assert preview is not None
    state = ScheduleState.model_validate_json(preview.state)
    return Outcome(await week.row(run), trace, await told(week.engine, run), state)


async def refined(week: Week, words: str = MOVE) -> Outcome:
    """A plan, refined as the words say."""
    run = await week.finished(await week.start(await week.planned_session(), refine_request(words)))
    return await outcome_of(week, run)
