"""Exchanging two tasks: what becomes of slots, hosts and guests, and what is checked first."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.schedule.invariants import breaches
from domain.schedule.state import ScheduleState, Task
from domain.tools.context import PLAIN, ToolContext
from domain.tools.registry import run_tool
from domain.tools.results import Change, ToolResult
from tests.domain.schedule.states import course, existing, slots, state, task
from tests.domain.tools.arrangements import arrangements

HALL = existing(1, "自习", (1, 1, 2), can_embed=True)
GUEST = task(2, "作业", (1, 1, 2), embed_host=1)


def swap(
    before: ScheduleState, first: int, second: int, context: ToolContext = PLAIN
) -> tuple[ScheduleState, ToolResult]:
    after, result = run_tool(before, "swap", {"task_a": first, "task_b": second}, context)
    assert breaches(after) == ()
    return after, result


def test_tasks_take_each_others_slots_and_keep_all_else() -> None:
    before = state(task(2, "a", (1, 1, 2)), existing(3, "b", (4, 5, 6)))
    after, result = swap(before, 2, 3)
    assert [(t.slots, t.status) for t in after.tasks] == [
        (slots((4, 5, 6)), "suggested"),
        (slots((1, 1, 2)), "existing"),
    ]
    assert result.changes == (
        Change(task_id=2, name="a", from_slots=slots((1, 1, 2)), to_slots=slots((4, 5, 6))),
        Change(task_id=3, name="b", from_slots=slots((4, 5, 6)), to_slots=slots((1, 1, 2))),
    )


def test_several_slots_are_exchanged_one_by_one() -> None:
    before = state(existing(2, "a", (1, 1, 2), (4, 1, 3)), existing(3, "b", (2, 5, 6), (3, 5, 7)))
    after, _ = swap(before, 2, 3)
    assert [t.slots for t in after.tasks] == [slots((2, 5, 6), (3, 5, 7)), slots((1, 1, 2), (4, 1, 3))]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ([(1, 1, 2)], [(2, 1, 3)]),
        ([(1, 1, 2), (2, 1, 2)], [(3, 1, 4)]),
        ([(1, 1, 2), (2, 1, 3)], [(3, 1, 3), (4, 1, 2)]),
        ([(1, 1, 2)], [(3, 1, 2), (4, 1, 2)]),
    ],
)
def test_slots_of_other_lengths_are_a_mismatch(
    first: list[tuple[int, int, int]], second: list[tuple[int, int, int]]
) -> None:
    """So are the same lengths in another order."""
    before = state(existing(2, "a", *first), existing(3, "b", *second))
    for pair in ((2, 3), (3, 2)):
        after, result = swap(before, *pair)
        assert (result.code, after is before) == ("span_mismatch", True)


def test_guests_of_two_hosts_exchange_hosts() -> None:
    before = state(
        HALL,
        GUEST,
        course(10, "思政", (7, 1, 4), can_embed=True),
        task(3, "a", (7, 2, 3), embed_host=10),
    )
    after, result = swap(before, 2, 3)
    assert [(after.by_id[n].embed_host, after.by_id[n].slots) for n in (2, 3)] == [
        (10, slots((7, 2, 3))),
        (1, slots((1, 1, 2))),
    ]
    assert (after.by_id[1].guests, after.by_id[10].guests) == ((3,), (2,))
    assert [(change.from_host, change.to_host) for change in result.changes] == [(1, 10), (10, 1)]


def test_a_task_in_two_occurrences_of_a_host_gives_both_away() -> None:
    before = state(
        course(10, "思政", (1, 1, 2), (8, 1, 2), can_embed=True),
        existing(2, "a", (1, 1, 2), (8, 1, 2), embed_host=10),
        existing(3, "b", (2, 1, 2), (9, 1, 2)),
    )
    after, _ = swap(before, 3, 2)
    assert (after.by_id[2].embed_host, after.by_id[3].embed_host, after.by_id[10].guests) == (None, 10, (3,))


@pytest.mark.parametrize(("first", "second", "names"), [(1, 2, "[2]作业"), (2, 1, "[1]自习")])
def test_a_guest_and_its_own_host_are_a_conflict(first: int, second: int, names: str) -> None:
    """The other one is named, not the guest that keeps the host taken."""
    before = state(HALL, GUEST)
    after, result = swap(before, first, second)
    assert (result.code, after is before) == ("slot_conflict", True)
    assert result.text.startswith(f"交换失败：第1天第1-2节已被 {names} 占用。")


@pytest.mark.parametrize(("first", "second"), [(1, 3), (3, 1)])
def test_guests_of_an_exchanged_host_stand_in_the_way(first: int, second: int) -> None:
    before = state(HALL, GUEST, task(3, "a", (4, 1, 2)))
    after, result = swap(before, first, second)
    assert (result.code, after is before) == ("slot_conflict", True)
    assert "[2]作业 占用" in result.text


def test_a_host_without_guests_is_exchanged_like_any_task() -> None:
    before = state(HALL, task(3, "a", (4, 1, 2)))
    after, _ = swap(before, 1, 3)
    assert (after.by_id[1].slots, after.by_id[3].slots, after.by_id[3].embed_host) == (
        slots((4, 1, 2)),
        slots((1, 1, 2)),
        None,
    )


@pytest.mark.parametrize(("first", "second", "code"), [(2, 4, "ok"), (2, 3, "wrong_status"), (3, 2, "wrong_status")])
def test_a_caller_may_keep_existing_tasks_where_they_are(first: int, second: int, code: str) -> None:
    before = state(task(2, "a", (3, 1, 2)), existing(3, "b", (3, 3, 4)), task(4, "c", (4, 1, 2)))
    _, result = swap(before, first, second, ToolContext(suggested_only=True))
    assert result.code == code
    assert code == "ok" or "[3]b 当前为已安排（existing）任务，不允许 swap" in result.text


@pytest.mark.parametrize(
    ("first", "second", "code"),
    [
        (9, 1, "task_not_found"),
        (1, 9, "task_not_found"),
        (3, 1, "locked"),
        (4, 3, "wrong_status"),
        (10, 4, "wrong_status"),
        (6, 4, "pinned"),
        (6, 2, "span_mismatch"),
    ],
)
def test_the_order_of_checks(first: int, second: int, code: str) -> None:
    """Every task passes a check before the next check is made of any."""
    before = state(
        course(1, "高数", (1, 1, 2)),
        course(10, "思政", (7, 1, 2), can_embed=True),
        task(2, "a", (2, 1, 2)),
        task(3, "b", pinned=True),
        task(4, "c", (3, 1, 4), pinned=True),
        task(6, "d", (5, 1, 3), can_embed=True),
        task(7, "e", (5, 1, 1), embed_host=6),
    )
    after, result = swap(before, first, second)
    assert (result.code, after is before) == (code, True)


def _could_be_exchanged(task: Task) -> bool:
    return task.status != "pending" and not (task.is_course or task.locked or task.pinned)


@given(arrangements(least=2), st.data())
def test_exchanged_twice_is_not_exchanged_at_all(before: ScheduleState, data: st.DataObject) -> None:
    """Which of the two is named first makes no difference, and only guests are in the way of tasks of one length."""
    able = [t for t in before.tasks if _could_be_exchanged(t)]
    if len(able) < 2:
        return
    first, second = data.draw(st.lists(st.sampled_from(able), min_size=2, max_size=2, unique_by=lambda t: t.state_id))
    after, result = swap(before, first.state_id, second.state_id)
    assert result.ok == (first.length == second.length)
    assert swap(before, second.state_id, first.state_id)[0] == after
    if result.ok:
        assert swap(after, first.state_id, second.state_id)[0] == before
