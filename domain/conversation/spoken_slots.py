"""Slots in the words of an answer, and whether its facts hold them (rule CHAT-19)."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from domain.conversation.cue import words
from domain.conversation.facts import Facts
from domain.refine.numerals import CHINESE, NUMBER_EN, ORDINAL_EN, WORD_EN, number
from domain.refine.place_atoms import EN_DAY

Found = re.Match[str]
_N = rf"(?:\d{{1,3}}|[{CHINESE}]{{1,3}})"
_TO = r"\s*(?P<link>到|至|-|–|—|~|～|\bto\b|\bthrough\b|\band\b|&|和|及|、|,)\s*第?\s*"
_LISTS: Final = ("and", "&", "和", "及", "、", ",")
_MONTHS: Final = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH_EN = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?)\b\.?"
)
_DAY_EN = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_WEEK = r"(?:周|星期|礼拜)"
_ZH_DAYS: Final = "一二三四五六日"
_ZH_DAY = "[一二三四五六日天]"
_EN_DAYS: Final = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_RELATIVE: Final = {
    "大前天": -3, "前天": -2, "昨": -1, "今": 0, "明": 1, "后天": 2, "大后天": 3,
    "yesterday": -1, "today": 0, "tonight": 0, "tomorrow": 1, "the day after tomorrow": 2,
}  # fmt: skip
_WEEKS_ON: Final = {"上": -1, "这": 0, "本": 0, "下": 1, "下下": 2, "last": -1, "this": 0, "next": 1}
_MEASURE = r"(?:个|项|门|次|节|天|周|件|份|堂|章|小时|钟头|分钟|种|处|条|位)"
_THING_EN = (
    r"(?:class(?:es)?|courses?|lectures?|lessons?|tasks?|items?|entry|entries|sections?|periods?|days?|weeks?|hours?"
    r"|minutes?|times?|conflicts?|changes?|slots?)"
)
_AM = ("凌晨", "清晨", "早上", "早晨", "上午", "早")


@dataclass(frozen=True, slots=True)
class Slot:
    """A pattern of slots of one kind, and whether the facts hold what it finds."""

    pattern: re.Pattern[str]
    holds: Callable[[Found, Facts], bool]


def _iso(found: Found, facts: Facts) -> bool:
    return any((day.year, day.month, day.day) == tuple(int(found[n]) for n in (1, 2, 3)) for day in facts.dates)


def _on(facts: Facts, month: int | None, day: int | None) -> bool:
    return any(month in (None, each.month) and day in (None, each.day) for each in facts.dates)


def _date(found: Found, facts: Facts) -> bool:
    return _on(facts, number(found["month"]), number(found["day"]))


def _date_en(found: Found, facts: Facts) -> bool:
    return _on(facts, _MONTHS.index(found["month"][:3]) + 1, int(found["day"]))


def _day_of_month(found: Found, facts: Facts) -> bool:
    return _on(facts, None, number(found["day"]))


def _month(found: Found, facts: Facts) -> bool:
    named = found["month"]
    return _on(facts, _MONTHS.index(named[:3]) + 1 if named[0] in "jfmasond" else number(named), None)


def _relative(found: Found, facts: Facts) -> bool:
    return facts.today is not None and _shifted(facts.today, _RELATIVE[found["said"]]) in facts.dates


def _shifted(day: date, days: int) -> date | None:
    try:
        return day + timedelta(days=days)
    except OverflowError:
        return None


def _clock(found: Found, facts: Facts) -> bool:
    given = {name: value or "" for name, value in found.groupdict().items()}
    if given.get("noon"):
        return any((clock.hour, clock.minute) == (12, 0) for clock in facts.clocks)
    hour, minute = _hour(given), _minute(given)
    return any(clock.hour == hour and clock.minute == minute for clock in facts.clocks)


def _hour(given: dict[str, str]) -> int:
    """The hour of the day; without a half of the day the clock counts to 24."""
    hour, half = number(given["hour"]), _half(given.get("part", ""), given.get("meridiem", ""))
    return hour % 24 if hour > 12 or not half else hour % 12 + (12 if half == "pm" else 0)


def _minute(given: dict[str, str]) -> int:
    if given.get("half"):
        return 30
    if given.get("quarter"):
        return 15 * number(given["quarter"])
    return number(given["minute"]) if given.get("minute") else 0


def _half(part: str, meridiem: str) -> str:
    if part:
        return "am" if part in _AM else "pm"
    return "am" if meridiem[:1] == "a" else "pm" if meridiem else ""


def _weeks(found: Found, facts: Facts) -> bool:
    return all(week in facts.weeks for first, last in _runs(found) for week in range(first, last + 1))


def _runs(found: Found) -> list[tuple[int, int]]:
    """The run that is said, or each of two numbers that are listed."""
    ends = [number(part) for part in (found["first"], found["last"]) if part]
    if found.groupdict().get("link") in _LISTS:
        return [(end, end) for end in ends]
    return [(ends[0], ends[-1])]


def _relative_week(found: Found, facts: Facts) -> bool:
    return facts.week + _WEEKS_ON[found["said"]] in facts.weeks


def _weekdays(found: Found, facts: Facts) -> bool:
    first, last = _weekday(found["first"]), _weekday(found["last"] or found["first"])
    return all((first + step - 1) % 7 + 1 in facts.weekdays for step in range((last - first) % 7 + 1))


def _weekday(name: str) -> int:
    return _EN_DAYS.index(name[:3]) + 1 if name.isascii() else _ZH_DAYS.index("日" if name == "天" else name) + 1


def _some_days(days: Iterable[int]) -> Callable[[Found, Facts], bool]:
    wanted = frozenset(days)
    return lambda _found, facts: wanted <= facts.weekdays


def _sections(found: Found, facts: Facts) -> bool:
    return all(_is_held(first, last, facts) for first, last in _runs(found))


def _is_held(first: int, last: int, facts: Facts) -> bool:
    return any(begin <= first <= last <= end for begin, end in facts.sections)


def _count(found: Found, facts: Facts) -> bool:
    said = found["count"]
    return "." not in said and (int(said) if said.isdigit() else number(said)) in facts.counts


def _slot(pattern: str, holds: Callable[[Found, Facts], bool]) -> Slot:
    return Slot(words(pattern), holds)


_MERIDIEM = r"(?P<meridiem>[ap])\.?m\b\.?"
_PART = r"(?P<part>凌晨|清晨|早上|早晨|上午|中午|下午|午后|傍晚|晚上|晚间|夜里|晚|早)?的?\s*"

SLOTS: Final[tuple[Slot, ...]] = (
    _slot(r"(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*[日号]?", _iso),
    _slot(rf"(?P<month>{_N})\s*月\s*(?P<day>{_N})\s*[日号]?", _date),
    _slot(r"(?<![\d/])(?P<month>\d{1,2})/(?P<day>\d{1,2})(?![\d/])", _date),
    _slot(rf"\b{_DAY_EN}\s+(?:of\s+)?(?P<month>{_MONTH_EN})", _date_en),
    _slot(rf"\b(?P<month>{_MONTH_EN})\s+(?:the\s+)?{_DAY_EN}\b", _date_en),
    _slot(rf"(?<![{CHINESE}\d])(?P<day>{_N})\s*[日号]", _day_of_month),
    _slot(rf"(?<![{CHINESE}\d])(?P<month>{_N})\s*月份?", _month),
    _slot(r"\b(?P<month>january|february|march|april|june|july|august|september|october|november|december)\b", _month),
    _slot(_PART + rf"(?P<hour>\d{{1,2}}):(?P<minute>\d{{2}})(?::\d\d)?(?:\s*{_MERIDIEM})?", _clock),
    _slot(
        _PART + rf"(?<!第)(?P<hour>{_N})\s*(?:点钟?|时(?!间|候))"
        rf"(?:(?P<half>半)|(?P<quarter>[一三])刻|(?P<minute>{_N})分?)?",
        _clock,
    ),
    _slot(rf"\b(?P<hour>\d{{1,2}}|{WORD_EN})(?:[:.](?P<minute>\d\d))?\s*(?:{_MERIDIEM}|o'?clock\b)", _clock),
    _slot(r"\b(?P<noon>noon|midday)\b|正午", lambda found, facts: _clock(found, facts) if found["noon"] else False),
    _slot(r"(?P<said>大前天|大后天|前天|后天|(?:[今明昨])(?=[天日早晚]))[天日]?", _relative),
    _slot(r"\b(?P<said>the\s+day\s+after\s+tomorrow|today|tonight|tomorrow|yesterday)\b", _relative),
    _slot(rf"第\s*(?P<first>{_N})\s*(?:周)?(?:{_TO}(?P<last>{_N}))?\s*个?{_WEEK}", _weeks),
    _slot(rf"\bweeks?\s+(?P<first>{NUMBER_EN})\b(?:{_TO}(?P<last>{NUMBER_EN})\b)?", _weeks),
    _slot(rf"\b(?P<first>{ORDINAL_EN})(?:{_TO}(?P<last>{ORDINAL_EN}))?\s+weeks?\b", _weeks),
    _slot(rf"(?P<said>下下|下|这|本|上)个?(?:一?{_WEEK})", _relative_week),
    _slot(r"\b(?P<said>this|next|last)\s+week\b", _relative_week),
    _slot(rf"{_WEEK}?末|双休日?|\bweekends?\b", _some_days((6, 7))),
    _slot(r"工作日|平日|\bweekdays\b", _some_days(range(1, 6))),
    _slot(rf"{_WEEK}(?P<first>{_ZH_DAY})(?:\s*(?:到|至|-|–|~)\s*{_WEEK}?(?P<last>{_ZH_DAY}))?", _weekdays),
    _slot(rf"\b(?P<first>{EN_DAY})s?\b(?:\s*(?:-|–|\bto\b|\bthrough\b)\s*(?P<last>{EN_DAY})s?\b)?", _weekdays),
    _slot(rf"第\s*(?P<first>{_N})\s*(?:节)?(?:{_TO}(?P<last>{_N}))?\s*节", _sections),
    _slot(r"(?P<first>\d{1,2})\s*(?:到|至|-|–|—|~)\s*(?P<last>\d{1,2})\s*节", _sections),
    _slot(rf"\b(?:sections?|periods?)\s+(?P<first>{NUMBER_EN})\b(?:{_TO}(?P<last>{NUMBER_EN})\b)?", _sections),
    _slot(rf"\b(?P<first>{ORDINAL_EN})(?P<last>)\s+(?:section|period)s?\b", _sections),
    _slot(r"(?P<count>\d+(?:\.\d+)?)", _count),
    _slot(rf"(?<![下后第同上哪某每另{CHINESE}])(?P<count>[{CHINESE}两百]+)\s*{_MEASURE}", _count),
    _slot(rf"\b(?P<count>{WORD_EN.replace('one|', '')})\b", _count),
    _slot(rf"\b(?P<count>one)\s+(?:\w+\s+)?{_THING_EN}\b", _count),
)
"""Longer forms stand before those that are parts of them: what one has found, no later one sees."""


def is_of_today(slot: Slot) -> bool:
    """Whether what a slot says depends on the day on which it is said."""
    return slot.holds in (_relative, _relative_week)
