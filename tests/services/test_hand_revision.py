"""A run that is asked for while somebody edits or confirms starts from what they leave (PREVIEW-14, CONFIRM-2)."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from sqlalchemy import text
from temporalio.testing import WorkflowEnvironment

from domain.preview.hand_edits import PinEdit
from runtime.clock import now
from services.edit_preview import EditOrder, edit_preview
from storage.run_bases import lock_owner
from storage.terms import raise_version
from tests.desk import Desk, at, commit_desk, free_place
from tests.storage.waiting import until_somebody_waits
from tests.week import OWNER, Week, refine_request


@pytest.fixture
async def desk(database: str, temporal: WorkflowEnvironment) -> AsyncIterator[Desk]:
    """The example week without a worker."""
    async with Week.stored(database, temporal.client) as week, commit_desk(week) as desk:
        yield desk


async def opened(desk: Desk) -> tuple[str, int]:
    """A session with a preview, and the number of a task that is placed in it."""
    state = await desk.live()
    task = next(task for task in state.tasks if task.source == "task_item")
    return await desk.opened(at(task, *free_place(state, task.length))), task.state_id


async def test_a_run_that_waited_starts_from_the_newer_revision(desk: Desk) -> None:
    """And from the timetable as it is by then; else it could not be saved in the end."""
    session, _ = await opened(desk)
    async with desk.week.engine.begin() as conn:
        await lock_owner(OWNER, conn)
        waiting = asyncio.create_task(desk.week.reserve(session, refine_request("把第5周的任务均匀分散一下")))
        await until_somebody_waits(desk.week.engine)
        columns = "user_id, session_id, term_id, timetable_version, summary, completed, body, state, created_at"
        copied = f"INSERT INTO previews (revision, parent_revision, {columns}) SELECT 2, 1, {columns} FROM previews"
        await conn.execute(text(copied))
        version = await raise_version(OWNER, conn, desk.week.request.term_id)
    run = await asyncio.wait_for(waiting, 120)
    assert (run.base_revision, run.base_timetable_version) == (2, version)


async def test_an_edit_that_waited_sees_the_newer_revision(desk: Desk) -> None:
    """Without a tag it goes on top of it."""
    session, number = await opened(desk)
    async with desk.week.engine.begin() as conn:
        await lock_owner(OWNER, conn)
        order = EditOrder(session, None, [PinEdit(pin=number)])
        waiting = asyncio.create_task(edit_preview(OWNER, desk.week.engine, order, now()))
        await until_somebody_waits(desk.week.engine)
        columns = "user_id, session_id, term_id, timetable_version, summary, completed, body, state, created_at"
        copied = f"INSERT INTO previews (revision, parent_revision, {columns}) SELECT 2, 1, {columns} FROM previews"
        await conn.execute(text(copied))
    assert (await asyncio.wait_for(waiting, 120)).revision == 3
