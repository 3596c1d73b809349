"""Reminders wait in time that is skipped, and are delivered and presented once (rules REMIND-30 to REMIND-37)."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine
from temporalio.client import WorkflowExecutionStatus
from temporalio.service import RPCError
from temporalio.testing import WorkflowEnvironment

from activities.ledger import Ledger
from domain.reminders.answers import DeleteAnswer
from runtime.clock import now
from services.arm_reminders import arm_reminders
from services.end_session import end_session
from services.reminder_desk import stored_id
from services.reminders import delete_reminder
from services.resume_session import resume_session
from services.say import Said, say
from services.ulids import ascending_ulids
from storage.engine import create_engine
from storage.turns import close_turn_and_next, queue_turn
from storage.users import ensure_user
from tests.bells import Bells, eventually
from tests.week import OWNER
from worker.build import Limits, working
from workflows.connection import connect
from workflows.messages import ReminderInput
from workflows.policies import RUN_QUEUE

DAYS = timedelta(days=1)


@dataclass
class Hours:
    """Reminders under a clock that a test moves, and the timers of Temporal with it."""

    bells: Bells
    environment: WorkflowEnvironment

    @asynccontextmanager
    async def worked_on(self, cached: int = 500, workers: int = 1) -> AsyncIterator[None]:
        """Serve the queues, with several workers where asked for."""
        clock = self.bells.clock

        def moment() -> datetime:
            return (clock.moment or now()) + clock.ahead

        async with AsyncExitStack() as running:
            for _ in range(workers):
                # A client of its own each, as processes have: one of them serves a queue once.
                host = self.bells.client.service_client.config.target_host
                client, ledger = await connect(host, "default", None), Ledger(self.bells.engine, moment)
                serving = working(client, ledger, Limits(cached_workflows=cached), clock=clock)
                await running.enter_async_context(serving)
            yield

    async def waits(self, session: str, reminder: str = "schedule-1", timers: int = 1) -> None:
        """Wait until the workflow of a reminder has begun so many waits."""

        async def begun() -> bool:
            history = await self.bells.handle(session, reminder).fetch_history()
            return sum(event.HasField("timer_started_event_attributes") for event in history.events) >= timers

        await eventually(begun)

    async def passes(self, session: str, span: timedelta, reminder: str = "schedule-1") -> None:
        """Let the clock and the timer of a reminder go on."""
        self.bells.clock.ahead += span
        await asyncio.wait_for(self.environment.fast_forward(self.bells.handle(session, reminder), span), 60)

    async def ended(self, session: str, reminder: str = "schedule-1") -> Any:
        """Why the workflow of a reminder ended."""
        return await asyncio.wait_for(self.bells.handle(session, reminder).result(), 60)

    async def told(self, session: str, count: int) -> list[str]:
        """Every prompt that was presented, once there are so many, each with its one message and its one turn."""

        async def presented() -> bool:
            return len(await self.bells.said(session, "assistant")) >= count

        await eventually(presented)
        return await self.bells.told_once(session)


@pytest.fixture
async def hours(database: str, temporal: WorkflowEnvironment) -> AsyncIterator[Hours]:
    engine = create_engine(database)
    async with engine.begin() as connection:
        await ensure_user(OWNER, connection)
    async with Bells.over(engine, temporal.client) as bells:
        yield Hours(bells, temporal)
    await engine.dispose()


@pytest.mark.parametrize("cached", [500, 0], ids=["cached", "replayed at every step"])
async def test_a_reminder_is_told_once_at_its_time(hours: Hours, cached: int) -> None:
    """Nothing before; then one message, one turn, one sentence that presents it."""
    async with hours.worked_on(cached):
        session = await hours.bells.session()
        await hours.bells.set(session, "drink water", 3600)
        await hours.waits(session)
        await hours.passes(session, timedelta(minutes=59))
        assert await hours.bells.said(session) == []
        await hours.passes(session, timedelta(minutes=2))
        assert await hours.ended(session) == "gone"
        assert await hours.told(session, 1) == ["drink water"]


async def test_a_wait_longer_than_a_segment_ends_at_its_target(hours: Hours) -> None:
    """After thirty days the clock is read and the wait begun anew; in the meantime something was said."""
    async with hours.worked_on():
        session = await hours.bells.session()
        await hours.bells.set(session, "far", 45 * 24 * 3600)
        await hours.waits(session)
        first = await hours.bells.handle(session).describe()
        await _say_something(hours.bells.engine, timedelta(days=29))
        await hours.passes(session, 30 * DAYS + timedelta(minutes=1))
        await eventually(lambda: _is_another_run(hours, session, first.run_id))
        await hours.waits(session)
        assert await hours.bells.said(session) == []
        await hours.passes(session, 15 * DAYS)
        assert await hours.ended(session) == "gone"
        assert await hours.told(session, 1) == ["far"]


async def _is_another_run(hours: Hours, session: str, run_id: str) -> bool:
    return (await hours.bells.handle(session).describe()).run_id != run_id


async def _say_something(engine: AsyncEngine, after: timedelta) -> None:
    async with engine.begin() as connection:
        await connection.execute(text("UPDATE sessions SET active_at = now() + :after"), {"after": after})


async def test_a_clock_set_back_delays_and_a_jump_makes_overdue_once(hours: Hours) -> None:
    async with hours.worked_on():
        session = await hours.bells.session()
        await hours.bells.set(session, "x", 10)
        await hours.waits(session)
        hours.bells.clock.ahead -= timedelta(seconds=20)
        await hours.passes(session, timedelta(seconds=10))
        await hours.waits(session, timers=2)
        assert await hours.bells.said(session) == []
        await hours.passes(session, timedelta(days=3))
        assert await hours.ended(session) == "gone"
        assert await hours.told(session, 1) == ["x"]


async def test_reminders_of_one_target_are_told_one_by_one_in_the_order_of_creation(hours: Hours) -> None:
    """The end of each turn tells the next one; nobody waits a minute for it."""
    async with hours.worked_on():
        hours.bells.clock.moment = now()
        session = await hours.bells.session()
        for prompt in ("one", "two", "three"):
            await hours.bells.set(session, prompt, 600)
        for number in (1, 2, 3):
            await hours.waits(session, f"schedule-{number}")
        hours.bells.clock.ahead = timedelta(seconds=600)
        skips = [
            hours.environment.fast_forward(hours.bells.handle(session, f"schedule-{n}"), timedelta(seconds=601))
            for n in (3, 2, 1)
        ]
        await asyncio.wait_for(asyncio.gather(*skips), 60)
        assert await hours.told(session, 3) == ["one", "two", "three"]


async def test_a_turn_in_progress_is_waited_for(hours: Hours) -> None:
    """The reminder stays active, and comes when the session is free; a queued message comes first."""
    async with hours.worked_on():
        session, engine = await hours.bells.session(), hours.bells.engine
        [busy] = ascending_ulids(1)
        async with engine.begin() as connection:
            await queue_turn(OWNER, connection, session, busy, "person", "en", now())
        await hours.bells.set(session, "x", 60)
        said = await say(OWNER, engine, hours.bells.client, Said(session, "hello", "en"), now())
        await hours.waits(session)
        await hours.passes(session, timedelta(seconds=61))
        await hours.waits(session, timers=2)
        assert await hours.bells.changes(session) == ["create schedule-1"]
        async with engine.begin() as connection:
            closing = await close_turn_and_next(OWNER, connection, busy, "cancelled", None, None, now())
        assert closing.following is not None
        assert closing.following.id == said.id
        await hours.bells.launch(closing.following)
        assert await hours.told(session, 1) == ["x"]
        assert await hours.ended(session) == "gone"
        origins = [event.data["origin"] for event in await hours.bells.log(session) if event.kind == "message"]
        assert origins == ["person", "person", "reminder", "reminder"]


async def test_a_session_that_nobody_told_of_its_freedom_is_looked_at_after_a_minute(hours: Hours) -> None:
    async with hours.worked_on():
        session, engine = await hours.bells.session(), hours.bells.engine
        [busy] = ascending_ulids(1)
        async with engine.begin() as connection:
            await queue_turn(OWNER, connection, session, busy, "person", "en", now())
        await hours.bells.set(session, "x", 60)
        await hours.waits(session)
        await hours.passes(session, timedelta(seconds=61))
        await hours.waits(session, timers=2)
        async with engine.begin() as connection:
            await close_turn_and_next(OWNER, connection, busy, "cancelled", None, None, now())
        await hours.passes(session, timedelta(seconds=61))
        assert await hours.told(session, 1) == ["x"]


async def test_many_workflows_of_one_reminder_and_two_workers_tell_it_once(hours: Hours) -> None:
    """Started again and again under its name, which changes nothing, and under other names, which race."""
    async with hours.worked_on(workers=2):
        session = await hours.bells.session()
        await hours.bells.set(session, "x", 2)
        given = ReminderInput(OWNER, session, stored_id("schedule-1"))
        others = [
            await hours.bells.client.start_workflow(
                "Reminder", given, id=f"reminder:{session}:other-{number}", task_queue=RUN_QUEUE
            )
            for number in range(5)
        ]
        for _ in range(5):
            async with hours.bells.engine.begin() as connection:
                await connection.execute(text("UPDATE pending_reminders SET armed_at = NULL"))
            await arm_reminders(OWNER, hours.bells.desk, session)
        assert await hours.told(session, 1) == ["x"]
        for other in others:
            with suppress(RPCError):  # It may have ended by itself.
                await other.signal("session.idle")
            assert await asyncio.wait_for(other.result(), 60) == "gone"
        assert await hours.bells.told_once(session) == ["x"]


async def test_a_deleted_reminder_ends_its_workflow_at_once(hours: Hours) -> None:
    async with hours.worked_on():
        session = await hours.bells.session()
        reminder = await hours.bells.set(session, "x", 3600)
        await hours.waits(session)
        deleted = await delete_reminder(OWNER, hours.bells.desk, session, {"id": reminder})
        assert deleted == DeleteAnswer(reminder, deleted=True)
        assert await hours.ended(session) == "gone"
        assert await hours.bells.said(session) == []


async def test_ending_a_session_deletes_nothing_and_resuming_it_tells_what_is_overdue(hours: Hours) -> None:
    """The earliest first; one that is not due yet waits on."""
    async with hours.worked_on():
        session, engine, client = await hours.bells.session(), hours.bells.engine, hours.bells.client
        for prompt, seconds in (("late", 300), ("early", 200), ("later still", 9000)):
            await hours.bells.set(session, prompt, seconds)
        for number in (1, 2, 3):
            await hours.waits(session, f"schedule-{number}")
        before = await hours.bells.log(session)
        await end_session(OWNER, engine, client, session, now())
        for number in (1, 2, 3):
            assert await hours.ended(session, f"schedule-{number}") == "cold"
        assert (await hours.bells.log(session))[len(before) :][0].kind == "ended"
        assert await hours.bells.changes(session) == [f"create schedule-{n}" for n in (1, 2, 3)]
        hours.bells.clock.ahead = timedelta(seconds=600)
        assert await arm_reminders(OWNER, hours.bells.desk, session) == ()
        await resume_session(OWNER, engine, client, session, now())
        assert await hours.told(session, 2) == ["early", "late"]
        await hours.waits(session, "schedule-3")
        assert [row.schedule_id for row in await hours.bells.pending(session)] == ['"schedule-3"']


async def test_a_cancel_in_a_live_session_is_only_a_look(hours: Hours) -> None:
    """So one that comes late, after the session was resumed, costs no reminder."""
    async with hours.worked_on():
        session = await hours.bells.session()
        await hours.bells.set(session, "x", 60)
        await hours.waits(session)
        await hours.bells.handle(session).cancel()
        await hours.waits(session, timers=2)
        status = (await hours.bells.handle(session).describe()).status
        assert status is WorkflowExecutionStatus.RUNNING
        await hours.passes(session, timedelta(seconds=61))
        assert await hours.told(session, 1) == ["x"]
