"""Which sections an occurrence takes: those its text names, else those its clock times touch (rule IMPORT-7)."""

import re
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from domain.term.calendar import SECTIONS_PER_DAY, Term
from domain.timetable.calendar import CalendarEvent
from domain.timetable.course import Cell

_SECTIONS = re.compile(r"第\s*(\d{1,2})\s*(?:节?\s*[-–—~～至到]\s*第?\s*(\d{1,2})\s*)?节")


def stated_sections(event: CalendarEvent) -> tuple[int, int] | None:
    """First and last section the description names, or else the summary; None where neither does.

    Raises:
        ValueError: the text names sections that no day has; the message quotes it.
    """
    found = _SECTIONS.search(event.description) or _SECTIONS.search(event.summary)
    if not found:
        return None
    first, last = int(found[1]), int(found[2] or found[1])
    if not 1 <= first <= last <= SECTIONS_PER_DAY:
        raise ValueError(f"{found[0]!r} is not a run of sections between 1 and {SECTIONS_PER_DAY}")
    return first, last


def names_sections(line: str) -> bool:
    """Whether a line names sections and nothing else."""
    return _SECTIONS.fullmatch(line) is not None


def without_sections(summary: str) -> str:
    """The summary without the sections it names, so that two meetings of a course share a name."""
    return " ".join(_SECTIONS.sub("", summary).split()) or summary.strip()


def stated_cells(start: datetime, sections: tuple[int, int], term: Term) -> frozenset[Cell]:
    """The named sections on the day of an occurrence."""
    week, day = term.position(start.astimezone(ZoneInfo(term.zone)).date())
    return frozenset(Cell(week, day, section) for section in range(sections[0], sections[1] + 1))


def clocked_cells(start: datetime, end: datetime, term: Term) -> frozenset[Cell]:
    """Every section of the term that an occurrence touches; what lies after the term is left out."""
    zone = ZoneInfo(term.zone)
    cells: set[Cell] = set()
    for day, opens, closes in _days(start.astimezone(zone), end.astimezone(zone)):
        if term.first_monday <= day <= term.last_day:
            touched = term.overlapping_sections(opens, closes)
            cells |= {Cell(*term.position(day), section) for section in touched}
    return frozenset(cells)


def _days(start: datetime, end: datetime) -> Iterator[tuple[date, time, time]]:
    """The interval cut at midnights."""
    day = start.date()
    while day <= end.date():
        opens = start.time() if day == start.date() else time.min
        closes = end.time() if day == end.date() else time.max
        yield day, opens, closes
        day += timedelta(days=1)
