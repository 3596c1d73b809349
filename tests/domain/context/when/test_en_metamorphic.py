"""English times stay the same under what must not matter, and move with what must (rules WHEN-40, WHEN-42)."""

from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.context.when.find import find_times
from tests.domain.context.when.cases_en import Case, cases, ends, only

CASES = cases()
WHOLE_WEEKS = (
    "today",
    "tomorrow at 5:20 pm",
    "not the day before yesterday",
    "next Thursday",
    "last Friday morning",
    "in the week after next",
    "over this weekend",
    "in four days",
    "two weeks ago",
    "in 20 minutes",
    "the past three days",
    "by Friday",
    "since Monday",
    "Tuesday to Thursday next week",
    "tonight from 8 to 10",
)


def _changed(change: Callable[[str], str]) -> list[tuple[str, str]]:
    """The cases whose times differ once their words are changed."""
    differing = []
    for case in CASES:
        before = [(time.label, ends(time)) for time in find_times(case.query, case.now, "en").times]
        after = [(time.label, ends(time)) for time in find_times(change(case.query), case.now, "en").times]
        if before != after:
            differing.append((case.query, str(after)))
    return differing


def test_double_spaces_do_not_matter() -> None:
    """WHEN-41: any white space separates words."""
    assert _changed(lambda query: query.replace(" ", "  ")) == []


def test_full_width_digits_do_not_matter() -> None:
    """WHEN-2: full-width characters are read as plain ones."""
    assert _changed(lambda query: "".join(chr(ord(c) + 0xFEE0) if c.isdigit() else c for c in query)) == []


def test_curly_apostrophes_do_not_matter() -> None:
    """WHEN-41: either apostrophe will do."""
    assert _changed(lambda query: query.replace("'", "’")) == []


@pytest.mark.parametrize(
    ("before", "after"), [("", "."), ("So, ", ", please"), ("嗯，", "。"), ("(", ")"), ("  ", "\n")]
)
def test_what_stands_around_does_not_matter(before: str, after: str) -> None:
    """WHEN-40: a time is the same within a sentence, at its place there."""
    for case in CASES:
        plain = find_times(case.query, case.now, "en").times
        padded = find_times(before + case.query + after, case.now, "en").times
        assert [(time.label, ends(time)) for time in padded] == [(time.label, ends(time)) for time in plain], case.query
        assert [time.start - len(before) for time in padded] == [time.start for time in plain], case.query


def test_capitals_do_not_matter_to_what_is_clear() -> None:
    """WHEN-41: a time in capitals is read as it is in small letters, but for the names that are also verbs."""
    unclear = ("may", "mar", "sat", "sun", " am", " pm")
    for case in CASES:
        if not any(word in case.query.lower() for word in unclear):
            plain, loud = (
                find_times(words, case.now, "en").times for words in (case.query.lower(), case.query.upper())
            )
            assert [ends(time) for time in loud] == [ends(time) for time in plain], case.query


@given(weeks=st.integers(-300, 300), words=st.sampled_from(WHOLE_WEEKS))
@settings(max_examples=60)
def test_a_range_moves_with_now_by_whole_weeks(weeks: int, words: str) -> None:
    """WHEN-42: what is told by days, weeks and hours from now is as far from any other now of the same weekday."""
    now = datetime(2025, 3, 12, 10, 20, tzinfo=timezone(timedelta(hours=8)))
    by = timedelta(weeks=weeks)
    first, second = ends(only(words, now)), ends(only(words, now + by))
    assert first is not None
    assert second is not None
    assert [moment and moment + by for moment in first] == list(second)


@given(hours=st.integers(-12, 14))
@settings(max_examples=10)
def test_a_range_is_of_the_zone_of_now(hours: int) -> None:
    """WHEN-5: the same clock in another zone gives the same range by that clock."""
    zone = timezone(timedelta(hours=hours))
    for case in CASES[::7]:
        if case.ranged:
            moved = _ends_in(case, zone)
            expected = [moment and moment.replace(tzinfo=zone) for moment in (case.start, case.end)]
            assert moved == expected, case.query


def _ends_in(case: Case, zone: timezone) -> list[datetime | None]:
    found = ends(only(case.query, case.now.replace(tzinfo=zone)))
    return list(found) if found else []


@pytest.mark.parametrize(
    ("now", "query", "start", "end"),
    [
        ("2025-12-31T23:59:59", "tomorrow", "2026-01-01T00:00:00", "2026-01-02T00:00:00"),
        ("2025-12-31T23:59:59", "all of this week", "2025-12-29T00:00:00", "2026-01-05T00:00:00"),
        ("2025-01-31T12:00:00", "in a month", "2025-02-28T00:00:00", "2025-03-01T00:00:00"),
        ("2024-02-29T00:00:00", "a year from tomorrow", "2025-01-01T00:00:00", "2026-01-01T00:00:00"),
        ("2025-01-01T00:00:00", "all of last month", "2024-12-01T00:00:00", "2025-01-01T00:00:00"),
        ("2025-01-01T00:00:00", "the last quarter", "2024-10-01T00:00:00", "2025-01-01T00:00:00"),
        ("2025-10-31T00:00:00", "from 11pm to 1am", "2025-10-31T23:00:00", "2025-11-01T01:00:00"),
        ("2025-12-30T12:00:00", "Dec 30 to Jan 2", "2025-12-30T00:00:00", "2026-01-03T00:00:00"),
    ],
)
def test_edges_of_days_months_and_years(now: str, query: str, start: str, end: str) -> None:
    """WHEN-5: ranges are half-open at midnight and at the ends of months and years."""
    found = ends(only(query, datetime.fromisoformat(now + "+00:00")))
    assert found == (datetime.fromisoformat(start + "+00:00"), datetime.fromisoformat(end + "+00:00"))


@pytest.mark.parametrize(
    ("day", "query", "hours"),
    [
        ("2025-03-08", "tomorrow", 23),
        ("2025-11-01", "tomorrow", 25),
        ("2025-03-08", "tomorrow morning", 6),
        ("2025-03-08", "tomorrow from 1am to 4am", 2),
        ("2025-11-01", "tomorrow from 12:30am to 4am", 4.5),
    ],
)
def test_days_at_a_change_of_the_clock(day: str, query: str, hours: float) -> None:
    """WHEN-6: a day at a change of the clock is as long as it is."""
    now = datetime.fromisoformat(day + "T12:00:00").replace(tzinfo=ZoneInfo("America/New_York"))
    found = ends(only(query, now))
    assert found is not None
    start, end = found
    assert start is not None
    assert end is not None
    assert (end.timestamp() - start.timestamp()) / 3600 == hours
