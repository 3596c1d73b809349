"""What calendar programs do to their files, each read to the table that it means (IMPORT-4, IMPORT-27, IMPORT-28)."""

from datetime import UTC, date, datetime

import pytest

from domain.term.calendar import Term
from domain.timetable.choice import TermChoice
from domain.timetable.course import Timetable
from services.read_timetable import read_timetable
from tests.services.calendar_text import vcalendar, vevent

SAID = TermChoice(first_monday=date(2026, 8, 31), weeks=6)
END = "DTEND;TZID=Asia/Shanghai:20260831T094000"
WEEKLY = "RRULE:FREQ=WEEKLY;COUNT=6"


def read(content: bytes, choice: TermChoice = SAID) -> Timetable:
    return read_timetable(content, choice)[1]


def table(*components: str) -> list[str]:
    """Every meeting of every course, where nothing was left out."""
    timetable = read(vcalendar(*components))
    assert timetable.skipped == ()
    return [f"{course.name}: {meeting}" for course in timetable.courses for meeting in course.meetings]


def test_dates_are_left_out_by_exdate() -> None:
    """In the zone of the start, in UTC, as a whole day, several in a line, several lines."""
    left_out = [
        "EXDATE;TZID=Asia/Shanghai:20260907T080000,20260914T080000",
        "EXDATE:20260921T000000Z",
        "EXDATE;VALUE=DATE:20260928",
    ]
    assert table(vevent(END, WEEKLY, *left_out)) == ["高等数学: Monday sections 1-2 of weeks 1, 6"]


def test_an_exdate_that_meets_no_occurrence_leaves_all() -> None:
    """Another time of that day is another occurrence."""
    assert table(vevent(END, WEEKLY, "EXDATE:20260907T010000Z")) == ["高等数学: Monday sections 1-2 of weeks 1-6"]


def test_dates_are_added_by_rdate() -> None:
    """Times, days at the clock time of the first, and periods."""
    added = [
        "RDATE;TZID=Asia/Shanghai:20260909T080000",
        "RDATE;VALUE=DATE:20260916",
        "RDATE;VALUE=PERIOD:20260923T000000Z/PT100M",
    ]
    assert table(vevent(END, *added)) == [
        "高等数学: Monday sections 1-2 of week 1",
        "高等数学: Wednesday sections 1-2 of weeks 2-4",
    ]


def test_one_occurrence_is_moved() -> None:
    """The entry that names it by RECURRENCE-ID stands in its place; the count goes on."""
    moved = vevent(
        "DTEND;TZID=Asia/Shanghai:20260910T154000",
        "RECURRENCE-ID;TZID=Asia/Shanghai:20260907T080000",
        start="DTSTART;TZID=Asia/Shanghai:20260910T140000",
    )
    assert table(vevent(END, WEEKLY), moved) == [
        "高等数学: Monday sections 1-2 of weeks 1, 3-6",
        "高等数学: Thursday sections 5-6 of week 2",
    ]


def test_an_occurrence_may_be_moved_before_the_event_is_told() -> None:
    """Programs write the two in any order, and the identifier of the occurrence in another zone."""
    moved = vevent(
        "DTEND:20260910T074000Z", "RECURRENCE-ID:20260907T000000Z", start="DTSTART:20260910T060000Z", summary="补课"
    )
    assert table(moved, vevent(END, WEEKLY)) == [
        "补课: Thursday sections 5-6 of week 2",
        "高等数学: Monday sections 1-2 of weeks 1, 3-6",
    ]


def test_one_occurrence_is_cancelled() -> None:
    """It is gone, and nothing else is."""
    gone = vevent(END, "RECURRENCE-ID;TZID=Asia/Shanghai:20260914T080000", "STATUS:CANCELLED")
    assert table(vevent(END, WEEKLY), gone) == ["高等数学: Monday sections 1-2 of weeks 1-2, 4-6"]


@pytest.mark.parametrize(
    ("rule", "meetings"),
    [
        ("FREQ=DAILY;COUNT=3", ["Monday", "Tuesday", "Wednesday"]),
        ("FREQ=DAILY;INTERVAL=3;COUNT=3", ["Monday", "Thursday", "Sunday"]),
        ("FREQ=DAILY;BYDAY=MO,FR;UNTIL=20260904T235959Z", ["Monday", "Friday"]),
        ("FREQ=WEEKLY;BYDAY=TU,TH;COUNT=2", ["Tuesday", "Thursday"]),
    ],
)
def test_rules_by_days_are_read(rule: str, meetings: list[str]) -> None:
    """A start on a day that the rule does not list only begins the counting."""
    assert table(vevent(END, f"RRULE:{rule}")) == [f"高等数学: {day} sections 1-2 of week 1" for day in meetings]


