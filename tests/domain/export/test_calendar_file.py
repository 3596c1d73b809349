"""iCalendar files: names that last, rules, zones, marks and alarms (rules EXPORT-1 to EXPORT-8)."""

from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise
from typing import Any

import pytest
from icalendar import Calendar

from domain.export.calendar_file import calendar_file
from domain.export.held import HeldEvent, HeldSection, HeldTerm
from domain.term.calendar import SectionTime, Term
from domain.timetable.choice import TermChoice
from services.read_timetable import read_timetable
from tests.domain.export.test_files import instances_of, read_by_others
from tests.domain.export.timetables import STORED, courses_of, ulid

TERM = Term(first_monday=date(2026, 8, 31), weeks=18)
ZONE = "Asia/Shanghai"


def held(*events: HeldEvent, term: Term = TERM) -> HeldTerm:
    return HeldTerm(term, 7, events)


def event(number: int, name: str, *cells: tuple[int, int, int], host: str | None = None, **facts: object) -> HeldEvent:
    """An event with rows whose ids ascend with its cells."""
    rows = tuple(HeldSection(ulid(100 * number + n), *cell, host) for n, cell in enumerate(cells))
    made = HeldEvent(ulid(number), "course", name, STORED, sections=rows)
    return replace(made, **facts)  # type: ignore[arg-type]


def weekly(weeks: list[int], day: int, first: int, last: int) -> list[tuple[int, int, int]]:
    return [(week, day, section) for week in weeks for section in range(first, last + 1)]


def entries(*events: HeldEvent, alarm: int | None = None, term: Term = TERM) -> list[Any]:
    calendar = Calendar.from_ical(calendar_file([held(*events, term=term)], alarm))
    return list(calendar.walk("VEVENT"))


def uids(*events: HeldEvent) -> dict[str, str]:
    """When each entry begins, by its name."""
    return {str(entry["UID"]): entry["DTSTART"].dt.strftime("%m-%d %H:%M") for entry in entries(*events)}


def test_a_moved_task_keeps_its_name() -> None:
    """Though a move gives it other rows."""
    before = event(1, "复习", *weekly([3], 1, 1, 2), type="task")
    moved = replace(before, sections=tuple(HeldSection(ulid(900 + n), 4, 5, 3 + n) for n in (0, 1)))
    assert uids(before) == {f"{ulid(1)}@daywright": "09-14 08:00"}
    assert uids(moved) == {f"{ulid(1)}@daywright": "09-25 10:15"}


def test_what_is_not_moved_keeps_its_name_beside_what_is() -> None:
    """A week of a meeting that goes elsewhere is an entry more; those beside it stay what they are."""
    course = event(1, "高数", *weekly([1, 2, 3], 1, 1, 2), *weekly([1, 2, 3], 3, 3, 4))
    names = {"08-31 08:00": f"{ulid(1)}@daywright", "09-02 10:15": f"{ulid(1)}-{ulid(106)}@daywright"}
    assert uids(course) == {uid: start for start, uid in names.items()}
    elsewhere = tuple(
        replace(row, week=2, day_of_week=6) if row.week == 2 and row.day_of_week == 1 else row
        for row in course.sections
    )
    assert uids(replace(course, sections=elsewhere)) == {
        **{uid: start for start, uid in names.items()},
        f"{ulid(1)}-{ulid(102)}@daywright": "09-12 08:00",
    }


