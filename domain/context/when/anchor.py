"""Where selectors start from, and why one may choose nothing (rules WHEN-1 and WHEN-3)."""

import calendar
from dataclasses import dataclass
from datetime import datetime

from domain.context.when.meanings import DayPart
from domain.context.when.spans import Span, midnight


class ImpossibleTime(ValueError):
    """The words have the form of a time that no calendar and no clock has."""


class NoTime(ValueError):
    """The words make no time after all, or one that the calendars do not reach."""


@dataclass(frozen=True, slots=True)
class At:
    """Where a selector starts from: now, and what was chosen before it, if anything was."""

    now: datetime
    span: Span | None = None
    part: DayPart | None = None

    @property
    def anchor(self) -> datetime:
        """The moment whose year, month, week and day count."""
        return self.now if self.span is None else self.span.start


def dated(now: datetime, year: int, month: int, day: int) -> datetime:
    """The midnight of a date in the zone of now.

    Raises:
        ImpossibleTime: no calendar has it.
        NoTime: the year is none of 1 to 9999.
    """
    if not 1 <= year <= 9999:
        raise NoTime(f"year {year}")
    if not 1 <= month <= 12 or not 1 <= day <= calendar.monthrange(year, month)[1]:
        raise ImpossibleTime(f"{year}-{month}-{day}")
    return midnight(now.replace(year=year, month=month, day=day))
