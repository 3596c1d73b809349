"""Years, months, weeks and days in Chinese (rules WHEN-24 to WHEN-26)."""

import re

from domain.context.when import meanings as m
from domain.context.when.zh.atom import Atom, Build, always, atom
from domain.context.when.zh.numbers import DIGITS, LENGTH, NUMBER, NUMERALS, length_of, whole

WEEK = "(?:周|星期|礼拜)"
WEEKDAYS = {char: number for number, char in enumerate("一二三四五六日", 1)} | {"天": 7}
WEEKDAYS |= {str(number): number for number in range(1, 8)}
UNITS: dict[str, m.Unit] = {
    "天": "day",
    "日": "day",
    "周": "week",
    "星": "week",
    "礼": "week",
    "月": "month",
    "季": "quarter",
    "年": "year",
    "工": "workday",
    "小": "hour",
}
_ALONE = rf"(?<![\d.{NUMERALS}第几数多])"
_SMALL = r"(?:\d{1,2}|[一二两三四五六七八九十廿卅]{1,3})"
_MONTH = r"(\d{1,2}|十[一二]|[一二三四五六七八九十])\s?月"
_YEAR = rf"(\d{{4}}|[{DIGITS}]{{4}}|[一二两]千(?:零|〇)?[{NUMERALS}]{{1,4}})\s?年"
_SHORT_YEAR = r"([012789]\d|[零〇一二三四五六七八九]{2})年"
_COUNTED = "(?!前|后|以|之|来|间|级|的?[老经历]|多|半|[制龄])"
_WEEKDAY = rf"([一二三四五六日天](?![{NUMERALS}]{{0,2}}[次回趟遍个])|[1-7](?![\d次回趟遍个点:.-]))"
_UP = "(?<![早晚马网线身路加算赶碰遇楼船车])"
_DOWN = "(?<![楼线乡底地剩余留如天以])"
SHIFT = f"({_UP}上{{1,4}}一?个?|{_DOWN}下{{1,4}}一?个?|这一?个?|本|今个?|当)"
_DAY_OFFSETS = {
    "大大前": -4,
    "大前": -3,
    "前": -2,
    "昨": -1,
    "寻": -1,
    "本": 0,
    "即": 0,
    "今": 0,
    "明": 1,
    "听": 1,
    "后": 2,
    "大后": 3,
    "大大后": 4,
}
_YEAR_OFFSETS = {
    "大前": -3,
    "前": -2,
    "去": -1,
    "上": -1,
    "上一": -1,
    "今": 0,
    "本": 0,
    "这一": 0,
    "明": 1,
    "来": 1,
    "次": 1,
    "下一": 1,
    "后": 2,
    "大后": 3,
}
_DAY_STEM = "(?<![以之先])(大大前|大大后|大前|大后|[前后昨今明寻听])"
_THIRDS: dict[str, m.SectionName] = {"上": "first_third", "中": "middle_third", "下": "last_third"}
_SECTIONS: dict[str, m.SectionName] = {"初": "start", "中": "middle", "底": "end", "末": "end", "尾": "end"}
_SECTION_UNITS: dict[str, m.Unit] = {"月": "month", "年": "year", "岁": "year", "季": "quarter", "周": "week"}
_HALF_DAYS: dict[str, m.DayPart] = {"早": "early_morning", "晨": "early_morning", "晚": "evening", "夜": "night"}
_FIRST_HALVES = "上前"
_NO_DAYS = "(?![元本语常游均内])"
_NO_SECTION = r"(?![国旬秋午考心学级毕夜等间部层一二三四五六七八九十\d]|的?一部分)"


def shift_of(words: str) -> int:
    """How many units away 上上个 (-2), 这 (0) or 下 (1) are."""
    return words.count("下") - words.count("上")


def unit_of(words: str) -> m.Unit:
    """The unit that 天, 周末 or 工作日 counts."""
    return "weekend" if words == "周末" else UNITS[words[0]]


def _shifted(unit: m.Unit) -> Build:
    return lambda found: (m.Shifted(unit, shift_of(found[1])),)


def _year(found: re.Match[str]) -> tuple[m.Selector, ...]:
    year = whole(found[1].replace("两千", "二千"))
    if len(found[1]) == 2:
        year += 2000 if year < 70 else 1900
    return (m.YearOf(year),)


def _date(found: re.Match[str]) -> tuple[m.Selector, ...]:
    year, month, day = (whole(part) for part in found.groups())
    return m.YearOf(year), m.MonthOf(month), m.DayOf(day)


def _year_month(found: re.Match[str]) -> tuple[m.Selector, ...]:
    return m.YearOf(int(found[1])), m.MonthOf(int(found[2]))


def _month_day(found: re.Match[str]) -> tuple[m.Selector, ...]:
    return m.MonthOf(whole(found[1])), m.DayOf(whole(found[2]))


