"""Why a day is proposed to be held otherwise, in Chinese and English (rule OVERRIDE-14)."""

from datetime import date
from typing import Final, Literal

from domain.schedule.state import Locale
from domain.term.overrides import TermDay
from domain.term.overrides_calendar import Holiday

Reason = Literal["off", "provisional", "made_up", "outside"]

_HOLIDAYS: Final[dict[Holiday, tuple[str, str]]] = {
    "new_year": ("元旦", "New Year"),
    "spring_festival": ("春节", "Spring Festival"),
    "tomb_sweeping": ("清明节", "Tomb-Sweeping Day"),
    "labour_day": ("劳动节", "Labour Day"),
    "dragon_boat_festival": ("端午节", "Dragon Boat Festival"),
    "mid_autumn": ("中秋节", "Mid-Autumn Festival"),
    "national_day": ("国庆节", "National Day"),
    "other": ("法定假日", "a public holiday"),
}
_REASONS: Final[dict[Reason, tuple[str, str]]] = {
    "off": ("{holiday}放假，停课。", "Off for {holiday}: no classes."),
    "provisional": (
        "{holiday}法定假日，停课；{year}年的放假安排尚未收录，请以官方通知为准。",
        "A holiday by law ({holiday}): no classes. The official days off of {year} are not known here yet: "
        "check the notice.",
    ),
    "made_up": (
        "{holiday}调休上班，补{of}（第{week}周{weekday}）的课。",
        "Worked for {holiday}: makes up for {of} ({weekday} of week {week}).",
    ),
    "outside": (
        "{holiday}调休上班，补{of}的课，但该日不在本学期；暂按本周{weekday}上课，请核对。",
        "Worked for {holiday}: makes up for {of}, which is outside the term, so the {weekday} of its own week is "
        "proposed: check it.",
    ),
}
_WEEKDAYS: Final = (
    ("周一", "Monday"),
    ("周二", "Tuesday"),
    ("周三", "Wednesday"),
    ("周四", "Thursday"),
    ("周五", "Friday"),
    ("周六", "Saturday"),
    ("周日", "Sunday"),
)


def holiday_text(locale: Locale, holiday: Holiday) -> str:
    """What people call a holiday."""
    return _HOLIDAYS[holiday][locale == "en"]


def off_text(locale: Locale, holiday: Holiday, year: int, *, provisional: bool) -> str:
    """Why there are no classes."""
    text = _REASONS["provisional" if provisional else "off"][locale == "en"]
    return text.format(holiday=holiday_text(locale, holiday), year=year)


def made_up_text(locale: Locale, holiday: Holiday, of: date, source: TermDay, *, outside: bool) -> str:
    """Why another day is held.

    Args:
        of: the day that people have off in return.
        source: the day whose courses are held.
        outside: whether the term does not have that day, so that one of the same weekday stands for it.
    """
    english = locale == "en"
    return _REASONS["outside" if outside else "made_up"][english].format(
        holiday=holiday_text(locale, holiday),
        of=of.isoformat() if english else f"{of.month}月{of.day}日",
        week=source.week,
        weekday=_WEEKDAYS[source.day_of_week - 1][english],
    )


def day_text(locale: Locale, source: TermDay | None) -> str:
    """What a day is held as."""
    if source is None:
        return "no classes" if locale == "en" else "停课"
    weekday = _WEEKDAYS[source.day_of_week - 1][locale == "en"]
    return f"{weekday} of week {source.week}" if locale == "en" else f"第{source.week}周{weekday}"
