"""The times of a sentence, in Chinese and in English (rules WHEN-1 to WHEN-3)."""

import re
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from typing import TypeVar

from domain.context.when.anchor import ImpossibleTime, NoTime
from domain.context.when.en.reading import read_times as read_english
from domain.context.when.expression import Impossible, TimeExpression, TimesFound
from domain.context.when.labels import label
from domain.context.when.meanings import Chain, Meaning, Reading, YearOf
from domain.context.when.resolve import resolve
from domain.context.when.zh.reading import read_times as read_chinese
from domain.schedule.state import Locale

_Found = TypeVar("_Found", TimeExpression, Impossible)
_CHINESE = (re.compile(r"[\d\uff10-\uff19\u3007\u4e00-\u9fff]|[qQ]"), read_chinese)
_ENGLISH = (
    re.compile(
        r"[A-Za-z\uff21-\uff3a\uff41-\uff5a]|[\d\uff10-\uff19]\s*[-–/:.\uff1a\uff0f\uff0d]\s*[\d\uff10-\uff19]|^\s*\d{4}\s*$"
    ),
    read_english,
)
_GRAMMARS = {"zh-CN": (_CHINESE, _ENGLISH), "en": (_ENGLISH, _CHINESE)}
"""Each grammar with what must stand in a text for it to find anything."""


def find_times(query: str, now: datetime, locale: Locale = "zh-CN") -> TimesFound:
    """Every time that a text names, worked out from ``now`` and in its zone.

    Args:
        query: any text; positions are of it as given.
        now: with its zone; without one, ValueError.
        locale: whose grammar goes first where both read the same words.
    """
    if now.tzinfo is None:
        raise ValueError(f"now is {now.isoformat()}, which has no zone: give one with an offset")
    readings = [reading for words, read in _GRAMMARS[locale] if words.search(query) for reading in read(query)]
    readings.sort(key=lambda reading: (reading.start - reading.end, reading.start))
    times: list[TimeExpression] = []
    impossible: list[Impossible] = []
    for reading in readings:
        if _is_free(reading, times) and _is_free(reading, impossible):
            _add(query, reading, now, times, impossible)
    return TimesFound(times=_in_order(times), impossible=_in_order(impossible))


def _is_free(reading: Reading, taken: Iterable[TimeExpression | Impossible]) -> bool:
    return all(reading.end <= other.start or other.end <= reading.start for other in taken)


def _add(
    query: str, reading: Reading, now: datetime, times: list[TimeExpression], impossible: list[Impossible]
) -> None:
    text = query[reading.start : reading.end]
    try:
        found = resolve(reading.meaning, now)
    except ImpossibleTime:
        impossible.append(Impossible(start=reading.start, end=reading.end, text=text))
        return
    except (NoTime, OverflowError):
        year = _year_of(reading.meaning)
        if year is not None:
            _add(query, replace(reading, meaning=year), now, times, impossible)
        return
    times.append(
        TimeExpression(
            start=reading.start,
            end=reading.end,
            text=text,
            grain=found.grain,
            kind=found.kind,
            label=label(reading.meaning),
            range=found.range,
            provisional=found.provisional,
        )
    )


def _year_of(meaning: Meaning) -> Chain | None:
    """The year of a feast that no table reaches (rule WHEN-12)."""
    if not isinstance(meaning, Chain) or len(meaning.selectors) < 2 or not isinstance(meaning.selectors[0], YearOf):
        return None
    return Chain(meaning.selectors[:1])


def _in_order(found: list[_Found]) -> tuple[_Found, ...]:
    return tuple(sorted(found, key=lambda each: each.start))
