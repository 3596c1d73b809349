"""Days off and the days worked in their place, by the public calendar of China (rules OVERRIDE-10 to OVERRIDE-13).

Both calendars are imported when one is first asked for: they take long to import, and most requests need neither.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache
from typing import Final, Literal

Holiday = Literal[
    "new_year",
    "spring_festival",
    "tomb_sweeping",
    "labour_day",
    "dragon_boat_festival",
    "mid_autumn",
    "national_day",
    "other",
]

_WORDS: Final[dict[str, Holiday]] = {
    "chinese new year": "spring_festival",
    "spring festival": "spring_festival",
    "new year": "new_year",
    "tomb": "tomb_sweeping",
    "labo": "labour_day",
    "dragon": "dragon_boat_festival",
    "national": "national_day",
    "autumn": "mid_autumn",
}
"""What the calendars call a holiday holds one of these words; the first one counts."""

# Between the days off of one holiday and the days worked for them lie at most a few weeks.
_SEASON = timedelta(days=60)

_ZONES: Final = frozenset({"Asia/Shanghai", "Asia/Chongqing", "Asia/Chungking", "Asia/Harbin", "Asia/Urumqi", "PRC"})


@dataclass(frozen=True, slots=True)
class DayOff:
    """A day on which people do not work.

    Attributes:
        provisional: whether it is worked out from the holidays by law, for want of an official table.
    """

    day: date
    holiday: Holiday
    provisional: bool


@dataclass(frozen=True, slots=True)
class MadeUpDay:
    """A day on which people work in place of another, by the usual pairing."""

    day: date
    of: date
    holiday: Holiday


def keeps_public_days(zone: str) -> bool:
    """Whether a term in a zone goes by this calendar."""
    return zone in _ZONES


def days_off(first: date, last: date) -> list[DayOff]:
    """The days off from one day to another, both included, in order, with the weekends among them."""
    official = _official_days_off()
    years = {day.year for day in official}
    found = [DayOff(day, name, False) for day, name in official.items() if first <= day <= last]
    for year in range(first.year, last.year + 1):
        if year not in years:
            law = _days_by_law(year)
            found += [DayOff(day, name, True) for day, name in law.items() if first <= day <= last]
    return sorted(found, key=lambda off: off.day)


def made_up_days(first: date, last: date) -> list[MadeUpDay]:
    """The working days of weekends from one day to another, both included, in order."""
    return [made_up for made_up in _official_made_up_days() if first <= made_up.day <= last]


@lru_cache(maxsize=1)
def _official_days_off() -> dict[date, Holiday]:
    from chinese_calendar import constants

    return {day: _holiday(name) for day, name in constants.holidays.items()}


@lru_cache(maxsize=1)
def _official_made_up_days() -> tuple[MadeUpDay, ...]:
    from chinese_calendar import constants

    days = sorted((day, _holiday(name), True) for day, name in constants.workdays.items())
    days += sorted((day, _holiday(name), False) for day, name in constants.in_lieu_days.items())
    pairs = (pair for season in _seasons(days) for pair in _pairs(season))
    return tuple(sorted(pairs, key=lambda pair: pair.day))


_Moved = tuple[date, Holiday, bool]
"""A day, the holiday for which it is moved, and whether it is worked."""


def _seasons(days: Iterable[_Moved]) -> Iterator[list[_Moved]]:
    """The days of one holiday of one year together, in order."""
    season: list[_Moved] = []
    for day in sorted(days, key=lambda one: (one[1], one[0])):
        if season and (day[1] != season[-1][1] or day[0] - season[-1][0] > _SEASON):
            yield season
            season = []
        season.append(day)
    if season:
        yield season


def _pairs(season: list[_Moved]) -> Iterator[MadeUpDay]:
    """The first day that is worked is for the first that is free in return, and so on."""
    worked = [day for day in season if day[2]]
    free = [day for day in season if not day[2]]
    for (day, holiday, _), (of, _, _) in zip(worked, free, strict=False):
        yield MadeUpDay(day, of, holiday)


@lru_cache(maxsize=16)
def _days_by_law(year: int) -> dict[date, Holiday]:
    from holidays import country_holidays

    return {day: _holiday(name) for day, name in country_holidays("CN", years=year).items()}


def _holiday(name: str) -> Holiday:
    told = name.lower()
    return next((holiday for words, holiday in _WORDS.items() if words in told), "other")
