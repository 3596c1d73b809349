"""Previews that nobody touched for long expire (rules PREVIEW-20 and PREVIEW-21)."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

import pytest
from sqlalchemy import text
from temporalio.client import WorkflowExecutionStatus, WorkflowHandle
from temporalio.testing import WorkflowEnvironment

from activities.ledger import Ledger
from domain.errors import PreviewNotFound
from domain.preview.hand_edits import PinEdit
from domain.schedule.state import ScheduleState, Task
from runtime.clock import now
from services.edit_preview import EditOrder, edit_preview
from services.expire_preview import STAGE
from services.read_preview import read_preview
from services.request_commit import request_confirm
from services.step_back import StepBack, step_back
from services.time_previews import expiry_workflow_id, time_previews
from storage.engine import create_engine
from storage.previews import load_preview, save_preview
from storage.run_events import read_events
from storage.runs import list_runs
from storage.sessions import load_overview, read_session_events
from tests.desk import ACTOR, Desk, at, commit_desk, free_place
from tests.week import OWNER, Gate, Week, refine_request
from worker.build import Limits, working

DAYS = timedelta(days=1)
SPREAD = "把第5周的任务均匀分散一下"


@dataclass
class Clock:
    """A clock that a test puts forward."""

    ahead: timedelta = timedelta(0)

    def __call__(self) -> datetime:
        return now() + self.ahead


@dataclass
class Life:
    """The example week under a clock of its own, and what happens to its previews."""

    week: Week
    environment: WorkflowEnvironment
    database: str
    clock: Clock = field(default_factory=Clock)
    gate: Gate = field(default_factory=Gate)

    @asynccontextmanager
    async def worked_on(self, cached: int = 500) -> AsyncIterator[None]:
        engine = create_engine(self.database)
        async with working(self.week.client, Ledger(engine, self.clock, self.gate), Limits(cached_workflows=cached)):
            yield
        await engine.dispose()

    async def timed(self) -> tuple[str, ...]:
        """What the reconciler starts a little later."""
        return await time_previews(self.week.engine, self.week.client, self.clock() + timedelta(seconds=10))

    def timer(self, session: str) -> WorkflowHandle[object, object]:
        return self.week.client.get_workflow_handle(expiry_workflow_id(session))

    async def pass_days(self, session: str, days: int) -> None:
        """Let the clock and the timer of a session go on."""
        self.clock.ahead += days * DAYS
        await asyncio.wait_for(self.environment.fast_forward(self.timer(session), days * DAYS), 60)

    async def looks(self, session: str, count: int) -> None:
        """Wait until the timer has looked so many times."""
        async with asyncio.timeout(60):
            while await self._looks(session) < count:
                await asyncio.sleep(0.05)

    async def _looks(self, session: str) -> int:
        history = await self.timer(session).fetch_history()
        return sum(event.HasField("activity_task_completed_event_attributes") for event in history.events)

    async def status(self, session: str) -> WorkflowExecutionStatus | None:
        return (await self.timer(session).describe()).status

    async def expired(self, session: str) -> PreviewNotFound:
        """Why the preview is not shown."""
        async with self.week.engine.connect() as conn:
            with pytest.raises(PreviewNotFound) as refused:
                await read_preview(OWNER, conn, session)
        return refused.value


@pytest.fixture
async def life(database: str, temporal: WorkflowEnvironment) -> AsyncIterator[Life]:
    async with Week.stored(database, temporal.client) as week:
        life = Life(week, temporal, database)
        yield life
        async with week.engine.connect() as conn:
            sessions = await conn.scalars(text("SELECT DISTINCT session_id FROM previews WHERE timed_at IS NOT NULL"))
            for session in sessions.all():
                if await life.status(session) is WorkflowExecutionStatus.RUNNING:
                    await life.timer(session).terminate()


@pytest.mark.parametrize("cached", [500, 0], ids=["cached", "replayed at every step"])
async def test_a_preview_expires_after_thirty_days(life: Life, cached: int) -> None:
    """It is kept, but shown no more; the last event of its run and the log of its session say so."""
    async with life.worked_on(cached):
        session = await life.week.planned_session()
        assert await life.timed() == (session,)
        await life.looks(session, 1)
        await life.pass_days(session, 29)
        assert await life.status(session) is WorkflowExecutionStatus.RUNNING
        await life.pass_days(session, 2)
        assert await asyncio.wait_for(life.timer(session).result(), 60) == "expired"
    refused = await life.expired(session)
    assert (refused.code, "expired on" in refused.message) == ("SchedulePlanPreviewNotFound", True)
    assert "expired_at" in refused.facts
    async with life.week.engine.connect() as conn:
        assert (await load_preview(OWNER, conn, session, 1)).expired_at is not None
        [run] = await list_runs(OWNER, conn, limit=5, session_id=session)
        events = await read_events(OWNER, conn, run.id)
        [entry] = await read_session_events(OWNER, conn, session)
        overview = await load_overview(OWNER, conn, session)
    assert (events[-1].stage, events[-1].seq, events[-1].data) == (STAGE, run.last_seq, {"revision": 1})
    assert [event.seq for event in events] == list(range(1, len(events) + 1))
    assert (entry.kind, entry.data) == ("preview.expired", {"revision": 1})
    assert overview.revision is None


async def test_a_later_revision_is_kept_as_long(life: Life) -> None:
    """The timer looks at the newest one and waits on; that there was no worker when it fired changes nothing."""
    async with life.worked_on():
        session = await life.week.planned_session()
        await life.timed()
        await life.looks(session, 1)
    life.clock.ahead += 20 * DAYS
    pin = PinEdit(pin=(await _task(life, session)).state_id)
    await edit_preview(OWNER, life.week.engine, EditOrder(session, 1, [pin]), life.clock())
    life.clock.ahead -= 20 * DAYS
    # Without a worker the timer fires all the same, and what follows waits for the next one.
    passing = asyncio.create_task(life.pass_days(session, 31))
    await asyncio.sleep(1)
    async with life.worked_on():
        await asyncio.wait_for(passing, 60)
        await life.looks(session, 2)
        assert await life.status(session) is WorkflowExecutionStatus.RUNNING
        await life.pass_days(session, 18)
        assert await life.timed() == ()
        assert await life.status(session) is WorkflowExecutionStatus.RUNNING
    passing = asyncio.create_task(life.pass_days(session, 2))
    await asyncio.sleep(1)
    async with life.worked_on():
        await asyncio.wait_for(passing, 60)
        assert await asyncio.wait_for(life.timer(session).result(), 60) == "expired"
    await life.expired(session)


async def test_an_expired_preview_is_refused_and_a_new_plan_lives(life: Life) -> None:
    """Refining, editing, stepping back and confirming find none; the next plan run makes the next revision."""
    async with life.worked_on(), commit_desk(life.week) as desk:
        session = await life.week.planned_session()
        await life.timed()
        await life.looks(session, 1)
        await life.pass_days(session, 31)
        await asyncio.wait_for(life.timer(session).result(), 60)
        engine, at_once = life.week.engine, life.clock()
        with pytest.raises(PreviewNotFound, match="expired on"):
            await life.week.start(session, refine_request(SPREAD))
        with pytest.raises(PreviewNotFound, match="expired on"):
            await edit_preview(OWNER, engine, EditOrder(session, None, ()), at_once)
        with pytest.raises(PreviewNotFound, match="expired on"):
            await step_back(OWNER, engine, StepBack(session, 1, None), at_once)
        with pytest.raises(PreviewNotFound):
            await request_confirm(OWNER, desk.desk, session, 1, ACTOR)
        ended = await life.week.finished(await life.week.start(session, life.week.request))
        assert ended.status == "completed"
        async with engine.connect() as conn:
            assert (await read_preview(OWNER, conn, session)).revision == 2
            with pytest.raises(PreviewNotFound):
                await read_preview(OWNER, conn, session, 1)
        assert await life.timed() == (session,)
        await life.looks(session, 1)
        assert await life.status(session) is WorkflowExecutionStatus.RUNNING


async def test_a_revision_on_an_expired_one_waits_for_the_old_timer_to_end(life: Life) -> None:
    """That timer has looked for the last time; the next one is started when its id is free."""
    async with commit_desk(life.week) as desk:
        session = await _opened(desk)
        await life.timed()
        async with life.week.engine.begin() as conn:
            await conn.execute(text("UPDATE previews SET expired_at = now()"))
        await _another_revision(life, session)
        assert await life.timed() == ()
        await life.timer(session).terminate()
        assert await life.timed() == (session,)
        assert await life.timed() == ()


async def test_nothing_expires_under_an_open_run(life: Life) -> None:
    """It makes a newer revision, or ends without one; until then the timer looks every hour."""
    async with life.worked_on():
        session = await life.week.planned_session()
        await life.timed()
        await life.looks(session, 1)
        life.gate.node = "react"
        run = await life.week.start(session, refine_request("把第5周周五的任务都挪到周六"))
        await asyncio.wait_for(life.gate.reached.wait(), 60)
        await life.pass_days(session, 31)
        await life.looks(session, 2)
        assert await life.status(session) is WorkflowExecutionStatus.RUNNING
        life.gate.opened.set()
        assert (await life.week.finished(run)).status == "completed"
        async with life.week.engine.connect() as conn:
            assert (await read_preview(OWNER, conn, session)).revision == 2


async def test_each_timer_is_started_once(life: Life) -> None:
    """However many reconcilers there are, however often they look; a young revision is left for the next look."""
    async with commit_desk(life.week) as desk:
        sessions = [await _opened(desk) for _ in range(3)]
        assert await time_previews(life.week.engine, life.week.client, life.clock()) == ()
        started = await asyncio.gather(*(life.timed() for _ in range(3)))
        assert sorted(session for each in started for session in each) == sorted(sessions)
        assert await life.timed() == ()


async def _opened(desk: Desk) -> str:
    """A session with a preview in which one task is placed."""
    state = await desk.live()
    task = next(task for task in state.tasks if task.source == "task_item")
    return await desk.opened(at(task, *free_place(state, task.length)))


async def _task(life: Life, session: str) -> Task:
    """A task that is placed in the first revision."""
    async with life.week.engine.connect() as conn:
        state = ScheduleState.model_validate_json((await load_preview(OWNER, conn, session, 1)).state)
    return next(task for task in state.tasks if task.status == "suggested")


async def _another_revision(life: Life, session: str) -> None:
    """A second revision, as a plan run saves it on top of an expired one."""
    async with life.week.engine.begin() as conn:
        first = await load_preview(OWNER, conn, session, 1)
        await save_preview(OWNER, conn, replace(first, revision=2, parent_revision=1, expired_at=None))
