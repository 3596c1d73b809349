"""Half-open stretches of the calendar in the zone of their start (rules WHEN-5 to WHEN-7).

All moments carry one zone. Days, weeks and months are of the calendar, so a day at a change of the clock is 23 or 25
hours long; hours and what is shorter are real lengths of time.
"""

import calendar
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from domain.context.when.expression import Grain
from domain.context.when.meanings import Unit

_DAYS = {"day": 1, "workday": 1, "week": 7, "weekend": 7}
_MONTHS = {"month": 1, "quarter": 3, "half": 6, "year": 12, "decade": 120, "century": 1200}
_SECONDS = {"second": 1, "minute": 60, "hour": 3600}
_GRAINS: dict[Unit, Grain] = {
    "second": "second",
    "minute": "minute",
    "hour": "hour",
    "day": "day",
    "workday": "day",
    "week": "week",
    "weekend": "weekend",
    "month": "month",
    "quarter": "quarter",
    "half": "half",
    "year": "year",
    "decade": "year",
    "century": "year",
}


@dataclass(frozen=True, slots=True)
class Span:
    """From ``start`` up to, not including, ``end``."""

    start: datetime
    end: datetime
    grain: Grain
    provisional: bool = False


def midnight(moment: datetime) -> datetime:
    """The start of the day of a moment."""
    return moment.replace(hour=0, minute=0, second=0, microsecond=0, fold=0)


def is_elapsed(unit: Unit) -> bool:
    """Whether a unit is a real length of time, not one of the calendar."""
    return unit in _SECONDS


def later(moment: datetime, number: float, unit: Unit) -> datetime:
    """A moment so many units after another; the 31st becomes the last day of a shorter month (rule WHEN-7).

    Raises:
        OverflowError: past the years 1 to 9999.
    """
    if unit in _SECONDS:
        return (moment.astimezone(UTC) + timedelta(seconds=number * _SECONDS[unit])).astimezone(moment.tzinfo)
    if unit in _DAYS:
        return moment + timedelta(days=number * _DAYS[unit])
    months = number * _MONTHS[unit]
    return _months_later(moment, int(months)) + timedelta(days=round((months - int(months)) * 30))


def _months_later(moment: datetime, months: int) -> datetime:
    year, month = divmod(moment.year * 12 + moment.month - 1 + months, 12)
    if not 1 <= year <= 9999:
        raise OverflowError(f"year {year}")
    return moment.replace(year=year, month=month + 1, day=min(moment.day, calendar.monthrange(year, month + 1)[1]))


def unit_start(moment: datetime, unit: Unit) -> datetime:
    """The start of the unit that holds a moment; of a weekend, that of the same week."""
    if unit in _SECONDS:
        past = {"second": 0, "minute": moment.second, "hour": moment.second + 60 * moment.minute}[unit]
        return later(moment.replace(microsecond=0), -past, "second")
    day = midnight(moment)
    if unit in ("week", "weekend"):
        return day - timedelta(days=day.weekday() - (5 if unit == "weekend" else 0))
    if unit in ("day", "workday"):
        return day
    months = _MONTHS[unit]
    year, month = divmod((day.year * 12 + day.month - 1) // months * months, 12)
    return day.replace(year=max(year, 1), month=month + 1, day=1)


def unit_span(moment: datetime, unit: Unit, offset: int = 0) -> Span:
    """The whole unit so many away from the one that holds a moment."""
    start = later(unit_start(moment, unit), offset, unit)
    end = start + timedelta(days=2) if unit == "weekend" else later(start, 1, unit)
    return Span(start, end, _GRAINS[unit])


def days_span(start: datetime, days: int, grain: Grain = "day") -> Span:
    """So many whole days from that of a moment on."""
    first = midnight(start)
    return Span(first, first + timedelta(days=days), grain)


def real(span: Span) -> Span:
    """The span with moments that exist: an hour that the clock leaps over is the one after it (rule WHEN-6)."""
    start, end = _existing(span.start), _existing(span.end)
    if start.astimezone(UTC) >= end.astimezone(UTC) and span.end > span.start:
        end = later(start, (span.end - span.start).total_seconds(), "second")
    return Span(start, end, span.grain, span.provisional)


def _existing(moment: datetime) -> datetime:
    return moment.astimezone(UTC).astimezone(moment.tzinfo)
