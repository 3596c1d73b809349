"""Parts of the day and clock times in Chinese (rules WHEN-27 and WHEN-28)."""

import re

from domain.context.when import meanings as m
from domain.context.when.zh.atom import Atom, always, atom
from domain.context.when.zh.numbers import DIGITS, NUMERALS, whole

_PARTS: dict[str, m.DayPart] = {
    "凌晨": "small_hours",
    "清晨": "early_morning",
    "早晨": "early_morning",
    "早上": "early_morning",
    "早间": "early_morning",
    "清早": "early_morning",
    "大清早": "early_morning",
    "一大早": "early_morning",
    "朝早": "early_morning",
    "大早上": "early_morning",
    "上午": "morning",
    "午前": "morning",
    "中午": "noon",
    "正午": "noon",
    "午间": "noon",
    "晌午": "noon",
    "下午": "afternoon",
    "午后": "afternoon",
    "晏昼": "afternoon",
    "傍晚": "dusk",
    "黄昏": "dusk",
    "晚上": "evening",
    "晚间": "evening",
    "当晚": "evening",
    "夜里": "night",
    "夜间": "night",
    "夜晚": "night",
    "深夜": "night",
    "半夜": "night",
    "白天": "daytime",
    "黎明": "dawn",
    "拂晓": "dawn",
    "全天": "all_day",
    "整天": "all_day",
}
_PART = "|".join(sorted(_PARTS, key=len, reverse=True))
_ALONE = rf"(?<![\d.:{NUMERALS}第几数多/])"
_NUMBER = r"(\d{1,2}|[二两]?十[一二两三四五六七八九]?|廿[一二三四]?|[零〇一二两三四五六七八九])"
_MINUTE = (
    rf"(?:(半)|(?<!\d)([一二两三123])刻钟?|过?\s?(?:[零〇]?(\d{{1,2}}|[{DIGITS}十]{{1,3}})\s?分)(?!之)"
    rf"|[零〇]([一二三四五六七八九\d])(?![\d.])|([二三四五]?十[一二三四五六七八九]?|\d\d)(?![\d{NUMERALS}个名位人块元年月天.%])|整|钟整?)?"
)
_SECOND = rf"(?:(\d{{1,2}}|[{DIGITS}十]{{1,3}})秒)?"
_HOUR = rf"{_NUMBER}\s?(?:点(?!心|名|餐|赞|击|评|滴|火|半数)|时(?![间候刻段常代尚而隔期光机区长效速有不事]))"
_NO_MORE = rf"(?![\d{NUMERALS}几]|多?[倍个度]|[.:]\d)"
_ONE = r"(?<![\d一二三四五六七八九十])(?:一|1)点"
_STARTS = "钟|多|左右|前|之前|以前|后|之后|开|上[课班]|下[课班]|到|至|见|集合|出发|结束|起床|吃|睡|的[会课车航]|[-~]"


def _clock(found: re.Match[str]) -> tuple[m.Selector, ...]:
    hour, half, quarters, minutes, low, high, second = found.groups()
    minute: int | None = None
    if half:
        minute = 30
    elif quarters:
        minute = 15 * whole(quarters)
    elif told := minutes or low or high:
        minute = whole(told)
    return (m.Clock(whole(hour), minute, whole(second) if second else None),)


def _digital(found: re.Match[str]) -> tuple[m.Selector, ...]:
    hour, minute, second, half = found.groups()
    spoken = None if half is None else "am" if half.lower() == "a" else "pm"
    return (m.Clock(int(hour), int(minute), int(second) if second else None, spoken),)  # type: ignore[arg-type]


def _minutes_to(found: re.Match[str]) -> tuple[m.Selector, ...]:
    """差五分八点, 八点差一刻: so much before the hour."""
    minutes, quarter, hour = found["minutes"], found["quarter"], found["hour"] or found["hour_before"]
    missing = whole(minutes) if minutes else 15 * whole(quarter)
    at = whole(hour)
    return (m.Clock(at - 1 if at > 1 else at + 11, 60 - missing),)


_MISSING = rf"差(?:(?P<minutes>\d{{1,2}}|[{DIGITS}十]{{1,3}})分钟?|(?P<quarter>[一二三1-3])刻钟?)"
_DIGITAL = r"([01]?\d|2\d):(\d\d)(?::(\d\d))?(?![\d:])(?:\s*([aApP])\.?[mM]?\b)?"
_BEFORE_HOUR = rf"(?<![最太很较更不略稍提趁尽及])([早晚])(?=\s?{_NUMBER}\s?点(?![儿心])|\d{{1,2}}:\d\d)"
HOURS: tuple[Atom, ...] = (
    atom(rf"{_MISSING}(?:到|就)?(?P<hour>\d{{1,2}}|[{DIGITS}十]{{1,2}})点(?P<hour_before>)?", _minutes_to),
    atom(rf"{_ALONE}(?P<hour_before>\d{{1,2}}|[{DIGITS}十]{{1,2}})点(?P<hour>)?{_MISSING}", _minutes_to),
    atom(rf"{_ALONE}{_DIGITAL}", _digital),
    atom(rf"(?<![\d.:/]){_DIGITAL}", _digital, follows="day"),
    atom(
        rf"{_ALONE}(?!{_ONE}(?!半|整|[一二三123]刻|[零〇\d]|[{NUMERALS}]+分|{_STARTS})){_HOUR}{_MINUTE}{_SECOND}{_NO_MORE}",
        _clock,
    ),
    atom(rf"{_HOUR}{_MINUTE}{_SECOND}{_NO_MORE}", _clock, follows="day"),
    atom("(?:零|〇)点", always(m.Clock(0))),
    atom(
        _BEFORE_HOUR,
        lambda f: (m.PartOfDay(_LATE[f[1]]),),
    ),
    atom("午夜|子夜", always(m.Clock(24))),
    atom("正午", always(m.Clock(12))),
    atom(rf"(?:上半夜|前半夜|({_PART}))", lambda f: (m.PartOfDay(_PARTS.get(f[1], "night")),)),
    atom("(?<![统第])一早(?!上)", always(m.PartOfDay("early_morning"))),
    atom("下半夜|后半夜", always(m.PartOfDay("small_hours"))),
    atom("([早晚夜])(?![于点些了报就已饭餐])", lambda f: (m.PartOfDay(_LATE[f[1]]),), follows="day"),
    atom("(?:的)?这个?(?:点|时候|时间|时刻)", always(m.SameClock()), follows="any"),
    atom("的?同一时[间刻候]", always(m.SameClock()), follows="any"),
    atom("现在|此刻|此时此刻|此时|目前|当前|眼下|而家|宜家", always(m.Moment())),
)
_LATE: dict[str, m.DayPart] = {"早": "early_morning", "晚": "evening", "夜": "night"}
