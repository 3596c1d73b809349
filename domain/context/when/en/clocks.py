"""Clock times and parts of the day in English (rules WHEN-50 to WHEN-53)."""

import re
from typing import Literal

from domain.context.when.en.piece import Kind, Piece, atom, before, piece
from domain.context.when.en.stems import DIGIT, HALVES, NUMBERS, PARTS
from domain.context.when.en.words import CARDINAL, DAY_NAME, FOLLOWED, TO, number_of, weekday_number
from domain.context.when.meanings import Clock, DayPart, PartOfDay, SameClock, Shifted, WeekdayOf

Half = Literal["am", "pm"]

_TWELVE = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
_HOUR = rf"(?:2[0-4]|1\d|0?\d|{_TWELVE})"
_HOUR_12 = rf"(?:1[0-2]|0?[1-9]|{_TWELVE})"
_TO_NINE = "one|two|three|four|five|six|seven|eight|nine"
_TEENS = "ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen"
_MINUTE_WORD = rf"(?:(?:twenty|thirty|forty|fifty)(?:[\s-]+(?:{_TO_NINE}))?|{_TEENS}|(?:o|oh)[\s-]+(?:{_TO_NINE}))"
_HALF = r"(?P<half>[ap]\.?\s*m\b\.?)"
_THEN = r"in\s+the\s+(?P<then>morning|afternoon|evening|[ap]m)|at\s+(?P<night>night)"
_NO_RATIO = "room|page|chapter|verse|score|ratio|version|section|step|level|line|port|john|luke|matthew|psalms?|genesis"
_COUNTED = rf"(?:{_NO_RATIO})s?|(?:exercise|question|problem|item|task|lesson|unit|part|slide|track|number|episode)s?"
_DAY_BEHIND = (
    rf"\s+(?:tonight|tonite|tomorrow|today|yesterday|this\s+(?:morning|afternoon|evening)|(?:on\s+)?{DAY_NAME})\b"
)
_PARTS: dict[str, DayPart] = {
    "morning": "forenoon",
    "afternoon": "afternoon",
    "evening": "evening",
    "night": "evening",
    "nite": "evening",
    "lunch": "noon",
    "lunchtime": "noon",
    "dawn": "dawn",
    "daybreak": "dawn",
    "dusk": "dusk",
    "sunset": "dusk",
}
_MODIFIED: dict[tuple[str, str], DayPart] = {
    ("early", "morning"): "early_morning",
    ("late", "morning"): "morning",
    ("early", "evening"): "dusk",
    ("late", "evening"): "night",
    ("late", "night"): "night",
}
_PART = (
    r"(?:(?P<how>early|late)\s+(?:in\s+the\s+|at\s+)?)?(?P<part>morning|afternoon|evening|night|nite|lunchtime|lunch)s?"
)


def _hour(word: str) -> int:
    return int(number_of(word))


def _minutes(words: str | None) -> int | None:
    if words is None:
        return None
    plain = re.sub(r"^oh?[\s-]+|\s+min.*$", "", words.lower())
    return int(number_of(plain))


def half_of(words: str | None) -> Half | None:
    """Which half of the day words name: p.m., in the afternoon, at night."""
    if not words:
        return None
    return "am" if re.match(r"a\b|am|mor", words, re.IGNORECASE) else "pm"


def as_written(hour: str, half: Half | None) -> Half | None:
    """An hour with a leading zero is of a clock of 24 hours: never meant for the afternoon."""
    return "am" if half is None and hour.startswith("0") else half


def _half_clock(found: re.Match[str]) -> Piece | None:
    """5pm, 5:20 p.m., three am, 330pm."""
    if found["half"] == "am" and re.match(r"\s+(?:I|we|not|the|a)\b", found.string[found.end() :]):
        return None
    hour = _hour(found["hour"])
    half = half_of(found["half"])
    return piece(found, Kind.CLOCK, Clock(hour, _minutes(found["minute"]), half=half if hour <= 12 else None))


def _digital(found: re.Match[str]) -> Piece | None:
    """17:45, 9:30: none where a word before it makes it something else."""
    if before(found, _NO_RATIO):
        return None
    hour, minute = int(found["hour"]), int(found["minute"])
    led = before(found, "at|by|until|till|from|to|before|after|@")
    if minute > 59 or hour > 29 or (hour > 24 and not led):
        return None
    second = int(found["second"]) if found["second"] else None
    return piece(found, Kind.CLOCK, Clock(hour, minute, second, as_written(found["hour"], None)))


def _plain_clock(found: re.Match[str]) -> Piece | None:
    """Eight o'clock, at 9, 4 in the afternoon."""
    groups = found.groupdict()
    half = half_of(groups.get("then")) or ("pm" if groups.get("night") else None)
    hour = _hour(found["hour"])
    if hour == 24 or before(found, "one\\s+by"):
        return None
    if groups.get("night") and hour < 5:
        half = "am"
    return piece(found, Kind.CLOCK, Clock(hour, _minutes(groups.get("minute")), half=as_written(found["hour"], half)))


