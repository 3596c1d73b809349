"""What feasts, days off, dates of the Chinese calendar and seasons choose (rules WHEN-12 to WHEN-14)."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from datetime import date

from domain.context.when import holidays
from domain.context.when import meanings as m
from domain.context.when.anchor import At, ImpossibleTime, NoTime, dated
from domain.context.when.spans import Span, days_span, later, unit_start

_SEASONS: dict[m.SeasonName, tuple[tuple[int, int], tuple[int, int]]] = {
    "spring": ((3, 1), (6, 1)),
    "summer": ((6, 1), (9, 1)),
    "autumn": ((9, 1), (12, 1)),
    "winter": ((12, 1), (15, 1)),
    "summer_holidays": ((7, 1), (9, 1)),
    "winter_holidays": ((1, 15), (3, 1)),
}


def season(selector: m.Season, at: At) -> Span:
    """A season of the year before it, or of this one."""
    (month, day), (end_month, end_day) = _SEASONS[selector.name]
    year = unit_start(at.anchor, "year")
    start, end = later(year, month - 1, "month"), later(year, end_month - 1, "month")
    return Span(start.replace(day=day), end.replace(day=end_day), "quarter")


def feast(selector: m.Feast, at: At) -> Span:
    """The day of a feast (rule WHEN-12)."""
    return _on(at, _from_tables(at, lambda year: holidays.feast_day(selector.key, year)))


def _on(at: At, day: date) -> Span:
    return days_span(dated(at.now, day.year, day.month, day.day), 1, "holiday")


def _from_tables(at: At, day_in: Callable[[int], date]) -> date:
    """The day of this name in the year before it, or in the one that is meant where none is told."""
    try:
        day = day_in(at.anchor.year)
        if at.span is None and (year := holidays.coming_year(day, at.now.date())) != at.now.year:
            return day_in(year)
    except (ValueError, KeyError, IndexError) as error:
        raise NoTime(str(error)) from error
    return day


def days_off(selector: m.DaysOff, at: At) -> Span:
    """The days off around a feast (rule WHEN-14)."""
    feast = _from_tables(at, lambda year: holidays.feast_day(selector.key, year))
    try:
        first, end, provisional = holidays.days_off(selector.key, feast.year)
    except ValueError as error:
        raise NoTime(str(error)) from error
    return replace(_on(at, first), end=_on(at, end).start, provisional=provisional)


def lunar(selector: m.LunarDay, at: At) -> Span:
    """A day or a month of the Chinese calendar (rule WHEN-13)."""
    if not 1 <= selector.month <= 12 or not 1 <= (selector.day or 1) <= 30:
        raise ImpossibleTime(f"lunar {selector.month}-{selector.day}")
    month, day, leap = selector.month, selector.day, selector.leap
    if selector.year is not None:
        return _of_lunar_year(selector, selector.year, at)
    if day is not None:
        return _on(at, _from_tables(at, lambda year: holidays.lunar_day(month, day, year, leap)))
    try:
        first, end = holidays.lunar_month(month, at.anchor.year, leap)
    except ValueError as error:
        raise NoTime(str(error)) from error
    return Span(_on(at, first).start, _on(at, end).start, "month")


def lunar_day_of_month(selector: m.LunarDayOfMonth, at: At) -> Span:
    """The next such day of a month of the Chinese calendar, today included."""
    if not 1 <= selector.day <= 30:
        raise ImpossibleTime(f"lunar day {selector.day}")
    today = at.now.date()
    days: list[date] = []
    for year in (today.year, today.year + 1):
        for month in range(1, 13):
            # A month of 29 days has no thirtieth.
            with suppress(ValueError, KeyError, IndexError):
                days.append(holidays.lunar_day(month, selector.day, year))
    return _on(at, _earliest(day for day in days if day >= today))


def _earliest(days: Iterable[date]) -> date:
    first = min(days, default=None)
    if first is None:
        raise NoTime("past the table of the Chinese calendar")
    return first


def _of_lunar_year(selector: m.LunarDay, year: int, at: At) -> Span:
    try:
        first = holidays.lunar_date(year, selector.month, selector.day or 1, selector.leap)
    except ValueError as error:
        raise NoTime(str(error)) from error
    if selector.day is not None:
        return _on(at, first)
    days = holidays.lunar_month_length(first)
    return days_span(_on(at, first).start, days, "month")


def term(selector: m.SolarTerm, at: At) -> Span:
    """The day of a solar term."""
    return _on(at, _from_tables(at, lambda year: holidays.term_day(selector.name, year)))
