"""Reading calendar files (rules IMPORT-1 to IMPORT-4)."""

from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.errors import InvalidCalendar, InvalidTerm
from domain.timetable.calendar import CalendarEvent, Skipped, WeeklyRule
from domain.timetable.choice import TermChoice
from services import read_calendar as module
from services.read_calendar import read_calendar
from services.read_timetable import read_timetable
from tests.services.calendar_text import vcalendar, vevent

SHANGHAI = ZoneInfo("Asia/Shanghai")
END = "DTEND;TZID=Asia/Shanghai:20260831T094000"


def only_event(*components: str) -> CalendarEvent:
    calendar = read_calendar(vcalendar(*components).decode())
    assert calendar.skipped == ()
    [event] = calendar.events
    return event


def only_skipped(*components: str) -> Skipped:
    calendar = read_calendar(vcalendar(*components).decode())
    assert calendar.events == ()
    [skipped] = calendar.skipped
    return skipped


def test_an_event_of_a_phone_export() -> None:
    """Alarms are passed over, escapes are undone, line breaks become spaces."""
    event = only_event(
        vevent(
            END,
            "RRULE:FREQ=WEEKLY;UNTIL=20261122T160000Z;INTERVAL=1",
            "LOCATION:A-101 教师甲",
            "DESCRIPTION:第1 - 2节\\nA-101\\n教师甲",
            "BEGIN:VALARM",
            "ACTION:DISPLAY",
            "TRIGGER;RELATED=START:-PT20M",
            "DESCRIPTION:高等数学@A-101\\n",
            "END:VALARM",
            summary="高等数学\\, 实验",
        )
    )
    assert event == CalendarEvent(
        uid="u-1",
        summary="高等数学, 实验",
        description="第1 - 2节 A-101 教师甲",
        location="A-101",
        start=datetime(2026, 8, 31, 8, tzinfo=SHANGHAI),
        duration=timedelta(minutes=100),
        rule=WeeklyRule(until=datetime(2026, 11, 22, 16, tzinfo=UTC)),
        teacher="教师甲",
    )


def test_bare_line_feeds_and_folds_are_read() -> None:
    """What text editors and servers do to a file does not matter."""
    content = vcalendar(vevent(END, "DESCRIPTION:第1 - \r\n 2节"))
    [event] = read_calendar(content.decode().replace("\r\n", "\n")).events
    assert event.description == "第1 - 2节"


def test_several_calendars_in_one_file_are_read() -> None:
    """Some servers send one calendar after the other."""
    assert len(read_calendar(vcalendar(vevent(END)).decode() * 2).events) == 2


@pytest.mark.parametrize(
    ("start", "expected"),
    [
        ("DTSTART;TZID=Asia/Tokyo:20260831T080000", datetime(2026, 8, 31, 8, tzinfo=ZoneInfo("Asia/Tokyo"))),
        ("DTSTART;TZID=/Asia/Shanghai:20260831T080000", datetime(2026, 8, 31, 8, tzinfo=SHANGHAI)),
        ("DTSTART;TZID=China Standard Time:20260831T080000", datetime(2026, 8, 31, 8, tzinfo=SHANGHAI)),
        ("DTSTART:20260831T000000Z", datetime(2026, 8, 31, tzinfo=UTC)),
        ("DTSTART:20260831T080000", datetime(2026, 8, 31, 8)),
    ],
)
def test_a_time_is_read_in_its_zone(start: str, expected: datetime) -> None:
    """IANA name, slash before it, Windows name, UTC, or floating."""
    event = only_event(vevent("DURATION:PT1H", start=start))
    assert event.start == expected
    assert (event.start.tzinfo is None) == (expected.tzinfo is None)
    assert event.duration == timedelta(hours=1)


def test_a_zone_that_a_file_defines_does_not_reach_the_next_file() -> None:
    """What a name means in one file it does not mean in a later one."""
    definition = "\r\n".join(
        [
            "BEGIN:VTIMEZONE",
            "TZID:Home",
            "BEGIN:STANDARD",
            "DTSTART:19700101T000000",
            "TZOFFSETFROM:+0300",
            "TZOFFSETTO:+0300",
            "END:STANDARD",
            "END:VTIMEZONE",
        ]
    )
    at_home = vevent("DURATION:PT1H", start="DTSTART;TZID=Home:20260831T080000")
    assert only_event(definition, at_home).start == datetime(2026, 8, 31, 5, tzinfo=UTC)
    assert "zone 'Home', which is unknown" in only_skipped(at_home).reason