@pytest.mark.parametrize(
    ("rule", "meetings"),
    [
        ("FREQ=MONTHLY;COUNT=2", ["Monday sections 1-2 of week 1"]),
        ("FREQ=MONTHLY;BYDAY=1MO,-1MO;UNTIL=20260930", ["Monday sections 1-2 of weeks 1-2, 5"]),
        (
            "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=2",
            ["Monday sections 1-2 of week 1", "Wednesday sections 1-2 of week 5"],
        ),
        ("FREQ=MONTHLY;BYMONTHDAY=1,15;COUNT=2", ["Tuesday sections 1-2 of weeks 1, 3"]),
        ("FREQ=YEARLY;BYMONTH=9;BYDAY=3WE;COUNT=1", ["Wednesday sections 1-2 of week 3"]),
    ],
)
def test_rules_by_months_and_years_are_read(rule: str, meetings: list[str]) -> None:
    """What falls into the term is there; the first two of a kind may be its beginning and one that comes after it."""
    read_in = read(vcalendar(vevent(END, f"RRULE:{rule}")))
    assert [str(meeting) for course in read_in.courses for meeting in course.meetings] == meetings
    assert all(one.code == "outside_term" for one in read_in.skipped)


def test_a_yearly_event_of_old_says_nothing_of_when_the_term_is() -> None:
    """As long as anything else does."""
    old = vevent("RRULE:FREQ=YEARLY", start="DTSTART;TZID=Asia/Shanghai:20010911T120500", summary="校庆")
    term, timetable = read_timetable(vcalendar(old, vevent(END, WEEKLY)), TermChoice())
    assert (term.first_monday, term.weeks) == (date(2026, 8, 31), 6)
    assert [event.name for event in timetable.timed_events] == ["校庆"]


@pytest.mark.parametrize(
    "zone",
    [
        "asia/shanghai",
        "/Asia/Shanghai",
        "/example.org/20260101_1/Asia/Shanghai",
        '"Asia/Shanghai"',
        "China Standard Time",
        '"GMT+08:00"',
        "UTC+8",
    ],
)
def test_zones_are_known_under_the_names_that_programs_give_them(zone: str) -> None:
    """Eight in the morning there is in the first section."""
    start = f"DTSTART;TZID={zone}:20260831T080000"
    assert table(vevent("DURATION:PT45M", start=start)) == ["高等数学: Monday section 1 of week 1"]


@pytest.mark.parametrize(
    "definition",
    [
        "X-LIC-LOCATION:Asia/Shanghai\r\nBEGIN:STANDARD\r\nTZOFFSETTO:+0900\r\nEND:STANDARD",
        "BEGIN:STANDARD\r\nDTSTART:19700101T000000\r\nTZOFFSETFROM:+0800\r\nTZOFFSETTO:+0800\r\nEND:STANDARD",
    ],
)
def test_a_zone_of_its_own_is_what_its_definition_says_it_is(definition: str) -> None:
    """By the place it names, or by hours that never change."""
    defined = f"BEGIN:VTIMEZONE\r\nTZID:School\r\n{definition}\r\nEND:VTIMEZONE"
    held = vevent("DURATION:PT45M", start="DTSTART;TZID=School:20260831T080000")
    assert table(defined, held) == ["高等数学: Monday section 1 of week 1"]


def test_a_zone_whose_clocks_change_by_rules_of_its_own_is_unknown() -> None:
    """A file decides nothing about how clocks go."""
    parts = (
        f"BEGIN:{kind}\r\nTZOFFSETTO:{hours}\r\nEND:{kind}"
        for kind, hours in (("STANDARD", "+0100"), ("DAYLIGHT", "+0200"))
    )
    defined = "\r\n".join(["BEGIN:VTIMEZONE", "TZID:School", *parts, "END:VTIMEZONE"])
    held = vevent("DURATION:PT45M", start="DTSTART;TZID=School:20260831T080000")
    good = vevent(END, summary="英语")
    [skipped] = read(vcalendar(defined, held, good)).skipped
    assert "zone 'School', which is unknown" in skipped.reason


def test_times_in_utc_repeat_by_the_clock_of_the_zone_that_the_file_is_shown_in() -> None:
    """And the term is guessed to be there."""
    event = vevent("DTEND:20261012T100000Z", "RRULE:FREQ=WEEKLY;COUNT=4", start="DTSTART:20261012T080000Z")
    term, timetable = read_timetable(vcalendar("X-WR-TIMEZONE:Europe/Berlin", event), TermChoice())
    assert term == Term(first_monday=date(2026, 10, 12), weeks=4, zone="Europe/Berlin")
    [course] = timetable.courses
    # Ten o'clock in Berlin, before and after the clocks go back on 25 October.
    assert [str(meeting) for meeting in course.meetings] == ["Monday sections 3-4 of weeks 1-4"]


