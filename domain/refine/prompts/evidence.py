"""What a request has words for; an answer can name nothing else (rule ASK-7)."""

import re

from domain.refine.prompts.facts import WEEKDAYS, week_label
from domain.schedule.state import Locale, ScheduleState

WEEKS = 30
MORNING, AFTERNOON, EVENING = (1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12)
PARTS: dict[Locale, dict[str, tuple[int, ...]]] = {
    "zh-CN": {"上午": MORNING, "下午": AFTERNOON, "晚上": EVENING}
    | {f"第{first}-{first + 1}节": (first, first + 1) for first in range(1, 12, 2)},
    "en": {"morning": MORNING, "afternoon": AFTERNOON, "evening": EVENING}
    | {f"sections {first}-{first + 1}": (first, first + 1) for first in range(1, 12, 2)},
}

_WEEK = re.compile(
    r"[0-9０-９一二三四五六七八九十]个?(?:周|星期|礼拜)|(?:[这本上下今头]|最后)一?个?(?:周|星期|礼拜)"
    r"|\bweeks?\b|\bfortnight\b|\b(?:this|next|last)\s+(?:mon|tue|wed|thu|fri|sat|sun)",
    re.IGNORECASE,
)
_SOME_DAYS = re.compile(
    r"今天|明天|后天|大后天|昨天|周末|工作日|平日|平时|双休|[前头后]几天|[前后]半周|周[初中]|月[初底]"
    r"|\b(?:today|tomorrow|weekends?|weekdays?|workdays?|midweek|(?:first|last|early|earlier|later?|other|rest\s+of)\b)",
    re.IGNORECASE,
)
_RANGE = re.compile(r"到|至|[-~～–—]|\b(?:to|through|thru|till|until|between)\b", re.IGNORECASE)
_TIME = re.compile(
    r"早|晨|上午|午|晚|夜|傍|节|点|饭|睡|起床|天[黑亮]"
    r"|\b(?:mornings?|noon|midday|afternoons?|evenings?|nights?|dinner|supper|lunch|breakfast|bed|sleep|dark|dawn"
    r"|sections?|periods?|early|late|[ap]m|o['’]?clock)\b",
    re.IGNORECASE,
)
_AMOUNT = re.compile(
    r"半|分之|成|些|点|几|部分|多少|[0-9０-９一二两三四五六七八九十]+[个项件门]|%|％"
    r"|\b(?:half|thirds?|quarters?|some|part|few|couple|one|two|three|four|five|six|seven|eight|nine|ten|[0-9]+)\b",
    re.IGNORECASE,
)
_LETTERS: dict[Locale, tuple[str, ...]] = {
    "zh-CN": ("一1", "二2", "三3", "四4", "五5", "六6", "日天7"),
    "en": ("mon", "tue", "wed", "thu", "fri", "sat", "sun"),
}


def weeks_named(state: ScheduleState, message: str, locale: Locale) -> dict[str, int]:
    """The weeks of the window by name, if the message speaks of weeks at all."""
    weeks = dict.fromkeys(day.week for day in state.window.day_mapping)
    return {week_label(week, locale): week for week in list(weeks)[:WEEKS]} if _WEEK.search(message) else {}


def days_named(message: str, locale: Locale) -> dict[str, int]:
    """The days of the week that a message may mean: those it says and those between; all by words like "tomorrow"."""
    said = [number for number in range(1, 8) if _says_day(message, number, locale)]
    between = range(min(said), max(said) + 1) if said and _RANGE.search(message) else said
    days = range(1, 8) if _SOME_DAYS.search(message) else between
    return {WEEKDAYS[locale][number - 1]: number for number in days}


def parts_named(message: str, locale: Locale) -> dict[str, tuple[int, ...]]:
    """The parts of a day by name, if the message speaks of a time of day."""
    return PARTS[locale] if _TIME.search(message) else {}


def amount_named(message: str) -> bool:
    """Whether the message speaks of a part or a number of tasks."""
    return _AMOUNT.search(message) is not None


def _says_day(message: str, number: int, locale: Locale) -> bool:
    letters = _LETTERS[locale][number - 1]
    chinese = rf"(?:周|星期|礼拜)[一二三四五六日天到至、和及与~～-]{{0,6}}[{letters}]"
    return re.search(chinese if locale == "zh-CN" else rf"\b{letters}", message, re.IGNORECASE) is not None
