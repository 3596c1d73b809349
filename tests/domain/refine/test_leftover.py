"""What is said and not understood is told, and never taken for done (rules HONEST-1 and HONEST-2)."""

import pytest

from domain.refine.slice import parse_slice
from domain.refine.slice_text import faults_of
from tests.domain.refine.plans import crowded_end_of_week, driven

PLAN = crowded_end_of_week()
MOVE = "把周五的任务挪到周六"
MOVE_EN = "Move Friday's tasks to Saturday"
LEFT_OVER = (
    (f"{MOVE}，顺便背单词", "背单词"),
    (f"{MOVE}，然后帮我订个闹钟", "订个闹钟"),
    (f"{MOVE}；记得提醒我交作业", "提醒我"),
    (f"{MOVE}，再画一张复习地图", "画一张复习地图"),
    (f"{MOVE}，播放音乐", "播放音乐"),
    (f"{MOVE_EN} and bake a cake", "bake a cake"),
    (f"{MOVE_EN}, and call my mother", "call my mother"),
    (f"{MOVE_EN}. Email the teacher", "Email the teacher"),
    (f"{MOVE_EN} before lunch", "before lunch"),
    (f"{MOVE_EN}; buy milk on the way", "buy milk"),
)
ACCOUNTED = (
    MOVE,
    f"麻烦你{MOVE}吧，谢谢啦",
    f"周五我要出差，{MOVE}",
    f"{MOVE}，因为周五太累了",
    f"我周五有个讲座，{MOVE}",
    f"{MOVE}，这样周五就能休息",
    f"老师说周五要小测，{MOVE}，辛苦了",
    f"{MOVE_EN}, please",
    f"Hi, could you {MOVE_EN.lower()}? Thanks a lot",
    f"I have a dentist appointment, so {MOVE_EN.lower()}",
    f"{MOVE_EN} because my sister visits me",
    f"{MOVE_EN} to get some rest",
    f"My week is a mess; {MOVE_EN.lower()}",
)


@pytest.mark.parametrize(("message", "words"), LEFT_OVER)
def test_the_rest_is_carried_out_and_the_run_says_what_was_not_understood(message: str, words: str) -> None:
    run = driven(PLAN, message)
    assert run.days(34, 41, 42) == [6, 6, 6]
    assert words in run.memory.summary
    assert not run.memory.completed
    assert run.memory.carried_out
    assert len([line for line in run.memory.unmet if words in line]) == 1


@pytest.mark.parametrize("message", ACCOUNTED)
def test_reasons_and_courtesies_are_no_part_of_what_is_asked(message: str) -> None:
    run = driven(PLAN, message)
    assert run.memory.slice.unheard == ()
    assert run.memory.completed, run.memory.summary


def test_words_left_over_neither_keep_the_preview_back_nor_call_for_a_repair() -> None:
    run = driven(PLAN, "把第5周周四到周五的任务均匀分散到周一到周三，再背单词")
    assert run.memory.route.succeeded
    assert not run.memory.completed
    assert not run.memory.keeps_previous_preview
    assert "repair" not in [name for name, _result in run.steps]


def test_words_left_over_are_among_the_faults_of_a_slice() -> None:
    cut = parse_slice(f"{MOVE}，顺便背单词", PLAN, 5)
    assert faults_of(cut) == {"unheard": "背单词"}
