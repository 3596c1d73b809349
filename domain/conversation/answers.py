"""Answers to questions about plan and timetable, in sentences of both languages (rules CHAT-15 to CHAT-18)."""

from domain.schedule.state import Locale

_NOT_UNDERSTOOD: dict[Locale, str] = {
    "zh-CN": "没看懂你想问哪一天或哪门课。可以这样问：“周三有什么课？”、“第5周哪天最空？”、“高数作业排在哪天？”",
    "en": "I could not read which day or task is meant. Ask like “What is on Wednesday?”, “Which day of week 5 is the "
    "emptiest?” or “When is the maths homework?”",
}


def not_understood(locale: Locale) -> str:
    """What is said where a question cannot be read, with examples of ones that can."""
    return _NOT_UNDERSTOOD[locale]
