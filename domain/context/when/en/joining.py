"""Pieces of an English time put together: next week + on Tuesday + at noon (rules WHEN-40 and WHEN-51 to WHEN-52)."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from domain.context.when.en.piece import Kind, Piece, Selectors
from domain.context.when.meanings import Between, Chain, Clock, DayOf, Meaning, PartOfDay, Recurring, Unit, WeekdayOf

_NONE = -1
_LONG = {_NONE, Kind.YEAR}
_DAYS = {Kind.FEAST, Kind.NTH, Kind.DAY, Kind.DATE, Kind.DAY_OF_MONTH, Kind.WEEKDAY}
_BEFORE: dict[Kind, set[int]] = {
    Kind.YEAR: {_NONE},
    Kind.QUARTER: _LONG,
    Kind.MONTH: _LONG,
    Kind.WEEK: {_NONE, Kind.YEAR, Kind.NTH},
    Kind.SECTION: {_NONE, Kind.YEAR, Kind.QUARTER, Kind.MONTH, Kind.WEEK},
    Kind.FEAST: _LONG,
    Kind.NTH: {_NONE, Kind.YEAR, Kind.QUARTER, Kind.MONTH, Kind.WEEK},
    Kind.DAY: {_NONE},
    Kind.DATE: _LONG,
    Kind.DAY_OF_MONTH: {_NONE, Kind.MONTH},
    Kind.WEEKDAY: {_NONE, Kind.WEEK, Kind.DATE, Kind.DAY_OF_MONTH},
    Kind.BESIDE: {_NONE, *_DAYS},
    Kind.DAY_PART: {_NONE},
    Kind.PART: {_NONE, Kind.BESIDE, *_DAYS},
    Kind.CLOCK: {_NONE, Kind.BESIDE, Kind.DAY_PART, Kind.PART, *_DAYS},
    Kind.BESIDE_CLOCK: {_NONE, Kind.CLOCK},
}
"""What may stand right before each kind of piece once they are in order; `_NONE` is nothing."""

_WITH_EVERY = {Kind.WEEKDAY, Kind.PART, Kind.CLOCK}
_DATES_WITH_EVERY: dict[Unit, set[Kind]] = {
    "year": {Kind.DATE, Kind.FEAST},
    "month": {Kind.DAY_OF_MONTH, Kind.NTH},
}
"""Dates that recur with a unit: every year on May 4, monthly on the 15th."""

_LEADING = {Kind.BESIDE, Kind.BESIDE_CLOCK}
_GLUE = re.compile(
    r"(?:'s)?\s*,?\s*(?:(?:of|in|on|at|around|about|@)\s+)?(?:(?:around|about|the)\s+)*|\s*,?\s+(?P<only>for|from|between)\s+(?:the\s+)?|\s*@\s*|(?P<hyphen>-)",
    re.IGNORECASE | re.ASCII,
)


@dataclass(frozen=True, slots=True)
class Phrase:
    """One time, or two with what is between them, and where it stands; ``unknown`` as of its pieces."""

    start: int
    end: int
    meaning: Meaning
    unknown: bool = False


def phrases(text: str, pieces: Sequence[Piece]) -> list[Phrase]:
    """The longest times that neighbouring pieces make, from left to right."""
    found: list[Phrase] = []
    index = 0
    while index < len(pieces):
        group = _group(text, pieces, index)
        made = next((made for size in range(len(group), 0, -1) if (made := _made(group[:size]))), None)
        if made is None:
            index += 1
            continue
        found.append(replace(made[0], unknown=any(piece.unknown for piece in group[: made[1]])))
        index += made[1]
    return found


def _group(text: str, pieces: Sequence[Piece], index: int) -> list[Piece]:
    """The pieces from one on that may go together."""
    group = [pieces[index]]
    for following in pieces[index + 1 :]:
        if not _glued(text[group[-1].end : following.start], group[-1], following) or not _go_together(
            [*group, following]
        ):
            break
        group.append(following)
    return group


_OWNED: Final = re.compile(
    r"'s\s+(?:(?!(?:to|into|onto|by|until|till|before|after|and|or|than)\b)[\w-]+\s+){1,3}?(?:(?:(?P<of>of)|in|from|for|during)\s+(?:the\s+)?)?",
    re.IGNORECASE | re.ASCII,
)
"""What a weekday has may stand between it and its week: Friday's tasks of week 3."""


def _glued(between: str, leading: Piece, following: Piece) -> bool:
    if leading.kind is Kind.WEEKDAY and following.kind is Kind.WEEK and (owned := _OWNED.fullmatch(between)):
        return following.unknown or owned["of"] is not None
    glue = _GLUE.fullmatch(between)
    if glue is None:
        return False
    if glue["hyphen"]:
        return leading.kind is Kind.SECTION
    only = (glue["only"] or "").lower()
    if only == "from":
        return following.kind is Kind.WEEK or following.last is not None
    if only == "between":
        return following.last is not None
    return only != "for" or following.kind is Kind.CLOCK