def test_floating_times_are_read_in_the_zone_of_the_term() -> None:
    """The clock on the wall of whoever reads it."""
    choice = TermChoice(first_monday=date(2026, 8, 31), weeks=1, zone="America/New_York")
    [course] = read(vcalendar(vevent("DTEND:20260831T084500", start="DTSTART:20260831T080000")), choice).courses
    assert [str(meeting) for meeting in course.meetings] == ["Monday section 1 of week 1"]


@pytest.mark.parametrize("missing", ["UID:u-1\r\n", "SUMMARY:高等数学\r\n"])
def test_what_times_do_not_need_may_be_missing(missing: str) -> None:
    """An event is read without an identifier, a stamp, a name."""
    content = vcalendar(vevent(END)).decode().replace(missing, "")
    [course] = read(content.encode()).courses
    assert course.name in ("高等数学", "(no name)")


def test_days_are_shown_and_block_nothing() -> None:
    """A holiday of three days, also one that is marked as free time, and one that repeats."""
    break_ = vevent(
        "DTEND;VALUE=DATE:20261003", "TRANSP:TRANSPARENT", start="DTSTART;VALUE=DATE:20260930", summary="秋假"
    )
    weekly = vevent("RRULE:FREQ=WEEKLY;COUNT=2", start="DTSTART;VALUE=DATE:20260901", summary="值日 第1-2节")
    timetable = read(vcalendar(break_, weekly))
    assert (timetable.courses, timetable.skipped) == ((), ())
    shown = [
        (event.name, event.starts_at.astimezone(UTC), event.ends_at - event.starts_at)
        for event in timetable.timed_events
    ]
    assert [(name, start, span.days) for name, start, span in shown] == [
        ("秋假", datetime(2026, 9, 29, 16, tzinfo=UTC), 3),
        ("值日", datetime(2026, 8, 31, 16, tzinfo=UTC), 1),
        ("值日", datetime(2026, 9, 7, 16, tzinfo=UTC), 1),
    ]


def test_a_birthday_says_nothing_of_when_the_term_is() -> None:
    """Days are left out where the first Monday is guessed."""
    birthday = vevent("RRULE:FREQ=WEEKLY", start="DTSTART;VALUE=DATE:19980314")
    term, _ = read_timetable(vcalendar(birthday, vevent(END, WEEKLY)), TermChoice())
    assert (term.first_monday, term.weeks) == (date(2026, 8, 31), 6)


def test_an_event_between_sections_blocks_every_section_it_overlaps() -> None:
    """From 8:30 to 10:20 are sections 1 to 3; from 12:10 to 13:00 is none, so it is shown."""
    long = vevent("DTEND;TZID=Asia/Shanghai:20260831T102000", start="DTSTART;TZID=Asia/Shanghai:20260831T083000")
    noon = vevent("DTEND;TZID=Asia/Shanghai:20260831T130000", start="DTSTART;TZID=Asia/Shanghai:20260831T121000")
    assert table(long, noon) == ["高等数学: Monday sections 1-3 of week 1"]
    assert len(read(vcalendar(long, noon)).timed_events) == 1


@pytest.mark.parametrize("end", [b"\n", b"\r", b"\r\n\r\n", b"\r\r\n"])
def test_lines_may_end_in_any_way(end: bytes) -> None:
    """Also with blank ones between them, as mail does it."""
    content = vcalendar(vevent(END, WEEKLY)).replace(b"\r\n", end)
    [course] = read(content).courses
    assert len(course.meetings) == 1


def test_a_line_may_be_folded_in_the_middle_of_a_character() -> None:
    """Programs that count bytes do it."""
    content = vcalendar(vevent(END, summary="马克思主义基本原理"))
    name = "马克思主义基本原理".encode()
    for cut in range(1, len(name)):
        [course] = read(content.replace(name, name[:cut] + b"\r\n " + name[cut:])).courses
        assert course.name == "马克思主义基本原理"


def test_a_text_may_go_on_in_the_next_line_without_a_blank_before_it() -> None:
    """The rest of a description is no property, and spoils nothing."""
    [course] = read(vcalendar(vevent(END, "DESCRIPTION:教师：赵老师\r\n第3 - 4节\r\n：备注"))).courses
    assert [str(meeting) for meeting in course.meetings] == ["Monday sections 3-4 of week 1"]
