"""What a calendar file says, before a term gives it weeks and sections (rules IMPORT-1 to IMPORT-4)."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Literal
from zoneinfo import ZoneInfo

from pydantic import BaseModel, ConfigDict

from domain.timetable.dated_rule import DatedRule

SkipCode = Literal["unreadable", "unsupported", "outside_term", "collision"]


class Skipped(BaseModel):
    """Something in a file that is not stored, by name (rule IMPORT-3).

    Attributes:
        uid: identifier in the file, empty where the file gives none.
        name: what the file calls it.
        code: stable kind of the reason.
        reason: one sentence that quotes what stands in the way and says what to do.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    uid: str
    name: str
    code: SkipCode
    reason: str


@dataclass(frozen=True, slots=True)
class WeeklyRule:
    """A weekly recurrence, or one by days (rule IMPORT-5).

    Attributes:
        interval: weeks from one repetition to the next.
        every_days: days from one repetition to the next, where the rule counts days and not weeks.
        days: days of the week it takes place on, 1 is Monday; empty means the day of the start.
        week_start: day on which weeks begin when ``interval`` counts them.
        count: number of occurrences, or None.
        until: last possible moment of a start, or None; without a zone it is read in the term's.
    """

    interval: int = 1
    every_days: int | None = None
    days: tuple[int, ...] = ()
    week_start: int = 1
    count: int | None = None
    until: datetime | None = None

    @property
    def endless(self) -> bool:
        """Whether the rule names no end."""
        return self.count is None and self.until is None


@dataclass(frozen=True, slots=True)
class CalendarEvent:
    """One readable event of a file.

    Attributes:
        start: first occurrence; without a zone it floats and is read in the term's.
        duration: from start to end, or None where the file names no end.
        rule: how it repeats, or None.
        marked_embeddable: whether the file marks it as a course in which other tasks may be done.
        added: further starts.
        removed: starts, or whole days, at which it does not take place after all.
        replaces: the start of the one occurrence, of the event with the same identifier, in whose place it stands.
        whole_day: whether it is told in days and not in clock times.
        cancelled: whether it only says that what it replaces does not take place.
        teacher: who teaches it, where the file says so (rule IMPORT-33).
        is_task: whether it was placed as a task in the timetable that the file was made of (rule EXPORT-4).
        is_guest: whether it was embedded there.
    """

    uid: str
    summary: str
    description: str
    location: str
    start: datetime
    duration: timedelta | None
    rule: WeeklyRule | DatedRule | None = None
    marked_embeddable: bool = False
    added: tuple[datetime, ...] = ()
    removed: tuple[date, ...] = ()
    replaces: datetime | None = None
    whole_day: bool = False
    cancelled: bool = False
    teacher: str = ""
    is_task: bool = False
    is_guest: bool = False


@dataclass(frozen=True, slots=True)
class Calendar:
    """The readable events of a file in its order, and what could not be read.

    Attributes:
        zone: in which the file says that it is to be shown, or None.
    """

    events: tuple[CalendarEvent, ...]
    skipped: tuple[Skipped, ...] = ()
    zone: ZoneInfo | None = None
