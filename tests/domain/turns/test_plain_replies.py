"""What is said to messages that ask for nothing (rules TURN-11 and CHAT-5)."""

import pytest

from domain.conversation.routing import Context, route
from domain.schedule.state import Locale
from domain.turns.plain_replies import plain_reply


@pytest.mark.parametrize(
    ("message", "locale"),
    [
        ("你能做什么？", "zh-CN"),
        ("你好，你可以帮我做些什么呢", "zh-CN"),
        ("有什么功能", "zh-CN"),
        ("你是谁？", "zh-CN"),
        ("帮助", "zh-CN"),
        ("what can you do?", "en"),
        ("Hi! What can you help me with?", "en"),
        ("how does this work", "en"),
        ("help", "en"),
    ],
)
def test_who_asks_what_can_be_done_is_told_so(message: str, locale: Locale) -> None:
    """With a plan at hand and without; nothing is turned down."""
    assert {route(message, Context(locale, preview)).kind for preview in (False, True)} == {"plain"}
    told = plain_reply(locale, message)
    assert told.startswith({"zh-CN": "我可以排计划", "en": "I can make a plan"}[locale])


@pytest.mark.parametrize("message", ["我周五能做什么", "what can I do on Friday?", "周三有什么？"])
def test_who_asks_about_a_day_is_not_told_of_abilities(message: str) -> None:
    assert route(message, Context(preview=True)).kind == "question"


@pytest.mark.parametrize(
    ("message", "locale", "told"), [("停下", "zh-CN", "没有正在进行"), ("stop", "en", "Nothing is")]
)
def test_a_stop_finds_nothing_where_nothing_is_under_way(message: str, locale: Locale, told: str) -> None:
    assert told in plain_reply(locale, message)
    assert "帮不上忙" in plain_reply("zh-CN", "今天天气怎么样")
