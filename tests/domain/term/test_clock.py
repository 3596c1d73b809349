"""Instants of days and sections (rules EDGE-26 and EDGE-27)."""

from datetime import UTC, date, datetime, time, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.term.calendar import SectionTime, Term
from domain.term.clock import day_span, instant_of, section_span

ZONES = ["Asia/Shanghai", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Africa/Cairo", "Pacific/Apia"]


def term(zone: str, first: str = "00:30", minutes: int = 30) -> Term:
    """A term whose twelve sections follow each other from a clock time on."""
    begins = datetime.combine(date(2000, 1, 1), time.fromisoformat(first))
    edges = [(begins + timedelta(minutes=minutes * n)).time() for n in range(13)]
    sections = tuple(SectionTime(start=edges[n], end=edges[n + 1]) for n in range(12))
    return Term(first_monday=date(2026, 1, 5), weeks=52, zone=zone, sections=sections)


@pytest.mark.parametrize(
    ("day", "clock", "expected"),
    [
        (date(2026, 1, 5), time(8), "2026-01-05T08:00:00+01:00"),
        (date(2026, 7, 6), time(8), "2026-07-06T08:00:00+02:00"),
        (date(2026, 3, 29), time(2, 30), "2026-03-29T03:30:00+02:00"),
        (date(2026, 10, 25), time(2, 30), "2026-10-25T02:30:00+02:00"),
        (date(2026, 10, 25), time(3), "2026-10-25T03:00:00+01:00"),
    ],
    ids=["winter", "summer", "skipped", "repeated", "after-the-repeat"],
)
def test_clock_times_are_read_in_the_zone_of_the_term(day: date, clock: time, expected: str) -> None:
    """Also where clocks are changed: a skipped time is read as a later one, of a repeated one the first counts."""
    assert instant_of(term("Europe/Berlin"), day, clock).isoformat() == expected


def test_a_section_in_the_gap_does_not_end_before_it_begins() -> None:
    """02:30 to 03:00 does not exist that day: it begins at what clocks call 03:30, and ends there."""
    starts, ends = section_span(term("Europe/Berlin"), date(2026, 3, 29), 5, 5)
    assert starts == ends == datetime(2026, 3, 29, 1, 30, tzinfo=UTC)


@given(st.sampled_from(ZONES), st.integers(0, 363), st.integers(1, 12), st.integers(0, 11))
def test_sections_run_forward_on_every_day_of_the_year(zone: str, offset: int, first: int, more: int) -> None:
    """In zones that change their clocks at night, by half an hour, or by a whole day once."""
    one = term(zone)
    starts, ends = section_span(one, one.first_monday + timedelta(days=offset), first, min(12, first + more))
    assert starts.astimezone(UTC) <= ends.astimezone(UTC)
    assert ends.astimezone(UTC) - starts.astimezone(UTC) <= timedelta(hours=8)


@given(st.sampled_from(ZONES), st.integers(0, 362))
def test_days_follow_each_other_without_a_gap(zone: str, offset: int) -> None:
    """Each begins when the one before has ended, and several together last from the first to the last."""
    one = term(zone)
    day = one.first_monday + timedelta(days=offset)
    today, tomorrow = day_span(one, day, day), day_span(one, day + timedelta(days=1), day + timedelta(days=1))
    assert today[1] == tomorrow[0]
    assert day_span(one, day, day + timedelta(days=1)) == (today[0], tomorrow[1])


@pytest.mark.parametrize("first_monday", [date(1, 1, 8), date(9999, 12, 20)])
@pytest.mark.parametrize("zone", ["Etc/GMT+12", "Etc/GMT-14", "Asia/Shanghai"])
def test_the_ends_of_the_calendar_are_no_edge(first_monday: date, zone: str) -> None:
    """Whatever term is allowed has days and sections."""
    one = Term(first_monday=first_monday, weeks=1, zone=zone)
    assert day_span(one, one.first_monday, one.last_day)[0] < day_span(one, one.last_day, one.last_day)[1]
    assert section_span(one, one.last_day, 1, 12)[0] < section_span(one, one.last_day, 1, 12)[1]
