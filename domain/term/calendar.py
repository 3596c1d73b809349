"""A term maps dates to weeks and clock times to sections (rules TERM-1 to TERM-3)."""

from datetime import date, time, timedelta
from typing import Self

from pydantic import BaseModel, ConfigDict, model_validator

from domain.errors import InvalidTerm, OutOfTerm
from domain.term.zones import zone_named

SECTIONS_PER_DAY = 12
MAX_WEEKS = 60


class SectionTime(BaseModel):
    """Clock times of one section, local to the term's zone; ``end`` is exclusive."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    start: time
    end: time


def _table(*spans: str) -> tuple[SectionTime, ...]:
    pairs = (span.split("-") for span in spans)
    return tuple(SectionTime(start=time.fromisoformat(a), end=time.fromisoformat(b)) for a, b in pairs)


DEFAULT_SECTIONS = _table(
    "08:00-08:45",
    "08:55-09:40",
    "10:15-11:00",
    "11:10-11:55",
    "14:00-14:45",
    "14:55-15:40",
    "16:15-17:00",
    "17:10-17:55",
    "19:00-19:45",
    "19:55-20:40",
    "20:50-21:35",
    "21:45-22:30",
)


class Term(BaseModel):
    """A run of whole weeks with a table of section times.

    Attributes:
        first_monday: first day of week 1.
        weeks: number of weeks, 1 to 60.
        zone: IANA name of the zone in which section times are read.
        sections: clock times of sections 1 to 12.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    first_monday: date
    weeks: int
    zone: str = "Asia/Shanghai"
    sections: tuple[SectionTime, ...] = DEFAULT_SECTIONS

    @model_validator(mode="after")
    def _check(self) -> Self:
        if self.first_monday.isoweekday() != 1:
            name = self.first_monday.strftime("%A")
            raise InvalidTerm(f"first_monday {self.first_monday} is a {name}: give the Monday of week 1")
        if not 1 <= self.weeks <= MAX_WEEKS:
            raise InvalidTerm(f"weeks {self.weeks} is out of range: give 1 to {MAX_WEEKS}")
        # A zone may be a day ahead of UTC, and before the first day of the calendar there is none.
        if self.first_monday == date.min:
            raise InvalidTerm(f"first_monday {self.first_monday} leaves the calendar: give a later one")
        if self.first_monday > date.max - timedelta(weeks=self.weeks):
            raise InvalidTerm(f"first_monday {self.first_monday} leaves the calendar: give an earlier one")
        self._check_zone()
        self._check_sections()
        return self

    def _check_zone(self) -> None:
        if zone_named(self.zone) is None:
            shown = self.zone if len(self.zone) <= 80 else f"{self.zone[:79]}…"
            raise InvalidTerm(f"zone {shown!r} is unknown: give an IANA name such as 'Asia/Shanghai'")

    def _check_sections(self) -> None:
        if len(self.sections) != SECTIONS_PER_DAY:
            raise InvalidTerm(f"{len(self.sections)} section times given: give {SECTIONS_PER_DAY}")
        edges = [moment for section in self.sections for moment in (section.start, section.end)]
        if any(edge.tzinfo for edge in edges):
            raise InvalidTerm("section times have a zone of their own: give what clocks show, such as 08:00")
        if edges != sorted(edges) or any(s.start == s.end for s in self.sections):
            raise InvalidTerm("section times overlap or run backwards: give them in the order of the day")

    @property
    def last_day(self) -> date:
        """Sunday of the last week."""
        return self.first_monday + timedelta(days=7 * self.weeks - 1)

    def position(self, day: date) -> tuple[int, int]:
        """Week (from 1) and day of week (1 is Monday) of a date.

        Raises:
            OutOfTerm: the date is before week 1 or after the last week.
        """
        if not self.first_monday <= day <= self.last_day:
            raise OutOfTerm(f"{day} is outside the term {self.first_monday} to {self.last_day}: choose a day inside it")
        offset = (day - self.first_monday).days
        return offset // 7 + 1, offset % 7 + 1

    def date_of(self, week: int, day_of_week: int) -> date:
        """The date of a day of a week.

        Raises:
            OutOfTerm: no such week or day of week.
        """
        if not (1 <= week <= self.weeks and 1 <= day_of_week <= 7):
            raise OutOfTerm(
                f"week {week} day {day_of_week} does not exist: the term has weeks 1 to {self.weeks}, days 1 to 7"
            )
        return self.first_monday + timedelta(days=7 * (week - 1) + day_of_week - 1)

    def overlapping_sections(self, start: time, end: time) -> tuple[int, ...]:
        """Numbers of the sections that a clock interval of one day touches; touching at an edge does not count."""
        return tuple(n for n, s in enumerate(self.sections, start=1) if s.start < end and start < s.end)
