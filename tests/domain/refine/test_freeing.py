"""A place that shall be free beside a move of something else (rules SLICE-33 and SLICE-34)."""

import pytest

from domain.refine.review import not_free
from domain.schedule.state import ScheduleState
from tests.domain.refine.plans import ENGLISH, Drive, chapter, driven, fortnight

MOVED, ON_FRIDAY, IN_EVENING = 41, (32, 42), 43


def plan() -> ScheduleState:
    """Friday of week 5 has two tasks, Friday of week 6 one, Thursday of week 5 one in the evening."""
    return fortnight(
        chapter(31, "第一章", 1, 1, 2),
        chapter(32, "第二章", 5, 1, 2),
        chapter(33, "第三章", 12, 1, 2),
        chapter(41, "听力训练", 2, 3, 4, category=ENGLISH),
        chapter(42, "作文", 5, 3, 4, category=ENGLISH),
        chapter(43, "口语", 4, 9, 10, category=ENGLISH),
    )


def standing_on(run: Drive, *days: int) -> list[int]:
    return [task.state_id for task in run.state.tasks if task.slots[0].day in days]


@pytest.mark.parametrize(
    "message",
    [
        "第5周周五清空，然后把听力训练挪到周一",
        "清空第5周周五，并且把听力训练挪到周一",
        "把听力训练挪到第5周周一，第5周周五清空",
        "第5周周五别安排任务了，听力训练放到周一",
        "第5周周五不安排；把听力训练放到周一",
        "第5周周五全天空出来，听力训练挪到周一",
        "Clear Friday of week 5, then move 听力训练 to Monday of week 5",
        "nothing on Friday of week 5 please, and move 听力训练 to Monday",
        "no tasks on Friday of week 5, 听力训练 on Monday",
        "Move 听力训练 to Monday of week 5 and clear Friday of week 5",
    ],
)
def test_the_day_is_freed_and_the_other_move_is_made(message: str) -> None:
    run = driven(plan(), message, 5)
    assert run.memory.completed, run.memory.summary
    assert run.days(MOVED) == [1]
    assert standing_on(run, 5) == []
    assert run.days(33) == [12]


@pytest.mark.parametrize(
    "message",
    ["晚上都不要安排，第一章挪到第5周周六上午", "No evenings please, and move 第一章 to Saturday morning of week 5"],
)
def test_a_part_of_the_day_is_freed_as_well(message: str) -> None:
    run = driven(plan(), message, 5)
    assert run.memory.completed, run.memory.summary
    assert run.days(31) == [6] or run.days(31, 32) == [5, 6]
    assert run.state.by_id[IN_EVENING].slots[0].slot_end < 9
    assert run.days(IN_EVENING)[0] <= 7


def test_a_place_that_is_free_already_asks_for_no_move() -> None:
    run = driven(plan(), "第5周周日清空，把听力训练挪到周一", 5)
    assert run.memory.completed
    assert run.days(MOVED) == [1]


@pytest.mark.parametrize(
    "message", ["第5周周五清空，把一半的英语挪到周一", "Clear Friday of week 5, and move half of 英语 to Monday"]
)
def test_beside_a_part_the_place_is_quoted_as_not_done(message: str) -> None:
    run = driven(plan(), message, 5)
    assert not run.memory.completed
    assert any("第二章" in line for line in run.memory.unmet)
    assert message.split("，")[0].split(",")[0] in run.memory.summary


def test_pinned_tasks_are_aside() -> None:
    held = plan().with_tasks([plan().by_id[n].model_copy(update={"pinned": True}) for n in ON_FRIDAY])
    run = driven(held, "第5周周五清空，把听力训练挪到周一", 5)
    assert run.days(*ON_FRIDAY) == [5, 5]
    assert list(not_free(run.state, run.memory, "zh-CN")) == []


def test_what_follows_a_direction_and_meets_its_target_is_about_the_target_alone() -> None:
    run = driven(plan(), "把听力训练挪到第6周，周五不要", 5)
    assert run.days(*ON_FRIDAY, 33) == [5, 5, 12]
