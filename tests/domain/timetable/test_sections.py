"""Sections of an occurrence, by text and by clock (rule IMPORT-7)."""

from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from domain.term.calendar import Term
from domain.timetable.calendar import CalendarEvent
from domain.timetable.sections import clocked_cells, stated_cells, stated_sections, without_sections

ZONE = ZoneInfo("Asia/Shanghai")
TERM = Term(first_monday=date(2026, 8, 31), weeks=18)


def event(summary: str = "高等数学", description: str = "") -> CalendarEvent:
    return CalendarEvent("u", summary, description, "", datetime(2026, 8, 31, 8, tzinfo=ZONE), None)


@pytest.mark.parametrize(
    ("text", "sections"),
    [
        ("第1 - 2节", (1, 2)),
        ("第1-2节 A-101 教师甲", (1, 2)),
        ("地点 A-101 第11–12节", (11, 12)),
        ("第3节", (3, 3)),
        ("第3节-第4节", (3, 4)),
        ("第５～６节", (5, 6)),
        ("第 9 至 11 节", (9, 11)),
        ("第1-2节，第5-6节", (1, 2)),
        ("第3章 第2周", None),
        ("", None),
    ],
)
def test_sections_are_found_in_a_description(text: str, sections: tuple[int, int] | None) -> None:
    """The first named run of sections counts, in any usual spelling."""
    assert stated_sections(event(description=text)) == sections


def test_the_description_comes_before_the_summary() -> None:
    """The summary is asked only where the description is silent."""
    assert stated_sections(event("体育 第7-8节", "第5-6节")) == (5, 6)
    assert stated_sections(event("体育 第7-8节", "操场")) == (7, 8)


@pytest.mark.parametrize("text", ["第12-13节", "第0-1节", "第4-3节"])
def test_sections_that_no_day_has_are_refused_by_their_text(text: str) -> None:
    """A wrong text is quoted; clock times do not silently replace it."""
    with pytest.raises(ValueError, match=text):
        stated_sections(event(description=text))


def test_a_name_loses_its_sections() -> None:
    """Two meetings of a course share a name, and a name of nothing but sections stays."""
    assert without_sections("体育 第7-8节") == "体育"
    assert without_sections("第7-8节") == "第7-8节"


def test_named_sections_stand_on_the_day_of_the_start() -> None:
    """The day is that of the term's zone."""
    late_sunday_in_london = datetime(2026, 9, 6, 23, tzinfo=ZoneInfo("Europe/London"))
    assert sorted(stated_cells(late_sunday_in_london, (1, 2), TERM)) == [(2, 1, 1), (2, 1, 2)]


@pytest.mark.parametrize(
    ("clock", "minutes", "sections"),
    [
        ("08:00", 100, [1, 2]),
        ("08:20", 100, [1, 2]),
        ("10:00", 60, [3]),
        ("11:00", 10, []),
        ("09:40", 35, []),
        ("12:00", 110, []),
        ("13:30", 240, [5, 6, 7, 8]),
    ],
)
def test_clock_times_block_every_section_they_touch(clock: str, minutes: int, sections: list[int]) -> None:
    """Touching at an edge does not count, and one minute inside does."""
    start = datetime.fromisoformat(f"2026-09-01T{clock}").replace(tzinfo=ZONE)
    cells = clocked_cells(start, start + timedelta(minutes=minutes), TERM)
    assert sorted(cells) == [(1, 2, section) for section in sections]


def test_an_interval_is_cut_at_midnight() -> None:
    """A night shift blocks the evening of one day and the morning of the next."""
    start = datetime(2026, 9, 6, 22, tzinfo=ZONE)
    assert sorted(clocked_cells(start, start + timedelta(hours=11), TERM)) == [(1, 7, 12), (2, 1, 1), (2, 1, 2)]