def _four_digits(found: re.Match[str]) -> Piece | None:
    """0900 tomorrow, 1430 hours: a clock of 24 hours; in 1800 is a year."""
    if before(found, "in|since|of|year"):
        return None
    return _hours_of_day(found)


def _hours_of_day(found: re.Match[str]) -> Piece:
    """9h30: a clock of 24 hours."""
    hour = int(found["hour"])
    return piece(found, Kind.CLOCK, Clock(hour, int(found["minute"]), half="am" if hour < 12 else None))


def _weak_clock(found: re.Match[str]) -> Piece:
    clock = Clock(_hour(found["hour"]), _minutes(found["minute"]))
    return piece(found, Kind.CLOCK, clock, weak=True)


def _beside_hour(found: re.Match[str]) -> Piece | None:
    """Half past six, a quarter to nine, ten past noon."""
    minutes = {"half": 30, "quarter": 15}.get(found["count"].lower().split()[-1])
    count = minutes if minutes is not None else _minutes(found["count"])
    if count is None or count > 59:
        return None
    word = found["hour"].lower()
    fixed = {"noon": (12, "pm"), "midday": (12, "pm"), "midnight": (12, "am")}.get(word)
    half = half_of(found["half"]) or half_of(found["then"]) or ("pm" if found["night"] else None)
    hour = fixed[0] if fixed else _hour(word)
    half = half or (half_of(fixed[1]) if fixed else None)
    if found["side"].lower() in ("past", "after"):
        return piece(found, Kind.CLOCK, Clock(hour, count, half=half))
    return _minutes_to(found, hour, count, half)


def _minutes_to(found: re.Match[str], hour: int, count: int, half: Half | None) -> Piece:
    """So many minutes before an hour: of noon in the morning, of midnight at the end of the day."""
    if half and hour == 12:
        half = "am" if half == "pm" else "pm"
    previous = hour - 1 if hour > 1 else 12
    if half is None and hour in (1, 7):
        half = "pm" if hour == 1 else "am"
    return piece(found, Kind.CLOCK, Clock(previous, 60 - count, half=half))


def _named(found: re.Match[str]) -> Piece:
    return piece(found, Kind.CLOCK, Clock(24) if found["named"].lower() == "midnight" else Clock(12, half="pm"))


def _range(found: re.Match[str]) -> Piece | None:
    """From 9 to 5, 2-4pm, between 9:30 and 11: bare numbers only where something says that they are hours."""
    first, last = _end(found, "a"), _end(found, "b")
    if first is None or last is None:
        return None
    return piece(found, Kind.CLOCK, first, last=(last,)) if _are_hours(found) else None


def _end(found: re.Match[str], which: str) -> Clock | None:
    word = found[which].lower()
    if word in ("noon", "midday"):
        return Clock(12, half="pm")
    if word == "midnight":
        return Clock(24)
    hour = _hour(word)
    half = half_of(found[f"{which}h"])
    if which == "b":
        half = half or half_of(found["then"]) or ("pm" if found["night"] else None)
    if hour > 24 or (half and hour > 12):
        return None
    return Clock(hour, _minutes(found[f"{which}m"]), half=as_written(word, half))


def _are_hours(found: re.Match[str]) -> bool:
    to_and = found["to"].strip().lower()
    if to_and == "and" and not before(found, "between"):
        return False
    if found["ah"] or found["bh"] or found["then"] or found["night"]:
        return True
    named = ("noon", "midday", "midnight")
    if found["bm"] or (found["am"] and (found["b"].lower() in named or _stands_free(found))):
        return not before(found, _NO_RATIO)
    if re.match(_DAY_BEHIND, found.string[found.end() :], re.IGNORECASE) and not before(found, _COUNTED):
        return True
    led = rf"from|between|tomorrow|today|tonight|yesterday|morning|afternoon|evening|{DAY_NAME}|at"
    return before(found, led) and (found["b"].lower() in named or _stands_free(found))


def _stands_free(found: re.Match[str]) -> bool:
    return re.match(FOLLOWED, found.string[found.end() :], re.IGNORECASE) is not None


def _part(found: re.Match[str], weak: bool) -> Piece | None:
    if before(found, "good|one|some"):
        return None
    word, how = found["part"].lower(), (found["how"] or "").lower()
    if word == "lunch" and not before(found, rf"at|over|during|the|today|tomorrow|yesterday|{DAY_NAME}"):
        return None
    name = _MODIFIED.get((how, word), _PARTS[word])
    return piece(found, Kind.PART, PartOfDay(name), weak=weak)


