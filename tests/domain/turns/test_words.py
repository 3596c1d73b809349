"""What turns say, in both languages (rules TURN-10 to TURN-12)."""

import re
import string
from datetime import UTC
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.reminders.answers import ReminderView, view_of
from domain.reminders.change import Reminder
from domain.turns import plain_replies, reminder_words, wording
from domain.turns.titles import LONGEST, first_words


def view(number: int, prompt: str = "喝水") -> ReminderView:
    return view_of(Reminder(f"schedule-{number}", prompt, 60, "2026-10-01T00:00:31.000Z"), 0)


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("table", [wording._SENTENCES, wording._FAILURES, reminder_words._SENTENCES])
def test_every_sentence_has_the_same_facts_in_both_languages(table: dict[str, tuple[str, str]]) -> None:
    for key, (zh, en) in table.items():
        assert fields(zh) == fields(en), key
        assert not re.search("[\u4e00-\u9fff]", en), key


def test_a_failure_names_its_code_and_what_to_do() -> None:
    assert wording.failure("zh-CN", "too_many_runs").endswith("（too_many_runs）")
    assert "odd_code" in wording.failure("en", "odd_code")
    assert "no room" in wording.failure("en", "odd_code", "no room.")
    assert not wording.is_known("odd_code")


@pytest.mark.parametrize(
    ("words", "zh", "en"),
    [
        ("谢谢你！", "不客气。", "You are welcome."),
        ("hello", "你好！", "Hello!"),
        ("天气真好", "这个我帮不上忙", "I cannot help"),
    ],
)
def test_greetings_and_thanks_are_returned(words: str, zh: str, en: str) -> None:
    """Whatever else is said, the person is told what can be asked for."""
    told = plain_replies.plain_reply("zh-CN", words), plain_replies.plain_reply("en", words)
    assert told[0].startswith(zh)
    assert told[1].startswith(en)


def test_reminders_are_told_on_the_clocks_of_the_person() -> None:
    """With seconds where there are any, and the id by which it can be deleted."""
    told = reminder_words.created("zh-CN", view(1), ZoneInfo("Asia/Shanghai"))
    assert told == "好的，会在 2026-10-01 08:00:31 提醒你：喝水（schedule-1）"
    assert "2026-10-01 00:00:31" in reminder_words.created("en", view(1), UTC)


def test_a_long_list_is_cut_and_says_so() -> None:
    told = reminder_words.listed("zh-CN", [view(n) for n in range(1, 14)], UTC)
    assert told.startswith("等待中的提醒有 13 个")
    assert told.endswith("另有 3 个，全部用 daywright remind list 查看")


def test_what_is_deleted_is_listed_nowhere() -> None:
    """What a list of deleted ones leaves out is counted, and no command is named that would show it."""
    told = reminder_words.deleted("en", [view(n) for n in range(1, 14)], UTC)
    assert told.endswith("and 3 more")


def test_the_one_that_is_meant_is_found_by_its_words() -> None:
    views = [view(1, "交高数作业"), view(2, "喝水"), view(3, "交英语作业")]
    found = [reminder_words.meant(views, about) for about in ("喝水", "作业", "英语 作业", "跑步")]
    assert [[each.reminder.id[-1] for each in some] for some in found] == [["2"], ["1", "3"], ["3"], []]


@given(st.text())
def test_a_title_is_a_short_printable_line(text: str) -> None:
    title = first_words(text)
    assert len(title) <= LONGEST
    assert title.isprintable()
    assert title == title.strip()
