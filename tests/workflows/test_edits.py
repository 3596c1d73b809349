"""Edits by hand between runs and confirms (rules PREVIEW-15 to PREVIEW-17 and CONFIRM-3)."""

from collections.abc import AsyncIterator

import pytest

from domain.preview.body import PreviewBody
from domain.preview.hand_edits import Edit, KeepEdit, ToolEdit
from domain.schedule.invariants import breaches
from domain.schedule.state import ScheduleState, Task
from runtime.clock import now
from services.edit_preview import EditOrder, edit_preview
from services.step_back import StepBack, step_back
from storage.previews import PreviewRecord, latest_preview
from tests.desk import Desk, at, commit_desk, free_place
from tests.week import OWNER, Week, refine_request

SPREAD = "把第5周的任务均匀分散一下"


@pytest.fixture
async def desk(week: Week) -> AsyncIterator[Desk]:
    """A desk over the example week and its worker."""
    async with commit_desk(week) as desk:
        yield desk


async def edited(desk: Desk, session: str, *edits: Edit) -> PreviewRecord:
    return await edit_preview(OWNER, desk.week.engine, EditOrder(session, None, edits), now())


async def newest(desk: Desk, session: str) -> tuple[ScheduleState, PreviewBody]:
    async with desk.week.engine.connect() as conn:
        found = await latest_preview(OWNER, conn, session)
    assert found is not None
    state = ScheduleState.model_validate_json(found.state)
    assert breaches(state) == ()
    return state, PreviewBody.model_validate(found.body)


def suggested(state: ScheduleState) -> list[Task]:
    return [task for task in state.tasks if task.status == "suggested"]


def moving(task: Task, place: tuple[int, int, int]) -> ToolEdit:
    arguments = {"task_id": task.state_id, "new_day": place[0], "new_slot_start": place[1]}
    return ToolEdit(tool="move", arguments=arguments)


def swapping(first: Task, second: Task) -> ToolEdit:
    return ToolEdit(tool="swap", arguments={"task_a": first.state_id, "task_b": second.state_id})


async def refined(desk: Desk, session: str, words: str) -> None:
    ended = await desk.week.finished(await desk.week.start(session, refine_request(words)))
    assert ended.status == "completed", ended


async def with_existing(desk: Desk) -> tuple[str, Task, Task]:
    """A session in which a task of the timetable and a suggested one have the same length."""
    state = await desk.live()
    first = next(task for task in state.tasks if task.source == "task_item")
    await desk.confirm(await desk.opened(at(first, *free_place(state, first.length))), 1)
    session = await desk.week.planned_session()
    state, _ = await newest(desk, session)
    [existing] = [task for task in state.tasks if task.status == "existing" and not task.is_course]
    other = next(t for t in suggested(state) if t.length == existing.length and t.embed_host is None)
    return session, existing, other


async def test_a_refine_run_leaves_what_was_dragged(desk: Desk) -> None:
    """Unless it names the task; then the task may go, and is pinned again where it ends."""
    session = await desk.week.planned_session()
    state, _ = await newest(desk, session)
    task = next(task for task in suggested(state) if task.length == 2)
    place = free_place(state, task.length)
    await edited(desk, session, moving(task, place))
    await refined(desk, session, SPREAD)
    state, body = await newest(desk, session)
    assert (state.by_id[task.state_id].slots[0].key, state.by_id[task.state_id].pinned) == (place, True)
    [change] = [change for change in body.diff.timetable if change.task_id == task.state_id]
    assert (change.decided_by, change.reason.rule) == ("person", "by_hand")
    await refined(desk, session, f"把{task.name}挪到第5周周六")
    state, _ = await newest(desk, session)
    assert state.by_id[task.state_id].slots[0].key != place
    assert state.by_id[task.state_id].pinned


