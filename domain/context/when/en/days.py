"""Days, weekdays, weeks and longer units, as seen from now (rules WHEN-42 to WHEN-44)."""

import re

from domain.context.when.en.piece import Kind, Piece, Read, atom, before, piece, whole
from domain.context.when.en.stems import SHIFTS, WEEKDAYS
from domain.context.when.en.words import NUMBER, WEEKDAY, number_of, unit_of, weekday_number
from domain.context.when.meanings import (
    Beside,
    Between,
    Chain,
    Moment,
    PartOfDay,
    SameClock,
    Section,
    Shifted,
    Unit,
    WeekdayOf,
)

_NEXT = r"next|coming|following|upcoming"
_LAST = r"last|previous|prior|preceding"
_THIS = r"this|current|same"
SHIFT = rf"(?P<shift>(?:the\s+)?(?:{_THIS}|{_NEXT}|{_LAST}))"
"""Which of several: this, next, last."""

_SHIFT_DAY = rf"(?P<shift>(?:the\s+)?(?:{_THIS}|next|following|{_LAST}))"
_SPAN = r"(?P<unit>weekend|week-end|week|wkend|wk|month|quarter|qtr|year|yr|decade|century)"
_KINDS: dict[Unit, Kind] = {
    "weekend": Kind.WEEK,
    "week": Kind.WEEK,
    "month": Kind.MONTH,
    "quarter": Kind.QUARTER,
    "year": Kind.YEAR,
    "decade": Kind.YEAR,
    "century": Kind.YEAR,
}
_TOMORROW = r"tomm?orr?ows?|to[\s-]+morrow|tmrw?|2moro"
_YESTERDAY = r"yesterdays?|yesterady|yday"
_RARE = ("sat", "sun", "wed")
_BESIDE_ANOTHER = re.compile(rf"\s*(?:/|,|&|(?:and|or)\b)\s*(?P<next>{WEEKDAY})\b", re.IGNORECASE | re.ASCII)


def shift_of(words: str) -> int:
    """-1, 0 or 1 for last, this and next."""
    if re.search(rf"\b(?:{_NEXT})\b", words, re.IGNORECASE):
        return 1
    return -1 if re.search(rf"\b(?:{_LAST})\b", words, re.IGNORECASE) else 0


def span_unit(words: str) -> Unit:
    """The unit of a word for one, however it is written."""
    plain = words.lower().replace("-", "").replace("wkend", "weekend").replace("qtr", "quarter")
    return unit_of(plain)[0]


def span_kind(unit: Unit) -> Kind:
    """How a unit goes together with other pieces."""
    return _KINDS[unit]


def _day(offset: int, *more: PartOfDay) -> Read:
    kind = Kind.DAY_PART if more else Kind.DAY
    return lambda found: piece(found, kind, Shifted("day", offset), *more)


def _shifted(found: re.Match[str]) -> Piece:
    unit = span_unit(found["unit"])
    return piece(found, span_kind(unit), Shifted(unit, shift_of(found["shift"])))


def _after_next(found: re.Match[str]) -> Piece:
    unit = span_unit(found["unit"])
    return piece(found, span_kind(unit), Shifted(unit, 2 if found["side"].lower().startswith("after") else -2))


def _unit_alone(found: re.Match[str]) -> Piece:
    unit = span_unit(found["unit"])
    return piece(found, span_kind(unit), Shifted(unit, 0), weak=True)


def _weekday(found: re.Match[str]) -> Piece | None:
    day = found["day"]
    if day.lower() not in _RARE:
        return piece(found, Kind.WEEKDAY, WeekdayOf(weekday_number(day)))
    led = before(found, "on|next|last|every|by|until|till|before|since")
    another = _BESIDE_ANOTHER.match(found.string, found.end())
    led = led or (another is not None and (not day.islower() or another["next"].lower() not in _RARE))
    if day.islower() and not led:
        return None
    if before(found, "the|a|my"):
        return None
    return piece(found, Kind.WEEKDAY, WeekdayOf(weekday_number(day)), weak=not led)


def _weekday_of_week(found: re.Match[str]) -> Piece:
    day = weekday_number(found["day"])
    return piece(found, Kind.DAY, Shifted("week", shift_of(found["shift"])), WeekdayOf(day))