def _part_today(found: re.Match[str]) -> Piece:
    word = found["part"].lower()
    return piece(found, Kind.DAY_PART, Shifted("day", 0), PartOfDay(_PARTS[word]))


def _part_of_named_day(found: re.Match[str]) -> Piece:
    word, how, day = found["part"].lower(), found["how"].lower(), found["day"].lower()
    part = PartOfDay(_MODIFIED.get((how, word), _PARTS[word]))
    chosen = {"tomorrow": Shifted("day", 1), "yesterday": Shifted("day", -1)}.get(day)
    return piece(found, Kind.DAY_PART, chosen or WeekdayOf(weekday_number(day)), part)


_AT = r"(?:at|@|by|until|till|before|after|since)"
_MM = r"[0-5]\d"
_NAMED_HOUR = r"noon|midday|midnight"
CLOCK_ATOMS = (
    atom(rf"(?P<hour>1\d|2[0-4]|0?\d)(?:[:.](?P<minute>{_MM}))?(?::{_MM})?\s*{_HALF}", _half_clock, DIGIT, HALVES),
    atom(rf"(?P<hour>1[0-2]|[1-9])(?P<minute>{_MM})\s*{_HALF}", _half_clock, DIGIT, HALVES),
    atom(rf"(?P<hour>{_TWELVE})(?:[\s-]+(?P<minute>{_MINUTE_WORD}))?\s*{_HALF}", _half_clock, HALVES),
    atom(rf"(?P<hour>1[0-2]|0?\d):(?P<minute>{_MM})\s*(?P<half>[ap])", _half_clock, DIGIT, HALVES),
    atom(r"(?:at|@|from)\s+(?P<t>(?P<hour>1[0-2]|[1-9])(?P<minute>(?!))?(?P<half>[ap]))", _half_clock, DIGIT, HALVES),
    atom(r"(?P<hour>\d{1,2}):(?P<minute>\d\d)(?::(?P<second>\d\d))?(?![:\d%]|[./]\d)", _digital, DIGIT),
    atom(rf"(?P<hour>2[0-4]|1\d|0?\d)h(?P<minute>{_MM})", _hours_of_day, DIGIT, "h"),
    atom(rf"(?P<hour>{_HOUR_12})\s*o\s*'?\s*clock(?:\s+(?:{_THEN}))?", _plain_clock, "clo ocl"),
    atom(rf"(?P<hour>{_HOUR_12})(?:[:.](?P<minute>{_MM}))?\s+(?:{_THEN})", _plain_clock, "mor aft eve am pm nig"),
    atom(
        rf"{_AT}\s+(?:about\s+|around\s+|exactly\s+)?(?P<t>(?P<hour>{_HOUR})(?:[\s.](?P<minute>{_MM}))?)(?:-?ish)?{FOLLOWED}",
        _plain_clock,
        "at by unt til bef aft sin",
    ),
    atom(
        rf"(?:at|@|around)\s+(?:about\s+|around\s+)?(?P<t>(?P<hour>2[0-3]|1\d|0?[1-9])(?P<minute>{_MM})){FOLLOWED}",
        _plain_clock,
        DIGIT,
        "at aro",
    ),
    atom(rf"(?:at|@)\s+(?P<t>(?P<hour>{_TWELVE})[\s-]+(?P<minute>{_MINUTE_WORD})){FOLLOWED}", _plain_clock, "at"),
    atom(
        rf"(?:tonight|tonite|this\s+(?:morning|afternoon|evening))\s+(?:at\s+|around\s+|@\s*)?(?P<t>(?P<hour>{_HOUR})(?P<minute>(?::)?{_MM})?){FOLLOWED}".replace(
            "(?P<minute>(?::)?", ":?(?P<minute>"
        ),
        _plain_clock,
        "ton thi",
    ),
    atom(
        rf"(?P<hour>{_HOUR_12})(?::(?P<minute>{_MM}))?(?=\s+(?:tonight|tonite|this\s+(?:morning|afternoon|evening)"
        rf"|(?:tomorrow|yesterday|{DAY_NAME})\s+(?:morning|afternoon|evening|night)))",
        _weak_clock,
        PARTS + " ton",
    ),
    atom(
        rf"(?P<count>half|(?:a\s+)?quarter|{CARDINAL}|\d{{1,2}})(?:\s+min(?:ute)?s?)?\s+(?P<side>past|after)\s+"
        rf"(?P<hour>{_HOUR_12}|{_NAMED_HOUR})(?:\s*{_HALF}|\s+(?:{_THEN}))?",
        _beside_hour,
        "pas aft",
    ),
    atom(
        rf"(?P<count>(?:a\s+)?quarter|(?:{CARDINAL}|\d{{1,2}})\s+min(?:ute)?s?|five|ten|twenty(?:[\s-]+five)?)\s+(?P<side>to|till?|of|before)\s+"
        rf"(?P<hour>{_HOUR_12}|{_NAMED_HOUR})(?:\s*{_HALF}|\s+(?:{_THEN}))",
        _beside_hour,
        "to til of bef",
    ),
    atom(
        rf"(?P<count>(?:a\s+)?quarter|(?:{CARDINAL}|\d{{1,2}})\s+min(?:ute)?s?)\s+(?P<side>to|till)\s+"
        rf"(?P<hour>{_HOUR_12}|{_NAMED_HOUR})(?P<half>(?!))?(?P<then>(?!))?(?P<night>(?!))?",
        _beside_hour,
        "to til",
    ),
    atom(
        rf"at\s+(?P<t>(?P<count>five|ten|twenty(?:[\s-]+five)?)\s+(?P<side>to|till)\s+"
        rf"(?P<hour>{_HOUR_12}|{_NAMED_HOUR}))(?P<half>(?!))?(?P<then>(?!))?(?P<night>(?!))?",
        _beside_hour,
        "at",
        "to til",
    ),
    atom(
        rf"(?P<hour>{_TWELVE})-(?P<minute>thirty|fifteen|forty-five|twenty|ten|forty|fifty)(?!-){FOLLOWED}",
        _plain_clock,
        NUMBERS,
    ),
    atom(
        rf"(?P<hour>{_TWELVE})\s+(?P<minute>thirty|fifteen|forty-five)(?=\s+(?:tonight|tomorrow|today|this\s|(?:on\s+)?{DAY_NAME}))",
        _plain_clock,
        NUMBERS,
    ),
    atom(
        rf"(?P<hour>0\d|1[0-8]|2[1-3])(?P<minute>{_MM})(?=(?:\s*h(?:ou)?rs)?{_DAY_BEHIND})(?:\s*h(?:ou)?rs)?",
        _four_digits,
        DIGIT,
        "ton tom tod yes thi on mon tue wed thu fri sat sun",
    ),
    atom(rf"(?P<hour>[01]\d|2[0-3])(?P<minute>{_MM})\s*(?:h(?:ou)?rs)", _four_digits, DIGIT, "hou hrs"),
    atom(
        rf"(?:tomorrow|today|{DAY_NAME})\s+(?:at\s+|@\s*)?(?P<t>(?P<hour>0\d|1[0-8]|2[1-3])(?P<minute>{_MM})){FOLLOWED}",
        _four_digits,
        DIGIT,
    ),
    atom(rf"(?:12\s+)?(?P<named>{_NAMED_HOUR})", _named, "noo mid"),
    atom(
        rf"(?P<t>(?P<a>{_HOUR}|{_NAMED_HOUR})(?:[:.h](?P<am>{_MM}))?\s*(?P<ah>[ap]\.?\s*m\b\.?|[ap]\b)?(?P<to>{TO}|\s+and\s+)"
        rf"(?P<b>{_HOUR}|{_NAMED_HOUR})(?:[:.h](?P<bm>{_MM}))?(?:\s*(?P<bh>[ap]\.?\s*m\b\.?|[ap]\b)|\s+(?:{_THEN}))?)(?![:.\d%/-]*\d)",
        _range,
        NUMBERS,
    ),
    atom(_PART, lambda found: _part(found, weak=True), PARTS),
    atom(rf"(?:in|during|over|on)\s+the\s+(?P<t>{_PART})", lambda found: _part(found, weak=False), PARTS),
    atom(
        r"(?:at\s+)(?P<t>(?P<how>late)?(?P<part>lunch(?:time)?|dawn|daybreak|dusk|sunset))",
        lambda found: _part(found, weak=False),
        PARTS,
    ),
    atom(r"(?:late\s+)?at\s+(?P<t>night)", lambda found: piece(found, Kind.PART, PartOfDay("night")), "nig"),
    atom(
        r"(?:in\s+the\s+|the\s+)?(?:small|wee|early)\s+hours",
        lambda found: piece(found, Kind.PART, PartOfDay("small_hours")),
        "hou",
    ),
    atom(
        rf"(?P<how>early|late)\s+(?P<day>tomorrow|yesterday|{DAY_NAME})\s+(?P<part>morning|afternoon|evening|night)",
        _part_of_named_day,
        PARTS,
    ),
    atom(r"(?P<how>(?!))?(?P<part>morning|afternoon|evening|night)s", lambda found: _part(found, weak=False), PARTS),
    atom(
        r"(?:at\s+)?(?P<t>(?:this|the\s+same)\s+time)",
        lambda found: piece(found, Kind.CLOCK, SameClock(), weak=True),
        "tim",
    ),
    atom(r"this\s+(?P<part>morning|afternoon|evening|lunchtime)", _part_today, "thi"),
)
"""Hours, minutes and parts of the day."""
