"""Feasts by their English names (rules WHEN-44 and WHEN-56)."""

import re

from domain.context.when.en.days import SHIFT, shift_of
from domain.context.when.en.piece import Kind, Piece, atom, piece
from domain.context.when.en.stems import SHIFTS
from domain.context.when.meanings import DaysOff, Feast, Nearest, Shifted

_S = r"'?s?'?"
_NAMES: dict[str, str] = {
    rf"new\s+year{_S}\s+eve": "new_years_eve",
    rf"new\s+year{_S}(?:\s+day)?": "new_year",
    r"(?:christmas|xmas)\s+eve": "christmas_eve",
    r"(?:christmas|xmas)(?:\s+day)?": "christmas",
    r"boxing\s+day": "boxing_day",
    rf"valentine{_S}(?:\s+day)?": "valentines_day",
    rf"(?:st\.?|saint)\s+patrick{_S}\s+day": "st_patricks_day",
    rf"april\s+fool{_S}(?:\s+day)?": "april_fools_day",
    rf"(?:international\s+)?women{_S}\s+day": "womens_day",
    r"earth\s+day": "earth_day",
    r"arbou?r\s+day": "arbor_day",
    rf"(?:labour|international\s+workers?{_S}|international\s+labou?r|may)\s+day": "labour_day",
    r"labor\s+day": "us_labor_day",
    r"youth\s+day": "youth_day",
    rf"mother{_S}\s+day": "mothers_day",
    rf"father{_S}\s+day": "fathers_day",
    rf"children{_S}\s+day": "childrens_day",
    rf"teacher{_S}\s+day": "teachers_day",
    r"(?:chinese\s+)?national\s+day": "national_day",
    r"juneteenth": "juneteenth",
    r"independence\s+day|(?:the\s+)?(?:fourth|4th)\s+of\s+july": "us_independence_day",
    r"memorial\s+day": "us_memorial_day",
    rf"veterans?{_S}\s+day": "us_veterans_day",
    r"(?:martin\s+luther\s+king(?:\s+jr\.?)?|mlk)(?:'s)?\s+day": "us_martin_luther_king_day",
    rf"president{_S}\s+day": "us_presidents_day",
    r"columbus\s+day": "us_columbus_day",
    r"halloween": "halloween",
    rf"all\s+saints?{_S}\s+day": "all_saints_day",
    r"thanksgiving(?:\s+day)?": "thanksgiving",
    r"black\s+friday": "black_friday",
    r"cyber\s+monday": "cyber_monday",
    r"ash\s+wednesday": "ash_wednesday",
    r"palm\s+sunday": "palm_sunday",
    r"good\s+friday": "good_friday",
    r"easter\s+monday": "easter_monday",
    r"easter(?:\s+(?:sunday|day))?": "easter",
    rf"single{_S}\s+day": "singles_day",
    rf"(?:chinese|lunar)\s+new\s+year{_S}\s+eve": "lunar_new_years_eve",
    rf"(?:spring\s+festival|(?:chinese|lunar)\s+new\s+year{_S}(?:\s+day)?)": "spring_festival",
    r"lantern\s+festival": "lantern_festival",
    r"(?:qing\s*ming(?:\s+festival)?|tomb[\s-]+sweeping(?:\s+(?:day|festival))?)": "tomb_sweeping",
    r"dragon[\s-]+boat(?:\s+(?:festival|day))?": "dragon_boat_festival",
    r"(?:qixi(?:\s+festival)?|double\s+seventh(?:\s+festival)?)": "qixi",
    r"(?:hungry\s+)?ghost\s+festival": "ghost_festival",
    r"(?:mid[\s-]*autumn(?:\s+(?:festival|day))?|moon\s+festival)": "mid_autumn",
    r"(?:double\s+ninth(?:\s+festival)?|chong\s*yang(?:\s+festival)?)": "double_ninth",
    r"laba(?:\s+festival)": "laba",
}
_KEYS = tuple(_NAMES.values())
_WITH_DAYS_OFF = {
    "new_year",
    "spring_festival",
    "tomb_sweeping",
    "labour_day",
    "dragon_boat_festival",
    "mid_autumn",
    "national_day",
}
_ANY = "|".join(f"(?P<n{index}>{name})" for index, name in enumerate(_NAMES))
_WORDS = (
    "day yea eve chr xma eas hal tha fri mon sun wed fes jun jul val foo boa qix gho moo cho qin sev nin aut mid swe "
    "dou mot fat"
)
_LONG = r"(?P<long>\s+(?:holidays?|break|vacation))?"


def _key(found: re.Match[str]) -> str:
    return next(key for index, key in enumerate(_KEYS) if found[f"n{index}"] is not None)


def _feast(found: re.Match[str]) -> Piece:
    key = _key(found)
    if found["long"] and key in _WITH_DAYS_OFF:
        return piece(found, Kind.FEAST, DaysOff(key))
    end = found.start("long") if found["long"] else found.end()
    return Piece(found.start(), end, Kind.FEAST, (Feast(key),))


def _shifted(found: re.Match[str]) -> Piece:
    shift, feast = shift_of(found["shift"]), Feast(_key(found))
    if shift == 0:
        return piece(found, Kind.FEAST, Shifted("year", 0), feast)
    return piece(found, Kind.FEAST, Nearest(feast, 1 if shift > 0 else -1))


FEAST_ATOMS = (
    atom(rf"(?:the\s+)?(?:{_ANY}){_LONG}", _feast, _WORDS),
    atom(rf"{SHIFT}\s+(?:{_ANY})", _shifted, SHIFTS, _WORDS),
    atom(
        r"(?:the\s+)?(?:national\s+day\s+)?golden\s+week",
        lambda found: piece(found, Kind.FEAST, DaysOff("national_day")),
        "gol",
    ),
)
"""Feasts, alone and with this, next or last."""