def test_a_duration_is_elapsed_time() -> None:
    """From one in the night to five is five hours when clocks go back between them."""
    start = "DTSTART;TZID=Europe/Berlin:20261025T010000"
    event = only_event(vevent("DTEND;TZID=Europe/Berlin:20261025T050000", start=start))
    assert event.duration == timedelta(hours=5)


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("FREQ=WEEKLY", WeeklyRule()),
        ("freq=weekly;interval=2", WeeklyRule(interval=2)),
        ("FREQ=WEEKLY;COUNT=16;BYDAY=WE,MO", WeeklyRule(count=16, days=(1, 3))),
        ("FREQ=WEEKLY;WKST=SU", WeeklyRule(week_start=7)),
        ("FREQ=WEEKLY;COUNT=2000000000", WeeklyRule(count=2_000_000_000)),
        (
            "FREQ=WEEKLY;UNTIL=20261122",
            WeeklyRule(until=datetime(2026, 11, 22, 23, 59, 59, 999_999, tzinfo=SHANGHAI)),
        ),
        ("FREQ=WEEKLY;UNTIL=20261122T080000", WeeklyRule(until=datetime(2026, 11, 22, 8, tzinfo=SHANGHAI))),
    ],
)
def test_weekly_rules_are_read(text: str, rule: WeeklyRule) -> None:
    """Every supported part, in any case; an end without a zone is in that of the start."""
    assert only_event(vevent(END, f"RRULE:{text}")).rule == rule


@pytest.mark.parametrize(
    ("line", "code", "reason"),
    [
        ("RRULE:FREQ=HOURLY", "unsupported", "FREQ=HOURLY"),
        ("RRULE:FREQ=DAILY;INTERVAL=2;BYDAY=MO", "unsupported", "FREQ=DAILY with BYDAY and INTERVAL=2"),
        ("RRULE:FREQ=MONTHLY;BYDAY=0MO", "unsupported", "BYDAY=0MO"),
        ("RRULE:FREQ=MONTHLY;BYMONTHDAY=32", "unsupported", "BYMONTHDAY=32"),
        ("RRULE:FREQ=YEARLY;BYYEARDAY=100", "unsupported", "BYYEARDAY in RRULE"),
        ("RRULE:FREQ=WEEKLY;BYMONTH=9;BYSETPOS=1", "unsupported", "BYMONTH, BYSETPOS"),
        ("RRULE:FREQ=WEEKLY;BYDAY=1MO", "unsupported", "BYDAY=1MO"),
        ("RRULE:FREQ=WEEKLY;INTERVAL=0", "unsupported", "INTERVAL=0"),
        ("RRULE:FREQ=WEEKLY;INTERVAL=1000000000", "unsupported", "INTERVAL=1000000000"),
        ("RRULE:FREQ=WEEKLY;COUNT=-3", "unsupported", "COUNT=-3"),
        ("RRULE:FREQ=WEEKLY;COUNT=3;UNTIL=20261122", "unreadable", "both COUNT and UNTIL"),
        (
            "RRULE:FREQ=WEEKLY;UNTIL=someday",
            "unreadable",
            "RRULE 'FREQ=WEEKLY;UNTIL=someday' cannot be read: correct it",
        ),
        ("RRULE:FREQ=WEEKLY;UNTIL=120000", "unreadable", "UNTIL=12:00:00"),
        ("RRULE:FREQ=WEEKLY\r\nRRULE:FREQ=WEEKLY", "unreadable", "RRULE stands 2 times"),
        ("EXRULE:FREQ=WEEKLY", "unsupported", "EXRULE is not supported: the whole course is left out, so block"),
        ("EXDATE:never", "unreadable", "EXDATE 'never' cannot be read"),
        ("EXDATE;TZID=Nowhere:20260907T080000", "unsupported", "EXDATE is in the zone 'Nowhere'"),
        ("RDATE:20260931T000000Z", "unreadable", "RDATE '20260931T000000Z' cannot be read"),
        ("EXDATE:" + ",".join(["20260907T000000Z"] * 1001), "unsupported", "EXDATE lists more than 1000 times"),
        ("RECURRENCE-ID;RANGE=THISANDFUTURE:20260907T000000Z", "unsupported", "only the old times are kept"),
        ("STATUS:CANCELLED", "unsupported", "STATUS:CANCELLED"),
        ("TRANSP:TRANSPARENT", "unsupported", "TRANSP:TRANSPARENT"),
        ("a line of nothing", "unreadable", "the line 'a line of nothing' cannot be read: correct it and export again"),
        (
            "RRULE:FREQ=WEEKLY;INTERVAL=999999999999",
            "unreadable",
            "RRULE 'FREQ=WEEKLY;INTERVAL=999999999999' cannot be read: correct it and export again",
        ),
    ],
)
def test_what_is_not_supported_is_refused_by_name(line: str, code: str, reason: str) -> None:
    """The entry is listed with its identifier, its name, and the words that stand in the way."""
    skipped = only_skipped(vevent(END, line))
    assert (skipped.uid, skipped.name, skipped.code) == ("u-1", "高等数学", code)
    assert reason in skipped.reason


