"""What a plan was made to hold to, in the words of people, so that a misreading shows (rule PLAN-28)."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta
from itertools import groupby

from domain.plan.intent import ClassWish, ClosedSections
from domain.plan.wording import day_said, listed, say, weekdays_said
from domain.schedule.state import Locale

_DATES = 4


def wish_words(locale: Locale, wish: ClassWish) -> tuple[str, ...]:
    """What a wish asks, one phrase for each thing; the class is not named."""
    return tuple(_phrases(locale, wish))


def _phrases(locale: Locale, wish: ClassWish) -> Iterator[str]:
    if wish.strategy:
        yield say(locale, f"held.{wish.strategy}")
    if wish.duration:
        yield say(locale, "held.duration", count=wish.duration)
    if wish.earliest:
        yield say(locale, "held.earliest", moment=_moment(locale, wish.earliest, wish.earliest_section))
    if wish.deadline:
        yield say(locale, "held.deadline", moment=_moment(locale, wish.deadline, wish.deadline_section))
    if wish.excluded_days_of_week:
        yield say(locale, "held.days", days=weekdays_said(locale, wish.excluded_days_of_week))
    if wish.excluded_dates:
        yield say(locale, "held.days", days=_dates(locale, wish.excluded_dates))
    if wish.excluded_sections:
        yield say(locale, "held.sections", sections=runs(wish.excluded_sections))
    for closed in wish.closed:
        yield say(locale, "held.closed", day=_day(locale, closed), sections=runs(closed.sections))
    if wish.allow_embed is not None:
        yield say(locale, "held.embed" if wish.allow_embed else "held.no_embed")


def runs(numbers: Iterable[int]) -> str:
    """Numbers with those in a row as a range: 1–2, 9–12."""
    rows = groupby(enumerate(sorted(numbers)), key=lambda each: each[1] - each[0])
    found = [[number for _, number in row] for _, row in rows]
    return ", ".join(str(row[0]) if len(row) == 1 else f"{row[0]}–{row[-1]}" for row in found)


def _moment(locale: Locale, day: date, section: int | None) -> str:
    said = day_said(locale, day)
    return said if section is None else say(locale, "moment", day=said, section=section)


def _day(locale: Locale, closed: ClosedSections) -> str:
    return day_said(locale, closed.day) if closed.day else weekdays_said(locale, (closed.day_of_week or 1,))


def _dates(locale: Locale, days: Sequence[date]) -> str:
    """Dates with those in a row as a range; a few of them, and how many days they are in all."""
    rows = groupby(enumerate(sorted(days)), key=lambda each: each[1] - timedelta(days=each[0]))
    found = [[day for _, day in row] for _, row in rows]
    told = [
        day_said(locale, row[0])
        if len(row) == 1
        else say(locale, "range", first=day_said(locale, row[0]), last=day_said(locale, row[-1]))
        for row in found
    ]
    shown = listed(locale, told[:_DATES])
    return shown if len(told) <= _DATES else say(locale, "days.more", days=shown, count=len(days))
