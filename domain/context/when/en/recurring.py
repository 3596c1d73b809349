"""What comes again in English: every Monday, weekly, on Tuesdays (rule WHEN-54)."""

import re

from domain.context.when.en.piece import Kind, Piece, atom, piece
from domain.context.when.en.sections import NTH, nth_number
from domain.context.when.en.stems import MONTHS, PARTS, WEEKDAYS
from domain.context.when.en.words import (
    CARDINAL,
    DAY_NAME,
    DAY_NUMBER,
    MONTH,
    NUMBER,
    SUFFIX,
    WEEKDAY,
    month_number,
    number_of,
    unit_of,
    weekday_number,
)
from domain.context.when.meanings import Chain, DayOf, DayPart, MonthOf, Nth, PartOfDay, Recurring, Unit, WeekdayOf

_DAYS = rf"(?:{WEEKDAY}(?:(?:\s*,\s*(?:and\s+|or\s+)?|\s+and\s+|\s+or\s+|\s*&\s*|/){WEEKDAY})*)"
_DAYS_OR_PLURAL = rf"(?:{WEEKDAY}s?(?:(?:\s*,\s*(?:and\s+)?|\s+and\s+|\s*&\s*|/){WEEKDAY}s?)*)"
_PARTS: dict[str, DayPart] = {"morning": "forenoon", "afternoon": "afternoon", "evening": "evening", "night": "evening"}
_ADVERBS: dict[str, tuple[Unit, int]] = {
    "hourly": ("hour", 1),
    "daily": ("day", 1),
    "nightly": ("day", 1),
    "weekly": ("week", 1),
    "fortnightly": ("week", 2),
    "biweekly": ("week", 2),
    "monthly": ("month", 1),
    "quarterly": ("quarter", 1),
    "yearly": ("year", 1),
    "annually": ("year", 1),
}


def _every(found: re.Match[str], every: Recurring) -> Piece:
    plain = piece(found, Kind.EVERY)
    return Piece(plain.start, plain.end, Kind.EVERY, every=every)


def _count(words: str | None) -> int:
    if not words:
        return 1
    return {"other": 2, "second": 2, "third": 3, "fourth": 4}.get(words.lower()) or int(number_of(words))


def _weekdays(found: re.Match[str]) -> Piece:
    days = re.findall(WEEKDAY, found["days"], re.IGNORECASE)
    within = tuple(Chain((WeekdayOf(weekday_number(day)),)) for day in days)
    return _every(found, Recurring("week", within, _count(found.groupdict().get("count"))))


def _unit(found: re.Match[str]) -> Piece:
    name = found["unit"].lower()
    count = _count(found["count"])
    if name.startswith("weekday"):
        return _every(found, Recurring("workday", (), count))
    unit, times = unit_of(name)
    return _every(found, Recurring(unit, (), count * times))


def _part(found: re.Match[str]) -> Piece:
    return _every(found, Recurring("day", (Chain((PartOfDay(_PARTS[found["part"].lower()]),)),)))


def _weekday_parts(found: re.Match[str]) -> Piece:
    chain = Chain((WeekdayOf(weekday_number(found["day"])), PartOfDay(_PARTS[found["part"].lower()])))
    return _every(found, Recurring("week", (chain,)))


def _adverb(found: re.Match[str]) -> Piece:
    unit, count = _ADVERBS[found["adverb"].lower()]
    return _every(found, Recurring(unit, (), count))


def _weekly_on(found: re.Match[str]) -> Piece:
    """Weekly on Tuesdays, every other week on Monday and Friday."""
    days = re.findall(WEEKDAY, found["days"], re.IGNORECASE)
    within = tuple(Chain((WeekdayOf(weekday_number(day)),)) for day in days)
    count = _ADVERBS[found["adverb"].lower()][1] if found["adverb"] else _count(found["count"])
    return _every(found, Recurring("week", within, count))


def _except(found: re.Match[str]) -> Piece:
    """Every morning except Sunday: on all other weekdays."""
    but = {weekday_number(day) for day in re.findall(WEEKDAY, found["days"], re.IGNORECASE)}
    part = found["part"].lower()
    hours = (PartOfDay(_PARTS[part]),) if part in _PARTS else ()
    within = tuple(Chain((WeekdayOf(day), *hours)) for day in range(1, 8) if day not in but)
    return _every(found, Recurring("week", within))


def _parts_of_weekdays(found: re.Match[str]) -> Piece:
    """Monday and Wednesday mornings."""
    part = PartOfDay(_PARTS[found["part"].lower()])
    days = re.findall(WEEKDAY, found["days"], re.IGNORECASE)
    return _every(found, Recurring("week", tuple(Chain((WeekdayOf(weekday_number(day)), part)) for day in days)))


