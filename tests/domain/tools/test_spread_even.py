"""Spreading a set: which places count, and what is left alone."""

from typing import Any

import pytest

from domain.optimise.spread import spread
from domain.optimise.spread_problem import SpreadPlan, SpreadProblem
from domain.schedule.invariants import breaches, order_breaches
from domain.schedule.limits import ClassLimits
from domain.schedule.state import ScheduleState
from domain.tools.context import ToolContext
from domain.tools.registry import run_tool
from domain.tools.results import ToolResult
from tests.domain.schedule.states import course, existing, slots, state, task

HOST = course(10, "思政", (1, 1, 4), (2, 1, 2), can_embed=True)


def even(before: ScheduleState, task_ids: list[int], **arguments: Any) -> tuple[ScheduleState, ToolResult]:
    after, result = run_tool(before, "spread_even", {"task_ids": task_ids, **arguments})
    assert result.ok, result.text
    assert breaches(after) == ()
    return after, result


def test_sets_are_checked_as_a_whole_before_the_next_check() -> None:
    before = state(
        course(1, "高数", (1, 1, 2)), existing(2, "a", (1, 3, 4)), task(3, "b", (1, 5, 6)), task(4, "c", (1, 7, 8))
    )

    def code(*task_ids: int, **arguments: Any) -> str:
        return run_tool(before, "spread_even", {"task_ids": task_ids, **arguments})[1].code

    assert code(2, 1, 9, day=99) == "task_not_found"
    assert code(2, 1, day=99) == "locked"
    assert code(3, 2, day=99) == "wrong_status"
    assert code(3, 4, day=99) == "out_of_window"


def test_spreading_uses_the_days_that_pass_and_evens_them() -> None:
    before = state(*(task(n, f"t{n}", (4, 2 * n - 1, 2 * n)) for n in range(1, 7)))
    after, result = even(before, [1, 2, 3, 4, 5, 6], week=5, day_of_week=[1, 2, 3])
    assert [after.by_id[n].slots[0].day for n in range(1, 7)] == [1, 1, 2, 2, 3, 3]
    assert result.objective is not None
    assert (result.objective.moved, result.objective.of, result.objective.optimal) == (6, 6, True)
    assert result.objective.after == (48, 0, 6)


def test_section_filters_bind_the_whole_set() -> None:
    before = state(task(1, "a", (1, 9, 10)), task(2, "b", (1, 11, 12)))
    after, _ = even(before, [1, 2], exclude_sections=[9, 10, 11, 12], after_section=4)
    assert all(5 <= after.by_id[n].slots[0].slot_start <= 7 for n in (1, 2))


def test_pinned_tasks_stay_and_count_as_load() -> None:
    before = state(task(1, "a", (1, 1, 2), pinned=True), task(2, "b", (1, 3, 4)), days=2)
    after, result = even(before, [1, 2])
    assert (after.by_id[1].slots, after.by_id[2].slots[0].day) == (slots((1, 1, 2)), 2)
    assert result.objective is not None
    assert (result.objective.before, result.objective.after) == ((16, 4, 0), (8, 0, 1))


def test_a_host_with_a_guest_stays_and_its_guest_may_leave() -> None:
    """Moved from under its guest it would be in a worse arrangement than the one given, or in none."""
    before = state(
        task(1, "a", (1, 1, 2), can_embed=True), task(2, "b", (1, 1, 2), embed_host=1), task(3, "c", (2, 1, 2)), days=2
    )
    after, result = even(before, [1, 3])
    assert (after, result.changes) == (before, ())
    after, _ = even(before, [1, 2], day=2)
    assert (after.by_id[1].slots, after.by_id[1].guests, after.by_id[2].slots[0].day) == (slots((1, 1, 2)), (), 2)


def test_a_set_of_pinned_tasks_is_left_as_it_is() -> None:
    before = state(task(1, "a", (1, 1, 2), pinned=True), task(2, "b", (1, 3, 4), pinned=True))
    after, result = even(before, [1, 2])
    assert (after, result.changes) == (before, ())
    assert result.text.endswith("本次调整：无。")


def test_courses_are_load_only_where_the_total_is_balanced() -> None:
    before = state(course(1, "高数", (1, 1, 8)), task(2, "a", (1, 9, 10)), task(3, "b", (2, 1, 2)), days=2)
    assert even(before, [2, 3])[1].changes == ()
    after, _ = even(before, [2, 3], balance="total")
    assert [after.by_id[n].slots[0].day for n in (2, 3)] == [2, 2]


def test_class_order_is_kept_unless_released() -> None:
    before = state(task(1, "a", (2, 1, 2)), task(2, "b", (1, 1, 2)), days=2)
    after, _ = even(before, [1, 2])
    assert order_breaches(before)
    assert not order_breaches(after)
    assert even(before, [1, 2], keep_order=False)[0] == before


