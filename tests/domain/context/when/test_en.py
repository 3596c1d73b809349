"""What English words about time mean (rules WHEN-40 to WHEN-59)."""

from datetime import datetime, timedelta

import pytest

from domain.context.when.find import find_times
from tests.domain.context.when.cases_en import cases, ends, not_times, only

NOW = datetime.fromisoformat("2025-03-12T10:20:00+08:00")


def test_every_case_has_its_kind_grain_and_range() -> None:
    """WHEN-40 to WHEN-56: each query of the set names one time, which is as written there."""
    wrong = []
    for case in cases():
        times = find_times(case.query, case.now, "en").times
        expected = [(case.kind, case.grain, (case.start, case.end) if case.ranged else None)]
        if [(time.kind, time.grain, ends(time)) for time in times] != expected:
            wrong.append((case.query, [(time.text, time.kind, time.grain, time.label, ends(time)) for time in times]))
    assert wrong == []


def test_what_only_looks_like_a_time_is_none() -> None:
    """WHEN-57: verbs, shares, prices, numbers of pages and lengths of time name no time."""
    found = [(query, find_times(query, now, "en")) for query, now in not_times()]
    assert [(query, times) for query, times in found if times.times or times.impossible] == []


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("Let us meet on Friday at noon.", "Friday at noon"),
        ("I said so the day before yesterday, did I?", "the day before yesterday"),
        ("finish it by the end of June!", "by the end of June"),
        ("the week of April 7 is full", "the week of April 7"),
        ("tomorrow’s list", "tomorrow"),
        ("Back in two hours, promise", "in two hours"),
        ("from 2 to 4pm on Monday we rest", "2 to 4pm on Monday"),
        ("since last May nothing", "since last May"),
        ("我在 next Friday 有考试", "next Friday"),
        ("会议在Monday morning开", "Monday morning"),
        ("lunch next Tuesday with Bo", "next Tuesday"),
        ("see her tomorrow at lunch", "tomorrow at lunch"),
    ],
)
def test_the_text_is_the_words_that_mean_the_time(query: str, text: str) -> None:
    """WHEN-40: positions are of the query as given; a plain on, at or in before a time is no part of it."""
    time = only(query, NOW)
    assert time.text == text
    assert query[time.start : time.end] == text


@pytest.mark.parametrize(
    ("query", "label"),
    [
        ("the day after tomorrow", "day_after_tomorrow"),
        ("all of last week", "last_week"),
        ("in the previous week", "last_week"),
        ("not tonight", "today_evening"),
        ("this evening", "today_evening"),
        ("what did I say last night", "yesterday_evening"),
        ("Friday night", "friday_evening"),
        ("in three days", "in_3_days"),
        ("three days from now", "in_3_days"),
        ("August 4-9", "august_4_to_9"),
        ("from 4 to 9 August", "august_4_to_9"),
        ("by Friday", "by_friday"),
        ("every other week", "every_2_weeks"),
        ("next Easter", "next_easter"),
        ("the past week", "past_1_week"),
        ("xmas", "christmas"),
        ("every evening except Thursday", "every_evening_except_thursday"),
        ("each day at 6", "every_day_at_06_pm"),
        ("monthly on the 4th", "every_month_on_day_4"),
    ],
)
def test_the_same_meaning_has_the_same_label(query: str, label: str) -> None:
    """WHEN-4: labels come from meanings, not from words."""
    assert only(query, NOW).label == label


@pytest.mark.parametrize(
    ("query", "texts"),
    [
        ("Monday, Wednesday and Friday", ["Monday", "Wednesday", "Friday"]),
        ("move it from my list of today, then call her tomorrow at 5", ["today", "tomorrow at 5"]),
        ("yesterday and the day before yesterday", ["yesterday", "the day before yesterday"]),
        ("at 9am and 4pm tomorrow", ["9am", "4pm tomorrow"]),
        ("last year in May or this year", ["last year in May", "this year"]),
        ("Wed/Fri 4-5pm", ["Wed", "Fri 4-5pm"]),
        ("enjoy your weekend and call me on Monday", ["Monday"]),
    ],
)
def test_several_times_come_in_their_order(query: str, texts: list[str]) -> None:
    """WHEN-1: each time by itself, from left to right."""
    assert [time.text for time in find_times(query, NOW, "en").times] == texts


