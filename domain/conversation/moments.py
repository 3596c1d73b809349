"""A time of the clock on a day near now, as it is said: 明天早上8点, "tonight at 8" (rule CHAT-13)."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import Final, Literal

from domain.conversation.cue import words
from domain.conversation.moment_days import DAY, DAY_EN, days_ahead, is_on_unread_day
from domain.conversation.zones_said import ZoneSaid, zones_said
from domain.refine.numerals import NUMBER, WORD_EN, number

_NOON = 12
_PART = r"(?:凌晨|[清大]早上?|清晨|早上|早晨|上午|中午|下午|午后|傍晚|晚上|晚间|夜里|夜晚|半夜|午夜|深夜|晚|早)"
_NIGHT: Final = ("晚上", "晚间", "夜里", "夜晚", "半夜", "午夜", "深夜", "晚")
_NOUGHT: Final = "零〇"
_ZH = (
    rf"(?:{DAY}[的,，\s]?)?(?P<zh_part>{_PART})?[的\s]?"
    rf"(?:(?P<zh_hour>\d{{1,2}}|[{_NOUGHT}]|{NUMBER})(?:点钟?|时)"
    rf"(?:(?P<zh_half>半)|(?P<zh_quarter>[一三])刻|(?P<zh_minute>\d{{1,2}}|{NUMBER})分?)?"
    r"|(?P<zh_clock>\d{1,2}:\d{2}))整?"
)
_CLOCK_EN = (
    rf"(?:(?P<{{0}}noon>noon|midday)|(?P<{{0}}midnight>midnight)|(?P<{{0}}hour>\d{{{{1,2}}}}|{WORD_EN})"
    r"(?:[:.](?P<{0}minute>\d{{2}}))?(?:\s*(?P<{0}half>[ap])\.?m\b\.?|\s*o'?clock\b)?"
    r"(?:\s+in\s+the\s+(?P<{0}of>morning|afternoon|evening)|\s+at\s+(?P<{0}of2>night))?)"
)
_MOMENT = words(_ZH)
_TO = words(r"\s*(?:到|至|-|–|—|~|～|to|till|until)\s*")
_BETWEEN = words(r"(?:\b(?:from|between)|从)\s*$")
_AND = words(r"\s*(?:and|和|跟)\s*")
_MOMENT_EN = (
    words(
        rf"\b(?:the\s+)?{DAY_EN.format('a_')},?\s+(?:(?:at|by|around)\s+|(?=\d{{1,2}}(?:[:.]\d\d|\s*[ap]\.?m)|noon|mid))"
        rf"{_CLOCK_EN.format('a_')}(?![\w:])"
    ),
    words(rf"\b(?:at|by|around|for)\s+{_CLOCK_EN.format('a_')}(?![\w:%])(?:,?\s+(?:the\s+)?{DAY_EN.format('a_')})?"),
    words(
        r"\b(?P<a_hour>\d{1,2})(?:[:.](?P<a_minute>\d{2}))?\s*(?P<a_half>[ap])\.?m\b\.?"
        rf"(?:,?\s+(?:the\s+)?{DAY_EN.format('a_')})?"
    ),
)


@dataclass(frozen=True, slots=True)
class Moment:
    """A time that a text speaks of.

    Attributes:
        seconds: from now to it, rounded up; 0 or less where it is past.
        start, end: where its words are, end exclusive.
        trouble: its ``zone`` is not known, or the clocks of that day have ``skipped`` it; no reminder waits for it.
    """

    seconds: int
    start: int
    end: int
    trouble: Literal["", "zone", "skipped"] = ""


@dataclass(frozen=True, slots=True)
class _Spoken:
    """What was said: half of the day if any, hour, minute, and the day as so many days ahead of today."""

    half: str
    hour: int
    minute: int
    ahead: int | None


def moments(text: str, now: datetime) -> tuple[Moment, ...]:
    """The times that a text speaks of, in its order; without a day each is the next one, of "from 2 to 4" the first.

    Args:
        text: the words.
        now: aware, in the zone of the person.
    """
    for said in zones_said(text):
        told = _in_zone(text, now, said)
        if told is not None:
            return told
    return _read(text, now, now.tzinfo)


def _read(text: str, now: datetime, zone: tzinfo | None) -> tuple[Moment, ...]:
    """The times of a text that says no zone, on the clocks of one."""
    read = ((match, _meant(said, now, zone)) for match, said in _apart(_all_spoken(text, now.date())) if said)
    return _stretches(text, [_moment(match, target, now) for match, target in read if target is not None])


def _in_zone(text: str, now: datetime, said: ZoneSaid) -> tuple[Moment, ...] | None:
    """The times of a text, with the one that is said in a zone; None where none stands beside its words.

    Days are those of the person's calendar, and without one the time is the next on the clocks of the zone.
    """
    rest, at, length = text[: said.start] + text[said.end :], said.start, said.end - said.start
    there = [each for each in _read(rest, now, said.zone or now.tzinfo) if _is_beside(rest, each, at)]
    if not there:
        return None
    spans = {(each.start, each.end) for each in there}
    here = [each for each in _read(rest, now, now.tzinfo) if (each.start, each.end) not in spans]
    known = there if said.zone is not None else [replace(each, seconds=0, trouble="zone") for each in there]
    moved = [
        *(replace(each, start=min(each.start, said.start), end=max(each.end + length, said.end)) for each in known),
        *(_behind(each, at, length) for each in here),
    ]
    return tuple(sorted(moved, key=lambda each: each.start))


def _behind(told: Moment, at: int, length: int) -> Moment:
    """A time in the whole text, of which so much was taken out at a place."""
    return replace(told, start=told.start + length * (told.start >= at), end=told.end + length * (told.end > at))


def _is_beside(rest: str, told: Moment, at: int) -> bool:
    """Whether words that were taken out of a text at a place stood in a time, or next to it."""
    between = rest[told.end : at] if told.end <= at else rest[at : told.start] if told.start >= at else ""
    return not between.strip(" ,，的")


def _stretches(text: str, told: Iterable[Moment]) -> tuple[Moment, ...]:
    """The times, with what lasts from one to another as one that begins there."""
    kept: list[Moment] = []
    for each in told:
        begin = _begin_of_stretch(text, kept[-1], each) if kept else None
        if begin is None:
            kept.append(each)
        else:
            kept[-1] = replace(kept[-1], start=begin, end=each.end)
    return tuple(kept)


def _begin_of_stretch(text: str, one: Moment, other: Moment) -> int | None:
    """Where a stretch from one time to another begins; None where they are two."""
    between = text[one.end : other.start]
    begun = _BETWEEN.search(text[: one.start])
    if _TO.fullmatch(between) or (begun and _AND.fullmatch(between)):
        return begun.start() if begun else one.start
    return None


def _all_spoken(text: str, today: date) -> Iterator[tuple[re.Match[str], _Spoken | None]]:
    """Each time with what it says; with nothing where its day is none or cannot be read."""
    for pattern, read in ((_MOMENT, _spoken), *((pattern, _spoken_en) for pattern in _MOMENT_EN)):
        for match in pattern.finditer(text):
            try:
                said = read(match, today)
            except ValueError:
                yield match, None
            else:
                unread = said.ahead is None and is_on_unread_day(text, match.start(), match.end())
                yield match, None if unread else said


def _apart(read: Iterable[tuple[re.Match[str], _Spoken | None]]) -> list[tuple[re.Match[str], _Spoken | None]]:
    """In the order of the text; of readings that overlap only the longest."""
    kept: list[tuple[re.Match[str], _Spoken | None]] = []
    for each in sorted(read, key=lambda each: each[0].start() - each[0].end()):
        if all(each[0].end() <= other.start() or each[0].start() >= other.end() for other, _ in kept):
            kept.append(each)
    return sorted(kept, key=lambda each: each[0].start())


def _spoken(match: re.Match[str], today: date) -> _Spoken:
    ahead, part = days_ahead(_given(match, "zh_"), today), match["zh_part"] or ""
    clock = (match["zh_clock"] or "").partition(":")
    hour = int(clock[0]) if clock[0] else 0 if match["zh_hour"] in _NOUGHT else number(match["zh_hour"])
    minute = int(clock[2]) if clock[2] else _minute(match)
    if part == "中午":
        return _Spoken("pm" if hour < 4 or hour == _NOON else "am", hour, minute, ahead)
    half = "am" if part[:1] in ("凌", "清", "大", "早", "上") and part else "pm" if part else ""
    return _Spoken("night" if part in _NIGHT else half, hour, minute, ahead)


def _given(match: re.Match[str], prefix: str) -> dict[str, str]:
    """The groups that were found, in lower case."""
    return {name.removeprefix(prefix): value.lower() for name, value in match.groupdict().items() if value}


def _minute(match: re.Match[str]) -> int:
    if match["zh_half"]:
        return 30
    if match["zh_quarter"]:
        return 15 * number(match["zh_quarter"])
    return number(match["zh_minute"]) if match["zh_minute"] else 0


def _spoken_en(match: re.Match[str], today: date) -> _Spoken:
    given = _given(match, "a_")
    ahead = days_ahead(given, today)
    if "noon" in given or "midnight" in given:
        return _Spoken("pm" if "noon" in given else "night", _NOON, 0, ahead)
    part = given.get("of") or given.get("of2") or given.get("part") or ""
    night = part == "night" or given.get("day") == "tonight"
    half = f"{given['half']}m" if "half" in given else "night" if night else ""
    half = half or {"morning": "am", "": ""}.get(part, "pm")
    return _Spoken(half, number(given["hour"]), int(given.get("minute", 0)), ahead)


def _meant(said: _Spoken, now: datetime, zone: tzinfo | None) -> datetime | None:
    """The time that is meant, in the zone; None where the clock has no such time."""
    today = now.date() if said.ahead is not None else now.astimezone(zone).date()
    days = (0, 1) if said.ahead is None else (said.ahead,)
    targets = [_on(today, ahead + late, clock, zone) for ahead in days for clock, late in _clocks(said)]
    if said.ahead not in (None, 0):
        return targets[0] if targets else None
    coming = [each for each in targets if _until(each, now) > 0]
    if coming:
        return min(coming, key=lambda each: _until(each, now))
    return max(targets, key=lambda each: _until(each, now), default=None)


def _clocks(said: _Spoken) -> Iterator[tuple[time, int]]:
    """The times that may be meant, the likeliest first, each with 1 where it is past the midnight that ends the day."""
    hour, minute = said.hour, said.minute
    if minute > 59 or hour > 24:
        return
    if hour > _NOON or hour == 0:
        yield time(hour % 24, minute), hour // 24 or int(hour == 0 and said.half == "night")
    elif said.half == "night":
        late = hour == _NOON or hour < 5
        yield time(hour % _NOON if late else hour + _NOON, minute), int(late)
    elif said.half:
        yield time(hour % _NOON + (_NOON if said.half == "pm" else 0), minute), 0
    else:
        day_first = sorted((hour % _NOON, hour % _NOON + _NOON), key=lambda each: not 7 <= each <= 18)
        yield from ((time(each, minute), 0) for each in day_first)


def _on(today: date, ahead: int, clock: time, zone: tzinfo | None) -> datetime:
    return datetime.combine(today + timedelta(days=ahead), clock, tzinfo=zone)


def _until(target: datetime, now: datetime) -> int:
    wait = target.astimezone(UTC) - now.astimezone(UTC)
    return -(-wait // timedelta(seconds=1))


def _moment(match: re.Match[str], target: datetime, now: datetime) -> Moment:
    """The time as one that can be waited for, or that clocks which are set forward skip on that day."""
    shown = target.astimezone(UTC).astimezone(target.tzinfo)
    is_skipped = shown.replace(tzinfo=None) != target.replace(tzinfo=None)
    return Moment(0 if is_skipped else _until(target, now), *match.span(), "skipped" if is_skipped else "")
