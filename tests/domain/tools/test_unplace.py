"""Taking one task back: what waits then, and what is checked first."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.schedule.invariants import breaches
from domain.schedule.state import ScheduleState, TaskQueue
from domain.tools.context import PLAIN, ToolContext
from domain.tools.registry import run_tool
from domain.tools.results import Change, ToolResult
from tests.domain.schedule.states import course, existing, slots, state, task
from tests.domain.tools.arrangements import arrangements

HALL = existing(1, "自习", (1, 1, 4), (2, 1, 2), can_embed=True)


def unplace(before: ScheduleState, task_id: int, context: ToolContext = PLAIN) -> tuple[ScheduleState, ToolResult]:
    after, result = run_tool(before, "unplace", {"task_id": task_id}, context)
    assert breaches(after) == ()
    return after, result


def test_an_existing_task_needs_the_sum_of_its_slots_then() -> None:
    before = state(existing(2, "a", (1, 1, 2), (3, 5, 7)))
    after, result = unplace(before, 2)
    assert (after.by_id[2].status, after.by_id[2].slots, after.by_id[2].duration) == ("pending", (), 5)
    assert result.changes == (Change(task_id=2, name="a", from_slots=slots((1, 1, 2), (3, 5, 7)), to_slots=()),)


def test_only_the_place_of_a_task_is_lost() -> None:
    """Class, order and its part in the queue stay."""
    before = state(task(2, "a", (1, 1, 3), order=4, category_id=12), queue=TaskQueue(pending=(2,)))
    after, _ = unplace(before, 2)
    lost: dict[str, Any] = {"status": "pending", "slots": ()}
    assert after.by_id[2] == before.by_id[2].model_copy(update=lost)
    assert after.queue == before.queue


def test_the_guests_of_a_host_wait_with_it() -> None:
    before = state(HALL, task(2, "a", (1, 2, 4), embed_host=1), existing(3, "b", (2, 1, 1), embed_host=1))
    after, result = unplace(before, 1)
    assert [(t.status, t.slots, t.embed_host, t.duration) for t in after.tasks] == [
        ("pending", (), None, 6),
        ("pending", (), None, 3),
        ("pending", (), None, 1),
    ]
    assert [(change.task_id, change.from_host, change.to_host) for change in result.changes] == [
        (1, None, None),
        (2, 1, None),
        (3, 1, None),
    ]
    assert "[2]a、[3]b" in result.text.splitlines()[1]
    assert result.text.endswith("待安排任务剩余：3个。")


@pytest.mark.parametrize(
    ("guest", "context", "code", "reason"),
    [
        ({"pinned": True}, PLAIN, "pinned", "[2]a 已由用户固定位置"),
        ({"locked": True}, PLAIN, "locked", "[2]a 已锁定，不可移除"),
        ({"status": "existing"}, ToolContext(suggested_only=True), "wrong_status", "[2]a 当前为已安排（existing）任务"),
    ],
)
def test_a_guest_that_must_stay_keeps_its_host(
    guest: dict[str, Any], context: ToolContext, code: str, reason: str
) -> None:
    host = task(1, "自习", (1, 1, 2), can_embed=True)
    before = state(host, task(2, "a", (1, 1, 2), **{"embed_host": 1} | guest))
    after, result = unplace(before, 1, context)
    assert (result.code, after is before) == (code, True)
    assert reason in result.text


@pytest.mark.parametrize(("task_id", "code"), [(2, "ok"), (3, "wrong_status"), (10, "wrong_status")])
def test_a_caller_may_keep_existing_tasks_where_they_are(task_id: int, code: str) -> None:
    before = state(task(2, "a", (3, 1, 2)), existing(3, "b", (3, 3, 4)), course(10, "思政", (7, 1, 2), can_embed=True))
    _, result = unplace(before, task_id, ToolContext(suggested_only=True))
    assert result.code == code
    assert task_id != 3 or "不允许 unplace；仅 suggested 任务可移动" in result.text


@pytest.mark.parametrize(
    ("task_id", "code"),
    [(9, "task_not_found"), (1, "locked"), (10, "wrong_status"), (3, "wrong_status"), (4, "pinned")],
)
def test_the_order_of_checks(task_id: int, code: str) -> None:
    """The first check that fails gives the code, whatever else is wrong."""
    before = state(
        course(1, "高数", (1, 1, 2)).model_copy(update={"pinned": True}),
        course(10, "思政", (7, 1, 2), can_embed=True).model_copy(update={"pinned": True}),
        task(3, "b", pinned=True),
        existing(4, "c", (3, 1, 2), pinned=True),
    )
    after, result = unplace(before, task_id)
    assert (result.code, after is before) == (code, True)


@given(arrangements(least=1), st.data())
def test_what_is_taken_back_can_be_placed_again(before: ScheduleState, data: st.DataObject) -> None:
    """The state is then the same as before."""
    movable = [t for t in before.tasks if t.status == "suggested" and not t.pinned]
    if not movable:
        return
    chosen = data.draw(st.sampled_from(movable))
    after, result = unplace(before, chosen.state_id)
    assert result.ok
    at = {"task_id": chosen.state_id, "day": chosen.slots[0].day, "slot_start": chosen.slots[0].slot_start}
    assert run_tool(after, "place", at)[0] == before