def _go_together(group: Sequence[Piece]) -> bool:
    kinds = sorted(piece.kind for piece in group)
    if len(set(kinds)) < len(kinds) or Kind.WHOLE in kinds:
        return False
    if Kind.EVERY in kinds:
        every = next(piece.every for piece in group if piece.every)
        return set(kinds[:-1]) <= _WITH_EVERY | _DATES_WITH_EVERY.get(every.every, set())
    if any(piece.kind in _LEADING for piece in group[1:]):
        return False
    if sum(piece.last is not None for piece in group) > 1:
        return False
    return all(earlier in _BEFORE[later] or later is Kind.SECTION for earlier, later in pairwise(kinds))


def _made(group: Sequence[Piece]) -> tuple[Phrase, int] | None:
    """The phrase of some pieces, if they are enough for one."""
    if len(group) == 1 and group[0].weak:
        return None
    every = any(piece.kind is Kind.EVERY for piece in group)
    meaning = group[0].whole or (_recurring(group) if every else _chained(group))
    return (Phrase(group[0].start, group[-1].end, meaning), len(group)) if meaning else None


def _recurring(group: Sequence[Piece]) -> Recurring | None:
    *pieces, told = sorted(group, key=_kind)
    every = told.every
    if every is None or not pieces:
        return every
    days = [chain.selectors for chain in every.within if isinstance(chain, Chain)] or [()]
    return replace(every, within=tuple(_chosen(day, pieces) for day in days))


def _kind(piece: Piece) -> int:
    return piece.kind


def _chained(group: Sequence[Piece]) -> Chain | Between | None:
    pieces = sorted(group, key=_kind)
    kinds = [piece.kind for piece in pieces]
    if kinds[0] in _LEADING or (len(pieces) == 1 and pieces[0].weak):
        return None
    if Kind.WEEKDAY in kinds and (Kind.DATE in kinds or Kind.DAY_OF_MONTH in kinds):
        pieces = _without_weekday(pieces)
    return _chosen(pieces[0].alone, pieces)


def _without_weekday(pieces: Sequence[Piece]) -> list[Piece]:
    """A weekday beside a date adds nothing; beside a day without its month it says which month is meant."""
    weekday = next(piece.selectors[-1] for piece in pieces if piece.kind is Kind.WEEKDAY)
    left = [piece for piece in pieces if piece.kind is not Kind.WEEKDAY]
    head = left[0].selectors[0]
    if isinstance(head, DayOf) and isinstance(weekday, WeekdayOf) and left[0].last is None:
        left[0] = replace(left[0], selectors=(replace(head, weekday=weekday.number),))
    return left


def _chosen(alone: Selectors, pieces: Sequence[Piece]) -> Chain | Between:
    """What pieces in their order choose within what is told before them."""
    first = alone + tuple(selector for piece in pieces for selector in piece.selectors)
    last = alone + tuple(selector for piece in pieces for selector in (piece.last or piece.selectors))
    return Chain(_with_halves(first)) if first == last else _between(first, last)


def _between(first: Selectors, last: Selectors) -> Between:
    last = _left_out(first, last)
    begin, end = first[-1], last[-1]
    if not isinstance(begin, Clock) or not isinstance(end, Clock) or len(last) > 1:
        return Between(Chain(_with_halves(first)), Chain(_with_halves(last)))
    if not _has_part(first):
        begin, end = both_halves(begin, end)
    return Between(Chain((*first[:-1], begin)), Chain((*last[:-1], end)))


def _left_out(first: Selectors, last: Selectors) -> Selectors:
    """The second of two without what it shares with the first before it: next week Tuesday to Thursday."""
    same = 0
    while same < min(len(first), len(last)) - 1 and first[same] == last[same]:
        same += 1
    return last[same:]


def _has_part(selectors: Selectors) -> bool:
    return any(isinstance(selector, PartOfDay) for selector in selectors)


def _with_halves(selectors: Selectors) -> Selectors:
    """An hour of one to six without a half of the day is one of the afternoon (rule WHEN-51)."""
    if _has_part(selectors):
        return selectors
    return tuple(_spoken(each) if isinstance(each, Clock) else each for each in selectors)


def _spoken(clock: Clock) -> Clock:
    return replace(clock, half="pm") if clock.half is None and 1 <= clock.hour <= 6 else clock


def both_halves(first: Clock, last: Clock) -> tuple[Clock, Clock]:
    """The halves of the day of the two ends of a range: 9 to 5, 2-4 p.m., 11 to 1 p.m. (rule WHEN-52)."""
    if _is_open(first):
        first = _last_before(first, last) if not _is_open(last) else _spoken(first)
    if _is_open(last):
        last = _first_after(last, first)
    return first, last


def _is_open(clock: Clock) -> bool:
    return clock.half is None and 1 <= clock.hour <= 12


def _of_day(clock: Clock) -> float:
    hour = clock.hour if clock.half is None else clock.hour % 12 + (12 if clock.half == "pm" else 0)
    return hour + (clock.minute or 0) / 60


def _last_before(clock: Clock, other: Clock) -> Clock:
    pm, am = replace(clock, half="pm"), replace(clock, half="am")
    return pm if _of_day(pm) < _of_day(other) or _of_day(other) <= _of_day(am) else am


def _first_after(clock: Clock, other: Clock) -> Clock:
    pm, am = replace(clock, half="pm"), replace(clock, half="am")
    if _of_day(am) > _of_day(other):
        return am
    return pm if _of_day(pm) > _of_day(other) else am
