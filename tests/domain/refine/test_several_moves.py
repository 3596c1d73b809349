"""Several moves in one request, said in few words (rules SLICE-16 and SLICE-21)."""

import pytest

from domain.schedule.state import ScheduleState
from tests.domain.refine.plans import ENGLISH, chapter, driven, fortnight

CHAPTERS, TEXTS = (31, 32), (41, 42)


def plan() -> ScheduleState:
    return fortnight(
        chapter(31, "第一章", 1, 1, 2),
        chapter(32, "第二章", 9, 1, 2),
        chapter(41, "听力训练", 2, 3, 4, category=ENGLISH),
        chapter(42, "作文", 5, 3, 4, category=ENGLISH),
    )


@pytest.mark.parametrize(
    "message",
    [
        "Put 概率论 on Wednesday of week 6 and 英语 on Thursday of week 6",
        "Week 6: 概率论 on Wednesday, 英语 on Thursday",
        "Week 6: 概率论 on Wednesday and 英语 on Thursday",
        "第6周：概率论放周三，英语放周四",
        "把概率论挪到第6周周三，英语挪到第6周周四",
        "第6周周三全给概率论，第6周周四全给英语",
        "第6周周三留给概率论，第6周周四都给英语",
    ],
)
def test_each_class_goes_to_its_own_day(message: str) -> None:
    run = driven(plan(), message, 5)
    assert run.memory.completed
    assert (run.days(*CHAPTERS), run.days(*TEXTS)) == ([10, 10], [11, 11])


def test_where_a_name_stands_on_a_day_is_no_direction_of_its_own() -> None:
    run = driven(plan(), "Move 英语 on Friday to Monday", 5)
    assert run.days(*CHAPTERS, *TEXTS) == [1, 9, 2, 1]


def test_a_heading_week_without_moves_is_what_it_was() -> None:
    run = driven(plan(), "Week 5: too full", 5)
    assert run.memory.slice.source_weeks == (5,)


@pytest.mark.parametrize("message", ["第5周只留概率论，别的都给第6周周日", "第5周仅保留概率论，其他都挪到第6周周日"])
def test_all_but_what_is_left_goes_away(message: str) -> None:
    run = driven(plan(), message, 5)
    assert run.memory.completed
    assert run.days(*CHAPTERS, *TEXTS) == [1, 9, 14, 14]


def test_what_shall_be_left_without_a_place_for_the_others_is_not_understood() -> None:
    run = driven(plan(), "只留概率论", 5)
    assert not run.memory.completed
    assert run.state.tasks == plan().tasks


@pytest.mark.parametrize(
    "message",
    [
        "Move 英语 to Monday and the others to Saturday",
        "Put 英语 on Monday and everything else on Saturday",
        "The rest to Saturday and 英语 to Monday",
        "把英语挪到周一，其他的挪到周六",
    ],
)
def test_the_others_are_a_move_of_their_own(message: str) -> None:
    run = driven(plan(), message, 5)
    assert run.memory.completed
    assert (run.days(*CHAPTERS), run.days(*TEXTS)) == ([6, 13], [1, 1])


@pytest.mark.parametrize(
    "message",
    [
        "Move 英语 to Monday, and Astronomy to Friday",
        "Move 英语 to Monday and Astronomy to Friday",
        "Put 英语 on Wednesday and Astronomy on Thursday",
        "Put 英语 on Wednesday, Astronomy on Thursday",
        "Move Astronomy to Friday and 英语 to Monday",
    ],
)
def test_a_name_that_no_task_bears_fails_all_moves(message: str) -> None:
    """Its place is not given to the task of the other move."""
    run = driven(plan(), message, 5)
    assert not run.memory.completed
    assert "Astronomy" in run.memory.summary
    assert run.state.tasks == plan().tasks


def test_two_places_for_one_name_are_one_move() -> None:
    cut = driven(plan(), "Move 英语 to Monday, or to Tuesday", 5).memory.slice
    assert (cut.named, cut.target_days, cut.moves) == (TEXTS, (1, 2), ())


@pytest.mark.parametrize(
    "message",
    ["Move half to Saturday and half to Sunday", "一半挪到周六，一半挪到周日", "把第5周的任务一半挪到周六一半挪到周日"],
)
def test_parts_that_go_to_different_days_are_not_understood(message: str) -> None:
    """Half of them on either day would not be what was asked."""
    run = driven(plan(), message, 5)
    assert not run.memory.completed
    assert run.state.tasks == plan().tasks