@pytest.mark.parametrize(
    ("start", "end", "reason"),
    [
        ("DTSTART;VALUE=DATE:20260831", "DTEND;VALUE=DATE:20280831", "it lasts 17544 hours, 0 to 8784 are supported"),
        ("DTSTART:2026-08-31 08:00", "X-NONE:1", "DTSTART '2026-08-31 08:00' cannot be read"),
        ("DTSTART:20260931T080000", "X-NONE:1", "DTSTART '20260931T080000' cannot be read"),
        ("DTSTART:00010101T000000Z", "X-NONE:1", "not a date and time of these days"),
        ("X-NONE:1", END, "it has no DTSTART"),
        ("DTSTART:20260831T080000", END, "one of DTSTART and DTEND has a zone"),
        ("DTSTART;TZID=Mars/Base:20260831T080000", END, "zone 'Mars/Base', which is unknown"),
        ("DTSTART;TZID=../etc:20260831T080000", END, "zone '../etc', which is unknown"),
        (f"DTSTART;TZID={'a/' * 20_000}:20260831T080000", END, f"zone '{'a/' * 39}a…', which is unknown"),
        (
            "DTSTART;TZID=Asia/Shanghai:20260831T080000",
            "DTEND;TZID=Asia/Shanghai:20260931T100000",
            "DTEND '20260931T100000' cannot be read",
        ),
        ("DTSTART;TZID=Asia/Shanghai:20260831T100000", END, "it lasts -0.333333 hours"),
        ("DTSTART;TZID=Asia/Shanghai:20260801T100000", END, "it lasts 719.667 hours"),
        ("DTSTART;TZID=Asia/Shanghai:20260831T080000", "DURATION:soon", "DURATION 'soon' cannot be read"),
    ],
)
def test_times_that_make_no_sense_are_refused_by_name(start: str, end: str, reason: str) -> None:
    """The value is quoted."""
    assert reason in only_skipped(vevent(end, start=start)).reason


def test_a_broken_event_spoils_itself_only() -> None:
    """Its neighbours are read, in the order of the file."""
    broken = vevent("DTEND:20260931T100000", summary="坏")
    calendar = read_calendar(vcalendar(vevent(END, summary="甲"), broken, vevent(END, summary="乙")).decode())
    assert [event.summary for event in calendar.events] == ["甲", "乙"]
    assert [skipped.name for skipped in calendar.skipped] == ["坏"]


def test_a_broken_line_that_times_do_not_need_is_passed_over() -> None:
    """A stamp nobody reads cannot cost a course."""
    assert only_event(vevent(END, "DTSTAMP:yesterday", "GEO:here")).summary == "高等数学"


def test_entries_that_are_no_events_are_named() -> None:
    """A to-do in the file is reported rather than lost."""
    skipped = only_skipped("BEGIN:VTODO\r\nUID:t-1\r\nSUMMARY:交作业\r\nEND:VTODO")
    assert (skipped.name, skipped.reason) == (
        "交作业",
        "VTODO is not an event, only VEVENT is read: put it on a task list",
    )


