"""Guessing the term of a file (rule IMPORT-11)."""

from datetime import UTC, date, datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo

import pytest

from domain.errors import InvalidCalendar
from domain.timetable.calendar import Calendar, CalendarEvent, Skipped, WeeklyRule
from domain.timetable.guess import guess_first_monday, guess_term

TOKYO = ZoneInfo("Asia/Tokyo")


def event(day: date, rule: WeeklyRule | None = None, zone: tzinfo | None = TOKYO) -> CalendarEvent:
    start = datetime(day.year, day.month, day.day, 9, tzinfo=zone)
    return CalendarEvent("u", "Algebra", "", "", start, timedelta(hours=1), rule)


def test_the_week_of_the_earliest_event_is_the_first() -> None:
    """Not that of the first in the file."""
    calendar = Calendar((event(date(2026, 10, 20)), event(date(2026, 10, 8))))
    assert guess_first_monday(calendar) == date(2026, 10, 5)


def test_the_zone_is_the_most_frequent_one_that_is_named() -> None:
    """UTC says how times are written, not where people live."""
    utc = [event(date(2026, 10, 6), zone=ZoneInfo(name)) for name in ("UTC", "UTC", "Etc/UTC", "Etc/UTC")]
    assert guess_term(Calendar((*utc, event(date(2026, 10, 6))))).zone == "Asia/Tokyo"
    assert guess_term(Calendar(tuple(utc))).zone == "Asia/Shanghai"


def test_the_earliest_day_is_that_of_the_zone() -> None:
    """Sunday 23:00 in UTC is Monday in Shanghai."""
    start = datetime(2026, 8, 30, 23, tzinfo=ZoneInfo("UTC"))
    calendar = Calendar((CalendarEvent("u", "Algebra", "", "", start, None),))
    assert guess_first_monday(calendar) == date(2026, 8, 31)


@pytest.mark.parametrize(
    ("rule", "weeks"),
    [
        (None, 1),
        (WeeklyRule(), 18),
        (WeeklyRule(count=16), 16),
        (WeeklyRule(count=8, interval=2), 15),
        (WeeklyRule(count=20, days=(1, 2)), 10),
        (WeeklyRule(count=10**15), 60),
        (WeeklyRule(until=datetime(2026, 11, 22, 15, tzinfo=UTC)), 7),
        (WeeklyRule(until=datetime(2020, 1, 1, tzinfo=UTC)), 1),
        (WeeklyRule(until=datetime(9999, 12, 31, tzinfo=UTC)), 60),
    ],
)
def test_the_term_reaches_to_the_last_named_end(rule: WeeklyRule | None, weeks: int) -> None:
    """Midnight after a Sunday belongs to that Sunday's week."""
    assert guess_term(Calendar((event(date(2026, 10, 5), rule),))).weeks == weeks


def test_a_calendar_without_events_gives_no_term() -> None:
    """The message names the first reason why there are none."""
    with pytest.raises(InvalidCalendar, match="the calendar holds no event: choose another export"):
        guess_first_monday(Calendar(()))
    broken = Skipped(uid="b", name="坏", code="unreadable", reason="DTEND cannot be read")
    with pytest.raises(InvalidCalendar, match="1 skipped; '坏': DTEND cannot be read"):
        guess_term(Calendar((), (broken,)))
