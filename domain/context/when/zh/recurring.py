"""What recurs, in Chinese (rule WHEN-33)."""

import re

from domain.context.when import meanings as m
from domain.context.when.zh.chains import read_chain

_EVERY = re.compile(
    r"(?:每隔?|逢|每逢|每到)(?:\d+|[一二两三四五六七八九十]+)?个?"
    r"(?:(?P<unit>天|日|月|季度|年|小时|分钟)|(?P<inner>周末|工作日|(?:周|星期|礼拜)[一二三四五六日天1-7]|[早晚](?:上)?|上午|下午|中午|凌晨|傍晚)"
    r"|(?P<week>周|星期|礼拜))"
)
_DAILY = re.compile("(?<![今明昨前后])天天(?!向上)|日日|夜夜|隔[天日周](?!早|的|再)|工作日(?=的?[早上下中晚])")
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
_MORE = re.compile(r"\s*[、,和跟与及]?\s*")
_WEEKDAY = re.compile(r"(?:周|星期|礼拜)?([一二三四五六日天])(?![\d点个])")
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
        numbers.append("一二三四五六日".index(day[1].replace("天", "日")) + 1)
        end = day.end()
        more = _MORE.match(line, end)
        at = more.end() if more else end
    days = m.Chain((m.WeekdayOf(numbers[-1]),))
    hours = read_chain(line, end, follows=days)
    finer = hours.chain.selectors if hours and isinstance(hours.chain.selectors[0], m.PartOfDay | m.Clock) else ()
    within = tuple(m.Chain((m.WeekdayOf(number), *finer)) for number in numbers)
    return m.Reading(start, hours.end if hours and finer else end, m.Recurring("week", within))


def _goes_on(line: str, end: int, at: int) -> bool:
    """A weekday alone (每周一三五) stands right after another; one after a comma has its own 周."""
    return at == end or line[end : end + 1] == "、" or _HEADS.match(line, at) is not None


def _with_rest(line: str, start: int, end: int, unit: m.Unit) -> m.Reading:
    whole = m.Chain((m.Shifted(unit if unit != "workday" else "day", 0),))
    rest = read_chain(line, end, follows=whole)
    if rest is None or isinstance(rest.chain.selectors[0], m.Shifted) and unit != "week":
        return m.Reading(start, end, m.Recurring(unit))
    return m.Reading(start, rest.end, m.Recurring(unit, (rest.chain,)))
