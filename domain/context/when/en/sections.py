"""Parts of months and years, quarters and halves, and the n-th of something (rules WHEN-44 and WHEN-45)."""

import re
from dataclasses import replace

from domain.context.when.en.days import SHIFT, shift_of, span_unit
from domain.context.when.en.piece import Kind, Piece, Read, atom, piece
from domain.context.when.en.stems import DIGIT, NUMBERS, SHIFTS, WEEKDAYS
from domain.context.when.en.words import (
    CARDINAL,
    FOLLOWED,
    MONTH,
    NUMBER,
    ORDINAL,
    SUFFIX,
    WEEKDAY,
    YEAR,
    number_of,
    ordinal_of,
    weekday_number,
)
from domain.context.when.meanings import (
    HalfOf,
    Nearest,
    Nth,
    QuarterOf,
    Run,
    Season,
    SeasonName,
    Section,
    SectionName,
    Shifted,
    YearOf,
    YearsOf,
)

_ORDINAL = rf"(?:{ORDINAL}|\d{{1,2}}{SUFFIX})"
NTH = rf"(?P<nth>(?:{_ORDINAL}(?:\s+to|[\s-]+from)?[\s-]+)?(?:last|final)|penultimate|{_ORDINAL})"
_WITHIN = (
    rf"(?=\s+(?:of|in)\s+(?:the\s+)?(?:{MONTH}|{YEAR}|this|next|last|previous|coming|following|month|quarter|year|week)\b"
    rf"|\s+{MONTH}\b)"
)
_UNIT = r"(?P<unit>day|weekend|wkend|week|month|quarter)"
_PLACES: dict[str, SectionName] = {
    "beginning": "start",
    "start": "start",
    "middle": "middle",
    "end": "end",
    "close": "end",
    "early": "first_third",
    "mid": "middle_third",
    "late": "last_third",
}
_HELD = (
    rf"(?=[\s-]+(?:the\s+)?(?:around\s+)?(?:this|next|last|previous|coming|following|current|past|{MONTH}|{YEAR}"
    r"|week|month|year|quarter)\b)"
)
_SEASONS: dict[str, SeasonName] = {
    "spring": "spring",
    "summer": "summer",
    "autumn": "autumn",
    "fall": "autumn",
    "winter": "winter",
}
_SEASON = r"(?P<season>spring|summer|autumn|fall|winter)"
_HOLIDAYS = r"(?P<long>\s+(?:holidays?|vacation|break))?"
_DECADES = {
    "twenties": 20,
    "thirties": 30,
    "forties": 40,
    "fifties": 50,
    "sixties": 60,
    "seventies": 70,
    "eighties": 80,
    "nineties": 90,
}


def _section(found: re.Match[str]) -> Piece:
    return piece(found, Kind.SECTION, Section(_PLACES[found["place"].lower()]), weak=True)


def _half(found: re.Match[str]) -> Piece:
    number = 1 if found["half"].lower() in ("first", "1st", "1") else 2
    return piece(found, Kind.SECTION, HalfOf(number), weak=True)


def _half_year(found: re.Match[str]) -> Piece:
    return piece(found, Kind.QUARTER, HalfOf(int(found["half"])))


def _quarter(found: re.Match[str]) -> Piece:
    word = found["quarter"].lower()
    return piece(found, Kind.QUARTER, QuarterOf(4 if word == "last" else ordinal_of(word)))


def _quarter_of_year(found: re.Match[str]) -> Piece:
    return piece(found, Kind.QUARTER, YearOf(int(found["year"])), QuarterOf(int(found["quarter"])))


def nth_number(words: str) -> int:
    """What `NTH` has matched: below 0 from the end."""
    plain = words.lower().replace("final", "last")
    if plain == "last":
        return -1
    if plain == "penultimate":
        return -2
    return (
        -ordinal_of(plain.removesuffix("last").replace(" to", "").replace("from", "").strip(" -"))
        if plain.endswith("last")
        else ordinal_of(plain)
    )


def _nth_unit(found: re.Match[str]) -> Piece:
    return piece(found, Kind.NTH, Nth(nth_number(found["nth"]), span_unit(found["unit"])), weak=True)


def _week_of_term(found: re.Match[str]) -> Piece:
    return replace(piece(found, Kind.WEEK, Shifted("week", 0)), unknown=True)


def _run(found: re.Match[str]) -> Piece:
    count = int(number_of(found["number"]))
    first = found["side"].lower() == "first"
    return piece(found, Kind.NTH, Run(count if first else -count, span_unit(found["unit"])), weak=True)


