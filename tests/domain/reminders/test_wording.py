"""Sentences about reminders (rules REMIND-17 and REMIND-26)."""

import re

import pytest

from domain.reminders.wording import TEXTS, say

_FACTS = re.compile(r"\{\w+\}|\d[\dTZ:.-]*[\dZ]|after_seconds|\bid\b|\bprompt\b", re.ASCII)
_BACKEND = re.compile(r"sql|postgres|temporal|transaction|exception|workflow|database|数据库|事务", re.IGNORECASE)


@pytest.mark.parametrize("key", TEXTS)
def test_both_languages_say_the_same_facts(key: str) -> None:
    """Names of arguments, figures and values to fill in stand in both; neither is in the other's script."""
    chinese, english = TEXTS[key]
    assert set(_FACTS.findall(chinese)) == set(_FACTS.findall(english))
    assert re.search("[\u4e00-\u9fff]", chinese)
    assert english.isascii()


def test_nothing_is_told_of_what_is_behind() -> None:
    """People and models cannot do anything about it."""
    assert [text for texts in TEXTS.values() for text in texts if _BACKEND.search(text)] == []


def test_braces_of_a_prompt_are_text() -> None:
    """A prompt is filled in, never filled itself."""
    assert say("en", "presenting", time="t", prompt="{time} {0}") == "Reminder (t): {time} {0}"
    assert say("zh-CN", "presenting", time="t", prompt="{}") == "提醒（t）：{}"
