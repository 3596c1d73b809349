"""What is kept of a text (rules RECALL-5, RECALL-8 and RECALL-11 to RECALL-14)."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.context.recall.importance import TABLE, USUAL, importance_of
from domain.context.recall.kinds import kind_of, status_of
from domain.context.recall.reading import event_of, item_of, said_by_person
from domain.context.recall.terms import terms_of

SAID = datetime(2026, 9, 3, 22, tzinfo=ZoneInfo("Asia/Shanghai"))


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("考试", {"考", "试", "考试"}),
        ("ＰＨＰ 课!", {"php", "课"}),
        ("Exams", {"exams", "~exa", "~xam", "~ams"}),
        ("a_b'c\\d & (e | !f):*", {"a", "b", "c", "d", "e", "f"}),
        ("2026年", {"2026", "~202", "~026", "年"}),
        ("\x00\ud800，。 ", set()),
    ],
)
def test_terms_are_characters_pairs_words_and_trigrams(text: str, terms: set[str]) -> None:
    assert terms_of(text) == terms


@given(st.text(st.characters(exclude_categories=())))
def test_terms_hold_letters_and_digits_only(text: str) -> None:
    """Whatever a text holds: no quote, sign or blank that a query could take for its own, but the mark of trigrams."""
    for term in terms_of(text):
        assert term.removeprefix("~").isalnum() or not term.isascii()
        assert not set(term[1:]) & set(" '\\&|!():*<>@~\x00")
        assert term.encode()


@pytest.mark.parametrize(
    ("text", "kind", "importance"),
    [
        ("重要：合同要签字", "note", 0.9),
        ("操作系统期中考试在周四", "calendar_event", 0.9),
        ("我答应帮他搬家", "commitment", 0.8),
        ("we decided to take the train", "decision", 0.8),
        ("记得买牛奶", "todo", 0.75),
        ("我喜欢晚上学习", "preference", 0.6),
        ("my roommate plays guitar", "person", 0.3),
        ("食堂三楼开了一家面馆", "note", 0.3),
        ("明天几点考试？", "calendar_event", 0.1),
        ("when is the exam", "calendar_event", 0.1),
    ],
)
def test_kind_and_importance_are_told_by_words(text: str, kind: str, importance: float) -> None:
    assert (kind_of(text), importance_of(text)) == (kind, importance)


def test_the_table_descends_to_what_is_usual() -> None:
    """So the first row that fits a text is the weightiest."""
    values = [row[0] for row in TABLE]
    assert values == sorted(values, reverse=True)
    assert all(USUAL < value <= 1 for value in values)


def test_what_names_a_time_matters_at_least_half() -> None:
    assert importance_of("明天去爬山", names_time=True) == 0.5
    assert item_of("chat", "x", "明天去爬山", SAID).importance == 0.5


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("报告交了", "done"),
        ("作业还没交", "open"),
        ("I finished the essay", "done"),
        ("not done yet", "open"),
        ("交报告", "open"),
    ],
)
def test_what_is_over_with_says_so(text: str, status: str) -> None:
    assert status_of(text) == status


def test_times_are_those_of_the_moment_and_zone_of_saying() -> None:
    """The first one; a deadline has an end only, and a question is about no event."""
    at = ZoneInfo("Asia/Shanghai")
    tomorrow = (datetime(2026, 9, 4, 15, tzinfo=at), datetime(2026, 9, 4, 16, tzinfo=at))
    assert event_of("明天下午三点开会，后天交作业", SAID) == tomorrow
    assert event_of("meet Anna tomorrow at 3pm", SAID) == tomorrow
    assert event_of("九月十八号晚上八点前交报告", SAID) == (None, datetime(2026, 9, 18, 20, tzinfo=at))
    assert event_of("明天下午三点有会吗？", SAID) == (None, None)
    assert event_of("食堂的面很好吃", SAID) == (None, None)


@pytest.mark.parametrize(
    ("text", "due"),
    [
        ("submit the report by Friday", (9, 4, 23, 59)),
        ("报告截止到周五", (9, 4, 23, 59)),
        ("最晚周五交报告", (9, 4, 23, 59)),
        ("hand it in by the end of the month", (9, 30, 23, 59)),
        ("周五17点前交报告", (9, 4, 17, 0)),
        ("submit it before Friday", (9, 4, 0, 0)),
    ],
)
def test_a_deadline_with_its_day_is_on_that_day(text: str, due: tuple[int, int, int, int]) -> None:
    """Not at the midnight after it, which is another day; one before a day is at its beginning."""
    assert event_of(text, SAID) == (None, datetime(2026, *due, tzinfo=ZoneInfo("Asia/Shanghai")))


@given(st.text(st.characters(exclude_categories=()), max_size=60))
def test_any_text_can_be_kept(text: str) -> None:
    """None of them keeps the message that it came with from being stored."""
    item = item_of("chat", "x", text, SAID)
    assert item.text == text
    assert item.event_start is None or item.event_end is None or item.event_start <= item.event_end


@pytest.mark.parametrize(
    ("kind", "data", "text"),
    [
        ("message", {"role": "user", "text": "周五交报告", "origin": "person"}, "周五交报告"),
        ("message", {"role": "user", "text": "从前的话"}, "从前的话"),
        ("message", {"role": "assistant", "text": "好的"}, None),
        ("message", {"role": "user", "text": "该喝水了", "origin": "reminder"}, None),
        ("message", {"role": "user", "text": "  \n"}, None),
        ("message", {"role": "user", "text": 7}, None),
        ("message", {"text": "无名"}, None),
        ("title", {"role": "user", "text": "周五"}, None),
    ],
)
def test_only_what_the_person_said_is_kept_of_a_log(kind: str, data: dict[str, object], text: str | None) -> None:
    assert said_by_person(kind, data) == text
