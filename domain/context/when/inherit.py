"""What the second time of "from A to B" takes from the first, and how it comes to lie after it (rule WHEN-17)."""

from datetime import datetime, timedelta

from domain.context.when import meanings as m
from domain.context.when.selectors import resolve_chain
from domain.context.when.spans import Span, later

_YEAR, _SEASON, _MONTH, _WEEK, _DAY, _PART, _CLOCK = range(7)
_UNIT_RANKS: dict[m.Unit, int] = {
    "century": _YEAR,
    "decade": _YEAR,
    "year": _YEAR,
    "half": _SEASON,
    "quarter": _SEASON,
    "month": _MONTH,
    "week": _WEEK,
    "weekend": _DAY,
    "day": _DAY,
    "workday": _DAY,
    "hour": _CLOCK,
    "minute": _CLOCK,
    "second": _CLOCK,
}
_RANKS: dict[type, int] = {
    m.YearOf: _YEAR,
    m.YearsOf: _YEAR,
    m.HalfOf: _SEASON,
    m.QuarterOf: _SEASON,
    m.Season: _SEASON,
    m.MonthOf: _MONTH,
    m.DayOf: _DAY,
    m.WeekdayOf: _DAY,
    m.Feast: _DAY,
    m.DaysOff: _DAY,
    m.LunarDay: _MONTH,
    m.LunarDayOfMonth: _DAY,
    m.SolarTerm: _MONTH,
    m.Section: _DAY,
    m.PartOfDay: _PART,
    m.Clock: _CLOCK,
    m.SameClock: _CLOCK,
}


def rank(selector: m.Selector) -> int:
    """How fine a selector is: 0 for years up to 6 for clock times."""
    if isinstance(selector, m.Shifted | m.Nth | m.Run | m.Beside):
        return _UNIT_RANKS[selector.unit]
    if isinstance(selector, m.Offset):
        return _UNIT_RANKS[selector.amounts[-1][1]]
    return _RANKS.get(type(selector), _YEAR)


def is_elliptical(chain: m.Chain) -> bool:
    """Whether a chain may leave out what a time before it has told."""
    head = chain.selectors[0]
    return not isinstance(head, m.Shifted | m.YearOf | m.YearsOf | m.Offset | m.Moment | m.SameClock)


def inherited(first: m.Chain, last: m.Chain) -> m.Chain:
    """The second chain with what it leaves out, taken from the first."""
    if not is_elliptical(last):
        return last
    coarser = tuple(s for s in first.selectors if rank(s) < rank(last.selectors[0]))
    if isinstance(last.selectors[0], m.Clock) and last.selectors[0].half:
        coarser = tuple(s for s in coarser if not isinstance(s, m.PartOfDay))
    return m.Chain(coarser + last.selectors)


def with_what_is_left_out(between: m.Between, first: Span, now: datetime) -> Span:
    """The second time of two, after the first where it can be moved there."""
    if isinstance(between.last.selectors[0], m.Beside):
        return resolve_chain(m.Chain(between.first.selectors + between.last.selectors), now)
    whole = inherited(between.first, between.last)
    last = resolve_chain(whole, now)
    if last.start > first.start or not is_elliptical(between.last):
        return last
    return _moved_after(between.last.selectors[0], first, last)


def _moved_after(head: m.Selector, first: Span, last: Span) -> Span:
    """To the next half of the day, day, week, month or year, whichever holds the one left out."""
    if isinstance(head, m.Clock):
        return _clock_after(head, first, last)
    unit: m.Unit = "day" if isinstance(head, m.PartOfDay) else "year"
    if isinstance(head, m.WeekdayOf):
        unit = "week"
    elif isinstance(head, m.DayOf):
        unit = "month"
    return _moved(last, unit)


def _moved(span: Span, unit: m.Unit) -> Span:
    return Span(later(span.start, 1, unit), later(span.end, 1, unit), span.grain, span.provisional)


def _clock_after(head: m.Clock, first: Span, last: Span) -> Span:
    half = timedelta(hours=12)
    if head.hour <= 12 and not head.half and last.start + half > first.start:
        return Span(last.start + half, last.end + half, last.grain)
    return _moved(last, "day")
