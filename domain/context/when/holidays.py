"""Feasts, the Chinese calendar and official days off (rules WHEN-12 to WHEN-14).

Days off come from the official table; for years that it does not have they are worked out from the feasts alone and
are provisional. The three calendars are imported when one is first asked for: most sentences need none of them, and
together they take as long to import as the rest of a command.
"""

from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache

_ONE_DAY = timedelta(days=1)
_STALE_DAYS = 270


@dataclass(frozen=True, slots=True)
class _Fixed:
    month: int
    day: int


@dataclass(frozen=True, slots=True)
class _Lunar:
    month: int
    day: int
    days_before: int = 0


@dataclass(frozen=True, slots=True)
class _NthWeekday:
    month: int
    number: int
    weekday: int
    days_after: int = 0


@dataclass(frozen=True, slots=True)
class _Term:
    name: str


@dataclass(frozen=True, slots=True)
class _Easter:
    days_after: int = 0


FEASTS: dict[str, _Fixed | _Lunar | _NthWeekday | _Term | _Easter] = {
    "new_year": _Fixed(1, 1),
    "valentines_day": _Fixed(2, 14),
    "girls_day": _Fixed(3, 7),
    "womens_day": _Fixed(3, 8),
    "arbor_day": _Fixed(3, 12),
    "april_fools_day": _Fixed(4, 1),
    "labour_day": _Fixed(5, 1),
    "youth_day": _Fixed(5, 4),
    "nurses_day": _Fixed(5, 12),
    "confession_day": _Fixed(5, 20),
    "childrens_day": _Fixed(6, 1),
    "midyear_sale": _Fixed(6, 18),
    "party_day": _Fixed(7, 1),
    "army_day": _Fixed(8, 1),
    "taiwan_fathers_day": _Fixed(8, 8),
    "teachers_day": _Fixed(9, 10),
    "national_day": _Fixed(10, 1),
    "halloween": _Fixed(10, 31),
    "all_saints_day": _Fixed(11, 1),
    "singles_day": _Fixed(11, 11),
    "double_twelve": _Fixed(12, 12),
    "christmas_eve": _Fixed(12, 24),
    "christmas": _Fixed(12, 25),
    "new_years_eve": _Fixed(12, 31),
    "mothers_day": _NthWeekday(5, 2, 7),
    "fathers_day": _NthWeekday(6, 3, 7),
    "thanksgiving": _NthWeekday(11, 4, 4),
    "black_friday": _NthWeekday(11, 4, 4, days_after=1),
    "cyber_monday": _NthWeekday(11, 4, 4, days_after=4),
    "boxing_day": _Fixed(12, 26),
    "earth_day": _Fixed(4, 22),
    "st_patricks_day": _Fixed(3, 17),
    "juneteenth": _Fixed(6, 19),
    "us_independence_day": _Fixed(7, 4),
    "us_veterans_day": _Fixed(11, 11),
    "us_martin_luther_king_day": _NthWeekday(1, 3, 1),
    "us_presidents_day": _NthWeekday(2, 3, 1),
    "us_memorial_day": _NthWeekday(6, 1, 1, days_after=-7),
    "us_labor_day": _NthWeekday(9, 1, 1),
    "us_columbus_day": _NthWeekday(10, 2, 1),
    "ash_wednesday": _Easter(-46),
    "palm_sunday": _Easter(-7),
    "good_friday": _Easter(-2),
    "easter": _Easter(),
    "easter_monday": _Easter(1),
    "lunar_new_years_eve": _Lunar(1, 1, days_before=1),
    "spring_festival": _Lunar(1, 1),
    "wealth_god_day": _Lunar(1, 5),
    "lantern_festival": _Lunar(1, 15),
    "dragon_head_day": _Lunar(2, 2),
    "dragon_boat_festival": _Lunar(5, 5),
    "qixi": _Lunar(7, 7),
    "ghost_festival": _Lunar(7, 15),
    "mid_autumn": _Lunar(8, 15),
    "double_ninth": _Lunar(9, 9),
    "laba": _Lunar(12, 8),
    "little_new_year": _Lunar(12, 23),
    "tomb_sweeping": _Term("清明"),
}
"""Every feast by its key, which is its label too."""


def feast_day(key: str, year: int) -> date:
    """The day of a feast in a year of the common calendar.

    Raises:
        ValueError: the tables do not reach that year.
    """
    feast = FEASTS[key]
    match feast:
        case _Fixed():
            return date(year, feast.month, feast.day)
        case _NthWeekday():
            first = date(year, feast.month, 1)
            days = (feast.weekday - first.isoweekday()) % 7 + 7 * (feast.number - 1) + feast.days_after
            return first + timedelta(days=days)
        case _Easter():
            return _easter(year) + feast.days_after * _ONE_DAY
        case _Term():
            return term_day(feast.name, year)
        case _Lunar():
            return lunar_day(feast.month, feast.day, year) - feast.days_before * _ONE_DAY


