"""What recurs, in Chinese (rule WHEN-33)."""

import re
from dataclasses import dataclass, replace

from domain.context.when import meanings as m
from domain.context.when.zh.chains import read_chain
from domain.context.when.zh.dates import WEEKDAYS
from domain.context.when.zh.numbers import whole

_EVERY = re.compile(
    r"(?P<each>每隔|每|逢|每逢|每到)(?P<count>\d+|[一二两三四五六七八九十]+)?个?"
    r"(?:(?P<unit>天|日|月|季度|年|小时|分钟)|(?P<inner>周末|工作日|(?:周|星期|礼拜)[一二三四五六日天1-7](?![\d一二两三四五六七八九十]{0,2}[次回趟遍])|[早晚](?:上)?|上午|下午|中午|凌晨|傍晚)"
    r"|(?P<week>周|星期|礼拜))"
)
_DAILY = re.compile("(?<![今明昨前后一])天天(?!向上)|日日|夜夜|工作日(?=的?[早上下中晚])")
_OTHER = re.compile(
    r"隔(?P<unit>[天日周])(?!早|再)|(?<![\d一二三四五六七八九十第])[单双](?P<week>周)(?=的?(?:周|星期|礼拜)[一二三四五六日天])"
)
"""Every second one: 隔天, 隔周周五, 双周周四."""

_WEEKDAYS = r"(?:(?:周|星期|礼拜)[一二三四五六日天](?:[、和与,]?(?:周|星期|礼拜)?[一二三四五六日天](?!天))*)"
_PARTS = "早上|上午|中午|下午|傍晚|晚上|[早晚](?![饭餐会课读])"
_EXCEPT = re.compile(
    rf"(?:除了?(?P<before>{_WEEKDAYS})(?:之外|以外|外)?\s*,?\s*(?:的)?(?:每天|天天)(?:的?(?:{_PARTS}))?)"
    rf"|(?:(?:每天|天天)(?:的?(?:{_PARTS}))?\s*[,(]?\s*除了?(?P<after>{_WEEKDAYS})(?:之外|以外|外)?)"
)
"""Every day but some: 每天早上除了周日."""

_TIMES = re.compile("[一二两三四五六七八九十几\\d]{1,2}[次回趟遍]")
_UNITS: dict[str, m.Unit] = {
    "天": "day",
    "日": "day",
    "周": "week",
    "星": "week",
    "礼": "week",
    "月": "month",
    "季": "quarter",
    "年": "year",
    "小": "hour",
    "分": "minute",
    "夜": "day",
    "工": "day",
}
_MORE = re.compile(r"\s*[、,和跟与及到至~-]?\s*")
TO = re.compile(r"\s*(?:一直)?(?:到|至|直到|[-~]{1,2})\s*")
"""What stands between two times that bind a range."""

_WEEKDAY = re.compile(r"(?:周|星期|礼拜)([一二三四五六日天1-7])|([一二三四五六日天])(?![\d点个])")
_HEADED = re.compile(r"(?:周|星期|礼拜)[一二三四五六日天1-7]")
_LUNAR_DAY = re.compile(r"初[一二三四五六七八九十]|十[一二三四五六七八九]?(?![号日点个\d])|廿[一二三四五六七八九]?")
_HEADS = re.compile(r"周|星期|礼拜")
RECURRING = (_EXCEPT, _EVERY, _OTHER, _DAILY)
"""What such words begin with."""


def read_recurring(line: str, start: int) -> m.Reading | None:
    """Something that comes again and again, with what is told of when within it: 每周二周四上午九点."""
    if line[start] not in "每逢天日夜隔工单双除":
        return None
    but = _EXCEPT.match(line, start)
    if but is not None:
        return _without(but)
    found = _EVERY.match(line, start)
    if found is not None:
        return _with_count(_every(line, start, found), _count(found))
    other = _OTHER.match(line, start)
    if other is not None:
        told = other["unit"] or other["week"]
        return _with_count(_of_unit(line, start, other.end(), _UNITS[told]), 2)
    daily = _DAILY.match(line, start)
    return daily and _with_rest(line, start, daily.end(), "workday" if daily[0][0] == "工" else _UNITS[daily[0][0]])


def _without(found: re.Match[str]) -> m.Reading:
    """Every day but some weekdays: on all others, with the hours that are told."""
    told = found["before"] or found["after"]
    but = {WEEKDAYS[char] for char in re.sub("周|星期|礼拜|[、和与,]", "", told)}
    part = re.search(_PARTS, found[0].replace(told, ""))
    hours = read_hours(part[0], 0, m.Chain((m.WeekdayOf(1),))) if part else None
    within = tuple(on_day(m.Chain((m.WeekdayOf(day),)), hours) for day in range(1, 8) if day not in but)
    return m.Reading(found.start(), found.end(), m.Recurring("week", within))