@pytest.mark.parametrize(
    ("line", "marked"),
    [
        ("CATEGORIES:课程,可嵌入", True),
        ("CATEGORIES:Embeddable", True),
        ("CATEGORIES:a\r\nCATEGORIES:embeddable", True),
        ("X-DAYWRIGHT-EMBEDDABLE:TRUE", True),
        ("X-DAYWRIGHT-EMBEDDABLE:FALSE", False),
        ("CATEGORIES:课程", False),
    ],
)
def test_a_file_marks_embeddable_courses(line: str, marked: bool) -> None:
    """Either mark is enough."""
    assert only_event(vevent(END, line)).marked_embeddable is marked


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "no complete VCALENDAR"),
        (b"hello", "no calendar .the line 'hello' makes no sense there.: give an .ics, .csv or .json file"),
        (b"\x89PNG\r\n\x1a\n", "not UTF-8 at byte 0, nor UTF-16 or GBK"),
        ("课程名称".encode("gbk"), "no calendar .the line '课程名称'"),
        (b"BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n", "no complete VCALENDAR"),
        (b"BEGIN:VEVENT\r\nEND:VEVENT\r\n", "no complete VCALENDAR"),
        (b"END:VCALENDAR\r\n", "no calendar .the line 'END:VCALENDAR'"),
        (b"BEGIN:VCALENDAR\r\n" * 20_000, "no complete VCALENDAR"),
        (b"x" * 5_000_001, "5000001 bytes"),
    ],
)
def test_a_file_that_is_no_calendar_is_refused(content: bytes, message: str) -> None:
    """One error for the whole file, with what to do next."""
    with pytest.raises(InvalidCalendar, match=message):
        read_timetable(content, TermChoice())


def test_too_many_entries_refuse_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bound counts entries of every kind."""
    monkeypatch.setattr(module, "MAX_ENTRIES", 2)
    with pytest.raises(InvalidCalendar, match="3 entries, 2 are allowed: split it"):
        read_calendar(vcalendar(*[vevent(END)] * 3).decode())


DAMAGE = st.sampled_from(
    [
        "DTSTART:",
        "DTSTART;TZID=:20260831T080000",
        "DTEND;VALUE=DATE-TIME:20260831",
        "DTSTART;VALUE=PERIOD:20260831T080000Z/PT1H",
        "DTSTART;VALUE=TEXT:soon",
        "DURATION:-P1W",
        "DURATION:P999999999D",
        "RRULE:",
        "RRULE:COUNT=1",
        "RRULE:FREQ=WEEKLY;BYDAY=",
        "RRULE:FREQ=WEEKLY;UNTIL=99991231T235959Z",
        "CATEGORIES",
        "BEGIN:VALARM",
        "END:VALARM",
        "BEGIN:VTIMEZONE",
        "END:VTIMEZONE",
        "END:VEVENT",
        "BEGIN:VEVENT",
        "END:VCALENDAR",
        "SUMMARY;LANGUAGE=zh:\\",
    ]
)
ANY_LINE = DAMAGE | st.text(max_size=30) | st.sampled_from(vevent(END, "RRULE:FREQ=WEEKLY").split("\r\n"))


EXAMPLE_FILES = [path.read_bytes() for path in sorted((Path(__file__).parents[2] / "examples").glob("*.ics"))]
CHOICES = st.sampled_from(
    [
        TermChoice(),
        TermChoice(first_monday=date(1, 1, 8)),
        TermChoice(first_monday=date(9999, 12, 20), weeks=1),
        TermChoice(weeks=1, zone="America/New_York"),
        TermChoice(date(2026, 8, 31), 60, "Pacific/Apia"),
    ]
)


@st.composite
def damaged_files(draw: st.DrawFn) -> bytes:
    """An example in which pieces are replaced by others, of it or of no sense."""
    content = draw(st.sampled_from(EXAMPLE_FILES))
    places = st.integers(0, len(content))
    for _ in range(draw(st.integers(1, 4))):
        start, source = draw(places), draw(places)
        piece = draw(st.binary(max_size=8) | st.just(content[source : source + draw(st.integers(0, 400))]))
        content = content[:start] + piece + content[start + draw(st.integers(0, 400)) :]
    return content


@settings(deadline=None)
@given(st.lists(ANY_LINE, max_size=12).map(lambda lines: vcalendar("\r\n".join(lines))), CHOICES)
def test_no_lines_do_worse_than_invalid_calendar(content: bytes, choice: TermChoice) -> None:
    """Whatever lines stand in a calendar, reading and assembling end with a result or with an error that says why."""
    with suppress(InvalidCalendar, InvalidTerm):
        read_timetable(content, choice)


@settings(deadline=None)
@given(st.binary(max_size=300) | damaged_files(), CHOICES)
def test_no_bytes_do_worse_than_invalid_calendar(content: bytes, choice: TermChoice) -> None:
    """Neither does any file, be it none at all or one that was damaged."""
    with suppress(InvalidCalendar, InvalidTerm):
        read_timetable(content, choice)
