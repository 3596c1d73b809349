"""A planning window: consecutive days of one term, numbered from 1 (rule TERM-4)."""

from datetime import date, timedelta
from typing import Self

from pydantic import BaseModel, ConfigDict, model_validator

from domain.errors import InvalidWindow
from domain.term.calendar import Term


class WindowDay(BaseModel):
    """Where one numbered day of a window lies in the term."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    day_index: int
    week: int
    day_of_week: int


class Window(BaseModel):
    """The days a plan may use, numbered 1 to ``total_days`` without a gap."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    total_days: int
    day_mapping: tuple[WindowDay, ...]

    @model_validator(mode="after")
    def _check(self) -> Self:
        if not self.day_mapping:
            raise InvalidWindow("the window has no day: give a first and a last day")
        if self.total_days != len(self.day_mapping):
            raise InvalidWindow(f"total_days {self.total_days} does not match {len(self.day_mapping)} mapped days")
        first = self.day_mapping[0].week * 7 + self.day_mapping[0].day_of_week
        for offset, day in enumerate(self.day_mapping):
            if not (1 <= day.day_of_week <= 7 and day.week >= 1):
                raise InvalidWindow(f"week {day.week} day {day.day_of_week} does not exist")
            if day.day_index != offset + 1 or day.week * 7 + day.day_of_week != first + offset:
                raise InvalidWindow(f"day {day.day_index} breaks the run of consecutive days numbered from 1")
        return self

    @classmethod
    def between(cls, term: Term, first: date, last: date) -> Self:
        """The window of all days from ``first`` to ``last`` inclusive.

        Raises:
            InvalidWindow: ``last`` lies before ``first``.
            OutOfTerm: a day lies outside the term.
        """
        if last < first:
            raise InvalidWindow(f"the window ends on {last}, before it begins on {first}: swap the two")
        dates = (first + timedelta(days=n) for n in range((last - first).days + 1))
        places = [term.position(day) for day in dates]
        days = tuple(WindowDay(day_index=n, week=w, day_of_week=d) for n, (w, d) in enumerate(places, start=1))
        return cls(total_days=len(days), day_mapping=days)

    def day_of(self, week: int, day_of_week: int) -> int | None:
        """Number of the day at a place of the term, or None outside the window."""
        first = self.day_mapping[0]
        index = (week - first.week) * 7 + day_of_week - first.day_of_week + 1
        return index if 1 <= day_of_week <= 7 and 1 <= index <= self.total_days else None

    def place(self, day: int) -> WindowDay:
        """Week and day of week of a numbered day; the day must exist."""
        return self.day_mapping[day - 1]