def _nth_weekday(found: re.Match[str]) -> Piece:
    nth = Nth(nth_number(found["nth"]), "day", weekday_number(found["day"]))
    return replace(piece(found, Kind.NTH, nth), alone=(Shifted("month", 0),))


def _season(found: re.Match[str]) -> Season:
    name = _SEASONS[found["season"].lower()]
    if found["long"] and name in ("summer", "winter"):
        return Season("summer_holidays" if name == "summer" else "winter_holidays")
    return Season(name)


def _season_shifted(found: re.Match[str]) -> Piece:
    shift = shift_of(found["shift"])
    if shift == 0:
        return piece(found, Kind.QUARTER, Shifted("year", 0), _season(found))
    return piece(found, Kind.QUARTER, Nearest(_season(found), 1 if shift > 0 else -1))


def _season_plain(weak: bool) -> Read:
    return lambda found: piece(found, Kind.QUARTER, _season(found), weak=weak and not found["long"])


def _decade(found: re.Match[str]) -> Piece:
    return piece(found, Kind.YEAR, YearsOf(int(found["first"]), 10))


def _decade_of_century(found: re.Match[str]) -> Piece:
    told = found["decade"]
    first = int(told[:2]) if told[0].isdigit() else _DECADES[told.lower()]
    return piece(found, Kind.YEAR, YearsOf((1900 if first >= 30 else 2000) + first, 10))


SECTION_ATOMS = (
    atom(
        r"(?:the\s+)?(?:very\s+)?(?P<place>beginning|start|middle|end|close)\s+of(?=\s)",
        _section,
        "beg sta mid end clo",
    ),
    atom(rf"(?P<place>early|mid|late)(?:[\s-]+in)?{_HELD}", _section, "ear mid lat"),
    atom(r"(?:the\s+)?(?P<half>first|1st|second|2nd|latter|last)\s+half\s+of(?=\s)", _half, "hal"),
    atom(r"h(?P<half>[12])(?!\w)", _half_year, "h"),
    atom(
        r"(?:the\s+)?(?P<quarter>first|second|third|fourth|[1-4](?:st|nd|rd|th))\s+(?:quarter|qtr)", _quarter, "qua qtr"
    ),
    atom(r"q(?P<quarter>[1-4])", _quarter, "q"),
    atom(rf"(?P<year>{YEAR})\s*[-/]?\s*q(?P<quarter>[1-4])", _quarter_of_year, "q"),
    atom(rf"(?:the\s+)?{NTH}\s+{_UNIT}{_WITHIN}", _nth_unit, "day wee wke mon qua"),
    atom(rf"(?:in\s+|during\s+)?(?:week|wk)s?\s+(?:\d{{1,2}}|{CARDINAL})(?!\s*[:./]\d)", _week_of_term, "wee wk wks"),
    atom(rf"(?:the\s+)?{_ORDINAL}\s+week(?:\s+of\s+(?:the\s+)?(?:term|semester))?", _week_of_term, "wee"),
    atom(rf"(?:the\s+)?(?P<side>first|last|final)\s+(?P<number>{NUMBER})\s+{_UNIT}s?{_WITHIN}", _run, "fir las fin"),
    atom(rf"(?:the\s+)?{NTH}\s+(?P<day>{WEEKDAY}){_WITHIN}", _nth_weekday, WEEKDAYS),
    atom(rf"(?:the\s+)?(?P<nth>{_ORDINAL})\s+(?P<day>{WEEKDAY}){FOLLOWED}", _nth_weekday, WEEKDAYS),
    atom(rf"{SHIFT}\s+{_SEASON}{_HOLIDAYS}", _season_shifted, "spr sum aut fal win", SHIFTS),
    atom(
        rf"(?:in|during|since|until|till|over|of)\s+(?P<t>(?:the\s+)?{_SEASON}{_HOLIDAYS})",
        _season_plain(weak=False),
        "spr sum aut fal win",
    ),
    atom(rf"{_SEASON}{_HOLIDAYS}", _season_plain(weak=True), "spr sum aut fal win"),
    atom(r"(?:the\s+)?(?P<first>(?:19|20)\d0)'?s", _decade, DIGIT),
    atom(rf"the\s+(?P<decade>'?[2-9]0'?s|{'|'.join(_DECADES)})", _decade_of_century, NUMBERS),
)
"""Parts of longer units."""
