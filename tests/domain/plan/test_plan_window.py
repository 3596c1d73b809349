"""From when to when a message asks for a plan, and what is proposed where it is silent (PLAN-10 and PLAN-13)."""

from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from domain.plan.intent import KnownClass, PlanIntent
from domain.plan.read_intent import read_intent
from domain.schedule.state import Locale
from domain.term.calendar import Term

TERM = Term(first_monday=date(2026, 8, 31), weeks=18)
TODAY = date(2026, 9, 30)
END = "2027-01-03"
ZONE = ZoneInfo("Asia/Shanghai")
KNOWN = (KnownClass(class_id="e", name="英语", waiting=1), KnownClass(class_id="m", name="Calculus", waiting=2))

WINDOWS = (
    ("给我排个计划", None, None),
    ("make a new plan", None, None),
    ("安排一下这周剩下的任务", "2026-09-30", "2026-10-04"),
    ("schedule my homework for this week", "2026-09-30", "2026-10-04"),
    ("帮我安排下周的复习", "2026-10-05", "2026-10-11"),
    ("plan next week", "2026-10-05", "2026-10-11"),
    ("把任务排到第6周到第7周", "2026-10-05", "2026-10-18"),
    ("plan weeks 6 and 7", "2026-10-05", "2026-10-18"),
    ("12月20日之前排完所有作业", "2026-09-30", "2026-12-19"),
    ("plan everything by 20 October", "2026-09-30", "2026-10-20"),
    ("安排到第10周", "2026-09-30", "2026-11-08"),
    ("把作业都排到下周", "2026-10-05", "2026-10-11"),
    ("把作业都排到下周三之前", "2026-09-30", "2026-10-06"),
    ("plan until week 10", "2026-09-30", "2026-11-08"),
    ("做一个计划，从下周一开始", "2026-10-05", END),
    ("plan from Monday on", "2026-10-05", END),
    ("两周内安排完", "2026-09-30", "2026-10-13"),
    ("plan the next two weeks", "2026-09-30", "2026-10-13"),
    ("周五之前排好作业", "2026-09-30", "2026-10-01"),
    ("周末帮我安排一下复习", "2026-10-03", "2026-10-04"),
    ("10月8日到10月15日排一下作业", "2026-10-08", "2026-10-15"),
    ("今天的任务排一下", "2026-09-30", "2026-09-30"),
    ("plan tomorrow", "2026-10-01", "2026-10-01"),
    ("国庆假期里排英语", "2026-10-01", "2026-10-07"),
    ("排到期末", "2026-09-30", END),
)
FAULTS = (
    ("排第30周", "第30周", "outside_term"),
    ("plan week 30", "week 30", "outside_term"),
    ("排第2周", "第2周", "past"),
    ("把作业排到2月30日", "2月30日", "impossible"),
    ("9月1日到9月8日排一下作业", "9月1日到9月8日", "past"),
    ("plan weeks 2 to 3", "weeks 2 to 3", "past"),
)


def read(words: str, term: Term = TERM, today: date = TODAY) -> PlanIntent:
    """What a message said at nine in the morning comes to."""
    locale: Locale = "en" if words.isascii() else "zh-CN"
    return read_intent(words, term, datetime.combine(today, time(9), ZONE), KNOWN, locale)


def test_the_days_of_a_plan_are_read() -> None:
    found = ((words, str(read(words).first), str(read(words).last)) for words, _, _ in WINDOWS)
    wanted = ((words, str(first), str(last)) for words, first, last in WINDOWS)
    assert [got for got, label in zip(found, wanted, strict=True) if got != label] == []


def test_days_that_make_no_window_are_quoted_and_asked_about() -> None:
    for words, quoted, fault in FAULTS:
        intent = read(words)
        assert (intent.fault_words, intent.fault, intent.first) == (quoted, fault, None)
        assert "window" in intent.missing


@given(weeks=st.integers(1, 40), offset=st.integers(-30, 300), week=st.integers(1, 60), text=st.text(max_size=20))
def test_a_window_lies_in_the_term_and_is_not_past(weeks: int, offset: int, week: int, text: str) -> None:
    """Whatever is said, in both languages alike, read or proposed; a term that is over has no proposal."""
    term = Term(first_monday=date(2026, 8, 31), weeks=weeks)
    today = term.first_monday + timedelta(days=offset)
    for words in (text, f"{text} 第{week}周"):
        intent = read(words, term, today)
        for first, last in ((intent.first, intent.last), (intent.proposal_first, intent.proposal_last)):
            if first is not None and last is not None:
                assert max(today, term.first_monday) <= first <= last <= term.last_day
        assert (intent.proposal_first is None) == (today > term.last_day)
    zh, en = read(f"排第{week}周", term, today), read(f"plan week {week}", term, today)
    assert (zh.first, zh.last, zh.fault) == (en.first, en.last, en.fault)


def test_what_is_left_of_the_week_is_proposed_or_the_next_one_on_its_last_day() -> None:
    for today, first, last in (("2026-09-30", "2026-09-30", "2026-10-04"), ("2026-10-04", "2026-10-05", "2026-10-11")):
        intent = read("", today=date.fromisoformat(today))
        assert (str(intent.proposal_first), str(intent.proposal_last)) == (first, last)
    assert str(read("", today=date(2026, 8, 1)).proposal_first) == "2026-08-31"
