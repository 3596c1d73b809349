"""What is asked of each class, put together from the parts of a message (rules PLAN-14 to PLAN-16)."""

from collections.abc import Iterable, Iterator
from datetime import timedelta

from domain.plan.day_spans import Days, Span
from domain.plan.intent import ClassWish, ClosedSections
from domain.plan.pieces import Setting
from domain.plan.plan_window import WindowRead, begin, end
from domain.plan.sayings import Saying
from domain.term.calendar import SECTIONS_PER_DAY

_WHOLE_WEEK = frozenset(range(1, 8))
_ALL_SECTIONS = frozenset(range(1, SECTIONS_PER_DAY + 1))


def wish_of(class_id: str, told: Iterable[Saying], window: WindowRead, where: Setting) -> ClassWish | None:
    """The wish of one class from the parts that speak of it, in text order; None where nothing is asked."""
    wish = ClassWish(class_id=class_id)
    for each in told:
        wish = merged(wish, ClassWish(class_id=class_id, **_plain(each)))
        for span in each.asked:
            wish = merged(wish, ClassWish(class_id=class_id, **dict(_asked(span, each, window, where))))
        for span in each.banned:
            wish = merged(wish, ClassWish(class_id=class_id, **dict(_banned(span, window, where))))
    gaps = _dates(window.gaps, where)
    wish = merged(wish, ClassWish(class_id=class_id, excluded_dates=gaps))
    return None if wish == ClassWish(class_id=class_id) else wish


def merged(first: ClassWish, second: ClassWish) -> ClassWish:
    """Both wishes: what is excluded adds up, of anything else the second has the last word."""
    listed = ("excluded_sections", "excluded_days_of_week", "excluded_dates")
    update: dict[str, object] = {
        name: tuple(sorted({*getattr(first, name), *getattr(second, name)})) for name in listed
    }
    update["closed"] = tuple(dict.fromkeys((*first.closed, *second.closed)))
    for name in ("strategy", "allow_embed", "duration"):
        value = getattr(second, name)
        update[name] = getattr(first, name) if value is None else value
    update["preferred_sections"] = second.preferred_sections or first.preferred_sections
    for name in ("deadline", "earliest"):
        source = first if getattr(second, name) is None else second
        update |= {name: getattr(source, name), f"{name}_section": getattr(source, f"{name}_section")}
    return first.model_copy(update=update)


def _plain(each: Saying) -> dict[str, object]:
    return {"strategy": each.pace, "allow_embed": each.embed, "duration": each.duration}


def _asked(span: Span, each: Saying, window: WindowRead, where: Setting) -> Iterator[tuple[str, object]]:
    """Days as bounds and days left out; sections as preferred, or as all that is not excluded."""
    if span.sections and span.how != "on" and not span.timed:
        yield "excluded_sections", tuple(sorted(_ALL_SECTIONS - {*span.sections}))
    if span.sections and span.how == "on":
        others = tuple(sorted(_ALL_SECTIONS - {*span.sections}))
        yield ("excluded_sections", others) if each.only else ("preferred_sections", span.sections)
    if not span.timed or (span in window.used and not (span.sections and span.how != "on")):
        return
    if span.how != "on":
        yield from _bound(span, window, where)
    elif span.recurring or not span.days:
        if not each.soft or span.recurring:
            yield "excluded_days_of_week", tuple(sorted(_WHOLE_WEEK - span.weekdays))
    else:
        yield from _only_on(span.on_days(_base(window, where)), window, where)


def _bound(span: Span, window: WindowRead, where: Setting) -> Iterator[tuple[str, object]]:
    if window.fault:
        return
    base = _base(window, where)
    first, last = begin(span, base), end(span, base)
    if first is not None and (span.sections or window.first is None or first > window.first):
        yield "earliest", _date(first, where)
        if span.sections and span.how == "from":
            yield "earliest_section", min(span.sections)
    if last is not None and (span.sections or window.last is None or last < window.last):
        yield "deadline", _date(last, where)
        if span.sections:
            yield "deadline_section", span.ends or max(span.sections)


def _only_on(days: Days, window: WindowRead, where: Setting) -> Iterator[tuple[str, object]]:
    """Days alone are bounds, with the days between left out; nothing where they are the whole window."""
    inside = frozenset(range(window.first, window.last + 1)) if window.first and window.last else None
    if not days or (inside is not None and inside <= days):
        return
    first, last = min(days), max(days)
    if window.first is None or first > window.first:
        yield "earliest", _date(first, where)
    if window.last is None or last < window.last:
        yield "deadline", _date(last, where)
    yield "excluded_dates", _dates(frozenset(range(first, last + 1)) - days, where)


def _banned(span: Span, window: WindowRead, where: Setting) -> Iterator[tuple[str, object]]:
    """Days and sections to keep off: each alone, or sections of days; what lies beyond a bound is bounded."""
    if span.timed and span.how != "on":
        yield from _kept_within(span, window, where)
    elif span.timed and span.sections:
        yield "closed", _closed(span, where)
    elif span.weekdays:
        yield "excluded_days_of_week", tuple(sorted(span.weekdays))
    elif span.days:
        yield "excluded_dates", _dates(span.on_days(1), where)
    elif span.sections:
        yield "excluded_sections", span.sections


def _kept_within(span: Span, window: WindowRead, where: Setting) -> Iterator[tuple[str, object]]:
    """Nothing before Wednesday is from Wednesday on; nothing after Friday is until Friday."""
    days = span.on_days(_base(window, where))
    if span.how in ("before", "until"):
        yield "earliest", _date(min(days) if span.how == "before" else max(days) + 1, where)
    else:
        yield "deadline", _date(max(days) if span.how == "after" else min(days) - 1, where)


def _closed(span: Span, where: Setting) -> tuple[ClosedSections, ...]:
    if span.weekdays:
        return tuple(ClosedSections(day_of_week=day, sections=span.sections) for day in sorted(span.weekdays))
    return tuple(ClosedSections(day=day, sections=span.sections) for day in _dates(span.on_days(1), where))


def _base(window: WindowRead, where: Setting) -> int:
    return window.first if window.first is not None else max(where.today, 1)


def _date(day: int, where: Setting) -> object:
    return where.term.first_monday + timedelta(days=day - 1)


def _dates(days: Iterable[int], where: Setting) -> tuple[object, ...]:
    """The dates of days of the term; what lies outside it needs no exclusion."""
    return tuple(_date(day, where) for day in sorted(days) if 1 <= day <= where.length)
