"""From events to the timetable of a term (rules IMPORT-6 to IMPORT-10)."""

from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from domain.errors import InvalidCalendar
from domain.term.calendar import Term
from domain.timetable import assemble, occupation
from domain.timetable.assemble import timetable_of
from domain.timetable.calendar import Calendar, CalendarEvent, Skipped, WeeklyRule
from domain.timetable.course import Timetable

ZONE = ZoneInfo("Asia/Shanghai")
TERM = Term(first_monday=date(2026, 8, 31), weeks=18)
WEEKLY = WeeklyRule()


def event(
    name: str = "高等数学",
    *,
    text: str = "",
    day: int = 1,
    clock: str = "08:00",
    minutes: int | None = 100,
    rule: WeeklyRule | None = WEEKLY,
    location: str = "",
    marked: bool = False,
) -> CalendarEvent:
    start = datetime.fromisoformat(f"2026-08-31T{clock}").replace(tzinfo=ZONE) + timedelta(days=day - 1)
    duration = None if minutes is None else timedelta(minutes=minutes)
    return CalendarEvent(f"uid-{name}", name, text, location, start, duration, rule, marked)


def assembled(*events: CalendarEvent) -> Timetable:
    return timetable_of(Calendar(events), TERM)


def test_events_of_one_name_are_one_course() -> None:
    """Two days a week are two meetings, and the places are kept in order."""
    table = assembled(event(location="A-101"), event(day=3, location="B-2"), event(day=5, location="A-101"))
    [course] = table.courses
    assert [(m.day_of_week, m.slot_start, m.slot_end) for m in course.meetings] == [(1, 1, 2), (3, 1, 2), (5, 1, 2)]
    assert course.location == "A-101; B-2"


def test_named_sections_win_over_clock_times() -> None:
    """A school whose section 3 begins at 09:55 says so in its text."""
    [course] = assembled(event(text="第3 - 4节", clock="09:55")).courses
    assert [(m.slot_start, m.slot_end) for m in course.meetings] == [(3, 4)]


def test_what_names_no_end_takes_the_section_in_which_it_starts() -> None:
    """And where none is then it is shown for a minute; where sections are named an end does not matter."""
    [course] = assembled(event(minutes=None)).courses
    assert [str(meeting) for meeting in course.meetings] == ["Monday section 1 of weeks 1-18"]
    [named] = assembled(event(text="第3 - 4节", minutes=None)).courses
    assert [str(meeting) for meeting in named.meetings] == ["Monday sections 3-4 of weeks 1-18"]
    [timed] = assembled(event(clock="12:05", minutes=None, rule=None)).timed_events
    assert timed.ends_at - timed.starts_at == timedelta(minutes=1)


def test_wrong_sections_spoil_the_event_alone() -> None:
    """The other event is stored, and the reason quotes the text."""
    table = assembled(event("错误", text="第13-14节"), event())
    assert [course.name for course in table.courses] == ["高等数学"]
    assert "第13-14节" in table.skipped[0].reason


def test_the_first_in_the_file_keeps_a_section() -> None:
    """The second keeps what is left to it, and the collision names place and owner."""
    table = assembled(event(rule=WeeklyRule(count=2)), event("班会", text="第2-3节"))
    first, second = table.courses
    assert [str(m) for m in first.meetings] == ["Monday sections 1-2 of weeks 1-2"]
    assert [str(m) for m in second.meetings] == ["Monday sections 2-3 of weeks 3-18", "Monday section 3 of weeks 1-2"]
    [collision] = table.skipped
    assert (collision.code, collision.name, collision.uid) == ("collision", "班会", "uid-班会")
    assert collision.reason.startswith("Monday section 2 of weeks 1-2: already taken by '高等数学'")


def test_a_course_that_loses_every_section_is_only_reported() -> None:
    """No course without a meeting is made."""
    table = assembled(event(), event("影子"))
    assert [course.name for course in table.courses] == ["高等数学"]
    assert [skipped.name for skipped in table.skipped] == ["影子"]


