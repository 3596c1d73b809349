"""From when to when a plan is asked for (rule TURN-7)."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.term.calendar import Term
from domain.turns.window_said import NotRead, WindowSaid, window_said

TERM = Term(first_monday=date(2026, 8, 31), weeks=18)
TODAY = date(2026, 9, 30)
END = TERM.last_day


def between(first: str, last: str) -> WindowSaid:
    return WindowSaid(date.fromisoformat(f"2026-{first}"), date.fromisoformat(f"2026-{last}"))


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("给我排个计划", WindowSaid(TODAY, END)),
        ("make a new plan", WindowSaid(TODAY, END)),
        ("安排一下这周剩下的任务", between("09-30", "10-04")),
        ("schedule my homework for this week", between("09-30", "10-04")),
        ("帮我安排下周的复习", between("10-05", "10-11")),
        ("plan next week", between("10-05", "10-11")),
        ("把任务排到第6周到第7周", between("10-05", "10-18")),
        ("plan weeks 6 and 7", between("10-05", "10-18")),
        ("12月20日之前排完所有作业", between("09-30", "12-19")),
        ("plan everything by 20 October", between("09-30", "10-20")),
        ("安排到第10周", between("09-30", "11-08")),
        ("把作业都排到下周", between("10-05", "10-11")),
        ("把作业都排到下周三之前", between("09-30", "10-06")),
        ("plan until week 10", between("09-30", "11-08")),
        ("做一个计划，从下周一开始", WindowSaid(date(2026, 10, 5), END)),
        ("plan from Monday on", WindowSaid(date(2026, 10, 5), END)),
        ("两周内安排完", between("09-30", "10-13")),
        ("plan the next two weeks", between("09-30", "10-13")),
        ("周五之前排好作业", between("09-30", "10-01")),
        ("周末帮我安排一下复习", between("10-03", "10-04")),
        ("10月8日到10月15日排一下作业", between("10-08", "10-15")),
        ("今天的任务排一下", between("09-30", "09-30")),
        ("plan tomorrow", between("10-01", "10-01")),
        ("制定一个复习计划，每天两节", WindowSaid(TODAY, END)),
    ],
)
def test_the_days_of_a_plan_are_read(words: str, expected: WindowSaid) -> None:
    assert window_said(words, TERM, TODAY) == expected


@pytest.mark.parametrize(
    ("words", "quoted"),
    [("排第30周", "30周"), ("plan week 30", "week 30"), ("排第2周", "第2周"), ("把作业排到2月30日", "2月30日")],
)
def test_days_that_are_past_or_not_there_are_quoted(words: str, quoted: str) -> None:
    """Outside the term, over, or no day at all."""
    read = window_said(words, TERM, TODAY)
    assert isinstance(read, NotRead)
    assert quoted in read.words


@given(weeks=st.integers(1, 40), offset=st.integers(0, 279), week=st.integers(1, 60), text=st.text(max_size=20))
def test_a_window_lies_in_the_term_and_is_not_past(weeks: int, offset: int, week: int, text: str) -> None:
    """Whatever is said, in both languages alike."""
    term = Term(first_monday=date(2026, 8, 31), weeks=weeks)
    today = term.first_monday + timedelta(days=offset % (7 * weeks))
    for words in (text, f"{text} 第{week}周"):
        read = window_said(words, term, today)
        if isinstance(read, WindowSaid):
            assert today <= read.first <= read.last <= term.last_day
    zh, en = (window_said(words, term, today) for words in (f"排第{week}周", f"plan week {week}"))
    assert isinstance(zh, NotRead) == isinstance(en, NotRead)
    if isinstance(zh, WindowSaid):
        assert zh == en


@pytest.mark.parametrize(
    ("words", "over"),
    [
        ("把作业排到第2到3周", True),
        ("把作业排到第2周", True),
        ("9月1日到9月8日排一下作业", True),
        ("plan weeks 2 to 3", True),
        ("plan week 2", True),
        ("排第30周", False),
        ("plan week 30", False),
        ("把作业排到2月30日", False),
    ],
)
def test_days_that_are_over_are_told_from_those_that_are_not_there(words: str, over: bool) -> None:
    read = window_said(words, TERM, TODAY)
    assert isinstance(read, NotRead)
    assert read.over is over