def _weekday_in(offset: int) -> Read:
    return lambda found: piece(found, Kind.DAY, Shifted("week", offset), WeekdayOf(weekday_number(found["day"])))


def _nearest_weekday(direction: int) -> Read:
    return lambda found: piece(
        found, Kind.DAY, Shifted("day", 0), Beside(direction, "day", weekday_number(found["day"]))
    )


def _weeks_from(found: re.Match[str]) -> Piece:
    """A week from Monday: so many weeks after the first Monday after today."""
    weeks = found.groupdict().get("weeks")
    count = int(number_of(weeks)) if weeks else 1
    return piece(found, Kind.DAY, Shifted("day", 0), Beside(count + 1, "day", weekday_number(found["day"])))


def _twice(found: re.Match[str]) -> Piece:
    unit = span_unit(found["unit"])
    return piece(found, span_kind(unit), Shifted(unit, 2 if found["twice"].lower().startswith("next") else -2))


def _workday_beside(found: re.Match[str]) -> Piece:
    number = 1 if found["side"].lower() in ("next", "following") else -1
    return piece(found, Kind.DAY, Shifted("day", 0), Beside(number, "workday"))


def _same_time(found: re.Match[str]) -> Piece:
    unit = span_unit(found["unit"])
    return piece(found, Kind.DAY, Shifted(unit, 1 if found["side"].lower() == "next" else -1), SameClock())


def _rest(found: re.Match[str]) -> Piece:
    return whole(found, Between(Chain((Moment(),)), _current(found["of"])))


def _so_far(found: re.Match[str]) -> Piece:
    return whole(found, Between(_current(found["of"]), Chain((Moment(),))))


def _current(words: str) -> Chain:
    """The day, part of the day or longer unit that it is now."""
    word = words.lower().split()[-1]
    if word in ("today", "day"):
        return Chain((Shifted("day", 0),))
    if word == "tonight":
        word = "evening"
    if word in ("afternoon", "evening"):
        return Chain((Shifted("day", 0), PartOfDay("afternoon" if word == "afternoon" else "evening")))
    if word == "morning":
        return Chain((Shifted("day", 0), PartOfDay("forenoon")))
    return Chain((Shifted(span_unit(word), 0),))


def _at_once(found: re.Match[str]) -> Piece:
    return whole(found, Chain((Moment(),)))


def _unit_end(found: re.Match[str]) -> Piece:
    return piece(found, Kind.SECTION, Shifted(span_unit(found["unit"]), 0), Section("end"))


def _short_end(found: re.Match[str]) -> Piece:
    return piece(found, Kind.SECTION, Shifted(_SHORT_UNITS[found["short"].lower()], 0), Section("end"))


