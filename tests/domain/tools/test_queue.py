"""Working off the queue: one task at a time, each task once, and nothing forgotten."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.schedule.invariants import breaches
from domain.schedule.occupancy import positions
from domain.schedule.state import ATTEMPTS_PER_HEAD, ScheduleState, SkipReason, TaskQueue
from domain.schedule.state_file import format_state, parse_state
from domain.tools.registry import run_tool
from domain.tools.results import ToolResult
from tests.domain.schedule.states import course, state, task
from tests.domain.tools.arrangements import arrangements

THREE = state(
    course(1, "高数", (1, 1, 2)),
    task(2, "甲", (2, 1, 2)),
    task(3, "乙", (3, 1, 2), pinned=True),
    task(4, "丙"),
    days=5,
)
TAKEN = {"new_day": 1, "new_slot_start": 1}
FREE = {"new_day": 5, "new_slot_start": 1}


def with_queue(**roles: Any) -> ScheduleState:
    return THREE.with_queue(TaskQueue(**roles))


def call(before: ScheduleState, name: str, **arguments: Any) -> tuple[ScheduleState, dict[str, Any], ToolResult]:
    """A tool whose text is JSON; the text and the data for programs say the same."""
    after, result = run_tool(before, name, arguments)
    told: dict[str, Any] = json.loads(result.text)
    assert result.data is not None
    assert told.items() <= result.data.items()
    return after, told, result


def test_the_head_is_taken_once_and_told_again() -> None:
    """Popping twice does not lose the current task, nor its failed attempts."""
    popped, told, _ = call(with_queue(pending=(2, 3)), "queue_pop_head")
    assert popped.queue == TaskQueue(pending=(3,), current=2)
    tried, _, _ = call(popped, "queue_apply_head_move", **TAKEN)
    again, told_again, _ = call(tried, "queue_pop_head")
    assert again is tried
    assert told_again == told


def test_an_empty_queue_has_no_head_and_changes_nothing() -> None:
    after, told, result = call(with_queue(completed=(2,)), "queue_pop_head")
    assert (result.ok, told["has_head"], told["current"]) == (True, False, None)
    assert after == with_queue(completed=(2,))


def test_a_moved_head_is_completed() -> None:
    """The schedule and the changes are those of ``move``; no current task remains."""
    before = with_queue(pending=(3,), current=2, attempt=2)
    after, _, result = call(before, "queue_apply_head_move", **FREE)
    by_move, moved = run_tool(before, "move", {"task_id": 2, **FREE})
    assert after.queue == TaskQueue(pending=(3,), completed=(2,))
    assert (after.tasks, result.changes) == (by_move.tasks, moved.changes)
    assert len(result.changes) == 1


@pytest.mark.parametrize(
    ("head", "place", "code"), [(2, TAKEN, "slot_conflict"), (3, FREE, "pinned"), (4, FREE, "wrong_status")]
)
def test_a_refused_move_is_counted_and_nothing_else(head: int, place: dict[str, int], code: str) -> None:
    """The code is that of the move; window and tasks are the very same."""
    before = with_queue(current=head)
    after, told, result = call(before, "queue_apply_head_move", **place)
    assert (result.ok, result.code, told["success"]) == (False, code, False)
    assert after.tasks is before.tasks
    assert after.window is before.window
    assert after.queue == TaskQueue(current=head, attempt=1)


def test_the_third_refused_move_skips_the_head() -> None:
    """The next task starts with all its attempts."""
    at = with_queue(pending=(3,), current=2)
    for attempt in range(1, ATTEMPTS_PER_HEAD):
        at, told, _ = call(at, "queue_apply_head_move", **TAKEN)
        assert (at.queue.current, at.queue.attempt, "skip_reason" in told) == (2, attempt, False)
    at, told, result = call(at, "queue_apply_head_move", **TAKEN)
    assert (result.code, told["skipped_task_id"], told["skip_reason"]) == ("slot_conflict", 2, "attempts")
    assert at.queue == TaskQueue(pending=(3,), skipped=(2,), reasons=(SkipReason(task_id=2, reason="attempts"),))
    assert call(call(at, "queue_pop_head")[0], "queue_status")[1]["current_attempt"] == 1


@pytest.mark.parametrize("arguments", [{}, {"new_day": "x", "new_slot_start": 1}, {**FREE, "task_id": 2}])
def test_a_call_that_cannot_be_read_is_no_attempt(arguments: dict[str, Any]) -> None:
    before = with_queue(current=2, attempt=2)
    after, result = run_tool(before, "queue_apply_head_move", arguments)
    assert (after is before, result.ok) == (True, False)


@pytest.mark.parametrize(("name", "arguments"), [("queue_apply_head_move", FREE), ("queue_skip_head", {})])
def test_without_a_current_task_nothing_can_be_done(name: str, arguments: dict[str, Any]) -> None:
    """Waiting tasks are not touched: the head is taken by ``queue_pop_head`` alone."""
    before = with_queue(pending=(2,))
    after, result = run_tool(before, name, arguments)
    assert (after is before, result.code) == (True, "queue_empty")


@pytest.mark.parametrize(("reason", "kept"), [("  太累 ", ["太累"]), (None, []), (" ", [])])
def test_a_reason_is_kept_and_told(reason: str | None, kept: list[str]) -> None:
    """It comes back in the data of the status and survives a file; the text of the status has the keys of old."""
    skipped, _, result = call(with_queue(current=2), "queue_skip_head", reason=reason)
    assert (skipped.tasks, result.changes) == (THREE.tasks, ())
    read = parse_state(format_state(skipped))
    assert read == skipped
    _, told, status = call(read, "queue_status")
    assert status.data is not None
    assert status.data["reasons"] == [{"task_id": 2, "reason": text} for text in kept]
    assert (status.data["pending"], status.data["completed"], status.data["skipped"]) == ([], [], [2])
    assert list(told) == [
        *("tool", "pending_count", "completed_count", "skipped_count", "current_task_id", "current_attempt")
    ]


def test_a_file_written_before_reasons_were_kept_is_read() -> None:
    written = json.loads(format_state(with_queue(pending=(3,), current=2, attempt=1, skipped=(4,))))
    assert list(written["queue"]) == ["pending", "current", "attempt", "completed", "skipped"]
    assert parse_state(written).queue == TaskQueue(pending=(3,), current=2, attempt=1, skipped=(4,))


@given(before=arrangements(least=3), data=st.data())
def test_a_queue_is_worked_off(before: ScheduleState, data: st.DataObject) -> None:
    """Whatever is done with each head, every queued task ends completed or skipped, once, in the order of the queue."""
    at, result = run_tool(before, "query_target_tasks", {"status": "all"})
    assert result.data is not None
    queued, ended = result.data["task_ids"], []
    for _ in range(len(queued)):
        at, told, _ = call(at, "queue_pop_head")
        ended.append(told["current"]["task_id"])
        at = _handled(at, ended[-1], data.draw(st.sampled_from(["move", "skip", "fail"])), data)
    queue = at.queue
    assert ended == queued
    assert sorted((*queue.completed, *queue.skipped)) == sorted(queued)
    assert queue.members == (*queue.completed, *queue.skipped)
    assert not call(at, "queue_pop_head")[1]["has_head"]
    assert breaches(at) == ()


def _handled(at: ScheduleState, task_id: int, how: str, data: st.DataObject) -> ScheduleState:
    """The head dealt with: moved to a legal place where it may be moved, skipped, or tried until it is given up."""
    head = at.by_id[task_id]
    if how == "move" and head.status == "suggested" and not (head.pinned or head.locked):
        place = data.draw(st.sampled_from(positions(at, head.length, {task_id})))
        after, result = run_tool(at, "queue_apply_head_move", {"new_day": place.day, "new_slot_start": place.start})
        assert (result.ok, after.by_id[task_id].slots) == (True, (place.slot,))
        return after
    if how == "skip":
        return run_tool(at, "queue_skip_head", {"reason": data.draw(st.none() | st.text(max_size=9))})[0]
    for _ in range(ATTEMPTS_PER_HEAD):
        at, _ = run_tool(at, "queue_apply_head_move", {"new_day": 99, "new_slot_start": 1})
    return at
