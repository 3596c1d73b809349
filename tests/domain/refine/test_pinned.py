"""Pinned tasks that a request means without naming them are told, and stay (rules SLICE-11 and SLICE-28)."""

import pytest

from domain.schedule.state import ScheduleState
from tests.domain.refine.plans import ENGLISH, chapter, driven, fortnight


def evenings(*pinned: int, size: int = 3) -> ScheduleState:
    """So many chapters on the evenings of one week after another, those of the given ids pinned, and one morning."""
    return fortnight(
        *(chapter(31 + n, f"第{n + 1}章", n + 1, 9, 10, pinned=31 + n in pinned) for n in range(size)),
        chapter(51, "听力训练", 1, 1, 2, category=ENGLISH),
    )


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ("晚上别排任务", "3 个固定的任务留在原处：[31]第1章、[32]第2章、[33]第3章"),
        ("nothing in the evening", "3 pinned tasks stay where they are: [31]第1章, [32]第2章, [33]第3章"),
    ],
)
def test_a_ban_names_the_pinned_tasks_that_still_stand_there(message: str, words: str) -> None:
    plan = evenings(31, 32, 33)
    run = driven(plan, message, 5)
    assert words in run.memory.summary.replace("3 Pinned", "3 pinned")
    assert run.state.tasks == plan.tasks


def test_pinned_tasks_that_stand_as_wanted_are_not_told() -> None:
    run = driven(evenings(51), "晚上别排任务", 5)
    assert run.memory.completed
    assert "固定" not in run.memory.summary


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ("把晚上的任务挪到周六", "只有固定的任务符合这条请求：[31]第1章"),
        ("move the evening tasks to Saturday", "only pinned tasks match: [31]第1章"),
        ("把周一晚上的一个任务挪到周六", "只有固定的任务符合这条请求：[31]第1章"),
        ("把晚上的任务推迟一天", "只有固定的任务符合这条请求：[31]第1章"),
    ],
)
def test_where_only_pinned_tasks_match_that_is_said(message: str, words: str) -> None:
    run = driven(evenings(31, size=1), message, 5)
    assert not run.memory.completed
    assert words in run.memory.summary
    assert run.days(31) == [1]


def test_the_first_five_are_named_and_the_rest_counted() -> None:
    run = driven(evenings(*range(31, 38), size=7), "晚上别排任务", 5)
    assert "7 个固定的任务留在原处" in run.memory.summary
    assert "[35]第5章，另有 2 个" in run.memory.summary


def test_of_several_moves_all_pinned_tasks_are_told() -> None:
    plan = fortnight(*evenings(31, 32).tasks, chapter(52, "作文", 2, 1, 2, category=ENGLISH))
    run = driven(plan, "把周一的任务挪到周五，周二的任务挪到周六", 5)
    assert run.memory.completed
    assert "2 个固定的任务留在原处：[31]第1章、[32]第2章" in run.memory.summary


def test_of_several_moves_one_that_means_only_pinned_tasks_fails_all() -> None:
    run = driven(evenings(31, 32), "把周一的任务挪到周五，周二的任务挪到周六", 5)
    assert not run.memory.completed
    assert "只有固定的任务符合这条请求：[32]第2章；" in run.memory.summary


def test_a_pinned_task_that_is_named_moves() -> None:
    run = driven(evenings(31, 32), "把第1章挪到周六", 5)
    assert run.days(31) == [6]
    assert "固定" not in run.memory.summary
