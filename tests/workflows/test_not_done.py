"""Tasks that were not done, on all rows of a database (rule READ-7)."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest

from domain.errors import AlreadyConfirmed, InUse, NotArranged, NotFound, UndoConflict
from domain.schedule.rows import EventRow, SectionRow
from services.request_not_done import request_not_done
from services.take_out import NotDone, take_out
from services.ulids import ascending_ulids
from storage.commits import CommitRecord
from storage.schedule import insert_event
from tests.desk import ACTOR, Desk, at, commit_desk, differing, dump, free_place
from tests.week import OWNER, Week


@pytest.fixture
async def desk(week: Week) -> AsyncIterator[Desk]:
    """A desk over the example week and its worker."""
    async with commit_desk(week) as desk:
        yield desk


async def not_done(desk: Desk, item_id: str, key: str | None = None) -> CommitRecord:
    return await request_not_done(OWNER, desk.desk, item_id, ACTOR, key)


async def confirmed(desk: Desk, *, embedded: bool = False) -> tuple[CommitRecord, str]:
    """A confirm of the example week, and an item that it placed; on free sections or in a host."""
    session = await desk.week.planned_session()
    if embedded:
        state = await desk.state(session)
        host = next(task for task in state.tasks if task.can_embed and not task.guests)
        [slot, *_] = host.slots
        guest = next(task for task in state.tasks if task.status == "suggested" and task.length == slot.length)
        await desk.edit(session, at(guest, slot.day, slot.slot_start, slot.slot_end, host))
    commit = await desk.confirm(session)
    kind = "embedded" if embedded else "placed"
    return commit, next(change["item_id"] for change in commit.changes if change["kind"] == kind)


@pytest.mark.parametrize("embedded", [False, True])
async def test_its_event_goes_and_its_item_waits(desk: Desk, embedded: bool) -> None:
    """Nothing else changes but versions; undoing it brings every row back, ids included."""
    _, item_id = await confirmed(desk, embedded=embedded)
    before, versions = await desk.dump(), await dump(desk.week.engine, versions=True)
    commit = await not_done(desk, item_id)
    after = await desk.dump()
    changed = differing(before, after)
    [event_id] = changed["schedule_events"]
    assert event_id not in after["schedule_events"]
    assert before["schedule_events"][event_id]["item_id"] == item_id
    assert changed["task_items"] == {item_id}
    assert after["task_items"][item_id]["status"] == "pending"
    rows = [before["schedules"][row] for row in changed["schedules"]]
    column = "guest_event_id" if embedded else "event_id"
    assert {row[column] for row in rows} == {event_id}
    assert {row in after["schedules"] for row in changed["schedules"]} == {embedded}
    assert changed["terms"] == changed["task_classes"] == set()
    raised = differing(versions, await dump(desk.week.engine, versions=True))
    assert (len(raised["terms"]), len(raised["task_classes"])) == (1, 1)
    [change] = commit.changes
    assert (commit.kind, commit.status, commit.session_id, commit.actor) == ("not_done", "applied", None, ACTOR)
    assert (change["kind"], change["item_id"], change["event_id"]) == ("taken_back", item_id, event_id)
    assert bool(change["before"]["host"]) == embedded
    assert change["after"]["places"] == []
    assert "未完成" in commit.summary
    assert (await desk.undo(commit)).status == "undone"
    assert await desk.dump() == before


async def test_the_same_key_is_one_commit(desk: Desk) -> None:
    """Also when it comes again after the item has been placed anew; another key finds it waiting."""
    _, item_id = await confirmed(desk)
    first = await not_done(desk, item_id, "key")
    assert await not_done(desk, item_id, "key") == first
    with pytest.raises(NotArranged, match="stands in no timetable"):
        await not_done(desk, item_id, "another")
    await desk.undo(first)
    before = await desk.dump()
    assert (await not_done(desk, item_id, "key")).id == first.id
    assert await desk.dump() == before
    assert (await not_done(desk, item_id, "another")).id != first.id


async def test_of_many_at_one_time_one_takes_it_out(desk: Desk) -> None:
    """The others are refused, and what they say is kept; a step that comes again changes nothing."""
    _, item_id = await confirmed(desk)
    told = await asyncio.gather(*(not_done(desk, item_id) for _ in range(4)), return_exceptions=True)
    applied = [one for one in told if isinstance(one, CommitRecord)]
    assert len(applied) == 1
    assert all(isinstance(one, NotArranged) for one in told if one is not applied[0])
    after = await desk.dump()
    record = applied[0]
    order = NotDone(record.id, item_id, record.term_id, ACTOR)
    assert await take_out(OWNER, desk.week.engine, order, record.created_at) == record
    assert await desk.dump() == after


async def test_it_stands_between_a_confirm_and_its_undo(desk: Desk) -> None:
    """The confirm cannot be undone while the task is out; once the task is back it can, and be confirmed again."""
    commit, item_id = await confirmed(desk)
    taken = await not_done(desk, item_id)
    with pytest.raises(UndoConflict) as refusal:
        await desk.undo(commit)
    dependents: Any = refusal.value.facts["dependents"]
    assert {found["code"] for found in dependents} <= {"removed", "waiting"}
    assert {found["commit_id"] for found in dependents} == {taken.id}
    assert taken.id in refusal.value.message
    with pytest.raises(AlreadyConfirmed):
        await desk.confirm(commit.session_id or "")
    await desk.undo(taken)
    assert (await desk.undo(commit)).status == "undone"
    assert (await desk.confirm(commit.session_id or "")).status == "applied"


async def test_the_next_confirm_of_its_session_lets_it_wait(desk: Desk) -> None:
    """What was said of the timetable counts, not what an older plan wants; a plan that moves the task on places it."""
    commit, item_id = await confirmed(desk)
    session = commit.session_id or ""
    await not_done(desk, item_id)
    state = await desk.state(session)
    [task] = [task for task in state.tasks if task.source_id == item_id]
    [other] = [t for t in state.tasks if t.status == "suggested" and t is not task and t.length == task.length][:1]
    await desk.edit(session, at(other, *free_place(state, other.length)))
    second = await desk.confirm(session)
    assert [change["item_id"] for change in second.changes] == [other.source_id]
    moved = await desk.state(session)
    await desk.edit(session, at(moved.by_id[task.state_id], *free_place(moved, task.length)))
    third = await desk.confirm(session)
    assert [(change["kind"], change["item_id"]) for change in third.changes] == [("placed", item_id)]


async def test_its_undo_needs_its_place(desk: Desk) -> None:
    """Where something else stands there now it is refused and named."""
    _, item_id = await confirmed(desk)
    taken = await not_done(desk, item_id)
    [place] = taken.changes[0]["before"]["places"]
    event_id, row_id = ascending_ulids(2)
    row = SectionRow(row_id, event_id, place["week"], place["day_of_week"], place["section_from"])
    async with desk.week.engine.begin() as conn:
        await insert_event(OWNER, conn, taken.term_id, EventRow(event_id, "course", "补课", sections=(row,)))
    with pytest.raises(UndoConflict, match="补课"):
        await desk.undo(taken)


async def test_what_cannot_be_is_refused(desk: Desk) -> None:
    """An item that waits, one that others are embedded in, one of nobody, one of somebody else; no row is changed."""
    _, item_id = await confirmed(desk)
    term_id = desk.week.request.term_id
    waiting = (await not_done(desk, item_id)).changes[0]["item_id"]
    guest_id, host_id, row_id = ascending_ulids(3)
    async with desk.week.engine.begin() as conn:
        await insert_event(OWNER, conn, term_id, EventRow(guest_id, "task", "客"))
        rows = (SectionRow(row_id, host_id, 18, 7, 12, guest_id),)
        await insert_event(OWNER, conn, term_id, EventRow(host_id, "task", "自习", True, item_id, rows))
        # As it is after a commit; the text of the item does not matter.
    before = await desk.dump()
    with pytest.raises(InUse, match="'自习'"):
        await not_done(desk, item_id)
    for owner in ("stranger", OWNER):
        missing = waiting if owner == "stranger" else ascending_ulids(1)[0]
        with pytest.raises(NotFound):
            await request_not_done(owner, desk.desk, missing, ACTOR)
    assert await desk.dump() == before
