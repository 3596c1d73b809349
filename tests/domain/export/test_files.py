"""What is exported comes back the same, and other programs read the same (rules EXPORT-1 to EXPORT-10)."""

from datetime import UTC, datetime, timedelta
from typing import Any

import recurring_ical_events
from hypothesis import given
from icalendar import Calendar

from domain.export.calendar_file import calendar_file
from domain.export.held import HeldTerm
from domain.export.table_file import table_file
from domain.term.clock import section_span
from domain.timetable.choice import TermChoice
from domain.timetable.course import Course, PlacedTask
from services.read_timetable import read_timetable
from tests.domain.export.timetables import courses_of, planned, tasks_of


@given(planned())
def test_what_is_exported_comes_back_and_others_read_the_same(held: HeldTerm) -> None:
    """Names, places, teachers, marks, tasks and every section, from either file; and the instances that the rows are.

    Also names that a spreadsheet would run as formulas, and whatever clocks do meanwhile.
    """
    choice, calendar = TermChoice.of(held.term), calendar_file([held])
    if held.events:
        term, timetable = read_timetable(calendar, choice)
        assert (term, list(timetable.courses), timetable.skipped) == (held.term, courses_of(held), ())
        assert list(timetable.tasks) == tasks_of(held)
    _, timetable = read_timetable(table_file(held), choice)
    assert (list(timetable.courses), timetable.skipped) == (courses_of(held), ())
    assert read_by_others(calendar) == instances_of(held)


def instances_of(held: HeldTerm) -> list[tuple[str, datetime, datetime]]:
    """Every occurrence of every meeting, in UTC."""
    found = []
    events: list[Course | PlacedTask] = [*courses_of(held), *tasks_of(held)]
    for course in events:
        for meeting in course.meetings:
            for week in meeting.weeks:
                day = held.term.date_of(week, meeting.day_of_week)
                starts, ends = section_span(held.term, day, meeting.slot_start, meeting.slot_end)
                found.append((course.name, starts.astimezone(UTC), ends.astimezone(UTC)))
    return sorted(found)


def read_by_others(content: bytes) -> list[tuple[str, datetime, datetime]]:
    """The same as recurring-ical-events reads it from the file."""
    calendar = Calendar.from_ical(content)
    found: list[Any] = recurring_ical_events.of(calendar).between(datetime(2026, 1, 1), timedelta(days=800))
    return sorted((str(one["SUMMARY"]), _utc(one["DTSTART"].dt), _utc(one["DTEND"].dt)) for one in found)


def _utc(moment: datetime) -> datetime:
    return moment.astimezone(UTC)
