"""Bans of days and of sections, listed side by side or one of the other, and bounds by a section (SLICE-4, SLICE-6)."""

import pytest

from domain.refine.slice import Slice, parse_slice
from tests.domain.refine.plans import chapter, crowded_end_of_week, driven, fortnight

EVENING = (9, 10, 11, 12)
WEEKENDS = (34, 35, 41, 42)
PLAN = fortnight(
    chapter(31, "第一章", 1, 9, 10),
    chapter(32, "第二章", 2, 1, 2),
    chapter(33, "第三章", 6, 1, 2),
    chapter(34, "第四章", 7, 9, 10),
)


def read(message: str) -> Slice:
    return parse_slice(message, PLAN, 5)


@pytest.mark.parametrize(
    "message",
    [
        "周末和晚上都别排任务",
        "晚上、周末我都不学习",
        "周末别排，晚上也别排",
        "别在周末或晚上安排任务",
        "No evenings or weekends",
        "keep weekends and evenings free",
        "nothing at the weekend or in the evening",
    ],
)
def test_days_and_sections_side_by_side_are_both_kept_free(message: str) -> None:
    """The days are empty afterwards, and the sections free on all other days."""
    cut = read(message)
    assert (cut.exclude_sections, cut.target_days, cut.free_dates) == (EVENING, (), WEEKENDS)
    run = driven(PLAN, message, 5)
    assert run.memory.completed
    places = [task.slots[0] for task in run.state.tasks]
    assert all((slot.day - 1) % 7 < 5 and slot.slot_end < 9 for slot in places)


@pytest.mark.parametrize(
    "message",
    ["周末的晚上别排", "周六和周日晚上别排任务", "周六晚上和周日晚上别排", "nothing on weekend evenings"],
)
def test_sections_of_days_are_kept_free_on_those_days(message: str) -> None:
    cut = read(message)
    assert (cut.exclude_sections, cut.target_days, cut.free_dates) == (EVENING, (6, 7), ())


@pytest.mark.parametrize("message", ["周六晚上和周日都别排", "Saturday mornings and Sunday evenings free"])
def test_different_sections_of_different_days_are_not_understood(message: str) -> None:
    """One ban cannot hold them; nothing moves and the words are quoted."""
    run = driven(PLAN, message, 5)
    assert read(message).unsupported == message
    assert run.state.tasks == PLAN.tasks
    assert not run.memory.completed


@pytest.mark.parametrize(
    ("message", "sections"),
    [
        ("Nothing after section 8", EVENING),
        ("Please stop at section 8 every day", EVENING),
        ("Nothing from section 9 on", EVENING),
        ("no tasks before section 3", (1, 2)),
        ("第8节以后不排", EVENING),
        ("第9节开始别排任务", EVENING),
        ("上到第8节就停", EVENING),
        ("第3节之前不要排", (1, 2)),
    ],
)
def test_before_and_after_a_section_leave_it_out(message: str, sections: tuple[int, ...]) -> None:
    assert read(message).exclude_sections == sections


@pytest.mark.parametrize(
    "words",
    [
        "不要把周五的任务挪到周一",
        "别把周四的任务移到周一",
        "don't move the tasks on Friday to Monday",
        "Please do not shift Thursday's tasks to Tuesday",
    ],
)
def test_a_move_that_is_forbidden_is_not_made(words: str) -> None:
    """It bans the move, and neither the day it starts from nor the one it would go to."""
    run = driven(crowded_end_of_week(), words)
    assert run.state == crowded_end_of_week()
    assert not run.memory.completed


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ("第5周周四上午我要打球", "原来有 2 个"),
        ("No tasks on Thursday morning of week 5 please", "2 tasks stood there"),
        ("第5周周四下午别安排", "本来就没有任务"),
        ("No tasks on Thursday afternoon of week 5 please", "No task stood where none shall be"),
    ],
)
def test_only_tasks_that_stood_there_are_counted(message: str, words: str) -> None:
    run = driven(crowded_end_of_week(), message, 5)
    assert words in run.memory.summary