def _day_of_month(found: re.Match[str]) -> tuple[m.Selector, ...]:
    return (m.DayOf(whole(found[1])),)


def _slashed(found: re.Match[str]) -> tuple[m.Selector, ...]:
    return m.MonthOf(int(found[1])), m.DayOf(int(found[2] or found[3]))


def _weekday_of_week(found: re.Match[str]) -> tuple[m.Selector, ...]:
    return m.Shifted("week", shift_of(found[1])), m.WeekdayOf(WEEKDAYS[found[2]])


def _half(found: re.Match[str]) -> tuple[m.Selector, ...]:
    half = m.HalfOf(1 if found[1] in _FIRST_HALVES else 2)
    return (half,) if found[2] == "年" else (m.Shifted("week" if found[2] == "周" else "month", 0), half)


def _decade(found: re.Match[str]) -> tuple[m.Selector, ...]:
    told = found[1] or "上个世纪"
    century = {"上": 1900, "本": 2000}.get(told[0]) or (whole(told.removesuffix("世纪")) - 1) * 100
    return (m.YearsOf(century + whole(found[2]), 10),)


def _day_and_part(found: re.Match[str]) -> tuple[m.Selector, ...]:
    return m.Shifted("day", _DAY_OFFSETS[found[1]]), m.PartOfDay(_HALF_DAYS[found[2]])


def _nth(sign: int) -> Build:
    """第二周, 最后一个周五, 倒数第三天."""

    def build(found: re.Match[str]) -> tuple[m.Selector, ...]:
        number, unit, weekday = found.groups()
        count = sign * (whole(number) if number else 1)
        return (m.Nth(count, "day", WEEKDAYS[weekday]) if weekday else m.Nth(count, unit_of(unit)),)

    return build


def _run(found: re.Match[str]) -> tuple[m.Selector, ...]:
    """前三个月, 最后五天: so many of what stands before."""
    sign = -1 if found[1] in ("最后", "后", "末") else 1
    return (m.Run(sign * whole(found[2]), UNITS[found[3][0]]),)


def _beside(found: re.Match[str]) -> tuple[m.Selector, ...]:
    """前一天, 后第二个工作日, 前三天: beside what stands before."""
    side, order, number, unit, weekday = found.groups()
    count = (whole(number) if number else 1) * (-1 if side == "前" else 1)
    if weekday:
        return (m.Beside(count, "day", WEEKDAYS[weekday]),)
    return (m.Beside(count, unit_of(unit), run=not order and (abs(count) > 1 or unit[0] in "周星礼月")),)


def _offset(found: re.Match[str]) -> tuple[m.Selector, ...]:
    return (m.Offset(length_of(found[1]), -1 if found[2] == "前" else 1),)


_COUNTABLE = rf"(天|日|周末|{WEEK}([一二三四五六日天])?|月|季度|年|工作日)(?![级段课])"
_MEASURED = rf"(天|日(?![早晚])|{WEEK}|月|季度|年|工作日)"

