"""What each selector chooses, given what the one before it chose (rules WHEN-5 to WHEN-16)."""

import calendar
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from functools import singledispatch

from domain.context.when import feast_days, holidays
from domain.context.when import meanings as m
from domain.context.when.anchor import At, ImpossibleTime, NoTime, dated
from domain.context.when.clocks import PARTS, ClockTold, clock_start
from domain.context.when.spans import (
    Span,
    days_span,
    is_elapsed,
    later,
    midnight,
    unit_span,
    unit_start,
)

_DAY = timedelta(days=1)


def resolve_chain(chain: m.Chain, now: datetime) -> Span:
    """The range of a chain.

    Raises:
        ImpossibleTime: 30 February, 25 o'clock.
        NoTime: it cannot be worked out.
        OverflowError: past the years 1 to 9999.
    """
    at = At(now)
    provisional = False
    for selector in chain.selectors:
        span = select(selector, at)
        provisional = provisional or span.provisional
        at = At(now, span, selector.name if isinstance(selector, m.PartOfDay) else None)
    if at.span is None:
        raise NoTime("an empty chain")
    return at.span if at.span.provisional == provisional else replace(at.span, provisional=provisional)


@singledispatch
def select(selector: m.Selector, at: At) -> Span:
    """The span that a selector chooses."""
    raise NoTime(f"no selector: {selector!r}")


@select.register
def _shifted(selector: m.Shifted, at: At) -> Span:
    return unit_span(_same_place(at, selector.unit), selector.unit, selector.offset)


def _same_place(at: At, unit: m.Unit) -> datetime:
    """Now, moved into what was chosen: today of last year is the same day of it."""
    if at.span is None:
        return at.now
    match at.span.grain:
        case "year":
            return later(at.now, at.anchor.year - at.now.year, "year")
        case "month":
            return later(at.now, (at.anchor.year - at.now.year) * 12 + at.anchor.month - at.now.month, "month")
        case "week":
            return at.anchor + at.now.weekday() * _DAY
        case _:
            return at.anchor


@select.register
def _year(selector: m.YearOf, at: At) -> Span:
    return unit_span(dated(at.now, selector.year, 1, 1), "year")


@select.register
def _years(selector: m.YearsOf, at: At) -> Span:
    start = dated(at.now, selector.first, 1, 1)
    return Span(start, later(start, selector.count, "year"), "year")


@select.register
def _half(selector: m.HalfOf, at: At) -> Span:
    if at.span is None or at.span.grain not in ("month", "week"):
        start = unit_start(at.anchor, "year")
        return unit_span(later(start, 6 * (selector.number - 1), "month"), "half")
    middle = later(at.anchor, 15, "day") if at.span.grain == "month" else at.anchor + timedelta(days=3.5)
    first = selector.number == 1
    return Span(at.anchor if first else middle, middle if first else at.span.end, "half")


@select.register
def _quarter(selector: m.QuarterOf, at: At) -> Span:
    if not 1 <= selector.number <= 4:
        raise ImpossibleTime(f"quarter {selector.number}")
    return unit_span(later(unit_start(at.anchor, "year"), 3 * (selector.number - 1), "month"), "quarter")


@select.register
def _month(selector: m.MonthOf, at: At) -> Span:
    return unit_span(dated(at.now, at.anchor.year, selector.number, 1), "month")


@select.register
def _day(selector: m.DayOf, at: At) -> Span:
    if at.span is None and 1 <= selector.number <= 31:
        if selector.weekday is not None:
            return days_span(_next_on_weekday(at.now, selector.number, selector.weekday), 1)
        return days_span(_next_with_day(at.now, selector.number), 1)
    return days_span(dated(at.now, at.anchor.year, at.anchor.month, selector.number), 1)


def _next_on_weekday(now: datetime, number: int, weekday: int) -> datetime:
    """That day of this month, or else of the next month after today in which it is of a weekday: Friday the 13th."""
    month = unit_start(now, "month")
    for _ in range(12 * 28):
        if number <= calendar.monthrange(month.year, month.month)[1]:
            day = month.replace(day=number)
            if day.isoweekday() == weekday:
                return day
        month = later(month, 1, "month")
    raise ImpossibleTime(f"day {number} on weekday {weekday}")


def _next_with_day(now: datetime, number: int) -> datetime:
    """That day of this month, or of the next that has so many."""
    month = unit_start(now, "month")
    while calendar.monthrange(month.year, month.month)[1] < number:
        month = later(month, 1, "month")
    return month.replace(day=number)


@select.register
def _weekday(selector: m.WeekdayOf, at: At) -> Span:
    return days_span(unit_start(at.anchor, "week") + (selector.number - 1) * _DAY, 1)


