"""What goes on in a session that has ended, and what becomes of its reminders (rules SESSION-2 and SESSION-5)."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine
from temporalio.client import Client, WorkflowExecutionStatus
from temporalio.testing import WorkflowEnvironment

from domain.errors import SessionEnded
from domain.preview.hand_edits import PinEdit
from domain.reminders.answers import ReminderView
from runtime.clock import now
from services.arm_reminders import reminder_workflow_id
from services.edit_preview import EditOrder, edit_preview
from services.end_session import end_session
from services.fork_session import ForkOrder, fork_session
from services.open_session import open_session
from services.reminder_desk import ReminderDesk, stored_id
from services.reminders import create_reminder
from services.resume_session import resume_session
from services.start_run import RunOrder, make_run, start_run
from services.ulids import ascending_ulids
from storage.pending_reminders import list_pending
from storage.sessions import read_session_events
from tests.desk import Desk, at, commit_desk, free_place
from tests.week import OWNER, Week, refine_request


@pytest.fixture
async def desk(database: str, temporal: WorkflowEnvironment) -> AsyncIterator[Desk]:
    """The example week without a worker."""
    async with Week.stored(database, temporal.client) as week, commit_desk(week) as desk:
        yield desk


async def _with_plan(desk: Desk) -> tuple[str, int]:
    """A session with a preview, and the number of a task that is placed in it."""
    state = await desk.live()
    task = next(task for task in state.tasks if task.source == "task_item")
    return await desk.opened(at(task, *free_place(state, task.length))), task.state_id


async def _reminded(engine: AsyncEngine, client: Client) -> tuple[str, str]:
    """A session with a reminder far away, and the id of the reminder's workflow."""
    session = (await open_session(OWNER, engine, now())).id
    asked = {"prompt": "交作业", "after_seconds": 86_400}
    view = await create_reminder(OWNER, ReminderDesk(engine, client), session, asked)
    assert isinstance(view, ReminderView)
    return session, reminder_workflow_id(session, stored_id(view.reminder.id))


async def test_no_run_and_no_edit_begins_in_a_session_that_has_ended(desk: Desk) -> None:
    """But a turn that was queued before the end may still start its run."""
    week = desk.week
    session, task = await _with_plan(desk)
    await end_session(OWNER, week.engine, week.client, session, now())
    refine = RunOrder(session, refine_request("把第5周的任务均匀分散一下"))
    for calling in (
        start_run(OWNER, week.engine, week.client, refine, now()),
        start_run(OWNER, week.engine, week.client, RunOrder(session, week.request), now()),
        edit_preview(OWNER, week.engine, EditOrder(session, None, [PinEdit(pin=task)]), now()),
    ):
        with pytest.raises(SessionEnded, match=session):
            await calling
    async with week.engine.begin() as connection:
        run = await make_run(OWNER, connection, refine, (session, ascending_ulids(1)[0]), now())
    assert run.session_id == session


async def test_ending_cancels_the_workflows_of_reminders_and_deletes_nothing(desk: Desk) -> None:
    """Neither in the log nor in the table (rule REMIND-35)."""
    engine, client = desk.week.engine, desk.week.client
    session, workflow = await _reminded(engine, client)
    await end_session(OWNER, engine, client, session, now())
    history = [event async for event in client.get_workflow_handle(workflow).fetch_history_events()]
    assert any(event.HasField("workflow_execution_cancel_requested_event_attributes") for event in history)
    async with engine.connect() as connection:
        kinds = [entry.kind for entry in await read_session_events(OWNER, connection, session)]
        [pending] = await list_pending(OWNER, connection, session)
    assert kinds == ["schedule/change", "ended"]
    assert pending.schedule_id == '"schedule-1"'


async def test_resuming_starts_the_workflows_of_reminders_again(desk: Desk) -> None:
    """Of those that have none any more."""
    engine, client = desk.week.engine, desk.week.client
    session, workflow = await _reminded(engine, client)
    await end_session(OWNER, engine, client, session, now())
    await client.get_workflow_handle(workflow).terminate()
    async with engine.begin() as connection:
        await connection.execute(text("UPDATE pending_reminders SET armed_at = NULL"))
    await resume_session(OWNER, engine, client, session, now() + timedelta(seconds=1))
    described = await client.get_workflow_handle(workflow).describe()
    assert described.status is WorkflowExecutionStatus.RUNNING
    async with engine.connect() as connection:
        [pending] = await list_pending(OWNER, connection, session)
    assert pending.armed_at is not None


async def test_of_many_ends_and_resumes_at_once_one_counts(desk: Desk) -> None:
    """The log has one entry of each; a fork that is made meanwhile has the beginning of it, whole."""
    engine, client = desk.week.engine, desk.week.client
    session = (await open_session(OWNER, engine, now())).id
    await asyncio.gather(*(end_session(OWNER, engine, client, session, now()) for _ in range(4)))
    forking = asyncio.gather(*(fork_session(OWNER, engine, ForkOrder(session), now()) for _ in range(3)))
    await asyncio.gather(*(resume_session(OWNER, engine, client, session, now()) for _ in range(4)))
    async with engine.connect() as connection:
        log = await read_session_events(OWNER, connection, session)
        assert [entry.kind for entry in log] == ["ended", "resumed"]
        for fork in await forking:
            copied = await read_session_events(OWNER, connection, fork.id)
            assert copied[: fork.seed_length] == log[: fork.seed_length]
            assert [entry.seq for entry in copied] == list(range(1, fork.seed_length + 2))
