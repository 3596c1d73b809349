"""Dates in English: May 3rd, 10/31, the 20th of next month, 4 to 9 August (rules WHEN-44, WHEN-48 and WHEN-49)."""

import re

from domain.context.when.en.days import SHIFT, shift_of
from domain.context.when.en.piece import Kind, Piece, Read, Selectors, atom, before, piece
from domain.context.when.en.stems import DIGIT, MONTHS, NUMBERS, SHIFTS
from domain.context.when.en.words import (
    DAY_NUMBER,
    FOLLOWED,
    MONTH,
    ORDINAL,
    SUFFIX,
    TO,
    YEAR,
    month_number,
    ordinal_of,
)
from domain.context.when.meanings import Clock, DayOf, MonthOf, Nearest, Selector, Shifted, YearOf

_NO_CLOCK = r"(?![\d%]|[:.]\d|\s*(?:[ap]\.?\s*m\b))"
_D = rf"(?P<d>{DAY_NUMBER}){SUFFIX}?"
_D2 = rf"(?P<d2>{DAY_NUMBER}){SUFFIX}?"
_M = rf"(?P<m>{MONTH})"
_TO_AND = rf"(?P<to>{TO}|\s+and\s+)"
_LED = "in|by|since|until|till|during|before|after|of|next|last|early|mid|late|every|around"
_NAMES = ("may", "march", "mar")
_PRONOUN = "i|you|he|she|it|we|they|that|which|who|there|one|to|this"


def _is_verb(found: re.Match[str]) -> bool:
    """Whether may or march is more likely the verb: after someone who does it."""
    return found["m"].lower() in _NAMES and not found["m"][0].isupper() and before(found, _PRONOUN)


def _month(found: re.Match[str]) -> Piece:
    name = found["m"]
    lower = name.lower()
    starts = not found.string[: found.start()].strip(" \"'(")
    clear = lower not in _NAMES and (len(lower) > 3 or name[0].isupper())
    told = name[0].isupper() and not starts
    led = before(found, _LED)
    if lower in _NAMES and before(found, "the|a|an"):
        return piece(found, Kind.MONTH, MonthOf(month_number(name)), weak=True)
    weak = not (clear or led or told or found.string.strip(" .?!") == name)
    return piece(found, Kind.MONTH, MonthOf(month_number(name)), weak=weak)


def _month_shifted(found: re.Match[str]) -> Piece | None:
    shift, name = shift_of(found["shift"]), found["m"]
    if shift == 0 and name.islower() and name.lower() in _NAMES and re.match(r"\s+\w", found.string[found.end() :]):
        return None
    month = MonthOf(month_number(name))
    if shift == 0:
        return piece(found, Kind.MONTH, Shifted("year", 0), month)
    return piece(found, Kind.MONTH, Nearest(month, 1 if shift > 0 else -1))


def _date(found: re.Match[str]) -> Piece | None:
    if _is_verb(found):
        return None
    return piece(found, Kind.DATE, MonthOf(month_number(found["m"])), DayOf(ordinal_of(found["d"])))


def _day_first(found: re.Match[str]) -> Piece | None:
    plain = found["d"].isdigit() and not re.match(SUFFIX, found.string[found.end("d") :], re.IGNORECASE)
    rest = found.string[found.end() :]
    if plain and found["m"] in ("may", "march") and re.match(r"\s+[a-z]", rest) and not re.match(FOLLOWED, rest):
        return None
    return piece(found, Kind.DATE, MonthOf(month_number(found["m"])), DayOf(ordinal_of(found["d"])))


def _two_dates(found: re.Match[str]) -> Piece | None:
    if found["to"].strip().lower() == "and" and not before(found, "between"):
        return None
    month = MonthOf(month_number(found["m"]))
    last: Selectors = (month, DayOf(int(found["d2"])))
    return piece(found, Kind.DATE, month, DayOf(int(found["d"])), last=last)


def _days_before_month(found: re.Match[str]) -> Piece | None:
    """4 to January 22: not where the 4 is of a month before it."""
    return None if before(found, rf"{MONTH}\.?") else _two_dates(found)


def _two_days(found: re.Match[str]) -> Piece | None:
    if found["to"].strip().lower() == "and" and not before(found, "between"):
        return None
    return piece(found, Kind.DAY_OF_MONTH, DayOf(int(found["d"])), last=(DayOf(int(found["d2"])),))


def _day_of_month(weak: bool) -> Read:
    return lambda found: piece(found, Kind.DAY_OF_MONTH, DayOf(ordinal_of(found["d"])), weak=weak)


def _numeric(found: re.Match[str]) -> Piece | None:
    return _dated(found, int(found["year"]), int(found["month"]), int(found["d"]))


def _dated(found: re.Match[str], year: int, month: int, day: int, *clock: Selector) -> Piece | None:
    if not (1 <= month <= 19 and 1 <= day <= 39):
        return None
    return piece(found, Kind.CLOCK if clock else Kind.DAY, YearOf(year), MonthOf(month), DayOf(day), *clock)