_SHORT_UNITS: dict[str, Unit] = {"m": "month", "y": "year", "w": "week", "q": "quarter"}
_NOW = (
    r"(?P<of>today|tonight|(?:(?:in|on)\s+)?(?:this|the|my)\s+"
    r"(?:day|morning|afternoon|evening|week|month|quarter|year))"
)
DAY_ATOMS = (
    atom(r"(?:the\s+)?day\s+after\s+(?:" + _TOMORROW + r")|overmorrow", _day(2), "aft ove"),
    atom(r"(?:the\s+)?day\s+before\s+(?:" + _YESTERDAY + r")", _day(-2), "bef"),
    atom(r"todays?|2day", _day(0), "tod day"),
    atom(_TOMORROW, _day(1), "tom tmr to mor"),
    atom(_YESTERDAY, _day(-1), "yes yda"),
    atom(r"(?:tonight|tonite|2nite|this\s+night)", _day(0, PartOfDay("evening")), "ton nit nig"),
    atom(r"late\s+(?:tonight|tonite)", _day(0, PartOfDay("night")), "ton"),
    atom(r"late\s+last\s+night", _day(-1, PartOfDay("night")), "nig"),
    atom(r"last\s*night", _day(-1, PartOfDay("evening")), "nig las"),
    atom(
        r"(?:by|before|until|till|due)\s+(?:the\s+)?(?P<t>(?:end\s+of\s+(?:the\s+|my\s+)?day|eod|cob))",
        _day(0),
        "day eod cob",
    ),
    atom(rf"(?P<day>{WEEKDAY})(?:(?<!day)\.(?=\s*\w))?", _weekday, WEEKDAYS),
    atom(rf"{_SHIFT_DAY}\s+(?P<day>{WEEKDAY})", _weekday_of_week, WEEKDAYS, SHIFTS),
    atom(rf"(?:(?:the|this)\s+)?(?:coming|upcoming)\s+(?P<day>{WEEKDAY})", _nearest_weekday(1), WEEKDAYS, "com upc"),
    atom(rf"(?:(?:the|this)\s+)?past\s+(?P<day>{WEEKDAY})", _nearest_weekday(-1), WEEKDAYS, "pas"),
    atom(rf"(?:the\s+)?(?P<day>{WEEKDAY})\s+after\s+(?:the\s+)?next", _weekday_in(2), WEEKDAYS, "nex"),
    atom(rf"(?:the\s+)?(?P<day>{WEEKDAY})\s+before\s+last", _weekday_in(-2), WEEKDAYS, "las"),
    atom(rf"(?P<weeks>{NUMBER})\s+weeks?\s+(?:on|from)\s+(?P<day>{WEEKDAY})", _weeks_from, WEEKDAYS, "wee"),
    atom(rf"(?P<day>{WEEKDAY})\s+week(?!\w|\s+\d|-)", _weeks_from, WEEKDAYS, "wee"),
    atom(rf"next\s+next\s+(?P<day>{WEEKDAY})", _weekday_in(2), WEEKDAYS, "nex"),
    atom(rf"last\s+last\s+(?P<day>{WEEKDAY})", _weekday_in(-2), WEEKDAYS, "las"),
    atom(rf"(?P<twice>next\s+next|last\s+last)\s+{_SPAN}", _twice, "nex las"),
    atom(
        r"(?P<side>next|last|previous|following)\s+(?:business|working|work)[\s-]*day",
        _workday_beside,
        "bus wor",
    ),
    atom(
        r"the\s+(?P<side>next|last|previous|following)\s+(?:business|working|work)[\s-]*day",
        _workday_beside,
        "bus wor",
    ),
    atom(r"(?:the\s+)?(?:night|evening)\s+before\s+last", _day(-2, PartOfDay("evening")), "nig eve"),
    atom(
        r"(?:about\s+|around\s+)?(?:at\s+)?(?P<t>(?:(?:about|around)\s+)?(?:this|the\s+same)\s+time\s+"
        r"(?P<side>last|next)\s+(?P<unit>week|month|year))",
        _same_time,
        "tim",
    ),
    atom(rf"{SHIFT}\s*{_SPAN}", _shifted, SHIFTS),
    atom(rf"(?:the\s+)?{_SPAN}\s+(?P<side>after\s+(?:the\s+)?next|before\s+(?:the\s+)?last)", _after_next, "aft bef"),
    atom(rf"of\s+(?:the\s+|my\s+|our\s+)?(?P<t>{_SPAN})(?:'s)?(?!\s+\d)", _unit_alone, "of"),
    atom(
        r"(?:(?:the|this)\s+)?(?:(?:coming|upcoming)\s+)?(?P<unit>weekend|week-end|wkend)",
        lambda found: piece(found, Kind.WEEK, Shifted("weekend", 0)),
        "wee wke",
    ),
    atom(r"(?:the\s+)?(?P<unit>month|year|quarter)(?:'s)?[\s-]+end", _unit_end, "mon yea qua"),
    atom(r"(?:the\s+)?eo(?P<short>[mywq])", _short_end, "eom eoy eow eoq"),
    atom(rf"(?:the\s+)?(?:rest|remainder)\s+(?:of\s+)?{_NOW}", _rest, "res rem"),
    atom(rf"later\s+{_NOW}", _rest, "lat"),
    atom(rf"(?:earlier|so\s+far)\s+{_NOW}", _so_far, "ear so"),
    atom(rf"{_NOW}\s+so\s+far", _so_far, "so"),
    atom(r"(?P<of>year)\s+to\s+date", _so_far, "yea"),
    atom(r"right\s+now|at\s+the\s+moment|at\s+present|just\s+now", _at_once, "now mom pre"),
    atom(r"(?:until|till?|to|and|by|before|from|between|than|as\s+of)\s+(?P<t>now)", _at_once, "now"),
    atom(r"now(?=\s*[?.!]*$)", _at_once, "now"),
)
"""Days and units by their place before or after now."""