DATES: tuple[Atom, ...] = (
    atom(
        rf"{_ALONE}(?!\d+日[之以]?前|(?:\d{{4}}|[{DIGITS}]{{4}})年)((?:{LENGTH}){{1,3}})多?(?:之|以)?(前|后)(?![天年面者来备勤台期半代])",
        _offset,
    ),
    atom(
        rf"(?:再过|(?<![超通经])过|再)((?:{LENGTH}){{1,2}})(?:之?()后|以后)?", lambda f: (m.Offset(length_of(f[1]), 1),)
    ),
    atom(r"(?<![\d.])(\d{4})(?:年|[-/.])(\d{1,2})(?:月|[-/.])(\d{1,2})[日号]?(?![.\d]\d*[.\d]|/)", _date),
    atom(r"(?<!\d)((?:19|20)\d\d)[-/](0?[1-9]|1[0-2])(?![-/\d])", _year_month),
    atom(r"(?<![\d.])((?:19|20)\d\d)\.(0[1-9]|1[0-2])(?![.\d元块万亿])", _year_month),
    atom(r"(?<![\d/.-])(\d{1,2})(?:[/.](\d{1,2})[日号]|[-/.](\d{1,2})(?=\s+\d{1,2}[:点时]))", _slashed),
    atom(r"(?<![\d/.-])(0[1-9]|1[0-2])[-/.](0[1-9]|[12]\d|3[01])(?![\d/.%-])", _month_day),
    atom(rf"((?:上个?|本)世纪|{NUMBER}世纪)?([二三四五六七八九]十|[1-9]0)年代", _decade),
    atom(rf"{_ALONE}{_YEAR}度?", _year),
    atom(rf"{_ALONE}{_SHORT_YEAR}{_COUNTED}度?", _year),
    atom(
        "(?<![以之])(大前|大后|上一|这一|下一|[去今明前后本次来上])年度?(?![轮级龄纪])",
        lambda f: (m.Shifted("year", _YEAR_OFFSETS[f[1]]),),
    ),
    atom(rf"{SHIFT}世纪", _shifted("century")),
    atom("第?([一二三四1-4])个?季度", lambda f: (m.QuarterOf(whole(f[1])),)),
    atom("首季度?", always(m.QuarterOf(1)), follows="any"),
    atom(r"[Qq]([1-4])(?![\dA-Za-z])", lambda f: (m.QuarterOf(int(f[1])),)),
    atom(rf"{SHIFT}季度", _shifted("quarter")),
    atom("([上下])个半年", lambda f: (m.Shifted("half", shift_of(f[1])),)),
    atom("([上下前后])半个?[月周]", lambda f: (m.HalfOf(1 if f[1] in _FIRST_HALVES else 2),), follows="coarse"),
    atom("([上下前后])半(年|个?月|周)(?![之以]?[前后])", _half),
    atom(rf"{_ALONE}{_MONTH}份?的?\s?({_SMALL})\s?[日号](?!元)", _month_day),
    atom(rf"{_ALONE}(\d{{1,2}})月(\d{{1,2}})(?=[早晚上下中凌傍至到\s,、-]|$)", _month_day),
    atom(rf"{_ALONE}{_MONTH}(?![薪亮票])份?", lambda f: (m.MonthOf(whole(f[1])),)),
    atom(rf"{SHIFT}月份?(?![报球])", _shifted("month")),
    atom("同月", always(m.Shifted("month", 0))),
    atom("次月", always(m.Shifted("month", 1))),
    atom("周末", always(m.Shifted("weekend", 0))),
    atom("([上中下])旬", lambda f: (m.Section(_THIRDS[f[1]], "month"),)),
    atom(
        rf"([月年岁季]|季度|周)([初底末中尾]){_NO_SECTION}",
        lambda f: (m.Section(_SECTIONS[f[2]], _SECTION_UNITS[f[1][0]]),),
    ),
    atom(rf"伊始|前期|初期?{_NO_SECTION}", always(m.Section("start")), follows="coarse"),
    atom("末期?|后期|底", always(m.Section("end")), follows="coarse"),
    atom(rf"中(?:期|叶|{_NO_SECTION})", always(m.Section("middle")), follows="coarse"),
    atom(rf"{SHIFT}{WEEK}{_WEEKDAY}", _weekday_of_week),
    atom(f"{SHIFT}(?:周末|{WEEK}末)", _shifted("weekend")),
    atom(f"{SHIFT}{WEEK}(?![刊报会岁年])", _shifted("week")),
    atom(rf"第\s?({NUMBER})\s?个?{_COUNTABLE}", _nth(1), follows="coarse"),
    atom(rf"倒数第?({NUMBER})个?{_COUNTABLE}", _nth(-1), follows="coarse"),
    atom(rf"(?:最后|末)(一)?个?{_COUNTABLE}", _nth(-1), follows="coarse"),
    atom("首(个)?(周|月|日)()", lambda f: (m.Nth(1, UNITS[f[2]]),), follows="coarse"),
    atom(rf"(前|头|后|最后|最初|末)的?\s?({NUMBER})\s?个?{_MEASURED}", _run, follows="coarse"),
    atom(rf"(?:之|以)?(前|后)的?(第)?({NUMBER})个?{_COUNTABLE}", _beside, follows="day"),
    atom("前[夕夜]", always(m.Beside(-1, "day")), follows="day"),
    atom("[这同]一?天", always(m.Shifted("day", 0)), follows="coarse"),
    atom("(?:当|那|这)(?:一)?天", always(), follows="day"),
    atom(rf"{WEEK}{_WEEKDAY}", lambda f: (m.WeekdayOf(WEEKDAYS[f[1]]),)),
    atom(rf"{_DAY_STEM}(?:天|日|儿个?)", lambda f: (m.Shifted("day", _DAY_OFFSETS[f[1]]),)),
    atom("([本即])日", always(m.Shifted("day", 0))),
    atom(rf"{_DAY_STEM}([早晚晨夜])(?![于点些了报])[上间晨里]?", _day_and_part),
    atom("当天|当日", always(m.Shifted("day", 0))),
    atom("[次翌隔]日|第二天", always(m.Beside(1, "day")), follows="any"),
    atom(rf"{_ALONE}({_SMALL})\s?号", _day_of_month),
    atom(rf"{_ALONE}(\d{{1,2}}|[十廿卅二三]?十[一二三四五六七八九]?)\s?日{_NO_DAYS}", _day_of_month),
    atom(rf"([一二三四五六七八九])日{_NO_DAYS}", _day_of_month, follows="coarse"),
)
"""In the order in which they are tried."""
