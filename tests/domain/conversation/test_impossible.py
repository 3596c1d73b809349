"""Rule CHAT-24: a time that there is not is told as such, and taken for no other."""

from datetime import date, datetime, time

import pytest

from domain.conversation.agenda import Agenda
from domain.conversation.answers import answer
from domain.conversation.impossible import impossible_time
from domain.schedule.state import Locale
from tests.conversation.test_messages import BARS, labelled
from tests.domain.conversation.agendas import TERM, ZONE, row

NOW = datetime.combine(date(2026, 9, 16), time(11, 30), ZONE)
ROWS = (row("高等数学", NOW.date(), 3, 4), row("大学英语", date(2026, 9, 17), 5, 6))
AGENDA = Agenda(TERM, NOW, ROWS, standing=ROWS)


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ("我二月三十日有什么安排", "二月三十日"),
        ("2月30日有什么课？", "2月30日"),
        ("我25点有什么安排", "25点"),
        ("明天25点有空吗", "明天25点"),
        ("周八有课吗", "周八"),
        ("第25节有什么课", "第25节"),
        ("what is on February 30?", "February 30"),
        ("what do I have in section 40 on Monday", "section 40"),
    ],
)
def test_a_question_about_no_time_quotes_it_and_tells_of_no_other_day(message: str, words: str) -> None:
    sentences: dict[Locale, str] = {
        "zh-CN": f"没有“{words}”这样的时间",
        "en": f"There is no such time as “{words}”",
    }
    for locale, told in sentences.items():
        found = answer(message, AGENDA, locale)
        assert found.text.startswith(told)
        assert found.rows == ()


def test_times_that_there_are_and_names_are_no_such_times() -> None:
    for message in (
        "明天24点有空吗",
        "下周八点有课吗",
        "第12节有课吗",
        "第13周周三有课吗",
        "完成了3/40吗",
        "周十一有课吗",
    ):
        assert impossible_time(message, NOW, "zh-CN") == "", message
    assert impossible_time("2月30日读书会在哪天", NOW, "zh-CN", ["2月30日读书会"]) == ""


def test_no_labelled_message_names_such_a_time() -> None:
    entries = [entry.message for name in BARS for entry in labelled(name)]
    assert [each for each in entries if impossible_time(each, NOW, "zh-CN")] == []