@pytest.mark.parametrize("query", ["February 30", "on 31 April", "June 31st", "April 31, 2026", "2025-02-29"])
def test_a_day_that_no_month_has_is_impossible(query: str) -> None:
    """WHEN-49: it is told as impossible, and no time is made of a part of it."""
    found = find_times(query, NOW, "en")
    assert found.times == ()
    assert len(found.impossible) == 1


@pytest.mark.parametrize(
    ("query", "hours"),
    [
        ("at 3", 15),
        ("at 6:15", 18),
        ("at 7", 7),
        ("at 11", 11),
        ("at 03:15", 3),
        ("at 3am", 3),
        ("at 3 in the morning", 3),
        ("tomorrow morning at 6", 6),
        ("tonight at 8", 20),
        ("at 15:30", 15),
    ],
)
def test_an_hour_without_its_half_of_the_day(query: str, hours: int) -> None:
    """WHEN-51: one to six are of the afternoon, the others as told; a leading zero or a part of the day decides."""
    span = only(query, NOW).range
    assert span is not None
    assert span.start is not None
    assert span.start.hour == hours


@pytest.mark.parametrize(
    ("query", "first", "last"),
    [
        ("from 9 to 5", 9, 17),
        ("2-4pm", 14, 16),
        ("11-1pm", 11, 13),
        ("7am until 6", 7, 18),
        ("8am until 10", 8, 10),
        ("from 10pm to 1", 22, 1),
        ("between 10 and 12 tomorrow", 10, 12),
        ("tonight from 8 to 10", 20, 22),
    ],
)
def test_two_hours_settle_each_other(query: str, first: int, last: int) -> None:
    """WHEN-52: a half of the day told with one end decides the other; else the second is the next after the first."""
    span = only(query, NOW).range
    assert span is not None
    assert span.start is not None
    assert span.end is not None
    assert (span.start.hour, span.end.hour) == (first, last)
    assert timedelta(0) < span.end - span.start < timedelta(hours=12)


def test_by_a_day_includes_it_and_before_a_day_does_not() -> None:
    """WHEN-55: the two deadlines lie a day apart."""
    by, before = only("by Friday", NOW).range, only("before Friday", NOW).range
    assert by is not None
    assert before is not None
    assert by.end is not None
    assert before.end is not None
    assert by.end - before.end == timedelta(days=1)


def test_the_nearest_month_is_meant_by_last_and_next() -> None:
    """WHEN-44: in March, last May is of the year before, last January of this year, next March of the next."""
    starts = [only(words, NOW).range for words in ("last May", "last January", "in next March", "in next June")]
    assert [span.start.strftime("%Y-%m") for span in starts if span and span.start] == [
        "2024-05",
        "2025-01",
        "2026-03",
        "2025-06",
    ]


@pytest.mark.parametrize(
    ("query", "hours"),
    [
        ("Monday and Thursday at 4pm", ["10 16", "13 16"]),
        ("Wednesday and Thursday at 9am", ["12 9", "13 9"]),
        ("at 9am on Wednesday and Thursday", ["12 9", "13 9"]),
        ("Tue/Fri 8-10am", ["11 8", "14 8"]),
        ("next Monday and Friday at noon", ["17 12", "21 12"]),
        ("next Tuesday or Saturday", ["18 0", "22 0"]),
        ("Monday at 3 and Friday at 5", ["10 15", "14 17"]),
        ("Monday and Thursday next week", ["17 0", "20 0"]),
        ("wed or fri at 6pm", ["12 18", "14 18"]),
    ],
)
def test_listed_weekdays_share_what_one_of_them_tells(query: str, hours: list[str]) -> None:
    """WHEN-58: the week and the hours are those of each weekday, unless it has its own."""
    starts = [time.range.start for time in find_times(query, NOW, "en").times if time.range]
    assert [f"{start.day} {start.hour}" for start in starts if start] == hours


@pytest.mark.parametrize("offset", range(0, 400, 31))
def test_a_weekday_with_a_day_of_the_month_is_a_day_that_is_both(offset: int) -> None:
    """WHEN-49: the first from this month on."""
    now = NOW + timedelta(days=offset)
    span = only("Friday the 13th", now).range
    assert span is not None
    assert span.start is not None
    assert (span.start.day, span.start.isoweekday()) == (13, 5)
    assert span.start >= now.replace(day=1, hour=0, minute=0)