def _iso_moment(found: re.Match[str]) -> Piece | None:
    clock = Clock(int(found["hour"]), int(found["minute"]), int(found["second"]) if found["second"] else None)
    return _dated(found, int(found["year"]), int(found["month"]), int(found["d"]), clock)


def _three_numbers(found: re.Match[str]) -> Piece | None:
    first, second = int(found["one"]), int(found["two"])
    day_first = first > 12 or (found["mark"] == "." and second <= 12)
    month, day = (second, first) if day_first else (first, second)
    return _dated(found, _full_year(found["year"]), month, day)


def _full_year(digits: str) -> int:
    number = int(digits)
    return number if len(digits) == 4 else number + (2000 if number < 70 else 1900)


def _named(found: re.Match[str]) -> Piece | None:
    return _dated(found, _full_year(found["year"]), month_number(found["m"]), int(found["d"]))


def _month_of_year(found: re.Match[str]) -> Piece:
    return piece(found, Kind.MONTH, YearOf(int(found["year"])), MonthOf(int(found["month"])))


_ALWAYS = re.compile(r"24/7(?!\s*(?:-|–|to\b)\s*\d)")


def _month_and_day(found: re.Match[str]) -> Piece | None:
    """A month and a day by numbers alone: 9/10 may be a share, so small ones need a word that leads to a date."""
    month, day = int(found["one"]), int(found["two"])
    if month > 12:
        month, day = day, month
    if not 1 <= month <= 12 or not 1 <= day <= 31:
        return None
    led = before(
        found,
        "on|by|before|after|until|till|since|from|due|to|between|and|-|(?:mon|tues|wednes|thurs|fri|satur|sun)day,?",
    )
    led = led or re.search(r"\d\s*[-–]\s*$", found.string[: found.start()]) is not None
    rest = found.string[found.end() :]
    clear = (
        (day > 12 and re.match(FOLLOWED, rest, re.IGNORECASE))
        or re.match(r"\s*(?:-|–|at\b|to\b)", rest, re.IGNORECASE)
        or found.string.strip() == found[0]
    ) and not _ALWAYS.match(found.string, found.start())
    return piece(found, Kind.DATE, MonthOf(month), DayOf(day)) if led or clear else None


def _days_of_numbered_month(found: re.Match[str]) -> Piece | None:
    """9/15-20, 15-20/9: two days of a month by its number."""
    first, last = int(found["d"]), int(found["d2"])
    if not 1 <= first < last <= 31:
        return None
    month = MonthOf(int(found["one"]))
    return piece(found, Kind.DATE, month, DayOf(first), last=(month, DayOf(last)))


def _year(weak: bool) -> Read:
    return lambda found: piece(
        found, Kind.YEAR, YearOf(int(found["year"])), weak=weak and found.string.strip() != found[0]
    )


def _two_years(found: re.Match[str]) -> Piece | None:
    first, last = int(found["year"]), int(found["year2"])
    return piece(found, Kind.YEAR, YearOf(first), last=(YearOf(last),)) if first < last else None


