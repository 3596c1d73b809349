"""Confirm and undo as workflows, on all rows of a database (rules CONFIRM-1 to UNDO-6)."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from domain.commit.standing import standing_of
from domain.errors import (
    AlreadyConfirmed,
    CommitConflict,
    IdempotencyKeyReused,
    NotApplied,
    NotFound,
    PreviewNotFound,
    RevisionMismatch,
    RevisionOutdated,
    RunInProgress,
    UndoConflict,
)
from domain.schedule.invariants import breaches
from domain.schedule.state import ScheduleState, Task
from runtime.clock import now
from services.delete_class import delete_class
from services.open_session import open_session
from services.request_commit import confirm_workflow_id, undo_workflow_id
from storage.commits import CommitRecord
from storage.run_events import read_events
from tests.desk import ACTOR, Desk, at, commit_desk, differing, dump, free_place, waiting
from tests.week import OWNER, Gate, Week, refine_request

MOVE = "把第5周周五的任务都挪到周六"


@pytest.fixture
async def desk(week: Week) -> AsyncIterator[Desk]:
    """A desk over the example week and its worker."""
    async with commit_desk(week) as desk:
        yield desk


def items(state: ScheduleState) -> list[Task]:
    return [task for task in state.tasks if task.source == "task_item"]


async def one_placed(desk: Desk, index: int = 0, after_day: int = 0) -> tuple[str, Task]:
    """A session that wants one more task placed, and the task as it wants it."""
    state = await desk.live()
    task = items(state)[index]
    wanted = at(task, *free_place(state, task.length, after_day))
    return await desk.opened(wanted), wanted


async def test_a_confirm_writes_what_the_preview_shows(desk: Desk) -> None:
    """Each of the sixteen tasks gets an event and its sections, its item is arranged, no other row changes."""
    before = await desk.dump()
    session = await desk.week.planned_session()
    commit = await desk.confirm(session, 1)
    after = await desk.dump()
    changed = differing(before, after)
    assert (commit.status, commit.revision, commit.timetable_version) == ("applied", 1, 2)
    assert (commit.actor, commit.kind, commit.term_id) == (ACTOR, "confirm", desk.week.request.term_id)
    assert len(changed["schedule_events"]) == len(changed["task_items"]) == len(commit.changes) == 16
    assert before["schedule_events"].items() <= after["schedule_events"].items()
    assert {row["status"] for row in after["task_items"].values()} == {"arranged"}
    state, shown = await desk.state(session), await desk.live()
    wanted = {task.name: standing_of(state, task) for task in items(state)}
    assert {task.name: standing_of(shown, task) for task in shown.tasks if task.name in wanted} == wanted
    assert breaches(shown) == ()


async def test_an_undo_restores_every_row(desk: Desk) -> None:
    """The dump is the one from before, ids included; only versions have risen; then it can be confirmed again."""
    before = await desk.dump()
    session = await desk.week.planned_session()
    first = await desk.confirm(session)
    undone = await desk.undo(first)
    assert (undone.status, undone.undone_by) == ("undone", ACTOR)
    assert undone.undone_at is not None
    assert await desk.dump() == before
    assert (await desk.undo(first)).undone_at == undone.undone_at
    again = await desk.confirm(session, 1)
    assert again.id != first.id
    assert [change["after"] for change in again.changes] == [change["after"] for change in first.changes]
    versions = await dump(desk.week.engine, versions=True)
    assert versions["terms"][desk.week.request.term_id]["timetable_version"] == 4
    assert {row["version"] for row in versions["task_classes"].values()} == {4}


async def test_a_newer_revision_moves_what_an_older_one_placed(desk: Desk) -> None:
    """Refined after a confirm: the events of moved tasks keep their ids, those of others keep every row."""
    session = await desk.week.planned_session()
    first = await desk.confirm(session)
    confirmed = await desk.dump()
    run = await desk.week.finished(await desk.week.start(session, refine_request(MOVE)))
    assert run.status == "completed"
    second = await desk.confirm(session, 2)
    after = await desk.dump()
    assert second.changes
    assert {change["kind"] for change in second.changes} <= {"moved", "embedded"}
    assert differing(confirmed, after)["schedule_events"] == set()
    moved = {change["event_id"] for change in second.changes}
    rows = confirmed["schedules"] | after["schedules"]
    assert {rows[row]["event_id"] for row in differing(confirmed, after)["schedules"]} <= moved
    with pytest.raises(UndoConflict) as refusal:
        await desk.undo(first)
    assert {found["code"] for found in refused(refusal.value, "dependents")} == {"moved"}
    assert await desk.dump() == after
    await desk.undo(second)
    assert await desk.dump() == confirmed
    await desk.undo(first)
    assert {row["status"] for row in (await desk.dump())["task_items"].values()} == {"pending"}


async def test_a_newer_revision_takes_back_what_it_no_longer_places(desk: Desk) -> None:
    """The item waits again, its event is gone; the others keep every row."""
    session = await desk.week.planned_session()
    await desk.confirm(session)
    confirmed = await desk.dump()
    task = items(await desk.state(session))[3]
    await desk.edit(session, waiting(task))
    second = await desk.confirm(session)
    [change] = second.changes
    assert (change["kind"], change["task"], change["item_id"]) == ("taken_back", task.name, task.source_id)
    after = await desk.dump()
    changed = differing(confirmed, after)
    assert changed["schedule_events"] == {change["event_id"]}
    assert changed["task_items"] == {task.source_id}
    assert after["task_items"][str(task.source_id)]["status"] == "pending"
    await desk.undo(second)
    assert await desk.dump() == confirmed


async def test_all_kinds_of_change_at_once(desk: Desk) -> None:
    """Rows of what was swapped, taken back, embedded and placed change; every other row keeps its id and its values."""
    planned = await desk.week.planned_session()
    await desk.edit(planned, waiting(items(await desk.state(planned))[0]))
    await desk.confirm(planned)
    state = await desk.live()
    [new] = items(state)
    placed = [t for t in state.tasks if t.slots and not t.is_course and t.embed_host is None and t.length == 2]
    left, right, out, guest = placed[:4]
    host = next(t for t in state.tasks if t.can_embed and not t.guests and t.slots[0].length >= guest.length)
    inside, room = host.slots[0], free_place(state, new.length)
    session = await desk.opened(
        left.model_copy(update={"slots": right.slots}),
        right.model_copy(update={"slots": left.slots}),
        waiting(out),
        at(guest, inside.day, inside.slot_start, inside.slot_start + guest.length - 1, host),
        at(new, *room),
        touched=(left, right, out, guest),
    )
    before = await desk.dump()
    commit = await desk.confirm(session)
    after, wanted = await desk.dump(), await desk.state(session)
    changed = differing(before, after)
    kinds = sorted(change["kind"] for change in commit.changes)
    assert kinds == ["embedded", "moved", "moved", "placed", "taken_back"]
    [made] = after["schedule_events"].keys() - before["schedule_events"].keys()
    gone = str(out.source_id)
    assert changed["schedule_events"] == {gone, made}
    item = before["schedule_events"][gone]["item_id"]
    assert changed["task_items"] == {item, new.source_id}
    assert [after["task_items"][n]["status"] for n in (item, str(new.source_id))] == ["pending", "arranged"]
    rows = before["schedules"] | after["schedules"]
    mine = {str(task.source_id) for task in (left, right, out, guest, host)} | {made}
    assert {rows[row]["event_id"] for row in changed["schedules"]} == mine
    hosting = {row for row in changed["schedules"] if rows[row]["event_id"] == host.source_id}
    assert hosting <= before["schedules"].keys() & after["schedules"].keys()
    assert {after["schedules"][row]["guest_event_id"] for row in hosting} == {guest.source_id}
    shown = await desk.live()
    assert breaches(shown) == ()
    assert places(shown) == places(wanted)
    await desk.undo(commit)
    assert await desk.dump() == before


def places(state: ScheduleState) -> dict[str, object]:
    return {task.name: standing_of(state, task) for task in state.tasks if task.slots}


async def test_a_later_change_elsewhere_survives_an_undo(desk: Desk) -> None:
    """What another session confirmed later stays as it is; the rest is as before."""
    before = await desk.dump()
    first = await desk.confirm((await one_placed(desk))[0])
    between = await desk.dump()
    second = await desk.confirm((await one_placed(desk, 1))[0])
    later = differing(between, await desk.dump())
    await desk.undo(first)
    assert differing(before, await desk.dump()) == later
    await desk.undo(second)
    assert await desk.dump() == before


async def test_an_undo_that_others_rest_on_is_refused_in_words(desk: Desk) -> None:
    """Another session took the task back: the refusal names it and its place, nothing changes, and later it works."""
    before = await desk.dump()
    first = await desk.confirm((await one_placed(desk))[0])
    [change] = first.changes
    task = next(t for t in (await desk.live()).tasks if t.source_id == change["event_id"])
    second = await desk.confirm(await desk.opened(waiting(task), touched=[task]))
    taken_back = await desk.dump()
    for _ in range(2):
        with pytest.raises(UndoConflict, match=change["task"]) as refusal:
            await desk.undo(first, key="undo")
        [found] = refused(refusal.value, "dependents")
        assert (found["code"], found["task"], found["place"]) == ("removed", task.name, change["after"]["places"][0])
    assert await desk.dump() == taken_back
    await desk.undo(second)
    with pytest.raises(UndoConflict):
        await desk.undo(first, key="undo")
    # The same key has the same answer although it could be undone by now; another one may try again.
    assert (await desk.undo(first, key="again")).status == "undone"
    assert await desk.dump() == before


async def test_an_undo_needs_the_place_back(desk: Desk) -> None:
    """Where a task was before, another one stands by now: it is named."""
    first = await desk.confirm((await one_placed(desk))[0])
    state = await desk.live()
    task = next(t for t in state.tasks if t.source_id == first.changes[0]["event_id"])
    away = at(task, *free_place(state, task.length, task.slots[0].day))
    moved = await desk.confirm(await desk.opened(away, touched=[task]))
    newcomer = items(state)[1]
    old = task.slots[0]
    await desk.confirm(await desk.opened(at(newcomer, old.day, old.slot_start, old.slot_start + newcomer.length - 1)))
    with pytest.raises(UndoConflict) as refusal:
        await desk.undo(moved)
    [found] = refused(refusal.value, "dependents")
    assert (found["code"], found["task"], found["held_by"]) == ("taken", task.name, newcomer.name)


async def test_two_sessions_want_one_place(desk: Desk) -> None:
    """At the same moment: one is applied, the other is told which task stands where."""
    state = await desk.live()
    left, right = [task for task in items(state) if task.length == 2][:2]
    room = free_place(state, 2)
    sessions = [await desk.opened(at(task, *room)) for task in (left, right)]
    outcomes = await asyncio.gather(*(desk.confirm(session) for session in sessions), return_exceptions=True)
    [applied] = [outcome for outcome in outcomes if isinstance(outcome, CommitRecord)]
    [refusal] = [outcome for outcome in outcomes if isinstance(outcome, CommitConflict)]
    [conflict] = refused(refusal, "conflicts")
    winner, loser = (left, right) if applied.session_id == sessions[0] else (right, left)
    assert (conflict["code"], conflict["task"], conflict["held_by"]) == (
        "place_taken",
        loser.name,
        winner.name,
    )
    assert conflict["place"] == applied.changes[0]["after"]["places"][0]
    assert str(conflict["message"]) in refusal.message


async def test_every_conflict_is_listed_and_nothing_is_written(desk: Desk) -> None:
    """An item that another session arranged, one whose class is gone, a host that was filled, an event moved away."""
    planned = await desk.week.planned_session()
    state = await desk.live()
    tasks = items(state)
    host = next(t for t in state.tasks if t.can_embed and t.slots[0].length >= 2)
    day, start = host.slots[0].day, host.slots[0].slot_start
    embedded = [at(task, day, start, start + 1, host) for task in tasks if task.length == 2]
    session = await desk.opened(embedded[0])
    other = await desk.confirm(await desk.opened(embedded[1]))
    before = await desk.dump()
    with pytest.raises(CommitConflict) as refusal:
        await desk.confirm(session)
    assert [found["code"] for found in refused(refusal.value, "conflicts")] == ["host_taken"]
    with pytest.raises(CommitConflict) as refusal:
        await desk.confirm(planned)
    assert "arranged_elsewhere" in {found["code"] for found in refused(refusal.value, "conflicts")}
    assert await desk.dump() == before
    await desk.undo(other)
    gone = next(t.category_id for t in (await desk.state(planned)).tasks if t.category_id)
    await delete_class(OWNER, desk.week.engine, str(gone))
    with pytest.raises(CommitConflict) as refusal:
        await desk.confirm(planned)
    found = refused(refusal.value, "conflicts")
    lost = [t.name for t in (await desk.state(planned)).tasks if t.category_id == gone]
    assert [(one["code"], one["task"]) for one in found] == [("task_gone", name) for name in lost]


def refused(error: Exception, name: str) -> list[dict[str, object]]:
    """A list among the facts of a refusal."""
    found = getattr(error, "facts", {})[name]
    assert isinstance(found, list)
    return found


async def test_a_hand_and_another_moved_the_same_task(desk: Desk) -> None:
    """Both away from where it was: a conflict that says where it is now. Both to one place: no change."""
    await desk.confirm((await one_placed(desk))[0])
    state = await desk.live()
    task = next(t for t in state.tasks if t.status == "existing" and not t.is_course)
    near = at(task, *free_place(state, task.length, task.slots[0].day))
    far = at(task, *free_place(state, task.length, near.slots[0].day))
    agreeing, differing_ = await desk.opened(near, touched=[task]), await desk.opened(far, touched=[task])
    untouched = await desk.opened(near)
    await desk.confirm(await desk.opened(near, touched=[task]))
    before = await dump(desk.week.engine, versions=True)
    nothing = await desk.confirm(agreeing)
    assert (nothing.status, nothing.changes, nothing.timetable_version) == ("applied", [], 3)
    with pytest.raises(CommitConflict) as refusal:
        await desk.confirm(differing_)
    [found] = refused(refusal.value, "conflicts")
    assert (found["code"], found["task"]) == ("moved_elsewhere", task.name)
    assert (await desk.confirm(untouched)).changes == []
    assert await dump(desk.week.engine, versions=True) == before


async def test_a_key_gives_one_commit_before_and_after_the_workflow_closed(desk: Desk) -> None:
    """Sent five times at once and again later: one commit, one workflow; another body is refused."""
    session, _ = await one_placed(desk)
    found = await asyncio.gather(*(desk.confirm(session, 1, "key") for _ in range(5)))
    handle = desk.week.client.get_workflow_handle(confirm_workflow_id(found[0].id))
    await handle.result()
    found.append(await desk.confirm(session, 1, "key"))
    assert len({commit.id for commit in found}) == 1
    assert [commit.id for commit in await desk.commits()] == [found[0].id]
    with pytest.raises(IdempotencyKeyReused):
        await desk.confirm(session, None, "key")
    undone = await asyncio.gather(*(desk.undo(found[0], "undo") for _ in range(5)))
    await desk.week.client.get_workflow_handle(undo_workflow_id(found[0].id)).result()
    undone.append(await desk.undo(found[0], "undo"))
    assert len({commit.undone_at for commit in undone}) == 1


async def test_a_refusal_is_the_answer_of_its_key(desk: Desk) -> None:
    """The same key has the same answer after the obstacle is gone; a new key is applied."""
    session, wanted = await one_placed(desk)
    state = await desk.live()
    slot, other = wanted.slots[0], items(state)[1]
    obstacle = await desk.confirm(await desk.opened(at(other, slot.day, slot.slot_start, slot.slot_start + 1)))
    answers = []
    for _ in range(2):
        with pytest.raises(CommitConflict) as refusal:
            await desk.confirm(session, 1, "key")
        answers.append((refusal.value.message, refusal.value.facts))
        await desk.undo(obstacle)
    assert answers[0] == answers[1]
    [refused_commit] = [commit for commit in await desk.commits() if commit.status == "refused"]
    assert answers[0][1]["commit_id"] == refused_commit.id
    assert (await desk.confirm(session, 1, "another")).status == "applied"
    with pytest.raises(NotApplied):
        await desk.undo(refused_commit)


async def test_only_the_newest_revision_is_confirmed_and_once(desk: Desk) -> None:
    """Each refusal has its code and names what is in the way; none leaves a row."""
    state = await desk.live()
    task = items(state)[0]
    session = await desk.opened(at(task, *free_place(state, 2)))
    await desk.edit(session, at(task, *free_place(state, 2, 3)))
    with pytest.raises(RevisionMismatch, match="newest revision is 2, not 1"):
        await desk.confirm(session, 1)
    commit = await desk.confirm(session, 2)
    with pytest.raises(AlreadyConfirmed, match=commit.id) as again:
        await desk.confirm(session, 2)
    assert again.value.facts["commit_id"] == commit.id
    with pytest.raises(RevisionOutdated, match=commit.id):
        await desk.confirm(session, 1)
    with pytest.raises(NotFound, match="session"):
        await desk.confirm("01K00000000000000000000000")
    with pytest.raises(PreviewNotFound):
        await desk.confirm((await open_session(OWNER, desk.week.engine, now())).id)
    assert len(await desk.commits()) == 1


async def test_no_confirm_while_a_run_of_the_session_is_open(desk: Desk, gate: Gate) -> None:
    """It is refused and names the run. After a confirm elsewhere the run ends without a preview and says why."""
    session, _ = await one_placed(desk)
    other, _ = await one_placed(desk, 1, 3)
    gate.node = "slice"
    run = await desk.week.start(session, refine_request(MOVE))
    await gate.reached.wait()
    with pytest.raises(RunInProgress, match=run.id) as refusal:
        await desk.confirm(session, 1, "key")
    assert refusal.value.facts["run_id"] == run.id
    await desk.confirm(other)
    gate.opened.set()
    ended = await desk.week.finished(run)
    assert (ended.status, ended.outcome_code) == ("completed_without_preview", "timetable_changed")
    async with desk.week.engine.connect() as conn:
        last = (await read_events(OWNER, conn, run.id))[-1]
    assert (last.stage, last.data) == ("schedule_refine.preview.skipped", {"code": "timetable_changed"})
    assert "from version 1 to 2" in last.detail
    # Nothing was reserved by the refusal, so its key is free.
    assert (await desk.confirm(session, 1, "key")).status == "applied"
