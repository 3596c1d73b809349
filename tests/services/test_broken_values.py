"""A value that makes no sense, wherever it stands, spoils its own entry at most (rule IMPORT-3)."""

from datetime import date
from itertools import product

import pytest

from domain.timetable.choice import TermChoice
from services.read_timetable import read_timetable

TERM = TermChoice(first_monday=date(2026, 9, 7), weeks=4, zone="Asia/Shanghai")
ZONE = ("DTSTART:19700101T000000", "TZOFFSETFROM:+0800", "TZOFFSETTO:+0800")
EVENT = ("SUMMARY:Spoilt", "DTSTART;TZID=Mine:20260907T080000", "DURATION:PT1H", "RRULE:FREQ=WEEKLY;COUNT=3")
OTHER = ("BEGIN:VEVENT", "UID:2", "SUMMARY:Other", "DTSTART:20260908T000000Z", "DURATION:PT1H", "END:VEVENT")
OF_ZONES = ("TZOFFSETTO", "TZOFFSETFROM", "X-LIC-LOCATION", "TZID", "DTSTART", "RRULE", "RDATE")
OF_EVENTS = (
    *(
        "DTSTART",
        "DTEND",
        "DURATION",
        "RRULE",
        "EXDATE",
        "RDATE",
        "RECURRENCE-ID",
        "SUMMARY",
        "LOCATION",
        "DESCRIPTION",
    ),
    *("CATEGORIES", "STATUS", "TRANSP", "UID", "SEQUENCE", "GEO", "ORGANIZER", "REQUEST-STATUS", "ATTACH", "RESOURCES"),
    *("X-DAYWRIGHT-KIND", "X-DAYWRIGHT-HOST", "X-DAYWRIGHT-EMBEDDABLE", "X-DAYWRIGHT-TEACHER"),
)
TYPES = ("", ";TZID=Mars/Phobos", ";TZID=", ";VALUE=DATE", ";VALUE=PERIOD", ";VALUE=URI")
VALUES = (
    *("", "x", "+9999", "20269999T999999", ";;", "\\n", "-P1D", "9" * 26, "20260907T080000/PT", "24:00", "00000000"),
    *("FREQ=", "FREQ=WEEKLY;BYDAY=9MO,XX", "FREQ=MONTHLY;BYMONTHDAY=-400", "FREQ=WEEKLY;UNTIL=20260907,x"),
)


def _without(lines: tuple[str, ...], name: str) -> list[str]:
    return [line for line in lines if line.replace(";", ":").split(":")[0] != name]


def _file(zone: list[str], event: list[str]) -> bytes:
    lines = ["BEGIN:VCALENDAR", "BEGIN:VTIMEZONE", "TZID:Mine", "BEGIN:STANDARD", *zone, "END:STANDARD"]
    lines += ["END:VTIMEZONE", "BEGIN:VEVENT", *event, "END:VEVENT", *OTHER, "END:VCALENDAR", ""]
    return "\r\n".join(lines).encode()


@pytest.mark.parametrize("name", OF_EVENTS)
def test_a_value_of_an_event_spoils_no_other_event(name: str) -> None:
    """Whatever it is told to be."""
    for told, value in product(TYPES, VALUES):
        line = f"{name}{told}:{value}"
        _, timetable = read_timetable(_file(list(ZONE), [*_without(EVENT, name), line]), TERM)
        assert "Other" in {course.name for course in timetable.courses}, line


@pytest.mark.parametrize("name", OF_ZONES)
def test_a_value_of_a_zone_spoils_no_event_of_another_zone(name: str) -> None:
    """Such as an offset of a hundred hours."""
    for value in VALUES:
        line = f"{name}:{value}"
        _, timetable = read_timetable(_file([*_without(ZONE, name), line], list(EVENT)), TERM)
        assert "Other" in {course.name for course in timetable.courses}, line