def _month(found: re.Match[str]) -> Piece:
    return _every(found, Recurring("year", (Chain((MonthOf(month_number(found["m"])),)),)))


def _day_of_month(found: re.Match[str]) -> Piece:
    return _every(found, Recurring("month", (Chain((DayOf(int(found["d"])),)),)))


def _nth_weekday(found: re.Match[str]) -> Piece:
    nth = Nth(nth_number(found["nth"]), "day", weekday_number(found["day"]))
    return _every(found, Recurring("month", (Chain((nth,)),)))


def _times(found: re.Match[str]) -> Piece:
    return _every(found, Recurring(unit_of(found["unit"])[0]))


def _plural(found: re.Match[str]) -> Piece:
    return _every(found, Recurring("weekend" if found["unit"].lower().startswith("weekend") else "workday"))


_EACH = rf"(?:every|each)\s+(?:single\s+)?(?:(?P<count>other|second|third|fourth|{CARDINAL}|\d{{1,3}})\s+)?"
RECURRING_ATOMS = (
    atom(rf"{_EACH}(?P<days>{_DAYS})s?", _weekdays, "eve eac"),
    atom(
        rf"{_EACH}(?P<unit>hours?|minutes?|weekdays?|work(?:ing)?\s*days?|business\s+days?|days?|weekends?|weeks?|fortnights?|months?|quarters?|years?)",
        _unit,
        "eve eac",
    ),
    atom(r"(?:every|each)\s+(?:single\s+)?(?P<part>morning|afternoon|evening|night)", _part, "eve eac"),
    atom(
        rf"(?:(?P<adverb>weekly|fortnightly|biweekly)|{_EACH}weeks?)\s*,?\s+on\s+(?:a\s+)?(?P<days>{_DAYS_OR_PLURAL})",
        _weekly_on,
        "wee for biw",
        WEEKDAYS,
    ),
    atom(
        rf"(?:every|each)\s+(?:single\s+)?(?P<part>day|morning|afternoon|evening|night)\s*,?\s+"
        rf"(?:except(?:\s+for)?|but(?:\s+not)?|other\s+than|apart\s+from|save)\s+(?:on\s+)?(?P<days>{_DAYS_OR_PLURAL})",
        _except,
        "eve eac",
        WEEKDAYS,
    ),
    atom(rf"(?P<days>{_DAYS})\s+(?P<part>morning|afternoon|evening|night)s", _parts_of_weekdays, WEEKDAYS, PARTS),
    atom(rf"(?:every|each)\s+(?P<m>{MONTH})", _month, "eve eac", MONTHS),
    atom(
        rf"(?:the\s+)?(?P<d>{DAY_NUMBER}){SUFFIX}\s+(?:day\s+)?of\s+(?:every|each|the)?\s*(?:every|each)\s+month",
        _day_of_month,
        "eve eac",
    ),
    atom(rf"every\s+(?P<d>{DAY_NUMBER}){SUFFIX}(?:\s+of\s+the\s+month)?", _day_of_month, "eve"),
    atom(rf"(?P<days>{DAY_NAME}s(?:(?:\s*,\s*(?:and\s+)?|\s+and\s+|\s*&\s*){DAY_NAME}s)*)(?!')", _weekdays, WEEKDAYS),
    atom(rf"(?P<day>{WEEKDAY})\s+(?P<part>morning|afternoon|evening|night)s", _weekday_parts, WEEKDAYS, PARTS),
    atom(rf"every\s+{NTH}\s+(?P<day>{WEEKDAY})(?:\s+(?:of|in)\s+the\s+month)?", _nth_weekday, "eve", WEEKDAYS),
    atom(
        rf"(?:the\s+)?{NTH}\s+(?P<day>{WEEKDAY})\s+(?:of|in)\s+(?:every|each)\s+month",
        _nth_weekday,
        "eve eac",
        WEEKDAYS,
    ),
    atom(
        rf"(?:(?:every|each)\s+month|monthly)\s+on\s+the\s+{NTH}\s+(?P<day>{WEEKDAY})",
        _nth_weekday,
        "mon",
        WEEKDAYS,
    ),
    atom(
        rf"(?:once|twice|(?:{NUMBER}|many|several)\s+times)\s+(?:a|per|every|each)\s+(?P<unit>day|week|month|year)",
        _times,
        "onc twi tim",
    ),
    atom(r"(?P<unit>weekdays|weekends)", _plural, "wee"),
    atom(rf"(?P<adverb>{'|'.join(_ADVERBS)})", _adverb, "hou dai nig wee for biw mon qua yea ann"),
)
"""What comes again and again."""
