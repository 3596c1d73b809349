"""A time of the clock on a day near now, as it is said: 明天早上8点, "tonight at 8" (rule CHAT-13)."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Final

from domain.conversation.cue import words
from domain.refine.numerals import NUMBER, WORD_EN, number
from domain.refine.place_atoms import EN_DAY, WEEK

_NOON = 12
_AHEAD: Final = {"今": 0, "明": 1, "后": 2, "大后": 3}
_AHEAD_EN: Final = {"today": 0, "tonight": 0, "this": 0, "tomorrow": 1, "day": 2}
_WEEKDAYS: Final = "一二三四五六日"
_WEEKDAYS_EN: Final = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_PART = r"(?:凌晨|清晨|早上|早晨|上午|中午|下午|傍晚|晚上|夜里|晚|早)"
_DAY = (
    r"(?:(?P<zh_day>大后|今|明|后)(?:天|日|(?=[早晚]))"
    rf"|(?P<zh_next>下|这|本)?个?{WEEK}(?P<zh_weekday>[一二三四五六日天]))"
)
_ZH = (
    rf"(?:{_DAY})?的?(?P<zh_part>{_PART})?的?"
    rf"(?:(?P<zh_hour>\d{{1,2}}|{NUMBER})(?:点钟?|时)"
    rf"(?:(?P<zh_half>半)|(?P<zh_quarter>[一三])刻|(?P<zh_minute>\d{{1,2}}|{NUMBER})分?)?"
    r"|(?P<zh_clock>\d{1,2}:\d{2}))整?"
)
_DAY_EN = (
    rf"(?:(?P<{{0}}day>today|tonight|tomorrow|this(?=\s+(?:morning|afternoon|evening))|day\s+after\s+tomorrow)"
    rf"|(?:on\s+|this\s+)?(?P<{{0}}next>next\s+)?(?P<{{0}}weekday>{EN_DAY}))"
    r"(?:\s+(?:in\s+the\s+)?(?P<{0}part>morning|afternoon|evening|night))?"
)
_CLOCK_EN = (
    rf"(?:(?P<{{0}}noon>noon|midday)|(?P<{{0}}midnight>midnight)|(?P<{{0}}hour>\d{{{{1,2}}}}|{WORD_EN})"
    r"(?:[:.](?P<{0}minute>\d{{2}}))?(?:\s*(?P<{0}half>[ap])\.?m\b\.?|\s*o'?clock\b)?"
    r"(?:\s+in\s+the\s+(?P<{0}of>morning|afternoon|evening)|\s+at\s+(?P<{0}of2>night))?)"
)
_MOMENT = words(_ZH)
_MOMENT_EN = (
    words(
        rf"\b(?:the\s+)?{_DAY_EN.format('a_')},?\s+(?:at|by|around)\s+{_CLOCK_EN.format('a_')}"
        r"(?![\w:])"
    ),
    words(rf"\b(?:at|by|around|for)\s+{_CLOCK_EN.format('a_')}(?![\w:%])(?:,?\s+(?:the\s+)?{_DAY_EN.format('a_')})?"),
    words(
        r"\b(?P<a_hour>\d{1,2})(?:[:.](?P<a_minute>\d{2}))?\s*(?P<a_half>[ap])\.?m\b\.?"
        rf"(?:,?\s+(?:the\s+)?{_DAY_EN.format('a_')})?"
    ),
)


@dataclass(frozen=True, slots=True)
class Moment:
    """A time that a text speaks of.

    Attributes:
        seconds: from now to it, rounded up; 0 or less where it is past.
        start, end: where its words are, end exclusive.
    """

    seconds: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _Spoken:
    """What was said: half of the day if any, hour, minute, and the day as so many days ahead of today."""

    half: str
    hour: int
    minute: int
    ahead: int | None


def moments(text: str, now: datetime) -> tuple[Moment, ...]:
    """The times that a text speaks of, in its order; without a day each is the next one.

    Args:
        text: the words.
        now: aware, in the zone of the person.
    """
    read = ((match, _wait(said, now)) for match, said in _apart(_all_spoken(text, now.date())))
    return tuple(Moment(wait, match.start(), match.end()) for match, wait in read if wait is not None)


def _all_spoken(text: str, today: date) -> Iterator[tuple[re.Match[str], _Spoken]]:
    for match in _MOMENT.finditer(text):
        yield match, _spoken(match, today)
    for pattern in _MOMENT_EN:
        for match in pattern.finditer(text):
            yield match, _spoken_en(match, today)


def _apart(read: Iterable[tuple[re.Match[str], _Spoken]]) -> list[tuple[re.Match[str], _Spoken]]:
    """In the order of the text; of readings that overlap only the longest."""
    kept: list[tuple[re.Match[str], _Spoken]] = []
    for each in sorted(read, key=lambda each: each[0].start() - each[0].end()):
        if all(each[0].end() <= other.start() or each[0].start() >= other.end() for other, _ in kept):
            kept.append(each)
    return sorted(kept, key=lambda each: each[0].start())


def _spoken(match: re.Match[str], today: date) -> _Spoken:
    part = match["zh_part"] or ""
    clock = (match["zh_clock"] or "").partition(":")
    hour = int(clock[0]) if clock[0] else number(match["zh_hour"])
    minute = int(clock[2]) if clock[2] else _minute(match)
    if part == "中午":
        return _Spoken("pm" if hour < 4 or hour == _NOON else "am", hour, minute, _ahead(match, today))
    half = "am" if part[:1] in ("凌", "清", "早", "上") and part else "pm" if part else ""
    return _Spoken("night" if part[:1] in ("晚", "夜") and part else half, hour, minute, _ahead(match, today))


def _minute(match: re.Match[str]) -> int:
    if match["zh_half"]:
        return 30
    if match["zh_quarter"]:
        return 15 * number(match["zh_quarter"])
    return number(match["zh_minute"]) if match["zh_minute"] else 0


def _ahead(match: re.Match[str], today: date) -> int | None:
    if match["zh_day"]:
        return _AHEAD[match["zh_day"]]
    if not match["zh_weekday"]:
        return None
    wanted = _WEEKDAYS.index("日" if match["zh_weekday"] == "天" else match["zh_weekday"])
    return _to_weekday(wanted, today, match["zh_next"] == "下", match["zh_next"] in ("这", "本"))


def _to_weekday(wanted: int, today: date, following: bool, current: bool = False) -> int:
    """Days from today to a day of the week: of the next week, of the current one, or the nearest from today on."""
    step = wanted - today.weekday()
    if following:
        return step + 7
    return step if current else step % 7


def _spoken_en(match: re.Match[str], today: date) -> _Spoken:
    given = {name.removeprefix("a_"): value for name, value in match.groupdict().items() if value}
    ahead = _ahead_en(given, today)
    if "noon" in given or "midnight" in given:
        return _Spoken("pm" if "noon" in given else "night", _NOON, 0, ahead)
    part = given.get("of") or given.get("of2") or given.get("part") or ""
    night = part == "night" or given.get("day", "").lower() == "tonight"
    half = f"{given['half'].lower()}m" if "half" in given else "night" if night else ""
    half = half or {"morning": "am", "": ""}.get(part.lower(), "pm")
    return _Spoken(half, number(given["hour"]), int(given.get("minute", 0)), ahead)


def _ahead_en(given: dict[str, str], today: date) -> int | None:
    if "day" in given:
        return _AHEAD_EN[given["day"].lower().split()[0]]
    if "weekday" not in given:
        return None
    return _to_weekday(_WEEKDAYS_EN.index(given["weekday"][:3].lower()), today, "next" in given)


def _wait(said: _Spoken, now: datetime) -> int | None:
    """Seconds to the time that is meant; None where the clock has no such time."""
    waits = [_until(said.ahead or 0, clock, late, now) for clock, late in _clocks(said)]
    if said.ahead is None:
        waits += [_until(1, clock, late, now) for clock, late in _clocks(said)]
    coming = [wait for wait in waits if wait > 0]
    if said.ahead in (None, 0):
        return min(coming, default=max(waits, default=None))
    return waits[0] if waits else None


def _clocks(said: _Spoken) -> Iterator[tuple[time, int]]:
    """The times that may be meant, the likeliest first, each with 1 where it is past the midnight that ends the day."""
    hour, minute = said.hour, said.minute
    if minute > 59 or hour > 24:
        return
    if hour > _NOON or hour == 0:
        yield time(hour % 24, minute), hour // 24
    elif said.half == "night":
        late = hour == _NOON or hour < 5
        yield time(hour % _NOON if late else hour + _NOON, minute), int(late)
    elif said.half:
        yield time(hour % _NOON + (_NOON if said.half == "pm" else 0), minute), 0
    else:
        day_first = sorted((hour % _NOON, hour % _NOON + _NOON), key=lambda each: not 7 <= each <= 18)
        yield from ((time(each, minute), 0) for each in day_first)


def _until(ahead: int, clock: time, late: int, now: datetime) -> int:
    target = datetime.combine(now.date() + timedelta(days=ahead + late), clock, tzinfo=now.tzinfo)
    wait = target.astimezone(UTC) - now.astimezone(UTC)
    return -(-wait // timedelta(seconds=1))
