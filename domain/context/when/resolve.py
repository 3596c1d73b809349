"""From meanings to ranges, for every language (rules WHEN-5 to WHEN-19)."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import singledispatch

from domain.context.when import holidays
from domain.context.when import meanings as m
from domain.context.when.anchor import NoTime
from domain.context.when.expression import Grain, Kind, TimeRange
from domain.context.when.inherit import with_what_is_left_out
from domain.context.when.selectors import resolve_chain
from domain.context.when.spans import Span, later, real

_VAGUE_DAYS: dict[m.VagueName, int] = {"recently": 7, "past_days": 5, "past_while": 15}
_CLOCK_GRAINS: frozenset[Grain] = frozenset({"second", "minute", "hour"})


@dataclass(frozen=True, slots=True)
class Resolved:
    """A time worked out; ``range`` is None where it names no one range."""

    range: TimeRange | None
    grain: Grain
    kind: Kind
    provisional: bool = False


@singledispatch
def resolve(meaning: m.Meaning, now: datetime) -> Resolved:
    """What a meaning is at a moment, in the zone of that moment.

    Raises:
        ImpossibleTime: 30 February, 25 o'clock.
        NoTime: it is no time after all, or the calendars do not reach it.
        OverflowError: past the years 1 to 9999.
    """
    raise NoTime(f"no meaning: {meaning!r}")


def _ranged(span: Span, kind: Kind = "range") -> Resolved:
    known = real(span)
    return Resolved(TimeRange(start=known.start, end=known.end), span.grain, kind, span.provisional)


@resolve.register
def _chain(meaning: m.Chain, now: datetime) -> Resolved:
    span = resolve_chain(meaning, now)
    if all(isinstance(selector, m.PartOfDay) for selector in meaning.selectors):
        return Resolved(None, "part", "filter")
    return _ranged(span, "point" if span.grain in _CLOCK_GRAINS else "range")


@resolve.register
def _rolling(meaning: m.Rolling, now: datetime) -> Resolved:
    grain: Grain = "day" if meaning.unit == "workday" else unit_grain(meaning.unit)
    kind: Kind = "deadline" if meaning.deadline else "range"
    if meaning.unit == "workday":
        return _workdays(meaning, now, kind)
    edge = later(now, meaning.amount * meaning.direction, meaning.unit)
    start, end = sorted((now, edge), key=lambda moment: moment.timestamp())
    return Resolved(TimeRange(start=start, end=end), grain, kind)


def unit_grain(unit: m.Unit) -> Grain:
    """The grain of times told in a unit."""
    return {"decade": "year", "century": "year", "workday": "day"}.get(unit, unit)  # type: ignore[return-value]


def _workdays(meaning: m.Rolling, now: datetime, kind: Kind) -> Resolved:
    """The same hour, so many workdays on or back."""
    day, left, provisional = now, int(meaning.amount), False
    for _ in range(min(left, 500) * 15):
        day += timedelta(days=meaning.direction)
        left -= holidays.is_workday(day.date())
        provisional = not holidays.has_official_days(day.year)
        if left == 0:
            start, end = sorted((now, day))
            return Resolved(TimeRange(start=start, end=end), "day", kind, provisional)
    raise NoTime(f"{meaning.amount} workdays")


@resolve.register
def _vague(meaning: m.Vague, now: datetime) -> Resolved:
    if meaning.name == "earlier":
        return Resolved(TimeRange(start=None, end=now), "day", "range")
    if meaning.name == "just_now":
        return Resolved(TimeRange(start=later(now, -1, "hour"), end=now), "hour", "range")
    if meaning.name == "coming_days":
        return Resolved(TimeRange(start=now, end=later(now, 7, "day")), "day", "range")
    return Resolved(TimeRange(start=later(now, -_VAGUE_DAYS[meaning.name], "day"), end=now), "day", "range")


@resolve.register
def _before(meaning: m.Before, now: datetime) -> Resolved:
    span = real(resolve_chain(meaning.of, now))
    rough = isinstance(meaning.of.selectors[-1], m.Section)
    inclusive = meaning.inclusive and span.grain not in _CLOCK_GRAINS
    edge = span.end if rough or inclusive else span.start
    if edge.timestamp() <= now.timestamp():
        return Resolved(TimeRange(start=None, end=edge), span.grain, "range", span.provisional)
    return Resolved(TimeRange(start=now, end=edge), span.grain, "deadline", span.provisional)


@resolve.register
def _after(meaning: m.After, now: datetime) -> Resolved:
    span = real(resolve_chain(meaning.of, now))
    start = span.start if span.grain in _CLOCK_GRAINS else span.end
    return _open_from(start, span, now)


@resolve.register
def _since(meaning: m.Since, now: datetime) -> Resolved:
    span = real(resolve_chain(meaning.of, now))
    return _open_from(span.start, span, now)


def _open_from(start: datetime, span: Span, now: datetime) -> Resolved:
    past = start.timestamp() < now.timestamp()
    return Resolved(TimeRange(start=start, end=now if past else None), span.grain, "range", span.provisional)


@resolve.register
def _between(meaning: m.Between, now: datetime) -> Resolved:
    first = resolve_chain(meaning.first, now)
    last = with_what_is_left_out(meaning, first, now)
    end = last.start if last.grain in _CLOCK_GRAINS else last.end
    if end <= first.start:
        raise NoTime("it ends before it starts")
    grain = first.grain if isinstance(meaning.last.selectors[-1], m.Moment) else last.grain
    return _ranged(Span(first.start, end, grain, first.provisional or last.provisional))


@resolve.register
def _recurring(meaning: m.Recurring, now: datetime) -> Resolved:
    finest: Grain = unit_grain(meaning.every)
    for inner in meaning.within:
        finest = resolve(inner, now).grain
    return Resolved(None, finest, "recurring")