async def test_touched_tasks_are_kept_through_a_run_and_confirmed(desk: Desk) -> None:
    """A swap with a task of the timetable is written as a move of its event, by a later revision too."""
    session, existing, other = await with_existing(desk)
    await edited(desk, session, swapping(existing, other))
    state, body = await newest(desk, session)
    assert list(body.touched) == [str(existing.source_id)]
    moved = {change.task_id: change for change in body.diff.timetable}
    assert moved[existing.state_id].kind == "moved"
    assert moved[existing.state_id].from_slots == existing.slots
    await refined(desk, session, SPREAD)
    state, later = await newest(desk, session)
    assert later.touched == body.touched
    assert later.revision == 3
    commit = await desk.confirm(session, 3)
    assert commit.status == "applied"
    assert {change.task_id for change in later.diff.timetable} >= {existing.state_id}
    live = await desk.live()
    there = next(task for task in live.tasks if task.source_id == existing.source_id)
    assert there.slots == state.by_id[existing.state_id].slots == other.slots


async def test_a_task_that_is_put_back_is_touched_no_more(desk: Desk) -> None:
    """By a second swap, by keeping it, by placing it anew, and by stepping back."""
    session, existing, other = await with_existing(desk)
    await edited(desk, session, swapping(existing, other))
    await edited(desk, session, swapping(existing, other))
    assert (await newest(desk, session))[1].touched == {}
    await edited(desk, session, ToolEdit(tool="unplace", arguments={"task_id": existing.state_id}))
    state, body = await newest(desk, session)
    assert (state.by_id[existing.state_id].status, list(body.touched)) == ("pending", [str(existing.source_id)])
    slot = existing.slots[0]
    place = {"task_id": existing.state_id, "day": slot.day, "slot_start": slot.slot_start}
    await edited(desk, session, ToolEdit(tool="place", arguments=place))
    state, body = await newest(desk, session)
    back = state.by_id[existing.state_id]
    assert (back.status, back.slots, back.duration, body.touched) == ("existing", existing.slots, None, {})
    await edited(desk, session, ToolEdit(tool="unplace", arguments={"task_id": existing.state_id}))
    await edited(desk, session, KeepEdit(keep=existing.state_id))
    state, body = await newest(desk, session)
    assert (state.by_id[existing.state_id].status, body.touched) == ("existing", {})
    await step_back(OWNER, desk.week.engine, StepBack(session, 2, None), now())
    assert list((await newest(desk, session))[1].touched) == [str(existing.source_id)]


async def test_a_taken_back_task_of_the_timetable_leaves_it_by_a_confirm(desk: Desk) -> None:
    """Its event goes, and its item waits again; the undo brings it back with its id."""
    session, existing, _ = await with_existing(desk)
    before = await desk.dump()
    await edited(desk, session, ToolEdit(tool="unplace", arguments={"task_id": existing.state_id}))
    _, body = await newest(desk, session)
    assert [c.kind for c in body.diff.timetable if c.task_id == existing.state_id] == ["taken_back"]
    commit = await desk.confirm(session)
    assert str(existing.source_id) not in {str(task.source_id) for task in (await desk.live()).tasks}
    await desk.undo(commit)
    assert await desk.dump() == before


async def test_keeping_after_a_second_plan_goes_back_to_the_timetable(desk: Desk) -> None:
    """The revision before is of another plan, so that the task waits as the new plan found it."""
    session = await desk.week.planned_session()
    ended = await desk.week.finished(await desk.week.start(session, desk.week.request))
    assert ended.status == "completed"
    state, _ = await newest(desk, session)
    task = suggested(state)[0]
    await edited(desk, session, KeepEdit(keep=task.state_id))
    state, body = await newest(desk, session)
    assert (state.by_id[task.state_id].status, body.revision) == ("pending", 3)


async def test_a_revision_that_was_stepped_back_to_is_confirmed(desk: Desk) -> None:
    """What was undone by stepping back does not reach the timetable."""
    session = await desk.week.planned_session()
    state, _ = await newest(desk, session)
    task = next(task for task in suggested(state) if task.length == 2)
    await edited(desk, session, moving(task, free_place(state, task.length)))
    await step_back(OWNER, desk.week.engine, StepBack(session, 1, 2), now())
    assert (await desk.confirm(session, 3)).status == "applied"
    there = next(found for found in (await desk.live()).tasks if found.name == task.name and found.slots == task.slots)
    assert there.status == "existing"