@select.register
def _nth(selector: m.Nth, at: At) -> Span:
    within = at.span or unit_span(at.now, "year")
    starts = _starts(within, selector)
    number = selector.number
    if number == 0 or abs(number) > len(starts):
        raise ImpossibleTime(f"number {number} of {len(starts)}")
    start = starts[number - 1 if number > 0 else number]
    return days_span(start, 1) if selector.weekday else unit_span(start, selector.unit)


def _starts(within: Span, selector: m.Nth | m.Run) -> list[datetime]:
    """The starts of all units that begin in a span; a week belongs to where its Monday is (WHEN-10)."""
    weekday = selector.weekday if isinstance(selector, m.Nth) else None
    unit: m.Unit = "week" if weekday else selector.unit
    start = unit_start(within.start, unit) + ((weekday or 1) - 1) * _DAY
    starts: list[datetime] = []
    while start < within.end and len(starts) < 5000:
        if start >= within.start and (selector.unit != "workday" or holidays.is_workday(start.date())):
            starts.append(start)
        start = later(start, 1, unit)
    return starts


@select.register
def _run(selector: m.Run, at: At) -> Span:
    within = at.span or unit_span(at.now, "year")
    starts = _starts(within, selector)
    count = min(abs(selector.count), len(starts))
    if count == 0:
        raise NoTime("none of them")
    if selector.count > 0:
        return Span(
            starts[0], unit_span(starts[count - 1], selector.unit).end, unit_span(starts[0], selector.unit).grain
        )
    return Span(starts[-count], unit_span(starts[-1], selector.unit).end, unit_span(starts[-1], selector.unit).grain)


@select.register
def _section(selector: m.Section, at: At) -> Span:
    whole = at.span or unit_span(at.now, selector.unit or "month")
    if whole.end.year - whole.start.year > 1:
        return _part_of_years(whole, selector.name)
    cut = _SECTIONS.get((whole.grain, selector.name))
    if cut is not None:
        return Span(*cut(whole), "third")
    third = (whole.end - whole.start).days // 3 * _DAY
    if not third:
        raise NoTime(f"{selector.name} of {whole.grain}")
    match selector.name:
        case "start" | "first_third":
            return Span(whole.start, whole.start + third, "third")
        case "middle" | "middle_third":
            return Span(whole.start + third, whole.end - third, "third")
        case _:
            return Span(whole.end - third, whole.end, "third")