def _easter(year: int) -> date:
    """Easter Sunday by the Gregorian rule (Meeus, Jones and Butcher)."""
    golden, (century, rest) = year % 19, divmod(year, 100)
    moon = (19 * golden + century - century // 4 - (century - (century + 8) // 25 + 1) // 3 + 15) % 30
    sunday = (32 + 2 * (century % 4) + 2 * (rest // 4) - moon - rest % 4) % 7
    leap = (golden + 11 * moon + 22 * sunday) // 451
    month, day = divmod(moon + sunday - 7 * leap + 114, 31)
    return date(year, month, day + 1)


def coming_year(day: date, today: date) -> int:
    """The year whose feast is meant where none is told: this, or the next once this one's is long past (WHEN-12)."""
    return today.year + ((today - day).days > _STALE_DAYS)


@lru_cache(maxsize=512)
def lunar_day(month: int, day: int, year: int, leap: bool = False) -> date:
    """The day that a date of the Chinese calendar has within a year of the common one (WHEN-13).

    Raises:
        ValueError: there is no such day, or the tables do not reach that year.
    """
    later = (lunar_date(lunar_year, month, day, leap) for lunar_year in (year, year - 1))
    return next((found for found in later if found.year == year), None) or lunar_date(year, month, day, leap)


def lunar_date(lunar_year: int, month: int, day: int, leap: bool = False) -> date:
    """The day of a date of the Chinese calendar, by its own year.

    Raises:
        ValueError: there is no such day, or the tables do not reach that year.
    """
    from borax.calendars.lunardate import LunarDate

    found: date = LunarDate(lunar_year, month, day, leap).to_solar_date()
    return found


@lru_cache(maxsize=512)
def lunar_month(month: int, year: int, leap: bool = False) -> tuple[date, date]:
    """The first day of a month of the Chinese calendar within a year, and the day after its last.

    Raises:
        ValueError: there is no such month, or the tables do not reach that year.
    """
    first = lunar_day(month, 1, year, leap)
    return first, first + lunar_month_length(first) * _ONE_DAY


def lunar_month_length(first: date) -> int:
    """The days of the month of the Chinese calendar that begins on a day: 29 or 30."""
    from borax.calendars.lunardate import LunarDate

    return 30 if LunarDate.from_solar(first + 29 * _ONE_DAY).day == 30 else 29


@lru_cache(maxsize=512)
def term_day(name: str, year: int) -> date:
    """The day of a solar term.

    Raises:
        ValueError: the tables do not reach that year.
    """
    from borax.calendars.lunardate import TermUtils

    found: date = TermUtils.nth_term_day(year, term_name=name)
    return found


def has_official_days(year: int) -> bool:
    """Whether the official table has the days off of a year."""
    return year in _official_years()


def days_off(key: str, year: int) -> tuple[date, date, bool]:
    """The first day off around a feast, the day after the last, and whether that is provisional.

    Raises:
        ValueError: the tables do not reach that year.
    """
    official = has_official_days(year)
    off = _official_days_off() if official else _statutory_days_off(year)
    first = last = feast_day(key, year)
    while first - _ONE_DAY in off:
        first -= _ONE_DAY
    while last + _ONE_DAY in off:
        last += _ONE_DAY
    return first, last + _ONE_DAY, not official


def is_workday(day: date) -> bool:
    """Whether people work on a day: by the official table, else Monday to Friday but for the feasts of the state."""
    if has_official_days(day.year):
        return day not in _official_days_off() and (day.weekday() < 5 or day in _official_workdays())
    return day.weekday() < 5 and day not in _statutory_days_off(day.year)


@lru_cache(maxsize=1)
def _official_days_off() -> frozenset[date]:
    from chinese_calendar import constants

    return frozenset(constants.holidays)


@lru_cache(maxsize=1)
def _official_workdays() -> frozenset[date]:
    from chinese_calendar import constants

    return frozenset(constants.workdays)


@lru_cache(maxsize=1)
def _official_years() -> frozenset[int]:
    return frozenset(day.year for day in _official_days_off())


@lru_cache(maxsize=16)
def _statutory_days_off(year: int) -> frozenset[date]:
    from holidays import country_holidays

    return frozenset(country_holidays("CN", years=year))