@pytest.mark.parametrize(
    ("weeks", "rule", "left_out"),
    [
        ([5], None, []),
        ([1, 2, 3], "FREQ=WEEKLY;COUNT=3;INTERVAL=1", []),
        ([2, 4, 6, 8], "FREQ=WEEKLY;COUNT=4;INTERVAL=2", []),
        ([1, 7, 13], "FREQ=WEEKLY;COUNT=3;INTERVAL=6", []),
        ([1, 2, 4], "FREQ=WEEKLY;COUNT=4;INTERVAL=1", ["20260914T080000"]),
        ([2, 4, 8], "FREQ=WEEKLY;COUNT=4;INTERVAL=2", ["20261005T080000"]),
    ],
)
def test_weeks_are_a_rule_with_exceptions(weeks: list[int], rule: str | None, left_out: list[str]) -> None:
    """The widest interval that reaches all of them (EXPORT-2)."""
    [entry] = entries(event(1, "高数", *weekly(weeks, 1, 1, 2)))
    found = entry.get("RRULE")
    assert (found.to_ical().decode() if found else None) == rule
    removed = entry.get("EXDATE", [])
    lists = removed if isinstance(removed, list) else [removed]
    assert [one.dt.strftime("%Y%m%dT%H%M%S") for dates in lists for one in dates.dts] == left_out
    assert entry["DTSTART"].params["TZID"] == ZONE


def test_an_entry_tells_what_an_import_and_a_person_need() -> None:
    """Sections first, teacher and class behind; marks of embeddable courses; version and moment of storing."""
    course = event(1, "大学物理", (2, 2, 5), embeddable=True, teacher="李", class_name="理科", location="B-1")
    [entry] = entries(course)
    assert str(entry["DESCRIPTION"]).splitlines() == ["第5节", "老师 Teacher: 李", "任务类 Class: 理科"]
    assert (entry["CATEGORIES"].cats, str(entry["X-DAYWRIGHT-EMBEDDABLE"])) == (["可嵌入"], "TRUE")
    assert (entry["SEQUENCE"], entry["DTSTAMP"].dt, str(entry["LOCATION"])) == (7, STORED, "B-1")
    assert (entry["DTEND"].dt - entry["DTSTART"].dt) == timedelta(minutes=45)
    assert entry.subcomponents == []


def test_a_guest_stands_behind_its_host_and_an_import_keeps_both() -> None:
    """Whatever their ids: the guest is a task in its host again, and nothing is lost (EXPORT-4, IMPORT-32)."""
    host = event(9, "自习（水课）", *weekly([1], 1, 1, 2), embeddable=True)
    guest = event(1, "背单词", *weekly([1], 1, 1, 2), host=host.id, type="task")
    free = event(2, "背单词", *weekly([2], 5, 9, 10), *weekly([3], 5, 9, 9), type="task")
    *_, first, second = entries(guest, host, free)
    assert str(second["X-DAYWRIGHT-HOST"]) == str(first["UID"])
    assert (str(first["SUMMARY"]), str(second["X-DAYWRIGHT-KIND"])) == ("自习（水课）", "TASK")
    _, timetable = read_timetable(calendar_file([held(guest, host, free)]), TermChoice.of(TERM))
    assert [(course.name, course.embeddable) for course in timetable.courses] == [("自习（水课）", True)]
    assert [(task.name, task.embedded, sorted(task.cells())) for task in timetable.tasks] == [
        ("背单词", False, [(2, 5, 9), (2, 5, 10), (3, 5, 9)]),
        ("背单词", True, [(1, 1, 1), (1, 1, 2)]),
    ]
    assert timetable.skipped == ()


def test_what_takes_no_section_comes_back_at_its_time() -> None:
    """In clock times or in whole days, also where a day has no midnight; whole days have no alarm (EXPORT-7)."""
    term = Term(first_monday=date(2026, 4, 20), weeks=4, zone="Africa/Cairo")
    lunch = event(1, "午餐", starts_at=at(4, 21, 10), ends_at=at(4, 21, 10, 45))
    # On the 24th clocks in Cairo go from midnight to one o'clock.
    holiday = event(2, "放假", starts_at=at(4, 23, 22), ends_at=at(4, 25, 21))
    clocked, whole = entries(lunch, holiday, alarm=15, term=term)
    assert [str(part["TRIGGER"].to_ical(), "ascii") for part in clocked.subcomponents] == ["-PT15M"]
    assert whole.subcomponents == []
    assert (whole["DTSTART"].dt, whole["DTEND"].dt) == (date(2026, 4, 24), date(2026, 4, 26))
    _, timetable = read_timetable(calendar_file([held(lunch, holiday, term=term)]), TermChoice.of(term))
    found = [(e.name, e.starts_at.astimezone(UTC), e.ends_at.astimezone(UTC)) for e in timetable.timed_events]
    assert found == [(e.name, e.starts_at, e.ends_at) for e in (lunch, holiday)]
    assert timetable.skipped == ()


