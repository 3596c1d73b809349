"""What shall be where the plan has no room: nothing, or another place (rules HONEST-11 and HONEST-12)."""

import pytest

from domain.schedule.state import ScheduleState
from tests.domain.refine.plans import ENGLISH, chapter, driven, fortnight
from tests.domain.schedule.states import course

MOVED = 31


def plan() -> ScheduleState:
    """Monday of week 5 has one course, Friday and both Tuesdays are full."""
    return fortnight(
        course(1, "高等数学", (1, 1, 2)),
        course(2, "金工实习", (2, 1, 12), (5, 1, 12), (9, 1, 12)),
        chapter(31, "第一章", 4, 1, 2),
        chapter(41, "听力训练", 3, 3, 4, category=ENGLISH),
    )


@pytest.mark.parametrize(
    "message",
    [
        "把第一章提前到周一，如果周一满了就算了",
        "把第一章提前到周一，要是周一满了就别挪了",
        "把第一章提前到周一，没空就算了",
        "Move 第一章 to Monday; if Monday is full, forget it",
        "Move 第一章 to Monday, if Monday is full never mind",
        "Move 第一章 to Monday. If there's no room, never mind",
    ],
)
def test_with_room_it_is_done(message: str) -> None:
    run = driven(plan(), message, 5)
    assert run.memory.completed, run.memory.summary
    assert run.days(MOVED) == [1]


@pytest.mark.parametrize(
    "message", ["把第一章提前到周二，如果周二满了就算了", "Move 第一章 to Tuesday; if Tuesday is full, forget it"]
)
def test_without_room_nothing_moves_and_the_words_are_quoted(message: str) -> None:
    run = driven(plan(), message, 5)
    assert not run.memory.completed
    assert run.state.tasks == plan().tasks
    assert run.memory.slice.withheld in message


@pytest.mark.parametrize(
    "message", ["把第一章提前到周二，没空就算了", "Move 第一章 to Tuesday. If there's no room, never mind"]
)
def test_what_could_only_be_tried_is_told_as_not_done(message: str) -> None:
    run = driven(plan(), message, 5)
    assert not run.memory.completed
    assert run.state.tasks == plan().tasks


@pytest.mark.parametrize(
    ("message", "day"),
    [
        ("把第一章挪到周五，实在不行就周六", 6),
        ("把第一章挪到周五，放不下就放周六吧", 6),
        ("Move 第一章 to Friday, if not possible then Saturday", 6),
        ("Move 第一章 to Friday, or else Saturday", 6),
        ("把第一章挪到周一，实在不行就周六", 1),
        ("Move 第一章 to Monday, or else Saturday", 1),
    ],
)
def test_the_second_place_is_taken_where_the_first_is_full(message: str, day: int) -> None:
    run = driven(plan(), message, 5)
    assert run.memory.completed, run.memory.summary
    assert run.days(MOVED) == [day]
    assert run.memory.objective.instead == (day == 6)


@pytest.mark.parametrize(
    ("message", "words"),
    [("把高等数学挪到周五", "课程的时间是固定的"), ("Move Calculus to Friday", "courses are fixed")],
)
def test_a_course_is_told_to_be_fixed(message: str, words: str) -> None:
    run = driven(fortnight(*plan().tasks, course(3, "Calculus", (6, 1, 2))), message, 5)
    assert not run.memory.completed
    assert words in run.memory.summary
