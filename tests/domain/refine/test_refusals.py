"""Questions, bans that no one goal can hold, and pleas, which look like them (rules SLICE-4 and SLICE-10)."""

import pytest

from domain.refine.slice import parse_slice
from tests.domain.refine.plans import ENGLISH, chapter, driven, fortnight

PLAN = fortnight(
    chapter(31, "第一章 随机事件", 1, 1, 2),
    chapter(33, "第三章 多维随机变量", 2, 1, 2),
    chapter(41, "听力训练", 4, 9, 10, category=ENGLISH),
    chapter(42, "Essay draft", 5, 1, 2, category=ENGLISH),
)
REFUSED = [
    "英语周五学吗？",
    "周四有哪些任务",
    "什么时候学概率论",
    "Is Essay draft on Friday?",
    "When is Essay draft due on Friday?",
    "英语别放晚上，概率论别放早上",
    "英语不要排在晚上，周一别排任务",
    "no Essay draft in the evening and no 概率论 in the morning",
]
UNDERSTOOD = [
    "英语能周五学吗？",
    "Could Essay draft be on Friday?",
    "英语别放晚上，也别放早上",
    "英语别放晚上，概率论别放晚上",
    "周五别排英语，周五别排概率论",
    "Is there a way to put Essay draft on Monday?",
    "What I have on Friday should go to Monday",
]


@pytest.mark.parametrize("message", REFUSED)
def test_what_only_asks_or_cannot_be_held_moves_nothing(message: str) -> None:
    """The words are quoted, and the run does not say that it is done."""
    run = driven(PLAN, message)
    assert run.state == PLAN
    assert not run.memory.completed
    assert parse_slice(message, PLAN, 5).unsupported


@pytest.mark.parametrize("message", UNDERSTOOD)
def test_pleas_and_bans_of_one_kind_are_requests(message: str) -> None:
    assert not parse_slice(message, PLAN, 5).unsupported