def _part_of_years(whole: Span, name: m.SectionName) -> Span:
    """The first three years of ten, the last three, or the four between."""
    years = whole.end.year - whole.start.year
    first, end = {"start": (0, years // 3), "end": (years - years // 3, years)}.get(
        name, (years // 3, years - years // 3)
    )
    return Span(later(whole.start, first, "year"), later(whole.start, end, "year"), "year")


def _days(first: int, last: int | None) -> Callable[[Span], tuple[datetime, datetime]]:
    """Cuts the days of a month by their numbers, both included; None is its last."""
    return lambda whole: (whole.start.replace(day=first), whole.start.replace(day=last + 1) if last else whole.end)


def _months(first: int, last: int) -> Callable[[Span], tuple[datetime, datetime]]:
    return lambda whole: (later(whole.start, first - 1, "month"), later(whole.start, last, "month"))


_SECTIONS: dict[tuple[str, m.SectionName], Callable[[Span], tuple[datetime, datetime]]] = {
    ("month", "start"): _days(1, 5),
    ("month", "first_third"): _days(1, 10),
    ("month", "middle"): _days(11, 20),
    ("month", "middle_third"): _days(11, 20),
    ("month", "last_third"): _days(21, None),
    ("month", "end"): _days(25, None),
    ("quarter", "start"): _months(1, 1),
    ("quarter", "middle"): _months(2, 2),
    ("quarter", "end"): _months(3, 3),
    ("year", "start"): _months(1, 2),
    ("year", "middle"): _months(6, 7),
    ("year", "end"): _months(11, 12),
    ("year", "first_third"): _months(1, 4),
    ("year", "middle_third"): _months(5, 8),
    ("year", "last_third"): _months(9, 12),
    ("week", "first_third"): lambda whole: (whole.start, whole.start + 3 * _DAY),
    ("week", "last_third"): lambda whole: (whole.start + 4 * _DAY, whole.end),
    ("week", "start"): lambda whole: (whole.start, whole.start + 3 * _DAY),
    ("week", "middle"): lambda whole: (whole.start + 2 * _DAY, whole.start + 4 * _DAY),
    ("week", "end"): lambda whole: (whole.start + 4 * _DAY, whole.end),
    ("weekend", "start"): lambda whole: (whole.start, whole.start + _DAY),
    ("weekend", "end"): lambda whole: (whole.start + _DAY, whole.end),
    ("weekend", "first_third"): lambda whole: (whole.start, whole.start + _DAY),
    ("weekend", "last_third"): lambda whole: (whole.start + _DAY, whole.end),
}
"""How the rough parts of what the calendar has are cut (rule WHEN-11)."""

select.register(m.Season, feast_days.season)
select.register(m.Feast, feast_days.feast)
select.register(m.DaysOff, feast_days.days_off)
select.register(m.LunarDay, feast_days.lunar)
select.register(m.LunarDayOfMonth, feast_days.lunar_day_of_month)
select.register(m.SolarTerm, feast_days.term)


@select.register
def _nearest(selector: m.Nearest, at: At) -> Span:
    """What the inner one chooses, in the year in which it is nearest to now."""
    today = midnight(at.now)
    spans = [select(selector.of, At(at.now, unit_span(at.now, "year", offset))) for offset in (-2, -1, 0, 1, 2)]
    if selector.direction > 0:
        return next(span for span in spans if span.start > today)
    return next(span for span in reversed(spans) if span.end <= today)


@select.register
def _beside(selector: m.Beside, at: At) -> Span:
    within = at.span or unit_span(at.now, "day")
    forward = selector.number > 0
    if selector.unit == "workday" or selector.weekday:
        return _beside_days(selector, within)
    last = within.end - timedelta(microseconds=1)
    edge = within.end if forward else within.start
    if selector.run:
        start, end = sorted((edge, later(edge, selector.number, selector.unit)))
        return Span(start, end, "day")
    if selector.unit == "day":
        day = midnight(last if forward else within.start)
        return days_span(day + selector.number * _DAY, 1)
    return unit_span(last if forward else within.start, selector.unit, selector.number)


def _beside_days(selector: m.Beside, within: Span) -> Span:
    """Walks day by day to the n-th workday or weekday."""
    step = 1 if selector.number > 0 else -1
    day = midnight(within.end - timedelta(microseconds=1)) if step > 0 else midnight(within.start)
    left, provisional = abs(selector.number), False
    for _ in range(min(left, 500) * 15):
        day += step * _DAY
        matches = day.isoweekday() == selector.weekday if selector.weekday else holidays.is_workday(day.date())
        left -= matches
        if left == 0:
            provisional = not selector.weekday and not holidays.has_official_days(day.year)
            return replace(days_span(day, 1), provisional=provisional)
    raise NoTime(f"{selector.number} {selector.unit} on")


@select.register
def _offset(selector: m.Offset, at: At) -> Span:
    moment = at.anchor
    if selector.amounts[0][1] == "workday":
        today = at.span or unit_span(at.now, "day")
        return _beside_days(m.Beside(int(selector.amounts[0][0]) * selector.direction, "workday"), today)
    for number, unit in selector.amounts:
        moment = later(moment, number * selector.direction, unit)
    finest = selector.amounts[-1][1]
    if is_elapsed(finest) or (finest == "day" and selector.amounts[-1][0] % 1):
        return moment_span(moment)
    if finest == "year" and len(selector.amounts) == 1:
        return unit_span(moment, "year")
    return days_span(moment, 1)


def moment_span(moment: datetime) -> Span:
    """A moment, as fine as it is told: a minute where it is a whole one, else a second (rule WHEN-9)."""
    unit: m.Unit = "second" if moment.second or moment.microsecond else "minute"
    start = unit_start(moment, unit)
    return Span(start, later(start, 1, unit), "second" if unit == "second" else "minute")


@select.register
def _part(selector: m.PartOfDay, at: At) -> Span:
    day = midnight(at.anchor)
    first, end = PARTS[selector.name]
    start = day + timedelta(hours=first)
    return Span(start, day + timedelta(hours=end), "part")


@select.register
def _clock(selector: m.Clock, at: At) -> Span:
    told = ClockTold(selector, at.part, at.span is not None)
    start = clock_start(told, midnight(at.anchor))
    if start is None:
        raise ImpossibleTime(f"{selector.hour}:{selector.minute}:{selector.second}")
    if selector.second is not None:
        return Span(start, start + timedelta(seconds=1), "second")
    if selector.minute is not None:
        return Span(start, start + timedelta(minutes=1), "minute")
    return Span(start, start + timedelta(hours=1), "hour")


@select.register
def _same_clock(selector: m.SameClock, at: At) -> Span:
    start = midnight(_same_place(at, "day")).replace(hour=at.now.hour)
    return Span(start, start + timedelta(hours=1), "hour")


@select.register
def _moment(selector: m.Moment, at: At) -> Span:
    return moment_span(at.now)
