"""Requests in loose words, and words close to them that mean another thing (rules SLICE-2, 4, 10 and 16)."""

from typing import Any

import pytest

from domain.refine.slice import parse_slice
from tests.domain.refine.plans import ENGLISH, chapter, fortnight

PLAN = fortnight(
    chapter(31, "第一章 随机事件", 1, 1, 2),
    chapter(33, "第三章 多维随机变量", 2, 1, 2),
    chapter(41, "听力训练", 4, 9, 10, category=ENGLISH),
    chapter(42, "Essay draft", 5, 1, 2, category=ENGLISH),
    chapter(43, "Essay outline", 5, 3, 4, category=ENGLISH),
)
EVENING = (9, 10, 11, 12)
PLACES = ("source_weeks", "source_days", "target_weeks", "target_days", "target_sections", "exclude_sections", "named")

READ: list[tuple[str, dict[str, Any]]] = [
    ("周末两天的任务挪到周五一天", {"source_days": (6, 7), "target_days": (5,)}),
    ("周五的任务整体挪到当周周日", {"source_days": (5,), "target_days": (7,)}),
    ("周四一个任务都不要有", {"source_days": (4,), "target_days": (1, 2, 3, 5, 6, 7)}),
    ("第5周我要实习，什么都别排", {"source_weeks": (5,), "target_weeks": (6,)}),
    ("英语一律下午学", {"named": (41, 42, 43), "target_sections": (5, 6, 7, 8)}),
    ("挪周四的任务到周日", {"source_days": (4,), "target_days": (7,)}),
    ("概率论挪周一到周三", {"named": (31, 33), "target_days": (1, 2, 3)}),
    ("把周五下午头两节的任务挪到晚上最后两节", {"source_days": (5,), "target_sections": (11, 12)}),
    ("听力训练：周三晚上", {"named": (41,), "target_days": (3,), "target_sections": EVENING}),
    ("把英语挪到周日，晚上", {"named": (41, 42, 43), "target_days": (7,), "target_sections": EVENING}),
    ("spread the tasks of week 5 evenly from Monday to Friday", {"source_weeks": (5,), "target_days": (1, 2, 3, 4, 5)}),
    ("the outline and the draft of the essay move to Monday", {"named": (43, 42), "target_days": (1,)}),
    ("the draft should be moved to Monday", {"named": (42,), "target_days": (1,)}),
    ("Essay draft on Sunday, in the evening", {"named": (42,), "target_days": (7,), "target_sections": EVENING}),
    ("Evenings are best for Essay draft", {"named": (42,), "target_sections": EVENING}),
    ("Sections 9 to 12 should stay free", {"exclude_sections": EVENING}),
    ("I'm away on Fridays", {"source_days": (5,), "target_days": (1, 2, 3, 4, 6, 7)}),
]
UNREAD = [
    "周四的任务",
    "周四不是很忙",
    "周五空着，听力训练不急",
    "第5周周五的任务留一个，其余挪到第6周",
    "周四先做的那两个改到周日",
    "Would Thursday work for the marketing slides?",
]


@pytest.mark.parametrize(("message", "expected"), READ)
def test_loose_words_are_read(message: str, expected: dict[str, Any]) -> None:
    """Nothing is left over, and no place or name is read that was not said."""
    read = parse_slice(message, PLAN, 5)
    told = {key: value for key in PLACES if (value := getattr(read, key))}
    assert told == expected
    assert (read.unknown, read.unsupported, read.unread, read.unheard) == ("", "", "", ())


@pytest.mark.parametrize("message", UNREAD)
def test_words_that_ask_for_nothing_that_can_be_done_are_no_goal(message: str) -> None:
    read = parse_slice(message, PLAN, 5)
    assert read.idle or read.unsupported


def test_the_others_are_those_of_the_place_that_stays_in_part() -> None:
    """Beside what is named with its day they are of that day, beside a bare name all that is left."""
    assert parse_slice("周五的Essay draft留着，其他的挪到周日", PLAN, 5).source_days == (5,)
    assert parse_slice("Essay draft留着，其他的挪到周日", PLAN, 5).source_days == ()