def test_embedding_is_used_where_allowed() -> None:
    """With the day full, the host's occurrence is the second place; without it there is none."""
    before = state(
        course(1, "思政", (2, 1, 2), can_embed=True),
        course(3, "高数", (2, 5, 12)),
        task(4, "a", (1, 1, 2)),
        task(5, "b", (1, 3, 4)),
        days=2,
    )
    after, _ = even(before, [4, 5], day=2)
    assert {after.by_id[n].embed_host for n in (4, 5)} == {1, None}
    refused = run_tool(before, "spread_even", {"task_ids": [4, 5], "day": 2, "allow_embed": False})
    assert refused[0] is before
    assert refused[1].text == "均匀化调整失败：跨度=2 可用坑位不足：required=2, got=1。"


def test_each_task_of_a_spread_heeds_the_limits_of_its_own_class() -> None:
    """Each class forbids what the other needs; nothing in the arguments says so."""
    before = state(task(1, "a", (1, 1, 2)), task(2, "b", (1, 3, 4), category_id=11), course(3, "高数", (2, 5, 12)))
    limits = {"10": ClassLimits(sections=(1, 2)), "11": ClassLimits(sections=(3, 4))}
    after, result = run_tool(before, "spread_even", {"task_ids": [1, 2], "day": 2}, ToolContext(limits=limits))
    assert result.ok
    assert (after.by_id[1].slots, after.by_id[2].slots) == (slots((2, 3, 4)), slots((2, 1, 2)))
    refused = run_tool(
        before, "spread_even", {"task_ids": [1, 2], "day": 2, "exclude_sections": [1, 2]}, ToolContext(limits=limits)
    )
    assert (refused[0], refused[1].code) == (before, "not_enough_slots")
    assert "required=2, got=1" in refused[1].text


def test_a_class_without_guests_gets_none_from_a_spread() -> None:
    before = state(HOST, course(3, "课", (1, 5, 12), (2, 3, 12)), task(1, "a", (3, 1, 2)), task(2, "b", (3, 3, 4)))
    arguments = {"task_ids": [1, 2], "day_end": 2}
    assert run_tool(before, "spread_even", arguments)[1].ok
    limits = {"10": ClassLimits(embed=False)}
    assert run_tool(before, "spread_even", arguments, ToolContext(limits=limits))[1].code == "not_enough_slots"


def test_a_spread_onto_a_host_says_so() -> None:
    before = state(
        course(1, "思政", (2, 1, 2), can_embed=True),
        course(3, "高数", (2, 3, 12)),
        task(4, "a", (1, 1, 2)),
        task(5, "b", (1, 3, 4)),
        days=2,
    )
    _, result = even(before, [4, 5])
    assert "[5]b：第1天(星期1)第3-4节 -> 第2天(星期2)第1-2节（宿主：[1]思政）" in result.text


def test_the_limit_bounds_the_report_and_not_the_search() -> None:
    before = state(*(task(n, f"t{n}", (13, 2 * n - 1, 2 * n)) for n in (1, 2)))
    wide, narrow = even(before, [1, 2], limit=200), even(before, [1, 2], limit=1)
    assert wide[0] == narrow[0]
    assert "候选坑位 143 个" in wide[1].text
    assert "候选坑位 8 个" in narrow[1].text


def test_the_solver_is_passed_through() -> None:
    """It is asked only where the exact method would be too large, so here it is not."""
    asked: list[SpreadProblem] = []

    def solver(problem: SpreadProblem) -> SpreadPlan | None:
        asked.append(problem)
        return spread(problem)

    before = state(task(1, "a", (1, 1, 2)), task(2, "b", (1, 3, 4)))
    after, result = run_tool(before, "spread_even", {"task_ids": [1, 2]}, ToolContext(spread_solver=solver))
    assert after == run_tool(before, "spread_even", {"task_ids": [1, 2]})[0]
    assert (result.ok, asked) == (True, [])


@pytest.mark.parametrize("pinned", [1, 2, 3])
def test_tasks_keep_their_side_of_a_pinned_one_of_their_class(pinned: int) -> None:
    """The order of a set holds with those of it that stay, wherever they stand in it."""
    crowd = [task(n, "abc"[n - 1], (3, 2 * n - 1, 2 * n), pinned=n == pinned) for n in (1, 2, 3)]
    after, _ = even(state(*crowd, days=5), [1, 2, 3])
    assert order_breaches(after) == ()
    free, _ = even(state(*crowd, days=5), [1, 2, 3], keep_order=False)
    assert free.by_id[pinned].slots == crowd[pinned - 1].slots


def test_a_pinned_task_out_of_order_binds_nobody() -> None:
    """Who dragged the first chapter to the last day can still have the others spread."""
    dragged = [task(1, "a", (5, 11, 12), pinned=True), task(2, "b", (1, 1, 2)), task(3, "c", (1, 3, 4))]
    after, result = even(state(*dragged, days=5), [1, 2, 3])
    assert result.objective is not None
    assert result.objective.moved > 0
    assert after.by_id[2].slots[0].key < after.by_id[3].slots[0].key