def _count(found: re.Match[str]) -> int:
    """How many units lie from one time to the next: 每隔两天 leaves two days between, 每隔两小时 is every two hours."""
    count = whole(found["count"]) if found["count"] else 1
    unit = (found["unit"] or found["week"] or found["inner"])[0]
    return count + (found["each"] == "每隔" and unit not in "小分")


def _with_count(reading: m.Reading, count: int) -> m.Reading:
    assert isinstance(reading.meaning, m.Recurring)
    return replace(reading, meaning=replace(reading.meaning, count=count)) if count > 1 else reading


def _every(line: str, start: int, found: re.Match[str]) -> m.Reading:
    if found["inner"] is not None:
        return _with_inner(line, start, found)
    return _of_unit(line, start, found.end(), _UNITS[(found["unit"] or found["week"])[0]])


def _of_unit(line: str, start: int, end: int, unit: m.Unit) -> m.Reading:
    at = end + line.startswith("的", end)
    if unit == "week" and _HEADED.match(line, at):
        return _with_weekdays(line, start, at)
    lunar = _LUNAR_DAY.match(line, at) if unit == "month" else None
    if lunar is not None:
        day = m.Chain((m.LunarDayOfMonth(whole(lunar[0].removeprefix("初"))),))
        hours = read_hours(line, lunar.end(), day)
        return m.Reading(start, hours.end if hours else lunar.end(), m.Recurring(unit, (on_day(day, hours),)))
    times = _TIMES.match(line, end)
    return _with_rest(line, start, times.end() if times else end, unit)


def _with_inner(line: str, start: int, found: re.Match[str]) -> m.Reading:
    if found["inner"] == "工作日":
        return _with_rest(line, start, found.end(), "workday")
    if found["inner"] == "周末":
        return _with_rest(line, start, found.end(), "weekend")
    at = found.start("inner")
    if found["inner"][0] in "周星礼":
        return _with_weekdays(line, start, at)
    return _with_rest(line, start, at, "day")


def _with_weekdays(line: str, start: int, at: int) -> m.Reading:
    """Every weekday that is listed, each with the hours that stand after the last."""
    numbers: list[int] = []
    end = at
    while (day := _WEEKDAY.match(line, at)) is not None and (not numbers or _goes_on(line, end, at)):
        numbers += _through(numbers, WEEKDAYS[day[1] or day[2]], line[at - 1 : at])
        end = day.end()
        more = _MORE.match(line, end)
        at = more.end() if more else end
    days = m.Chain((m.WeekdayOf(numbers[-1]),))
    hours = read_hours(line, end, days)
    within = tuple(_on_weekday(number, hours) for number in numbers)
    return m.Reading(start, hours.end if hours else end, m.Recurring("week", within))


@dataclass(frozen=True, slots=True)
class Hours:
    """The hours behind days, to others or not, and where their words end."""

    end: int
    first: m.Chain
    last: m.Chain | None = None


def read_hours(line: str, at: int, days: m.Chain) -> Hours | None:
    """The part of the day or the clock times that stand at a position, behind days."""
    first = read_chain(line, at, follows=days)
    if first is None or not isinstance(first.chain.selectors[0], m.PartOfDay | m.Clock):
        return None
    to = TO.match(line, first.end)
    last = read_chain(line, to.end(), follows=first.chain) if to else None
    return Hours(last.end, first.chain, last.chain) if last else Hours(first.end, first.chain)


def _on_weekday(number: int, hours: Hours | None) -> m.Chain | m.Between:
    return on_day(m.Chain((m.WeekdayOf(number),)), hours)


def on_day(day: m.Chain, hours: Hours | None) -> m.Chain | m.Between:
    """A day with the hours that are told of it, if any are."""
    if hours is None:
        return day
    chain = m.Chain(day.selectors + hours.first.selectors)
    return chain if hours.last is None else m.Between(chain, hours.last)


def _through(numbers: list[int], number: int, before: str) -> list[int]:
    """The weekdays up to one, if that stands behind 到 (每周一到周五)."""
    if before and before in "到至~-" and numbers and numbers[-1] < number:
        return list(range(numbers[-1] + 1, number + 1))
    return [number]


def _goes_on(line: str, end: int, at: int) -> bool:
    """A weekday alone (每周一三五) stands right after another; one after a comma has its own 周."""
    return at == end or line[end : end + 1] in "、到至~-" or _HEADS.match(line, at) is not None


def _with_rest(line: str, start: int, end: int, unit: m.Unit) -> m.Reading:
    whole = m.Chain((m.Shifted(unit if unit != "workday" else "day", 0),))
    at = end + line.startswith("的", end)
    hours = read_hours(line, at, whole)
    if hours is not None:
        within = hours.first if hours.last is None else m.Between(hours.first, hours.last)
        return m.Reading(start, hours.end, m.Recurring(unit, (within,)))
    rest = read_chain(line, at, follows=whole)
    if rest is None or isinstance(rest.chain.selectors[0], m.Shifted):
        return m.Reading(start, end, m.Recurring(unit))
    return m.Reading(start, rest.end, m.Recurring(unit, (rest.chain,)))
