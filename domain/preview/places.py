"""Names of days, sections and places in the person's language."""

from domain.schedule.state import Locale, Slot
from domain.term.window import Window, WindowDay

_WEEKDAYS: dict[Locale, tuple[str, ...]] = {
    "zh-CN": ("周一", "周二", "周三", "周四", "周五", "周六", "周日"),
    "en": ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"),
}
_WAITING: dict[Locale, str] = {"zh-CN": "待排", "en": "waiting"}


def weekday_name(day_of_week: int, locale: Locale) -> str:
    """Name of a day of the week, 1 is Monday."""
    return _WEEKDAYS[locale][day_of_week - 1]


def week_name(week: int, locale: Locale) -> str:
    """Name of a week of the term."""
    return f"第{week}周" if locale == "zh-CN" else f"week {week}"


def day_name(window: Window, day: int, locale: Locale, beside: int | None = None) -> str:
    """Name of a numbered day, with its week unless that is clear.

    Args:
        window: the window that numbers the day; with days of one week only, the week is never said.
        day: the day to name.
        locale: language of the name.
        beside: a day already named in the sentence; its week is not said again.
    """
    place = window.place(day)
    name = weekday_name(place.day_of_week, locale)
    if _week_is_clear(window, place, beside):
        return name
    week = week_name(place.week, locale)
    return f"{week}{name}" if locale == "zh-CN" else f"{name} of {week}"


def _week_is_clear(window: Window, place: WindowDay, beside: int | None) -> bool:
    if beside is not None:
        return window.place(beside).week == place.week
    return window.day_mapping[0].week == window.day_mapping[-1].week


def sections_name(slot: Slot) -> str:
    """First and last section, ``5–6``, or the one there is."""
    return f"{slot.slot_start}–{slot.slot_end}" if slot.length > 1 else f"{slot.slot_start}"


def waiting_name(locale: Locale) -> str:
    """Where a task is that has no place."""
    return _WAITING[locale]
