"""What recurs, in Chinese (rule WHEN-33)."""

import re
from dataclasses import dataclass

from domain.context.when import meanings as m
from domain.context.when.zh.chains import read_chain
from domain.context.when.zh.dates import WEEKDAYS

_EVERY = re.compile(
    r"(?:每隔?|逢|每逢|每到)(?:\d+|[一二两三四五六七八九十]+)?个?"
    r"(?:(?P<unit>天|日|月|季度|年|小时|分钟)|(?P<inner>周末|工作日|(?:周|星期|礼拜)[一二三四五六日天1-7]|[早晚](?:上)?|上午|下午|中午|凌晨|傍晚)"
    r"|(?P<week>周|星期|礼拜))"
)
_DAILY = re.compile("(?<![今明昨前后])天天(?!向上)|日日|夜夜|隔[天日周](?!早|再)|工作日(?=的?[早上下中晚])")
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
_HEADS = re.compile(r"周|星期|礼拜")
RECURRING = (_EVERY, _DAILY)
"""What such words begin with."""


def read_recurring(line: str, start: int) -> m.Reading | None:
    """Something that comes again and again, with what is told of when within it: 每周二周四上午九点."""
    if line[start] not in "每逢天日夜隔工":
        return None
    found = _EVERY.match(line, start)
    if found is None:
        daily = _DAILY.match(line, start)
        return daily and _with_rest(
            line, start, daily.end(), _UNITS[daily[0][-1] if daily[0][0] == "隔" else daily[0][0]]
        )
    if found["inner"] is not None:
        return _with_inner(line, start, found)
    told = found["unit"] or found["week"]
    return _with_rest(line, start, found.end(), _UNITS[told[0]])


def _with_inner(line: str, start: int, found: re.Match[str]) -> m.Reading:
    if found["inner"] == "工作日":
        return _with_rest(line, start, found.end(), "workday")
    unit: m.Unit = "week" if found["inner"][0] in "周星礼" else "day"
    at = found.start("inner")
    if unit == "week" and found["inner"] != "周末":
        return _with_weekdays(line, start, at)
    return _with_rest(line, start, at, unit)


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
    hours = _hours(line, end, days)
    within = tuple(_on_weekday(number, hours) for number in numbers)
    return m.Reading(start, hours.end if hours else end, m.Recurring("week", within))


@dataclass(frozen=True, slots=True)
class _Hours:
    """The hours behind what recurs, to others or not."""

    end: int
    first: m.Chain
    last: m.Chain | None = None


def _hours(line: str, at: int, days: m.Chain) -> _Hours | None:
    first = read_chain(line, at, follows=days)
    if first is None or not isinstance(first.chain.selectors[0], m.PartOfDay | m.Clock):
        return None
    to = TO.match(line, first.end)
    last = read_chain(line, to.end(), follows=first.chain) if to else None
    return _Hours(last.end, first.chain, last.chain) if last else _Hours(first.end, first.chain)


def _on_weekday(number: int, hours: _Hours | None) -> m.Chain | m.Between:
    return _on_day(m.Chain((m.WeekdayOf(number),)), hours)


def _on_day(day: m.Chain, hours: _Hours | None) -> m.Chain | m.Between:
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
    hours = _hours(line, at, whole)
    if hours is not None:
        within = hours.first if hours.last is None else m.Between(hours.first, hours.last)
        return m.Reading(start, hours.end, m.Recurring(unit, (within,)))
    rest = read_chain(line, at, follows=whole)
    if rest is None or isinstance(rest.chain.selectors[0], m.Shifted):
        return m.Reading(start, end, m.Recurring(unit))
    return m.Reading(start, rest.end, m.Recurring(unit, (rest.chain,)))