def test_an_event_does_not_collide_with_its_own_course() -> None:
    """A file that lists a class twice means it once."""
    table = assembled(event(), event())
    assert not table.skipped
    assert len(table.courses) == 1


def test_an_event_between_sections_blocks_nothing() -> None:
    """It is kept with its times, each occurrence by itself."""
    table = assembled(event("午餐会", clock="12:05", minutes=60, rule=WeeklyRule(count=2)))
    assert not table.courses
    assert [timed.starts_at.hour for timed in table.timed_events] == [12, 12]
    assert table.timed_events[1].ends_at == datetime(2026, 9, 7, 13, 5, tzinfo=ZONE)


def test_an_end_is_elapsed_time_after_its_start() -> None:
    """Through the night in which clocks go back, four hours from one o'clock end at four."""
    berlin = ZoneInfo("Europe/Berlin")
    term = Term(first_monday=date(2026, 10, 19), weeks=2, zone="Europe/Berlin")
    night = CalendarEvent("u", "值班", "", "", datetime(2026, 10, 25, 1, tzinfo=berlin), timedelta(hours=4))
    [timed] = timetable_of(Calendar((night,)), term).timed_events
    assert timed.ends_at.astimezone(berlin).hour == 4


@pytest.mark.parametrize(
    ("name", "marked", "embeddable"),
    [("思政（水课）", False, True), ("思政(水课)", False, True), ("思政", True, True), ("水课研究", False, False)],
)
def test_filler_courses_are_embeddable(name: str, marked: bool, embeddable: bool) -> None:
    """By mark or by the word in brackets, not by any mention of it."""
    [course] = assembled(event(name, marked=marked)).courses
    assert course.embeddable is embeddable


def test_a_mark_on_some_events_makes_two_courses() -> None:
    """One event of a course may be open to other tasks while the others are not."""
    table = assembled(event("讲座"), event("讲座", day=2, marked=True))
    assert [(course.name, course.embeddable) for course in table.courses] == [("讲座", False), ("讲座", True)]


def test_what_lies_outside_the_term_is_told() -> None:
    """Wholly outside and partly outside are two sentences of one code."""
    before = event("往年", rule=None)
    old = CalendarEvent("u", "往年", "", "", before.start - timedelta(weeks=52), before.duration)
    table = assembled(old, event(rule=WeeklyRule(count=30)))
    assert [skipped.code for skipped in table.skipped] == ["outside_term", "outside_term"]
    assert "no occurrence starts inside the term 2026-08-31 to 2027-01-03" in table.skipped[0].reason
    assert "left out" in table.skipped[1].reason
    assert len(table.courses[0].meetings[0].weeks) == 18


def test_unreadable_entries_are_passed_on() -> None:
    """What reading skipped stands before what assembling skips."""
    broken = Skipped(uid="b", name="坏", code="unreadable", reason="DTEND cannot be read")
    assert timetable_of(Calendar((event(),), (broken,)), TERM).skipped == (broken,)


def test_too_many_occurrences_refuse_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bound is on the file, and the message says what to do."""
    monkeypatch.setattr(assemble, "MAX_OCCURRENCES", 20)
    with pytest.raises(InvalidCalendar, match=r"more than 20 occurrences.*'班会': split the file"):
        assembled(event(), event("班会", day=2))


def test_too_many_collisions_refuse_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    """A report of them all could be many times as long as the file (IMPORT-10)."""
    monkeypatch.setattr(occupation, "MAX_COLLISIONS", 1)
    table = assembled(event(), event("班会"))
    assert [skipped.code for skipped in table.skipped] == ["collision"]
    with pytest.raises(InvalidCalendar, match=r"more than 1 times a course wants .*'讲座': the file holds several"):
        assembled(event(), event("班会"), event("讲座"))
