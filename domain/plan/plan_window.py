"""The window that a message fixes, and the one that is proposed where it fixes none (rules PLAN-10 and PLAN-13)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from domain.plan.day_spans import Days, Span
from domain.plan.intent import WindowFault
from domain.plan.pieces import Setting
from domain.plan.sayings import Saying
from domain.plan.scopes import Indices

_LEAST_DAYS = 2


@dataclass(frozen=True, slots=True)
class WindowRead:
    """First and last day of a window, numbered in the term from 1.

    Attributes:
        first, last: None where no window is fixed.
        used: the spans that made it.
        gaps: days in it that were not named.
        fault: why days that were named make none.
        words: where the words for them lie, end exclusive.
    """

    first: int | None = None
    last: int | None = None
    used: tuple[Span, ...] = ()
    gaps: Days = frozenset()
    fault: WindowFault | None = None
    words: tuple[int, int] = (0, 0)


def read_window(
    told: Sequence[Saying], scopes: Sequence[Indices | None], fixed: Indices | None, where: Setting
) -> WindowRead:
    """The window: days named of the whole plan, else its bounds, else days of the week, else days of every class."""
    asked = [
        (span, scope)
        for each, scope in zip(told, scopes, strict=True)
        for span in each.asked
        if span.timed and not span.recurring and (span.days or span.how != "on" or _dated(each))
    ]
    shared = _shared(told, scopes)
    whole = [
        span
        for span, scope in asked
        if not scope or (fixed is not None and fixed <= scope) or (scope == shared and span.how == "on" and span.days)
    ]
    days = [span for span in whole if span.how == "on" and span.days]
    bounds = [span for span in whole if span.how != "on"]
    weekdays = [span for span in whole if span.how == "on" and not span.days]
    begun = _begun(days, bounds, where)
    if begun is not None:
        return begun
    for choice in (days, bounds, weekdays):
        if choice:
            return _of(choice, where)
    scoped = [(span, scope) for span, scope in asked if scope is not None]
    if fixed and scoped and fixed <= frozenset(n for _, scope in scoped for n in scope):
        return _hull(scoped, where)
    return WindowRead()


def _shared(told: Sequence[Saying], scopes: Sequence[Indices | None]) -> Indices | None:
    """The classes that are asked to be planned on some days, where these are the only days: 排下周的英语，高数尽快."""
    sides = {
        scope
        for each, scope in zip(told, scopes, strict=True)
        for span in each.asked
        if span.how == "on" and span.timed
    }
    plans = any(each.plans for each, scope in zip(told, scopes, strict=True) if scope in sides)
    return next(iter(sides)) if len(sides) == 1 and plans else None


def _hull(scoped: Sequence[tuple[Span, Indices]], where: Setting) -> WindowRead:
    """From the first to the last day that any of the classes has."""
    by_scope = dict.fromkeys(scope for _, scope in scoped)
    read = [_of([span for span, of in scoped if of == scope], where) for scope in by_scope]
    faulty = next((each for each in read if each.fault), None)
    if faulty is not None:
        return faulty
    firsts, lasts = ([edge for edge in edges if edge] for edges in zip(*((w.first, w.last) for w in read), strict=True))
    return WindowRead(min(firsts), max(lasts))


def _begun(days: Sequence[Span], bounds: Sequence[Span], where: Setting) -> WindowRead | None:
    """从下周一开始，两周内: a length from now on counts from the beginning that is told beside it."""
    starts = [first for span in bounds if (first := begin(span, max(where.today, 1))) is not None]
    if len(days) != 1 or not days[0].length or not starts:
        return None
    shift = max(starts[0], where.today) - where.today
    moved = replace(days[0], days=frozenset(day + shift for day in days[0].days))
    read = _of([moved], where)
    return replace(read, used=(days[0], *bounds))


def _dated(each: Saying) -> bool:
    """Whether days of the week alone are those of a coming week: something is to be placed there, not only there."""
    days = sorted({day for span in each.asked for day in span.weekdays})
    parted = any(second - first > 1 for first, second in pairwise(days))
    recurs = parted or each.segment.has("recurring")
    return (each.plans or not each.classes or each.segment.has("finish")) and not (each.only or each.soft or recurs)


def _of(chosen: Sequence[Span], where: Setting) -> WindowRead:
    """The hull of days and bounds, from today on."""
    today, base = where.today, max(where.today, 1)
    named = frozenset[int]().union(*(span.on_days(base) for span in chosen if span.how == "on"))
    firsts = [edge for span in chosen if (edge := begin(span, base)) is not None]
    lasts = [edge for span in chosen if (edge := end(span, base)) is not None]
    first = max(min((*named, *firsts), default=today), today) if named or firsts else base
    last = max((*named, *lasts)) if named or lasts else where.length
    words = min(s.pieces[0].start for s in chosen), max(s.pieces[-1].end for s in chosen)
    fault = _fault(first, last, (*named, *firsts, *lasts), where)
    if fault:
        return WindowRead(used=tuple(chosen), fault=fault, words=words)
    gaps = frozenset(range(first, last + 1)) - named if named and not firsts and not lasts else frozenset()
    return WindowRead(first, last, tuple(chosen), gaps)


def _fault(first: int, last: int, named: Sequence[int], where: Setting) -> WindowFault | None:
    if max(named, default=last) > where.length or last > where.length or first < 1:
        return "outside_term"
    return "past" if last < where.today or last < first else None


def begin(span: Span, base: int) -> int | None:
    """The first day that a span with an open end allows."""
    if span.how not in ("from", "after"):
        return None
    days = span.on_days(base)
    return min(days) if span.how == "from" else max(days) + 1


def end(span: Span, base: int) -> int | None:
    """The last day that a span with an open beginning allows; the day itself where it has an hour (周五三点前)."""
    if span.how not in ("until", "before"):
        return None
    if span.how == "until" or span.sections:
        return max(span.on_days(base))
    return min(span.on_days(base + 1)) - 1


def proposed(where: Setting) -> tuple[int, int] | None:
    """What is left of the week, or the next week where less than two days are; within the term, None after it."""
    start = max(where.today, 1)
    week_end = (start - 1) // 7 * 7 + 7
    if week_end - start + 1 < _LEAST_DAYS and week_end < where.length:
        start, week_end = week_end + 1, week_end + 7
    return (start, min(week_end, where.length)) if start <= where.length else None
