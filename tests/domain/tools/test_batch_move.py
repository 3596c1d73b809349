"""Moving two tasks at once: where they all end up decides, and all of them move or none."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.schedule.invariants import breaches
from domain.schedule.state import ScheduleState
from domain.tools.registry import run_tool
from domain.tools.results import ToolResult
from tests.domain.schedule.states import course, existing, slots, state, task
from tests.domain.tools.arrangements import arrangements
from tests.domain.tools.golden.states import moved

HOST = course(10, "思政", (7, 1, 4), can_embed=True)


def batch(before: ScheduleState, *moves: dict[str, Any]) -> tuple[ScheduleState, ToolResult]:
    """The outcome, which is the same in either order of the list."""
    after, result = run_tool(before, "batch_move", {"moves": list(moves)})
    assert breaches(after) == ()
    assert run_tool(before, "batch_move", {"moves": list(reversed(moves))}) == (after, result)
    return after, result


def test_two_tasks_may_trade_places() -> None:
    before = state(task(2, "a", (1, 1, 2)), task(3, "b", (4, 5, 6)))
    after, result = batch(before, moved(2, 4, 5), moved(3, 1, 1))
    assert (after.by_id[2].slots, after.by_id[3].slots) == (slots((4, 5, 6)), slots((1, 1, 2)))
    assert [change.task_id for change in result.changes] == [2, 3]


def test_a_task_may_follow_into_a_place_that_is_left() -> None:
    before = state(task(2, "a", (1, 1, 2)), task(3, "b", (1, 3, 6)))
    after, _ = batch(before, moved(2, 1, 5), moved(3, 1, 1))
    assert (after.by_id[2].slots, after.by_id[3].slots) == (slots((1, 5, 6)), slots((1, 1, 4)))


def test_a_guest_may_be_replaced_at_once() -> None:
    before = state(HOST, task(2, "a", (7, 1, 2), embed_host=10), task(3, "b", (1, 1, 2)))
    after, _ = batch(before, moved(2, 1, 1), moved(3, 7, 3))
    assert (after.by_id[2].embed_host, after.by_id[3].embed_host, after.by_id[10].guests) == (None, 10, (3,))


@pytest.mark.parametrize("start", [1, 3])
def test_one_occurrence_takes_one_of_the_two(start: int) -> None:
    """Even where they would share no section."""
    before = state(HOST, task(2, "a", (1, 1, 2)), task(3, "b", (1, 3, 4)))
    after, result = batch(before, moved(2, 7, 1), moved(3, 7, start))
    assert (result.ok, after is before) == (False, True)
    assert result.code == "host_taken"
    assert "[3]b → 第7天" in result.text


def test_a_guest_may_move_along_with_its_host() -> None:
    hall = task(2, "自习", (1, 1, 4), can_embed=True)
    before = state(hall, task(3, "a", (1, 2, 3), embed_host=2))
    after, result = batch(before, moved(2, 5, 1), moved(3, 5, 3))
    assert (after.by_id[3].embed_host, after.by_id[3].slots, after.by_id[2].guests) == (2, slots((5, 3, 4)), (3,))
    assert "[3]a → 第5天第3-4节（宿主：[2]自习）" in result.text


def test_a_guest_left_behind_is_an_ordinary_task() -> None:
    hall = task(2, "自习", (1, 1, 4), can_embed=True)
    before = state(hall, task(3, "a", (1, 2, 3), embed_host=2), task(4, "b", (2, 1, 2)))
    after, result = batch(before, moved(2, 5, 1), moved(4, 1, 4))
    assert (after.by_id[3].embed_host, after.by_id[3].slots) == (None, slots((1, 2, 3)))
    assert {change.task_id for change in result.changes} == {2, 3, 4}


def test_of_two_embeddable_tasks_the_longer_one_is_the_host() -> None:
    before = state(task(2, "a", (1, 1, 2), can_embed=True), task(3, "b", (2, 1, 4), can_embed=True))
    after, _ = batch(before, moved(2, 5, 2), moved(3, 5, 1))
    assert (after.by_id[2].embed_host, after.by_id[3].guests) == (3, (2,))


def test_of_two_embeddable_tasks_of_one_length_the_earlier_one_is_the_host() -> None:
    before = state(task(3, "b", (2, 1, 2), can_embed=True), task(2, "a", (1, 1, 2), can_embed=True))
    after, _ = batch(before, moved(3, 5, 1), moved(2, 5, 1))
    assert (after.by_id[3].embed_host, after.by_id[2].guests) == (2, (3,))


def test_one_refused_move_undoes_the_other() -> None:
    before = state(task(2, "a", (1, 1, 2)), task(3, "b", (1, 3, 4)), existing(4, "c", (5, 1, 2)))
    after, result = batch(before, moved(2, 2, 1), moved(3, 5, 2))
    assert (result.code, after is before, result.changes) == ("slot_conflict", True, ())


def test_staying_put_changes_nothing() -> None:
    before = state(task(2, "a", (1, 1, 2)), task(3, "b", (1, 3, 4)))
    after, result = batch(before, moved(2, 1, 1), moved(3, 1, 3))
    assert (after, result.ok, result.changes) == (before, True, ())


@pytest.mark.parametrize("count", [3, 4])
def test_the_limit_comes_before_all_that_is_wrong_with_the_moves(count: int) -> None:
    """Except for arguments that cannot be read."""
    before = state(task(2, "a", (1, 1, 2)))
    assert batch(before, *[moved(2, 99, 99)] * count)[1].code == "batch_limit"
    assert batch(before, *[moved(2, 99, 99) | {"new_day": "x"}] * count)[1].code == "invalid_argument"


@pytest.mark.parametrize(
    ("first", "second", "code"),
    [
        (moved(9, 1, 1), moved(1, 1, 1), "task_not_found"),
        (moved(3, 1, 1), moved(1, 1, 1), "locked"),
        (moved(4, 1, 1), moved(5, 1, 1), "wrong_status"),
        (moved(4, 1, 1), moved(10, 1, 1), "wrong_status"),
        (moved(2, 99, 1), moved(4, 1, 1), "pinned"),
        (moved(2, 99, 99), moved(6, 1, 1), "out_of_window"),
        (moved(2, 1, 99), moved(6, 1, 1), "section_invalid"),
        (moved(2, 3, 1), moved(6, 5, 1), "slot_conflict"),
    ],
)
def test_the_order_of_checks(first: dict[str, Any], second: dict[str, Any], code: str) -> None:
    """Both tasks pass a check of themselves before the next one is made."""
    before = state(
        course(1, "高数", (1, 1, 2)),
        HOST,
        task(2, "a", (2, 1, 2)),
        task(3, "b", pinned=True),
        task(4, "c", (3, 1, 2), pinned=True),
        existing(5, "d", (4, 1, 2)),
        task(6, "e", (4, 5, 6)),
    )
    after, result = batch(before, first, second)
    assert (result.code, after is before) == (code, True)


@given(arrangements(least=2), st.data())
def test_any_two_moves_end_alike_in_either_order(before: ScheduleState, data: st.DataObject) -> None:
    """Where each could go on its own once the other is gone, both go, unless they would meet."""
    able = [t for t in before.tasks if t.status == "suggested" and not t.pinned]
    if len(able) < 2:
        return
    chosen = data.draw(st.lists(st.sampled_from(able), min_size=2, max_size=2, unique_by=lambda t: t.state_id))
    moves = [moved(t.state_id, data.draw(st.integers(1, 4)), data.draw(st.integers(1, 9))) for t in chosen]
    after, result = batch(before, *moves)
    if result.ok:
        assert [after.by_id[m["task_id"]].slots[0].day for m in moves] == [m["new_day"] for m in moves]
    alone = [_alone(before, move, other["task_id"]) for move, other in zip(moves, reversed(moves), strict=True)]
    assert not result.ok or all(alone)
    if all(alone) and moves[0]["new_day"] != moves[1]["new_day"]:
        assert result.ok


def _alone(before: ScheduleState, move: dict[str, Any], gone: int) -> bool:
    rest = ScheduleState(window=before.window, tasks=tuple(t for t in before.tasks if t.state_id != gone))
    return run_tool(rest, "move", move)[1].ok


@given(arrangements(least=1), st.data())
def test_one_move_is_what_move_does(before: ScheduleState, data: st.DataObject) -> None:
    chosen = data.draw(st.sampled_from(before.tasks))
    move = moved(chosen.state_id, data.draw(st.integers(0, 9)), data.draw(st.integers(0, 12)))
    after, result = batch(before, move)
    by_move, single = run_tool(before, "move", move)
    assert (after, result.code, result.changes) == (by_move, single.code, single.changes)
