"""Feasts in questions are the days that the reader of times has for them (rule CHAT-15)."""

from datetime import date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.conversation.agenda import Agenda
from domain.conversation.answers import answer
from domain.conversation.question_feasts import feast_days_in
from domain.conversation.questions import read_question
from tests.domain.conversation.agendas import TERM, ZONE, row

LONG = TERM.model_copy(update={"first_monday": date(2026, 8, 31), "weeks": 20})
ROWS = (row("高等数学", date(2026, 10, 5), 1, 2), row("大学英语", date(2026, 10, 9), 3, 4))
AUTUMN, WINTER = datetime(2026, 9, 10, 9, tzinfo=ZONE), datetime(2026, 11, 30, 9, tzinfo=ZONE)
NATIONAL = [date(2026, 10, n) for n in range(1, 8)]


def agenda(now: datetime = AUTUMN) -> Agenda:
    """A term from the end of August to the middle of January."""
    return Agenda(LONG, now, ROWS, standing=ROWS)


@pytest.mark.parametrize("now", [AUTUMN, WINTER])
@pytest.mark.parametrize(
    ("message", "days"),
    [
        ("国庆有什么课？", NATIONAL),
        ("国庆那几天有课吗", NATIONAL),
        ("国庆假期有课吗", NATIONAL),
        ("十一有课吗", NATIONAL),
        ("do I have classes during the National Day holiday?", NATIONAL),
        ("do I have classes over the National Day holiday?", NATIONAL),
        ("国庆那天有课吗", NATIONAL[:1]),
        ("国庆节当天有什么安排", NATIONAL[:1]),
        ("what classes do I have on National Day?", NATIONAL[:1]),
        ("国庆那周有课吗", [date(2026, 9, 28) + timedelta(days=n) for n in range(7)]),
        ("圣诞节那一周有课吗", [date(2026, 12, 21) + timedelta(days=n) for n in range(7)]),
        ("国庆前一天有课吗", [date(2026, 9, 30)]),
        ("国庆第三天有课吗", NATIONAL[2:3]),
        ("中秋和国庆有课吗", [*(date(2026, 9, n) for n in (25, 26, 27)), *NATIONAL]),
        ("圣诞节有课吗", [date(2026, 12, 25)]),
        ("is there class on Thanksgiving?", [date(2026, 11, 26)]),
        ("元旦那天有课吗", [date(2027, 1, 1)]),
        ("明年国庆有课吗", []),
        ("除夕那天有课吗", []),
    ],
)
def test_a_feast_is_its_days_of_the_term(message: str, days: list[date], now: datetime) -> None:
    """Those of the year in which the term has it, before it and after; where the term has none, that is told."""
    question = read_question(message, agenda(now))
    assert question is not None
    assert list(question.days) == days
    assert bool(question.beyond) is not bool(days)


def test_classes_over_a_holiday_are_all_of_it_and_not_its_last() -> None:
    """When they are over is another question."""
    over = read_question("do I have classes over the National Day holiday?", agenda())
    last = read_question("when are my classes over on National Day?", agenda())
    assert [question and question.ask for question in (over, last)] == ["what", "last"]


def test_a_part_of_a_feast_is_a_part_of_its_day() -> None:
    """The sections stay those that are said."""
    question = read_question("中秋节那天晚上有课吗", agenda())
    assert question is not None
    assert (question.days, question.sections) == ((date(2026, 9, 25),), (9, 10, 11, 12))


def test_a_day_that_no_calendar_has_is_not_understood() -> None:
    """Rather than taken for today."""
    assert read_question("生日那天有课吗", agenda()) is None


def test_the_days_of_a_feast_are_answered_for_in_both_languages() -> None:
    """A course of one of them is told, one of another day is not."""
    for locale in ("zh-CN", "en"):
        told = answer("国庆有什么课？", agenda(WINTER), "en" if locale == "en" else "zh-CN").text
        assert "高等数学" in told
        assert "大学英语" not in told


@given(st.text(alphabet="国庆中秋元旦那前后几天第三假期到年明 课", max_size=14), st.integers(-400, 400))
def test_any_words_of_feasts_give_ascending_days(text: str, away: int) -> None:
    """On any day that it is, without a fault; what is no feast is left in the text."""
    now = AUTUMN + timedelta(days=away)
    found = feast_days_in(text, agenda(now))
    assert list(found.days) == sorted(set(found.days))
    assert found.rest.count("课") == text.count("课")
