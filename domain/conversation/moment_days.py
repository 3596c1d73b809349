"""Days that a time of the clock is said with: 明天, 下周一, 12月25日, "on the 15th" (rule CHAT-13)."""

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Final

from domain.conversation.cue import words
from domain.refine.numerals import NUMBER, NUMBER_EN, number
from domain.refine.place_atoms import EN_DAY, WEEK

_AHEAD: Final = {"昨": -1, "今": 0, "明": 1, "后": 2, "大后": 3, "前": -2, "大前": -3}
_AHEAD_EN: Final = {"yesterday": -1, "today": 0, "tonight": 0, "this": 0, "tomorrow": 1, "day": 2}
_WEEKDAYS: Final = "一二三四五六日"
_WEEKDAYS_EN: Final = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_MONTHS_EN: Final = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_WEEKS_ON: Final = {"上上": -14, "上": -7, "last": -7, "下": 7, "next": 7, "下下": 14}
_MONTH_EN = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?)\b\.?"
)
_ISO = r"(?P<{0}iso>\d{{4}}[-/]\d{{1,2}}[-/]\d{{1,2}})"
_NTH = r"(?:st|nd|rd|th)"
_COUNT_EN = NUMBER_EN.replace("{", "{{").replace("}", "}}")

DAY: Final = (
    r"(?:(?P<zh_day>大后|昨|今|明|后)(?:天|日|(?=[早晚]))|(?P<zh_past>大?前)天"
    rf"|(?P<zh_after>{NUMBER})(?P<zh_unit>天|个?{WEEK})[之以]?后的?"
    rf"|(?P<zh_next>上上|上|下下|下|这|本)?个?{WEEK}(?P<zh_weekday>[一二三四五六日天])"
    rf"|(?:(?P<zh_year>\d{{4}}|[今明后去])年)?(?:(?P<zh_month>{NUMBER})月|(?P<zh_months>这|本|下|次)个?月)?"
    rf"(?P<zh_date>{NUMBER})[日号](?!线|楼)"
    r"|(?<![\d/])(?P<zh_slash>\d{1,2}/\d{1,2})(?![\d/])"
    rf"|{_ISO.format('zh_')})(?:[(（]?{WEEK}[一二三四五六日天][)）]?)?"
)
DAY_EN: Final = (
    r"(?:(?P<{0}day>today|tonight|tomorrow|yesterday|this(?=\s+(?:morning|afternoon|evening))"
    r"|day\s+after\s+tomorrow)"
    rf"|in\s+(?P<{{0}}after>{_COUNT_EN}|a)\s+(?P<{{0}}unit>day|week)s?"
    rf"|(?:on\s+|this\s+)?(?P<{{0}}next>next\s+|last\s+)?(?P<{{0}}weekday>{EN_DAY})"
    rf"|(?:on\s+)?(?:the\s+)?(?:(?P<{{0}}month>{_MONTH_EN})\s+(?:the\s+)?(?P<{{0}}date>\d{{{{1,2}}}}){_NTH}?\b"
    rf"|(?P<{{0}}date2>\d{{{{1,2}}}}){_NTH}?\s+(?:of\s+)?(?P<{{0}}month2>{_MONTH_EN}))(?:,?\s+(?P<{{0}}year>\d{{{{4}}}}))?"
    rf"|(?:on\s+)?the\s+(?P<{{0}}date3>\d{{{{1,2}}}}){_NTH}(?:\s+of\s+(?P<{{0}}months>this|next)\s+month)?"
    rf"|(?:on\s+)?{_ISO})"
    r"(?:\s+(?:in\s+the\s+)?(?P<{0}part>morning|afternoon|evening|night))?"
)

