"""Feasts that a question speaks of, as the reader of times knows them (rule CHAT-15)."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Final

from domain.context.when.expression import TimeExpression
from domain.context.when.find import find_times
from domain.context.when.holidays import FEASTS
from domain.conversation.agenda import Agenda

_WITH_DAYS_OFF: Final = frozenset(
    {
        "new_year",
        "spring_festival",
        "tomb_sweeping",
        "labour_day",
        "dragon_boat_festival",
        "national_day",
        "mid_autumn",
    }
)
_ONE_DAY: Final = re.compile(r"[天日一]$|[a-z]", re.IGNORECASE)
_THOSE_DAYS: Final = re.compile(r"^的?[那这]?几天")
_THAT_WEEK: Final = re.compile(r"^的?[那这]一?个?(?:周|星期|礼拜)(?![一二三四五六日天末\d])")
_YEAR_TOLD: Final = re.compile(r"[今明去后前]年|\d年|\d{4}|\b(?:next|last|this|year's|coming)\b", re.IGNORECASE)
_FINE: Final = ("part", "hour", "minute", "second")
_MOST_DAYS: Final = 430


@dataclass(frozen=True, slots=True)
class FeastDays:
    """The days of the feasts of a text.

    Attributes:
        days: ascending, in the term or not.
        rest: the text without the words of the feasts.
    """

    days: tuple[date, ...]
    rest: str


def feast_days_in(text: str, agenda: Agenda) -> FeastDays:
    """The days that feasts stand for: of a Chinese one with days off all of these, unless one day of it is told.

    Of the years around today the one is meant whose feast lies in the term, unless the year is told.

    Args:
        text: what is asked.
        agenda: gives the term and the day that it is.
    """
    now = _noon(agenda.today, agenda)
    if not any(True for _told in _feasts(text, now)):
        return FeastDays((), text)
    whole = _widened(text, now)
    days: set[date] = set()
    rest = whole
    for told in reversed(list(_feasts(whole, now))):
        found, week = _days(whole, told, agenda), _THAT_WEEK.match(whole[told.end :])
        days.update(_weeks_of(found) if week else found)
        end = told.end + week.end() if week else told.start + _length(told, now)
        rest = f"{rest[: told.start]} {rest[end:]}"
    return FeastDays(tuple(sorted(days)), rest)


def _feasts(text: str, now: datetime) -> Iterator[TimeExpression]:
    for told in find_times(text, now).times:
        if told.range is not None and any(key in told.label for key in FEASTS):
            yield told


def _widened(text: str, now: datetime) -> str:
    """The text with the days off in place of each feast that has them: 国庆 and 国庆那几天 are 国庆假期."""
    for told in reversed(list(_feasts(text, now))):
        behind = text[told.end :]
        if told.label in _WITH_DAYS_OFF and not _is_one_day(told) and not _THAT_WEEK.match(behind):
            text = f"{text[: told.end]}假期{_THOSE_DAYS.sub('', behind)}"
    return text


def _is_one_day(told: TimeExpression) -> bool:
    return _ONE_DAY.search(told.text) is not None and told.text not in ("五一", "十一")


def _days(text: str, told: TimeExpression, agenda: Agenda) -> tuple[date, ...]:
    term = agenda.term
    days = _days_of(told, agenda)
    if _YEAR_TOLD.search(told.text):
        return days
    for anchor in (term.first_monday, term.last_day):
        if any(term.first_monday <= day <= term.last_day for day in days):
            return days
        again = (each for each in _feasts(text, _noon(anchor, agenda)) if each.start == told.start)
        days = next((_days_of(each, agenda) for each in again), days)
    return days


def _days_of(told: TimeExpression, agenda: Agenda) -> tuple[date, ...]:
    """The days of a range; one that is open begins today, or ends with the term."""
    assert told.range is not None
    first = told.range.start.date() if told.range.start else agenda.today
    last = (told.range.end - timedelta(microseconds=1)).date() if told.range.end else agenda.term.last_day
    return tuple(first + timedelta(days=n) for n in range(min((last - first).days + 1, _MOST_DAYS)))


def _weeks_of(days: Iterable[date]) -> Iterator[date]:
    for monday in {day - timedelta(days=day.weekday()) for day in days}:
        yield from (monday + timedelta(days=n) for n in range(7))


def _length(told: TimeExpression, now: datetime) -> int:
    """How many characters name the day; what follows them names a time of it, which others read."""
    if told.grain not in _FINE:
        return len(told.text)
    shorter = (told.text[:count] for count in range(len(told.text) - 1, 0, -1))
    days = (head for head in shorter if any(each.grain not in _FINE for each in _feasts(head, now)))
    return len(next(days, told.text))


def _noon(day: date, agenda: Agenda) -> datetime:
    return datetime.combine(day, time(12), agenda.now.tzinfo)
