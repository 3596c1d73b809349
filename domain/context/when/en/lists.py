"""Weekdays that are listed share what is told of one of them: Monday and Wednesday at 3 (rule WHEN-58)."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from domain.context.when.en.joining import Phrase
from domain.context.when.en.words import WEEKDAY
from domain.context.when.meanings import Between, Chain, Clock, PartOfDay, Selector, Shifted, WeekdayOf

_LISTED = re.compile(r"\s*(?:,\s*(?:and|or)?|/|&|\band\b|\bor\b)\s*(?:on\s+)?", re.IGNORECASE | re.ASCII)
_BARE = re.compile(WEEKDAY, re.IGNORECASE | re.ASCII)
_DAY_FIRST = re.compile(rf"(?:(?:the|this|next|last|coming)\s+)*{WEEKDAY}", re.IGNORECASE | re.ASCII)


@dataclass(frozen=True, slots=True)
class _Weekday:
    """The week that is told of a weekday, its number, and the hours of it."""

    week: tuple[Selector, ...]
    day: WeekdayOf
    hours: tuple[Selector, ...] = ()
    last: Chain | None = None

    def meaning(self) -> Chain | Between:
        first = Chain((*self.week, self.day, *self.hours))
        return first if self.last is None else Between(first, self.last)


def with_what_is_shared(text: str, found: Sequence[Phrase]) -> list[Phrase]:
    """The times of a text, those of listed weekdays with the week and the hours of the one that tells them."""
    shared = [phrase for phrase in _with_unknown(text, found) if not phrase.unknown]
    for index in range(len(shared) - 1, 0, -1):
        first, last = _read(shared[index - 1]), _read(shared[index])
        if first and last and _are_listed(text, shared, index):
            shared[index - 1] = _with(shared[index - 1], _led_up(text, shared[index], first, last))
    return _continuing(text, shared)


def _with_unknown(text: str, found: Sequence[Phrase]) -> list[Phrase]:
    """Monday or Tuesday of week 4: what is listed before a day of a week that is not known is of that week too."""
    shared = list(found)
    for index in range(len(shared) - 1, 0, -1):
        first = _read(shared[index - 1])
        if shared[index].unknown and first and not first.week and _are_listed(text, shared, index):
            shared[index - 1] = replace(shared[index - 1], unknown=True)
    return shared


def _continuing(text: str, found: Sequence[Phrase]) -> list[Phrase]:
    """The times, those behind a weekday with what it tells before them."""
    shared = list(found)
    for index in range(1, len(shared)):
        first, last = _read(shared[index - 1]), _read(shared[index])
        if first and last and _are_listed(text, shared, index):
            shared[index] = _with(shared[index], _continued(text, shared[index - 1], first, last))
    return shared


def _led_up(text: str, phrase: Phrase, first: _Weekday, last: _Weekday) -> _Weekday:
    """The earlier of two with the hours of the last, and with its week where that stands behind both."""
    if last.hours and not first.hours:
        first = replace(first, hours=last.hours, last=last.last)
    if last.week and not first.week and _BARE.match(text, phrase.start) is not None:
        first = replace(first, week=last.week)
    return first


def _continued(text: str, phrase: Phrase, first: _Weekday, last: _Weekday) -> _Weekday:
    """The later of two with the week of the first, and with its hours where these stand before both."""
    if not last.week and any(isinstance(week, Shifted) and week.unit == "week" for week in first.week):
        last = replace(last, week=first.week)
    if first.hours and not last.hours and _DAY_FIRST.match(text, phrase.start) is None:
        last = replace(last, hours=first.hours, last=first.last)
    return last


def _are_listed(text: str, found: Sequence[Phrase], index: int) -> bool:
    return _LISTED.fullmatch(text[found[index - 1].end : found[index].start]) is not None


def _with(phrase: Phrase, weekday: _Weekday) -> Phrase:
    return replace(phrase, meaning=weekday.meaning())


def _read(phrase: Phrase) -> _Weekday | None:
    """The parts of a time of one weekday; None of any other."""
    meaning = phrase.meaning
    if not isinstance(meaning, Chain | Between):
        return None
    chain, last = (meaning, None) if isinstance(meaning, Chain) else (meaning.first, meaning.last)
    at = next((i for i, selector in enumerate(chain.selectors) if isinstance(selector, WeekdayOf)), None)
    if at is None or (last is not None and not isinstance(last.selectors[0], Clock)):
        return None
    day, hours = chain.selectors[at], chain.selectors[at + 1 :]
    if not isinstance(day, WeekdayOf) or not all(isinstance(hour, PartOfDay | Clock) for hour in hours):
        return None
    return _Weekday(chain.selectors[:at], day, hours, last)