_FEAST = (
    r"(?:除夕|元旦|元宵|(?:春|中秋|国庆|端午|清明|圣诞|劳动|情人|儿童|教师|感恩)节?|平安夜|五一|十一|跨年|生日)"
    r"|christmas(?:\s+(?:eve|day))?|new\s+year(?:'s)?(?:\s+(?:eve|day))?|easter|thanksgiving|(?:my\s+)?birthday"
)
_UNREAD: Final = words(
    rf"(?:{_FEAST}|[上下这本]+个?(?:月|学期|年|{WEEK})|月[底初末中]|{WEEK}末|年底|开学|放假|考试|期[中末]"
    r"|(?:那|当|前一|后一|第二|次)[天日]|\d+/\d+|\b(?:(?:next|last)\s+(?:week|month|year)|weekends?|the\s+day\s+before))"
    r"(?:那天|当天|那日|的|[,，\s])*$"
)
_UNREAD_BEHIND: Final = words(
    rf"^(?:,?\s+(?:on|of|the|this|at|over))*\s+(?:{_FEAST}|next\s+(?:week|month|year)|weekends?|\d{{1,2}}/\d)"
)


def is_on_unread_day(text: str, start: int, end: int) -> bool:
    """Whether a time without a day stands beside a day that cannot be read, such as "at 8 on Christmas Eve"."""
    return bool(_UNREAD.search(text[:start]) or _UNREAD_BEHIND.search(text[end:]))


def days_ahead(given: Mapping[str, str], today: date) -> int | None:
    """Days from today to the day that is said, negative for one that is over; None where none is said.

    Of a date without a year the nearest one is meant, of a day of the month without a month the next one.

    Args:
        given: the groups of ``DAY`` or ``DAY_EN`` that were found, without their prefixes, in lower case.

    Raises:
        ValueError: there is no such day.
    """
    if "past" in given:
        return _AHEAD[given["past"]]
    if "day" in given:
        said = given["day"].split()[0]
        return _AHEAD_EN[said] if said.isascii() else _AHEAD[said]
    if "after" in given:
        return (1 if given["after"] == "a" else number(given["after"])) * (1 if given["unit"] in ("天", "day") else 7)
    if "weekday" in given:
        return _to_weekday(given["weekday"], given.get("next", "").strip(), today)
    day = _date(given, today)
    return None if day is None else (day - today).days


def _to_weekday(said: str, week: str, today: date) -> int:
    wanted = _WEEKDAYS_EN.index(said[:3]) if said.isascii() else _WEEKDAYS.index("日" if said == "天" else said)
    step = wanted - today.weekday()
    if week in _WEEKS_ON:
        return step + _WEEKS_ON[week]
    return step if week in ("这", "本") else step % 7


def _date(given: Mapping[str, str], today: date) -> date | None:
    if "iso" in given:
        return date(*map(int, given["iso"].replace("/", "-").split("-")))
    month, day = _month_and_day(given)
    if day is None:
        return None
    if month is not None:
        return _in_year(given.get("year", ""), month, day, today)
    first = today.replace(day=1)
    if "months" in given:
        return _months_on(first, int(given["months"] in ("下", "次", "next"))).replace(day=day)
    coming = (_months_on(first, months) for months in range(3))
    days = [month.replace(day=day) for month in coming if 1 <= day <= _length(month)]
    return min((each for each in days if each >= today), default=first.replace(day=day))


def _month_and_day(given: Mapping[str, str]) -> tuple[int | None, int | None]:
    if "slash" in given:
        slashed = given["slash"].partition("/")
        return int(slashed[0]), int(slashed[2])
    month = next((_month(given[name]) for name in ("month", "month2") if name in given), None)
    return month, next((number(given[name]) for name in ("date", "date2", "date3") if name in given), None)


def _month(said: str) -> int:
    return _MONTHS_EN.index(said[:3]) + 1 if said[:3] in _MONTHS_EN else number(said)


def _in_year(said: str, month: int, day: int, today: date) -> date:
    if said.isdigit():
        return date(int(said), month, day)
    if said:
        return date(today.year + {"去": -1, "今": 0, "明": 1, "后": 2}[said], month, day)
    years = [year for year in range(today.year - 1, today.year + 5) if day <= _length(date(year, month, 1))]
    if not years:
        raise ValueError(day)
    return min((date(year, month, day) for year in years), key=lambda each: abs(each - today))


def _months_on(first: date, months: int) -> date:
    years, month = divmod(first.month - 1 + months, 12)
    return date(first.year + years, month + 1, 1)


def _length(first: date) -> int:
    """Days of the month that begins so."""
    return (_months_on(first, 1) - timedelta(days=1)).day
