"""However a file spells the weeks of a course, the same table comes out (rule IMPORT-8)."""

from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from domain.term.calendar import Term
from domain.timetable.assemble import timetable_of
from domain.timetable.course import Meeting
from services.read_calendar import read_calendar
from tests.services.calendar_text import vcalendar, vevent

ZONE = ZoneInfo("Asia/Shanghai")
TERM = Term(first_monday=date(2026, 8, 31), weeks=18)

weeks_of_term = st.sets(st.integers(1, 18), min_size=1).map(sorted)
runs_of_sections = st.tuples(st.integers(1, 12), st.integers(0, 3)).map(lambda p: (p[0], min(12, p[0] + p[1])))


def meeting(weeks: list[int], day: int, first: int, last: int) -> Meeting:
    return Meeting(day_of_week=day, slot_start=first, slot_end=last, weeks=tuple(weeks))


def written(week: int, held: Meeting, *extra: str, utc: bool = False, text: bool = True) -> str:
    """One event beginning in a week, its sections given by text or only by the clock."""
    day = TERM.date_of(week, held.day_of_week)
    times = TERM.sections[held.slot_start - 1].start, TERM.sections[held.slot_end - 1].end
    described = [f"DESCRIPTION:第{held.slot_start} - {held.slot_end}节\\nA-101\\n教师甲"] if text else []
    start, end = (_stamp(name, day, clock, utc) for name, clock in zip(("DTSTART", "DTEND"), times, strict=True))
    return vevent(end, *described, *extra, start=start)


def _stamp(name: str, day: date, clock: time, utc: bool) -> str:
    moment = datetime.combine(day, clock, ZONE)
    if utc:
        return f"{name}:{moment.astimezone(UTC):%Y%m%dT%H%M%SZ}"
    return f"{name};TZID=Asia/Shanghai:{moment:%Y%m%dT%H%M%S}"


def single_events(held: Meeting) -> list[str]:
    """An event for every week, as universities write them."""
    return [written(week, held) for week in held.weeks]


def single_events_by_clock(held: Meeting) -> list[str]:
    """The same in UTC and without any text."""
    return [written(week, held, utc=True, text=False) for week in held.weeks]


def short_rules(held: Meeting) -> list[str]:
    """A weekly rule that ends in its own week, as phone apps write courses of scattered weeks."""
    return [written(week, held, _until(week)) for week in held.weeks]


def weekly_runs(held: Meeting) -> list[str]:
    """A weekly rule for every run of consecutive weeks, by an end or by a count."""
    return [
        written(first, held, _until(last) if number % 2 else f"RRULE:FREQ=WEEKLY;COUNT={last - first + 1}")
        for number, (first, last) in enumerate(_runs(held.weeks))
    ]


def one_rule(held: Meeting) -> list[str]:
    """One rule with an interval; only for weeks at equal distance."""
    gaps = {b - a for a, b in pairwise(held.weeks)} or {1}
    assume(len(gaps) == 1)
    rule = f"RRULE:FREQ=WEEKLY;INTERVAL={gaps.pop()};COUNT={len(held.weeks)}"
    return [written(held.weeks[0], held, rule)]


def _runs(weeks: tuple[int, ...]) -> list[tuple[int, int]]:
    firsts = [week for week in weeks if week - 1 not in weeks]
    lasts = [week for week in weeks if week + 1 not in weeks]
    return list(zip(firsts, lasts, strict=True))


def _until(week: int) -> str:
    """Midnight after the Sunday of a week, as an instant."""
    end = TERM.first_monday + timedelta(weeks=week) - timedelta(days=1)
    return f"RRULE:FREQ=WEEKLY;UNTIL={end:%Y%m%d}T160000Z;INTERVAL=1"


def table(events: list[str]) -> tuple[Meeting, ...]:
    timetable = timetable_of(read_calendar(vcalendar(*events).decode()), TERM)
    assert timetable.skipped == ()
    [course] = timetable.courses
    return course.meetings


Form = Callable[[Meeting], list[str]]


@pytest.mark.parametrize("form", [single_events, single_events_by_clock, short_rules, weekly_runs])
@settings(deadline=None)
@given(weeks=weeks_of_term, day=st.integers(1, 7), sections=runs_of_sections)
def test_any_pattern_of_weeks_survives_any_form(
    form: Form, weeks: list[int], day: int, sections: tuple[int, int]
) -> None:
    """A pattern of weeks is written as a file and read back as one meeting."""
    held = meeting(weeks, day, *sections)
    assert table(form(held)) == (held,)


@settings(deadline=None)
@given(
    start=st.integers(1, 6), step=st.integers(1, 4), count=st.integers(1, 5), day=st.integers(1, 7), by=runs_of_sections
)
def test_equal_distances_are_one_rule(start: int, step: int, count: int, day: int, by: tuple[int, int]) -> None:
    """单周 and 双周 are an interval of two; any other distance works alike."""
    weeks = [week for week in range(start, start + step * count, step) if week <= 18]
    held = meeting(weeks, day, *by)
    assert table(one_rule(held)) == (held,)
