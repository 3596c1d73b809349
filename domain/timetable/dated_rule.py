"""What repeats by months or years: on which days of its months it takes place (rules IMPORT-2 and IMPORT-5)."""

from calendar import monthrange
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import MAXYEAR, date, datetime

_MONTHS = 12
# The longest time from one 29 February to the next.
_RAREST = 8 * _MONTHS


@dataclass(frozen=True, slots=True)
class DatedRule:
    """A recurrence by months or, where it is yearly, by years.

    Attributes:
        yearly: whether ``interval`` counts years and not months.
        interval: periods from one repetition to the next.
        months: those it takes place in; empty for all, or for that of the start where nothing names days.
        month_days: days of the month, from its end where negative; empty for any.
        week_days: pairs of a place and a day of the week, 1 is Monday: the first or, where negative, the last ones of
            the period; a place of 0 stands for each of them.
        positions: which of the days of a period count, from its end where negative; empty for all.
        count: number of occurrences, or None.
        until: last possible moment of a start, or None; without a zone it is read in the term's.
    """

    yearly: bool
    interval: int = 1
    months: tuple[int, ...] = ()
    month_days: tuple[int, ...] = ()
    week_days: tuple[tuple[int, int], ...] = ()
    positions: tuple[int, ...] = ()
    count: int | None = None
    until: datetime | None = None

    @property
    def endless(self) -> bool:
        """Whether the rule names no end."""
        return self.count is None and self.until is None


def dated_moments(start: datetime, rule: DatedRule, opens: date, closes: date) -> Iterator[datetime]:
    """The occurrences of an event, ascending, at the wall clock of its start; those long before ``opens`` are passed
    over where none needs to be counted. The first after ``closes`` is there too, so that one sees that there is one;
    where nothing was for eight years nothing is looked for any more.
    """
    counted = 0
    for period in _periods(start.date(), rule, None if rule.count is not None else opens, closes):
        for day in _days_of(period, start.date(), rule):
            if day >= start.date():
                counted += 1
                yield datetime.combine(day, start.timetz())
            if counted == rule.count:
                return


def _periods(start: date, rule: DatedRule, opens: date | None, closes: date) -> Iterator[int]:
    """The periods as numbers of the month in which each begins, counted from year 0."""
    length = _MONTHS if rule.yearly else 1
    first = start.year * _MONTHS + (0 if rule.yearly else start.month - 1)
    step = rule.interval * length
    if opens is not None:
        first += max(0, (opens.year * _MONTHS + opens.month - 1 - first) // step - 1) * step
    last = closes.year * _MONTHS + closes.month - 1 + max(_RAREST, step)
    yield from range(first, min(last + 1, (MAXYEAR + 1) * _MONTHS), step)


def _days_of(period: int, start: date, rule: DatedRule) -> Sequence[date]:
    """The days of a period that the rule lists, ascending."""
    if not rule.yearly:
        is_in = not rule.months or period % _MONTHS + 1 in rule.months
        days = _listed(_month(period), start, rule) if is_in else []
    elif rule.months or rule.month_days or not rule.week_days:
        days = [day for month in _months(start, rule) for day in _listed(_month(period + month - 1), start, rule)]
    else:
        days = _on_week_days([day for month in range(_MONTHS) for day in _month(period + month)], rule)
    return _at(rule.positions, days)


def _months(start: date, rule: DatedRule) -> Iterable[int]:
    if rule.months:
        return sorted(rule.months)
    return range(1, _MONTHS + 1) if rule.month_days else (start.month,)


def _month(number: int) -> list[date]:
    year, month = number // _MONTHS, number % _MONTHS + 1
    return [date(year, month, day + 1) for day in range(monthrange(year, month)[1])]


def _listed(month: Sequence[date], start: date, rule: DatedRule) -> list[date]:
    wanted = rule.month_days or (() if rule.week_days else (start.day,))
    last = len(month) + 1
    listed = [day for day in month if not wanted or day.day in wanted or day.day - last in wanted]
    if not rule.week_days:
        return listed
    on_week_days = set(_on_week_days(month, rule))
    return [day for day in listed if day in on_week_days]


def _on_week_days(days: Sequence[date], rule: DatedRule) -> list[date]:
    found: set[date] = set()
    for place, week_day in rule.week_days:
        found.update(_at((place,) if place else (), [day for day in days if day.isoweekday() == week_day]))
    return sorted(found)


def _at(positions: Sequence[int], days: Sequence[date]) -> Sequence[date]:
    """Those of the days that stand at these places, counted from 1 or, where negative, from the end; all where none is
    named."""
    if not positions:
        return days
    places = {place - 1 if place > 0 else len(days) + place for place in positions}
    return [day for number, day in enumerate(days) if number in places]
