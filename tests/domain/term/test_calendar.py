"""Terms map dates and clock times."""

from datetime import UTC, date, time, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.errors import InvalidTerm, OutOfTerm
from domain.term.calendar import DEFAULT_SECTIONS, SectionTime, Term

TERM = Term(first_monday=date(2026, 3, 2), weeks=18)
mondays = st.dates(date(2000, 1, 1), date(2100, 1, 1)).map(lambda day: day - timedelta(days=day.weekday()))
terms = st.builds(Term, first_monday=mondays, weeks=st.integers(1, 60))


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"first_monday": date(2026, 3, 3)}, "2026-03-03 is a Tuesday"),
        ({"first_monday": date(2026, 3, 1)}, "2026-03-01 is a Sunday"),
        ({"first_monday": date(9999, 12, 27)}, "9999-12-27 leaves the calendar"),
        ({"first_monday": date(1, 1, 1)}, "0001-01-01 leaves the calendar: give a later one"),
        ({"weeks": 0}, "weeks 0"),
        ({"weeks": 61}, "weeks 61"),
        ({"zone": "Asia/Nowhere"}, "'Asia/Nowhere'"),
        ({"zone": ""}, "''"),
        ({"zone": "../etc/passwd"}, "'../etc/passwd'"),
        ({"zone": "a/" * 20_000}, "'(a/){39}a…' is unknown"),
        ({"sections": DEFAULT_SECTIONS[:11]}, "11 section times"),
        ({"sections": DEFAULT_SECTIONS[1:] + DEFAULT_SECTIONS[:1]}, "run backwards"),
        ({"sections": (SectionTime(start=time(8), end=time(8)), *DEFAULT_SECTIONS[1:])}, "run backwards"),
        (
            {"sections": (SectionTime(start=time(8), end=time(8, 45, tzinfo=UTC)), *DEFAULT_SECTIONS[1:])},
            "of their own",
        ),
    ],
)
def test_a_wrong_term_is_refused_with_its_value(fields: dict[str, Any], told: str) -> None:
    with pytest.raises(InvalidTerm, match=told):
        Term(**{"first_monday": date(2026, 3, 2), "weeks": 18} | fields)


def test_default_zone_and_sections() -> None:
    """The defaults are Shanghai and twelve sections from 08:00 to 22:30."""
    assert TERM.zone == "Asia/Shanghai"
    assert len(TERM.sections) == 12
    assert (TERM.sections[0].start, TERM.sections[11].end) == (time(8), time(22, 30))
    assert (TERM.sections[4].start, TERM.sections[8].start) == (time(14), time(19))


@given(terms, st.data())
def test_dates_and_places_are_one_to_one(term: Term, data: st.DataObject) -> None:
    day = data.draw(st.dates(term.first_monday, term.last_day))
    week, day_of_week = term.position(day)
    assert week == (day - term.first_monday).days // 7 + 1
    assert day_of_week == day.isoweekday()
    assert term.date_of(week, day_of_week) == day


@given(terms, st.integers(1, 1000))
def test_dates_outside_are_refused(term: Term, distance: int) -> None:
    for day in (term.first_monday - timedelta(days=distance), term.last_day + timedelta(days=distance)):
        with pytest.raises(OutOfTerm, match=str(day)):
            term.position(day)


@pytest.mark.parametrize(("week", "day_of_week"), [(0, 1), (19, 1), (1, 0), (1, 8)])
def test_weeks_and_days_the_term_lacks_are_refused(week: int, day_of_week: int) -> None:
    with pytest.raises(OutOfTerm, match=f"week {week} day {day_of_week}"):
        TERM.date_of(week, day_of_week)


@pytest.mark.parametrize(
    ("start", "end", "sections"),
    [
        (time(8), time(9, 40), (1, 2)),
        (time(8, 45), time(8, 55), ()),
        (time(8, 44), time(8, 56), (1, 2)),
        (time(9, 40), time(10, 15), ()),
        (time(14, 30), time(15), (5, 6)),
        (time(0), time(23, 59), tuple(range(1, 13))),
        (time(22, 30), time(23), ()),
    ],
)
def test_a_clock_interval_touches_sections_it_shares_time_with(
    start: time, end: time, sections: tuple[int, ...]
) -> None:
    assert TERM.overlapping_sections(start, end) == sections