DATE_ATOMS = (
    atom(_M + r"\b(?:\.(?=\s*\d))?", _month, MONTHS),
    atom(rf"{SHIFT}\s+{_M}", _month_shifted, MONTHS, SHIFTS),
    atom(rf"{_M}\.?,?\s*(?:the\s+)?{_D}{_NO_CLOCK}", _date, MONTHS, DIGIT),
    atom(rf"{_M}\.?\s+(?:the\s+)?(?P<d>{ORDINAL})", _date, MONTHS),
    atom(rf"(?:the\s+)?{_D}(?:\s*|\s+of\s+|-){_M}\b(?:\.(?=\s*\d))?", _day_first, MONTHS, DIGIT),
    atom(rf"(?P<d>{DAY_NUMBER})\.\s*{_M}\b\.?(?=\s+{YEAR})", _day_first, MONTHS, DIGIT),
    atom(rf"(?:the\s+)?(?P<d>{ORDINAL})\s+(?:day\s+)?of\s+{_M}\b(?:\.(?=\s*\d))?", _day_first, MONTHS),
    atom(
        rf"{_M}\.?\s+(?:the\s+)?{_D}{_TO_AND}(?:the\s+)?{_D2}(?!\s*(?:of\s+)?{MONTH}\b){_NO_CLOCK}",
        _two_dates,
        MONTHS,
        DIGIT,
    ),
    atom(rf"(?:the\s+)?{_D}{_TO_AND}(?:the\s+)?{_D2}\s*(?:of\s+)?{_M}\b(?:\.(?=\s*\d))?", _two_dates, MONTHS, DIGIT),
    atom(rf"(?:the\s+)?{_D}{_TO_AND}{_M}\s+(?:the\s+)?{_D2}{_NO_CLOCK}", _days_before_month, MONTHS, DIGIT),
    atom(
        rf"(?:the\s+)?{_D}{_TO_AND}(?:the\s+)?{_D2}(?=\s+(?:of\s+)?(?:the\s+)?(?:this|next|last|previous|following)\s+month)",
        _two_days,
        DIGIT,
        "mon",
    ),
    atom(
        rf"the\s+(?P<d>{DAY_NUMBER}){SUFFIX}{_TO_AND}(?:the\s+)?(?P<d2>{DAY_NUMBER}){SUFFIX}{FOLLOWED}",
        _two_days,
        DIGIT,
    ),
    atom(rf"(?:the\s+)?(?P<d>{DAY_NUMBER}){SUFFIX}{FOLLOWED}", _day_of_month(weak=True), DIGIT),
    atom(rf"the\s+(?P<d>{DAY_NUMBER}){SUFFIX}{FOLLOWED}", _day_of_month(weak=False), DIGIT),
    atom(
        rf"(?:on|by|until|till|since|before|after)\s+(?P<t>(?:the\s+)?(?P<d>{DAY_NUMBER}){SUFFIX}){FOLLOWED}",
        _day_of_month(weak=False),
        DIGIT,
    ),
    atom(
        rf"(?:the\s+)?(?P<d>{DAY_NUMBER}|{ORDINAL}){SUFFIX}?(?=\s+(?:of\s+)?(?:the\s+)?(?:this|next|last|previous|following)\s+month)",
        _day_of_month(weak=True),
        "mon",
    ),
    atom(rf"the\s+(?P<d>{ORDINAL}){FOLLOWED}", _day_of_month(weak=True), NUMBERS),
    atom(r"(?P<year>\d{4})(?P<mark>[-/.])(?P<month>\d{1,2})(?P=mark)(?P<d>\d{1,2})(?![-/.]?\d)", _numeric, DIGIT),
    atom(
        r"(?P<year>\d{4})-(?P<month>\d\d)-(?P<d>\d\d)[T\s](?P<hour>\d\d):(?P<minute>\d\d)(?::(?P<second>\d\d)(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?",
        _iso_moment,
        DIGIT,
    ),
    atom(r"(?P<one>\d{1,2})(?P<mark>[-/.])(?P<two>\d{1,2})(?P=mark)(?P<year>(?:19|20)\d\d)", _three_numbers, DIGIT),
    atom(r"(?P<one>\d{1,2})(?P<mark>/)(?P<two>\d{1,2})/(?P<year>\d\d)(?!/)", _three_numbers, DIGIT),
    atom(rf"(?P<d>{DAY_NUMBER})[-/.\s]{_M}[-/.]\s?(?P<year>{YEAR})", _named, MONTHS, DIGIT),
    atom(rf"(?P<year>{YEAR})[-/]{_M}[-/](?P<d>\d{{1,2}})", _named, MONTHS, DIGIT),
    atom(r"(?P<year>(?:19|20)\d\d)\s*[-/]\s*(?P<month>0?[1-9]|1[0-2])(?![-/:]?\d)", _month_of_year, DIGIT),
    atom(r"(?P<month>0?[1-9]|1[0-2])\s*[-/]\s*(?P<year>(?:19|20)\d\d)(?![-/:]?\d)", _month_of_year, DIGIT),
    atom(r"(?P<one>\d{1,2})\s*/\s*(?P<two>\d{1,2})(?![\d/:%]|\.\d|-\d+(?![\d/]))", _month_and_day, DIGIT),
    atom(
        r"(?P<one>0?[1-9]|1[0-2])/(?P<d>\d{1,2})\s?[-–]\s?(?P<d2>\d{1,2})(?![\d/:%-]|\.\d|\s*[ap]\.?m\b)",
        _days_of_numbered_month,
        DIGIT,
    ),
    atom(
        r"(?P<d>\d{1,2})\s?[-–]\s?(?P<d2>1[3-9]|2\d|3[01])/(?P<one>0?[1-9]|1[0-2])(?![\d/:%-]|\.\d)",
        _days_of_numbered_month,
        DIGIT,
    ),
    atom(rf"(?P<year>{YEAR})(?![-/.:]?\d)", _year(weak=True), DIGIT),
    atom(
        rf"(?:in|since|by|until|till|before|after|during|year)\s+(?P<t>(?P<year>{YEAR}))(?![-/.:]?\d)",
        _year(weak=False),
        DIGIT,
    ),
    atom(rf"(?:from|between)\s+(?P<t>(?P<year>{YEAR}))(?={TO}|\s+and\s)", _year(weak=False), DIGIT),
    atom(rf"(?:the\s+)?year\s+(?P<year>{YEAR})(?![-/.:]?\d)", _year(weak=False), DIGIT),
    atom(rf"(?P<year>{YEAR}){TO}(?P<year2>{YEAR})(?![-/.:]?\d)", _two_years, DIGIT),
)
"""Dates, months and years by their names and numbers."""
