"""Requests that leave open what moves: less somewhere, a free day, tasks counted off (rules HONEST-6 to HONEST-8)."""

import pytest

from domain.refine.slice import parse_slice
from tests.domain.refine.plans import chapter, crowded_end_of_week, driven, fortnight
from tests.domain.schedule.states import course

PLAN = crowded_end_of_week()
COUNTED_OFF = (
    ("把第5周周四的第一个任务挪到周一", (31,)),
    ("第5周周四第二个任务放到周一", (32,)),
    ("第5周周四最后一个任务挪到周一", (33,)),
    ("把第5周周四倒数第二个任务挪到周一", (32,)),
    ("第5周周四的前两个任务挪到周一", (31, 32)),
    ("把周四最早的任务挪到周一", (31,)),
    ("把英语的最后一个任务挪到周一", (43,)),
    ("Move the first task on Thursday to Monday", (31,)),
    ("Move Thursday's second task to Monday", (32,)),
    ("Move the last task on Friday of week 5 to Monday", (42,)),
    ("Move the last two tasks on Thursday to Monday", (32, 33)),
    ("Move the first of Thursday's tasks to Monday", (31,)),
    ("Move the first and the last task on Thursday to Monday", (31, 33)),
)
LIGHTER = (
    "第5周周四少排一点",
    "第5周周四的任务减少一些",
    "第5周周四能不能别那么满",
    "让第5周周四轻松一点",
    "Make Thursday of week 5 lighter",
    "Fewer tasks on Thursday of week 5 please",
    "I'd like Thursday of week 5 to be less busy",
)
FREE_DAY = (
    "第5周至少留一天空",
    "给我留一天空闲",
    "这周让我休息一天",
    "I want at least one free day in week 5",
    "Give me one day off this week",
    "free up a day in week 5",
)


@pytest.mark.parametrize(("message", "ids"), COUNTED_OFF)
def test_tasks_that_are_counted_off_are_those_in_the_order_in_which_they_stand(
    message: str, ids: tuple[int, ...]
) -> None:
    run = driven(PLAN, message)
    assert run.memory.objective.task_ids == ids
    assert run.memory.completed, run.memory.summary


def test_a_place_in_the_row_that_there_is_not_matches_nothing() -> None:
    run = driven(PLAN, "把第5周周四的第七个任务挪到周一")
    assert run.state == PLAN
    assert not run.memory.completed


def test_each_day_has_its_first() -> None:
    run = driven(PLAN, "把第5周每天的第一个任务挪到晚上")
    assert run.memory.objective.task_ids == (31, 34)


@pytest.mark.parametrize("message", LIGHTER)
def test_less_in_a_place_takes_a_third_away_and_says_so(message: str) -> None:
    run = driven(PLAN, message)
    assert run.memory.completed, run.memory.summary
    assert run.days(31, 32, 33).count(4) == 2
    assert {"三分之一" in run.memory.summary, "a third" in run.memory.summary} == {True, False}


def test_an_amount_that_is_said_is_the_amount() -> None:
    run = driven(PLAN, "第5周周四少排两个")
    assert run.days(31, 32, 33).count(4) == 1
    assert "三分之一" not in run.memory.summary


def test_a_lighter_week_gives_some_to_the_other_week_and_none_where_there_is_no_other() -> None:
    run = driven(PLAN, "make week 5 lighter")
    assert run.memory.completed
    assert sum(day > 7 for day in run.days(31, 32, 33, 34, 41, 42)) == 2
    alone = PLAN.model_copy(
        update={
            "window": fortnight().window.model_copy(
                update={"total_days": 7, "day_mapping": fortnight().window.day_mapping[:7]}
            ),
            "tasks": tuple(task for task in PLAN.tasks if all(slot.day <= 7 for slot in task.slots)),
        }
    )
    stuck = driven(alone, "make week 5 lighter")
    assert stuck.state == alone
    assert not stuck.memory.completed
    assert "no other week" in stuck.memory.summary


@pytest.mark.parametrize("message", FREE_DAY)
def test_a_day_that_is_free_already_is_told_and_nothing_moves(message: str) -> None:
    run = driven(PLAN, message)
    assert run.memory.completed, run.memory.summary
    assert run.state == PLAN


def test_the_day_that_takes_the_fewest_moves_is_freed_and_no_other() -> None:
    full = fortnight(
        *(chapter(10 + day, f"第{day}章", day, 1, 2) for day in range(1, 8)),
        *(chapter(20 + day, f"第{day + 7}章", day, 3, 4) for day in (1, 2, 4, 5, 6, 7)),
        course(1, "高等数学", (3, 5, 6)),
    )
    run = driven(full, "第5周空出一天来")
    assert run.memory.completed, run.memory.summary
    stood = [task.slots[0].day for task in full.tasks if not task.is_course]
    stands = [task.slots[0].day for task in run.state.tasks if not task.is_course]
    assert set(stood) - set(stands) == {*run.memory.objective.free_days}
    assert len(run.memory.objective.free_days) == 1
    assert all(1 <= day <= 7 for day in stands)


@pytest.mark.parametrize(
    ("message", "words"),
    [("move fewer tasks into week 6", "fewer tasks into"), ("第5周周四减少到两个", "减少到两个")],
)
def test_less_that_no_goal_can_hold_is_quoted(message: str, words: str) -> None:
    assert parse_slice(message, PLAN, 5).unsupported == words


@pytest.mark.parametrize(
    "message",
    [
        "第5周轻松点，周四要考试",
        "第5周少安排点，周五我生日",
        "make week 5 lighter? I have a job interview on Thursday",
        "make week 5 lighter because Monday is hectic",
    ],
)
def test_a_day_spoken_of_beside_a_lighter_week_is_no_place_of_its_own(message: str) -> None:
    """The load of the week falls by a third all the same."""
    plan = crowded_end_of_week()
    before = sum(task.slots[0].day <= 7 for task in plan.tasks if not task.is_course)
    run = driven(plan, message, 5)
    after = sum(task.slots[0].day <= 7 for task in run.state.tasks if not task.is_course)
    assert run.memory.completed, run.memory.summary
    assert after == before - before // 3


@pytest.mark.parametrize("message", ["第5周轻松点，周五别安排任务", "make week 5 lighter, no tasks on Friday please"])
def test_a_day_to_be_free_beside_a_lighter_week_is_quoted_where_it_is_not(message: str) -> None:
    run = driven(crowded_end_of_week(), message, 5)
    freed = all(task.slots[0].day != 5 for task in run.state.tasks if not task.is_course)
    assert run.memory.completed == freed
