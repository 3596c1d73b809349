"""Courses as a term sees them: weekly meetings and the section rows behind them (rules IMPORT-8 and IMPORT-9)."""

import re
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import NamedTuple

from pydantic import BaseModel, ConfigDict

from domain.timetable.calendar import Skipped

_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_FILLER = re.compile(r"[（(]\s*水课\s*[）)]")


class Cell(NamedTuple):
    """One section of one day of a term."""

    week: int
    day_of_week: int
    section: int


class Meeting(BaseModel):
    """Consecutive sections of a day of the week, in the weeks in which a course takes place then."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    day_of_week: int
    slot_start: int
    slot_end: int
    weeks: tuple[int, ...]

    def __str__(self) -> str:
        sections = f"sections {self.slot_start}-{self.slot_end}"
        if self.slot_start == self.slot_end:
            sections = f"section {self.slot_start}"
        weeks = "weeks" if len(self.weeks) > 1 else "week"
        return f"{_DAYS[self.day_of_week - 1]} {sections} of {weeks} {_ranges(self.weeks)}"


class Course(BaseModel):
    """A course with all its meetings.

    Attributes:
        location: the places it is held at, in the order of the file.
        teacher: who teaches it, in the order of the file; empty where the file names nobody.
        embeddable: whether other tasks may be done in it.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    location: str
    teacher: str = ""
    embeddable: bool
    meetings: tuple[Meeting, ...]

    def cells(self) -> Iterator[Cell]:
        """Every section the course takes, meeting by meeting."""
        return cells_of(self.meetings)


class TimedEvent(BaseModel):
    """An event that touches no section: it is shown at its time and blocks nothing (rule IMPORT-7)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    location: str
    starts_at: datetime
    ends_at: datetime


class PlacedTask(BaseModel):
    """A task that was placed in the timetable that a file was made of (rule IMPORT-32).

    Attributes:
        embeddable: whether other tasks may be done in it.
        embedded: whether it stands in what has its sections.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    embeddable: bool = False
    embedded: bool = False
    meetings: tuple[Meeting, ...]

    def cells(self) -> Iterator[Cell]:
        """Every section in which it stands."""
        return cells_of(self.meetings)


class Timetable(BaseModel):
    """What a calendar means in a term, in the order of the file."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    courses: tuple[Course, ...]
    timed_events: tuple[TimedEvent, ...]
    skipped: tuple[Skipped, ...]
    tasks: tuple[PlacedTask, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether nothing of it can be stored."""
        return not (self.courses or self.timed_events or self.tasks)

    @property
    def events(self) -> int:
        """How many events it makes."""
        return len(self.courses) + len(self.timed_events) + len(self.tasks)

    @property
    def section_rows(self) -> int:
        """How many sections are taken, those of guests left out."""
        takers: list[Course | PlacedTask] = [*self.courses, *(task for task in self.tasks if not task.embedded)]
        return sum(1 for one in takers for _ in one.cells())


def is_filler(name: str) -> bool:
    """Whether a name says that other tasks may be done in the course (rule IMPORT-9)."""
    return bool(_FILLER.search(name))


def cells_of(meetings: Iterable[Meeting]) -> Iterator[Cell]:
    """Every section of meetings, one meeting after the other."""
    for meeting in meetings:
        for week in meeting.weeks:
            for section in range(meeting.slot_start, meeting.slot_end + 1):
                yield Cell(week, meeting.day_of_week, section)


def meetings_of(cells: Iterable[Cell]) -> tuple[Meeting, ...]:
    """Merge sections into meetings by day, sections and weeks, in this order (rule IMPORT-8)."""
    by_day: dict[tuple[int, int], list[int]] = {}
    for cell in sorted(set(cells)):
        by_day.setdefault((cell.week, cell.day_of_week), []).append(cell.section)
    weeks: dict[tuple[int, int, int], list[int]] = {}
    for (week, day), sections in by_day.items():
        for first, last in _runs(sections):
            weeks.setdefault((day, first, last), []).append(week)
    return tuple(
        Meeting(day_of_week=day, slot_start=first, slot_end=last, weeks=tuple(held))
        for (day, first, last), held in sorted(weeks.items())
    )


def _runs(numbers: Iterable[int]) -> Iterator[tuple[int, int]]:
    """First and last of each run of consecutive numbers; the numbers ascend."""
    run: tuple[int, int] | None = None
    for number in numbers:
        if run and number == run[1] + 1:
            run = run[0], number
            continue
        if run:
            yield run
        run = number, number
    if run:
        yield run


def _ranges(numbers: Iterable[int]) -> str:
    return ", ".join(f"{a}-{b}" if a != b else f"{a}" for a, b in _runs(numbers))