def at(month: int, day: int, hour: int, minute: int = 0) -> datetime:
    return datetime(2026, month, day, hour, minute, tzinfo=UTC)


def test_sections_across_a_change_of_clocks_are_read_right() -> None:
    """On the night on which a section is skipped, repeated or shortened it stands there in UTC (EXPORT-2)."""
    edges = [(datetime(2026, 1, 1) + timedelta(minutes=20 * n)).time() for n in range(13)]
    sections = tuple(SectionTime(start=a, end=b) for a, b in pairwise(edges))
    for monday in (date(2026, 3, 16), date(2026, 10, 12)):
        term = Term(first_monday=monday, weeks=4, zone="Europe/Berlin", sections=sections)
        courses = [event(n, f"夜{n}", *weekly([1, 2, 3, 4], 7, n, n + 1)) for n in range(1, 11, 2)]
        told = held(*courses, term=term)
        expected = [one for one in instances_of(told) if one[1] < one[2]]
        found = [one for one in read_by_others(calendar_file([told])) if one[2] - one[1] > timedelta(seconds=1)]
        assert found == expected
        _, timetable = read_timetable(calendar_file([told]), TermChoice.of(term))
        assert list(timetable.courses) == courses_of(told)


def test_the_zone_is_told_as_its_clocks_go() -> None:
    """Every change in the term, with the offset before it."""
    term = Term(first_monday=date(2026, 10, 5), weeks=26, zone="America/New_York")
    text = calendar_file([held(term=term)]).decode()
    zone = text[text.index("BEGIN:VTIMEZONE") : text.index("END:VTIMEZONE")].split("\r\n")
    assert [line for line in zone if line.startswith(("DTSTART", "TZOFFSETTO"))] == [
        "DTSTART:19700101T000000",
        "TZOFFSETTO:-0400",
        "DTSTART:20261101T020000",
        "TZOFFSETTO:-0500",
        "DTSTART:20270314T020000",
        "TZOFFSETTO:-0400",
    ]


def test_lines_are_short_and_the_same_timetable_is_the_same_file() -> None:
    """75 octets at most, cut between characters; text of several lines stays that (EXPORT-5, EXPORT-8)."""
    name = "数学🎓；,;\\" * 40 + "\nBEGIN:VEVENT\r\nX\x07"
    content = calendar_file([held(event(1, name, (1, 1, 1)))])
    assert max(map(len, content.split(b"\r\n"))) <= 75
    assert all(line.decode() or True for line in content.split(b"\r\n"))
    assert content == calendar_file([held(event(1, name, (1, 1, 1)))])
    [entry] = entries(event(1, name, (1, 1, 1)))
    assert str(entry["SUMMARY"]) == name.replace("\r\n", "\n").replace("\x07", " ")


def test_several_terms_are_one_file_with_a_zone_each() -> None:
    """As a feed of the newest terms has them."""
    other = Term(first_monday=date(2027, 2, 22), weeks=2, zone="Europe/Paris", sections=TERM.sections)
    terms = [held(event(1, "A", (1, 1, 1))), held(event(2, "B", (1, 1, 1)), term=other)]
    calendar: Any = Calendar.from_ical(calendar_file(terms))
    assert [str(zone["TZID"]) for zone in calendar.walk("VTIMEZONE")] == [ZONE, "Europe/Paris"]
    assert [entry["DTSTART"].dt.time() for entry in calendar.walk("VEVENT")] == [time(8), time(8)]
