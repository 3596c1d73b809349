"""What a request's dates, months and clock times are read by (rules SLICE-19 and SLICE-20)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, time, timedelta

from pydantic import BaseModel, ConfigDict

from domain.term.calendar import Term
from domain.term.window import Window

Numbers = tuple[int, ...]


class Calendar(BaseModel):
    """The term of a plan, and the day on which the request was said, None where that is not known."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    term: Term
    today: date | None = None


@dataclass(frozen=True, slots=True)
class Said:
    """Where and when a request was said.

    Attributes:
        week: the week by which 下周 and "next week" are counted.
        calendar: gives dates and clock times their places; without it they are not understood.
        window: the days of the plan; of several dates that may be meant, one of these is.
    """

    week: int
    calendar: Calendar | None = None
    window: Window | None = None

    def number(self, day: date) -> int:
        """The days of the term are numbered from 1; before it numbers are below 1. Needs a calendar."""
        assert self.calendar is not None
        return (day - self.calendar.term.first_monday).days + 1

    def today(self, steps: int = 0) -> Numbers:
        """The day that lies so many days after the one on which it was said; empty where that is not known."""
        day = None if self.calendar is None else self.calendar.today
        return () if day is None else (self.number(day) + steps,)

    def day(self, month: int | None, day: int, year: int | None = None) -> Numbers:
        """A date without a year, or a day without a month: the nearest that is in the window, else in the term.

        Empty where no calendar is known or where there is no such date at all.
        """
        found = [self.number(each) for each in self._dates(year) if each.day == day and month in (None, each.month)]
        return tuple(sorted(found, key=self._remoteness)[:1])

    def month(self, month: int | None, steps: int = 0) -> Numbers:
        """All days of a month that the term has; counted from the current month where none is named."""
        if self.calendar is None or (month is None and self.calendar.today is None):
            return ()
        if month is None and self.calendar.today is not None:
            month = (self.calendar.today.month - 1 + steps) % 12 + 1
        days = [each for each in self._dates(None) if each.month == month]
        inside = [each for each in days if self._in_term(each)]
        first = min((self._remoteness(self.number(each)), each) for each in inside or days)[1]
        return tuple(self.number(each) for each in inside or days if each.year == first.year)

    def _dates(self, year: int | None) -> Iterator[date]:
        """Days from half a year before the term to as much after it, or those of a year."""
        if self.calendar is None:
            return
        start = self.calendar.term.first_monday if year is None else date(year, 1, 1)
        around, length = (183, self.calendar.term.weeks * 7 + 366) if year is None else (0, 366)
        for step in range(-around, length - around):
            try:
                yield start + timedelta(days=step)
            except OverflowError:
                continue

    def _in_term(self, day: date) -> bool:
        return self.calendar is not None and 1 <= self.number(day) <= self.calendar.term.weeks * 7

    def _remoteness(self, number: int) -> tuple[bool, bool, bool, int]:
        """Sort key: in the window, in the term, not past, near."""
        assert self.calendar is not None
        place = divmod(number - 1, 7)
        planned = self.window is not None and self.window.day_of(place[0] + 1, place[1] + 1) is not None
        now = self.today() or (1,)
        within = 1 <= number <= self.calendar.term.weeks * 7
        return not planned, not within, number < now[0], abs(number - now[0])

    def sections(self, begin: time | None, end: time | None) -> Numbers:
        """Sections between two times of the clock; one that is only touched has a minus.

        The same time twice is a moment: the section that holds it, else the next one of the day.
        """
        if self.calendar is None:
            return ()
        table = tuple(enumerate(self.calendar.term.sections, start=1))
        opens, closes = begin or time.min, end or time.max
        if begin is not None and begin == end:
            return tuple(n for n, section in table if section.end > opens)[:1]
        touched = ((n, s) for n, s in table if s.start < closes and s.end > opens)
        return tuple(n if opens <= s.start and s.end <= closes else -n for n, s in touched)


def weeks_of(numbers: Iterable[int]) -> Numbers:
    """The weeks in which numbered days of a term lie, each once."""
    return tuple(dict.fromkeys((number - 1) // 7 + 1 for number in numbers))


def days_of_week_of(numbers: Iterable[int]) -> Numbers:
    """The days of the week of numbered days, each once; none where all seven are among them."""
    days = tuple(dict.fromkeys((number - 1) % 7 + 1 for number in numbers))
    return days if len(days) < 7 else ()
