"""A place that shall be free beside a move of something else (rules SLICE-33 to SLICE-35)."""

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


def in_evenings(state: ScheduleState) -> list[int]:
    return [task.state_id for task in state.tasks if task.slots[0].slot_end >= 9]


@pytest.mark.parametrize(
    "message",
    [
        "把周五的任务挪到周六，另外晚上不要安排",
        "把第5周周五的任务挪到周六，还有，晚上别排任务",
        "把第5周周五的任务挪到周六，同时晚上不安排任务",
        "把第5周周五的任务挪到周六，并且晚上不安排任何任务",
        "把第5周周五的任务挪到周六，不过另外晚上都不要安排任务",
        "把第5周周五的任务挪到周六，除此之外晚上也不要安排",
        "把第5周周五的任务挪到周六，另外不要放到晚上",
        "把第5周周五的任务全部挪到周六，同时不要安排在晚上",
        "把第5周周五的任务挪到周六。晚上不要安排任务。",
        "把第5周周五的任务都挪到周六。不要把任务放在晚上。",
        "把第5周周五的任务挪到周六！晚上别安排任务！",
        "把第5周周五的任务挪到周日；晚上不想学习",
        "Move Friday's tasks of week 5 to Saturday, and also nothing in the evenings",
        "Move Friday's tasks of week 5 to Saturday, and besides no evenings please",
        "Move Friday's tasks of week 5 to Saturday; in addition, don't schedule anything in the evening",
        "Move Friday's tasks of week 5 to Saturday, and I don't want to study in the evenings either",
        "Move everything on Friday of week 5 to Saturday. No tasks in the evening.",
        "Move Friday's tasks of week 5 to Saturday. Also, I want my evenings off.",
    ],
)
def test_a_ban_of_its_own_holds_for_the_whole_plan(message: str) -> None:
    """It is said to be met only where nothing stands there, in any week."""
    run = driven(plan(), message, 5)
    assert run.memory.completed, run.memory.summary
    assert in_evenings(run.state) == []
    assert 5 not in {run.days(n)[0] for n in ON_FRIDAY}


@pytest.mark.parametrize(
    "message",
    [
        "把第5周周五的任务挪到周六，但别放晚上",
        "把第5周周五的任务挪到周六。但是不要放晚上。",
        "把第5周周五的任务挪到周六，晚上不要安排",
        "把第5周周五的任务挪到周六。别放晚上。",
        "把第5周周五的任务挪到周六，另外别把它们放晚上",
        "另外，把第5周周五的任务挪到周六，晚上不要安排",
        "Move Friday's tasks of week 5 to Saturday, but not in the evening",
        "Move Friday's tasks of week 5 to Saturday. Don't put them in the evening.",
    ],
)
def test_a_ban_that_belongs_to_a_move_is_about_what_is_moved(message: str) -> None:
    run = driven(plan(), message, 5)
    assert run.memory.completed, run.memory.summary
    assert (run.days(*ON_FRIDAY), in_evenings(run.state)) == ([6, 6], [IN_EVENING])


@pytest.mark.parametrize(
    "message", ["把第5周周五的任务挪到第6周，另外周六不要安排", "Move 听力训练 to week 6. Nothing on Saturdays."]
)
def test_a_day_is_banned_in_every_week(message: str) -> None:
    run = driven(plan().with_tasks([chapter(IN_EVENING, "口语", 6, 1, 2, category=ENGLISH)]), message, 5)
    assert run.memory.completed, run.memory.summary
    assert standing_on(run, 6, 13) == []


@pytest.mark.parametrize(
    "message",
    [
        "把第6周的任务均匀一下，另外晚上不要安排",
        "Spread week 6 evenly. No tasks in the evening.",
        "把听力训练推迟一天，另外晚上不要安排",
        "把一半的英语挪到第6周，还有晚上不要安排",
        "第6周少安排点，另外晚上不要安排",
    ],
)
def test_what_is_not_done_of_a_ban_of_its_own_is_told(message: str) -> None:
    """Beside a spread, a shift, a part or less of a week nothing is moved for it."""
    run = driven(plan(), message, 5)
    assert in_evenings(run.state) == [IN_EVENING]
    assert not run.memory.completed
    assert any("口语" in line for line in run.memory.unmet)
