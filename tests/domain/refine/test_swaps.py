"""Two tasks named change places; anything else that shall is told as not understood (rule HONEST-10)."""

import pytest

from tests.domain.refine.plans import chapter, crowded_end_of_week, driven, fortnight

PLAN = crowded_end_of_week()


@pytest.mark.parametrize(
    "message",
    [
        "听力训练和作文初稿互换",
        "把听力训练跟作文初稿对调",
        "听力训练和作文初稿换一下位置",
        "swap 听力训练 and 作文初稿",
        "Swap the places of 听力训练 and 作文初稿 please",
        "听力训练 and 作文初稿 should trade places",
        "switch 听力训练 with 作文初稿",
    ],
)
def test_two_tasks_change_places_and_nothing_else_moves(message: str) -> None:
    run = driven(PLAN, message)
    assert run.memory.completed, run.memory.summary
    assert run.state.by_id[41].slots == PLAN.by_id[42].slots
    assert run.state.by_id[42].slots == PLAN.by_id[41].slots
    others = [task for task in run.state.tasks if task.state_id not in (41, 42)]
    assert all(task == PLAN.by_id[task.state_id] for task in others)


@pytest.mark.parametrize(
    "message",
    ["周一和周二对调", "swap Monday and Tuesday", "听力训练、作文初稿和作文修改互换", "swap 听力训练 with the gym"],
)
def test_what_are_not_two_tasks_is_told_and_nothing_moves(message: str) -> None:
    run = driven(PLAN, message)
    assert run.state == PLAN
    assert not run.memory.completed


def test_tasks_of_different_length_stay_and_it_is_said() -> None:
    plan = fortnight(chapter(31, "第一章", 4, 1, 2), chapter(32, "第二章", 5, 1, 4))
    run = driven(plan, "第一章和第二章互换")
    assert run.state == plan
    assert not run.memory.completed


@pytest.mark.parametrize(
    "message",
    [
        "第5周周日没课，把周五的任务挪过去",
        "第5周周日我有空，周五的都放那天",
        "I have no classes on Sunday of week 5, move Friday's tasks there",
        "Sunday of week 5 is free of classes; put Friday's tasks there",
    ],
)
def test_a_place_of_which_something_is_said_is_the_target_that_there_means(message: str) -> None:
    run = driven(PLAN, message)
    assert run.days(34, 41, 42) == [7, 7, 7]
