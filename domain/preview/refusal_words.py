"""Refusals of tools as people read them: days of the window by week and weekday (rule PREVIEW-22)."""

import re

from domain.preview.places import week_name, weekday_name
from domain.schedule.state import Locale
from domain.term.window import Window

_PLACED = frozenset({"slot_conflict", "host_taken", "out_of_window"})
"""Codes whose sentences name days; the others may quote what was given, which is not to be changed."""

_DAYS: dict[Locale, re.Pattern[str]] = {
    "zh-CN": re.compile(r"第([0-9]+)(?:-([0-9]+))?天"),
    "en": re.compile(r"\b[Dd]ays? ([0-9]+)(?:-([0-9]+))?\b"),
}
_RANGE: dict[Locale, str] = {"zh-CN": "{first}至{last}", "en": "{first} to {last}"}


def in_weeks(code: str, sentence: str, window: Window, locale: Locale) -> str:
    """The first line of a refusal with each day of the window named by week and weekday.

    Tools number days, which no page shows. Names of tasks stand behind their numbers in brackets; from the first of
    them on nothing is replaced, so that a name stays what it is.
    """
    if code not in _PLACED:
        return sentence
    head, bracket, rest = sentence.partition("[")
    return _DAYS[locale].sub(lambda found: _told(found, window, locale), head) + bracket + rest


def _told(found: re.Match[str], window: Window, locale: Locale) -> str:
    days = [int(day) for day in found.groups() if day is not None]
    if not all(1 <= day <= window.total_days for day in days):
        return found.group()
    names = [_name(day, window, locale) for day in days]
    return names[0] if len(names) == 1 else _RANGE[locale].format(first=names[0], last=names[1])


def _name(day: int, window: Window, locale: Locale) -> str:
    place = window.place(day)
    week, weekday = week_name(place.week, locale), weekday_name(place.day_of_week, locale)
    return f"{week}{weekday}" if locale == "zh-CN" else f"{weekday} of {week}"
