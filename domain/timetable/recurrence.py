"""When an event takes place inside a term (rules IMPORT-5 and IMPORT-6)."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from itertools import count
from zoneinfo import ZoneInfo

from domain.term.calendar import Term
from domain.timetable.calendar import CalendarEvent, WeeklyRule
from domain.timetable.dated_rule import DatedRule, dated_moments

# An event may be written in a zone a day ahead of that of the term.
_SLACK = timedelta(days=2)


@dataclass(frozen=True, slots=True)
class Occurrences:
    """Starts of an event inside a term, ascending.

    Attributes:
        starts: in the zone in which the event is written.
        clipped: whether the file names occurrences before or after the term as well.
    """

    starts: tuple[datetime, ...]
    clipped: bool


@dataclass(frozen=True, slots=True)
class _Span:
    """The instants of a term; ``closes`` is exclusive."""

    opens: datetime
    closes: datetime

    @classmethod
    def of(cls, term: Term, zone: ZoneInfo) -> "_Span":
        opens = datetime.combine(term.first_monday, time(), zone)
        return cls(opens, opens + timedelta(weeks=term.weeks))


def anchored(moment: datetime, zone: ZoneInfo) -> datetime:
    """The moment itself, or read in ``zone`` where it floats."""
    return moment if moment.tzinfo else moment.replace(tzinfo=zone)


def occurrences(event: CalendarEvent, term: Term) -> Occurrences:
    """The occurrences of an event that start inside a term.

    The work depends on the length of the term alone, not on how long ago the event began or how often it repeats.
    """
    zone = ZoneInfo(term.zone)
    span = _Span.of(term, zone)
    found = _by_rule(event, zone, span)
    if not (event.added or event.removed):
        return found
    added = [anchored(moment, zone) for moment in event.added]
    inside = [moment for moment in added if span.opens <= moment < span.closes]
    starts = sorted({*found.starts, *inside})
    kept = [start for start in starts if not _is_removed(start, event.removed, zone)]
    return Occurrences(tuple(kept), clipped=found.clipped or len(inside) < len(added))


def _by_rule(event: CalendarEvent, zone: ZoneInfo, span: _Span) -> Occurrences:
    start = anchored(event.start, zone)
    if event.rule is None:
        inside = span.opens <= start < span.closes
        return Occurrences((start,) if inside else (), clipped=not inside)
    rule = event.rule
    until = anchored(rule.until, zone) if rule.until else None
    return _within(_moments(start, rule, span), start, span, _End(until, rule.endless))


def _is_removed(start: datetime, removed: tuple[date, ...], zone: ZoneInfo) -> bool:
    return any(
        start == anchored(moment, zone) if isinstance(moment, datetime) else start.date() == moment
        for moment in removed
    )


@dataclass(frozen=True, slots=True)
class _End:
    """Where a rule ends: ``until`` is its last possible moment, an endless one has neither that nor a count."""

    until: datetime | None
    endless: bool


def _within(moments: Iterator[datetime], start: datetime, span: _Span, end: _End) -> Occurrences:
    starts: list[datetime] = []
    for moment in moments:
        if end.until is not None and moment > end.until:
            break
        if moment >= span.closes:
            return Occurrences(tuple(starts), clipped=start < span.opens or not end.endless)
        if moment >= span.opens:
            starts.append(moment)
    return Occurrences(tuple(starts), clipped=start < span.opens)


def _moments(start: datetime, rule: WeeklyRule | DatedRule, span: _Span) -> Iterator[datetime]:
    """The occurrences of a rule in their order, those long before the term left out."""
    if isinstance(rule, DatedRule):
        yield from dated_moments(start, rule, span.opens.date() - _SLACK, span.closes.date())
        return
    nth, from_index = _series(start, rule, span.opens)
    for index in count(from_index) if rule.count is None else range(from_index, rule.count):
        yield nth(index)


def _series(start: datetime, rule: WeeklyRule, opens: datetime) -> tuple[Callable[[int], datetime], int]:
    """The n-th occurrence in closed form, and an index none of whose predecessors lies after ``opens``."""
    if rule.every_days is not None:
        step = timedelta(days=rule.every_days)
        return (lambda index: start + index * step), max(0, (opens - start) // step - 1)
    own = (start.isoweekday() - rule.week_start) % 7
    offsets = sorted({(day - rule.week_start) % 7 for day in rule.days} or {own})
    skipped = sum(offset < own for offset in offsets)
    week = start - timedelta(days=own)

    def nth(index: int) -> datetime:
        period, place = divmod(index + skipped, len(offsets))
        return week + timedelta(weeks=rule.interval * period, days=offsets[place])

    periods = max(0, (opens - week).days // (7 * rule.interval) - 1)
    return nth, max(0, periods * len(offsets) - skipped)
