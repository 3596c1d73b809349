"""Feasts, the Chinese calendar, solar terms and seasons in Chinese (rules WHEN-29 and WHEN-30)."""

import re

from domain.context.when import meanings as m
from domain.context.when.zh.atom import Atom, atom
from domain.context.when.zh.numbers import DIGITS, NUMERALS, whole

_FEASTS = {
    "元旦": "new_year",
    "新年": "new_year",
    "阳历年": "new_year",
    "阳历新年": "new_year",
    "跨年": "new_years_eve",
    "情人节": "valentines_day",
    "女生节": "girls_day",
    "妇女节": "womens_day",
    "三八妇女节": "womens_day",
    "三八": "womens_day",
    "女神节": "womens_day",
    "植树节": "arbor_day",
    "愚人节": "april_fools_day",
    "清明": "tomb_sweeping",
    "五一": "labour_day",
    "劳动节": "labour_day",
    "国际劳动节": "labour_day",
    "五一劳动节": "labour_day",
    "五一国际劳动节": "labour_day",
    "青年节": "youth_day",
    "五四": "youth_day",
    "五四青年节": "youth_day",
    "护士节": "nurses_day",
    "母亲节": "mothers_day",
    "六一": "childrens_day",
    "六一儿童节": "childrens_day",
    "儿童节": "childrens_day",
    "父亲节": "fathers_day",
    "台湾父亲节": "taiwan_fathers_day",
    "七一建党节": "party_day",
    "建党节": "party_day",
    "八一建军节": "army_day",
    "八一": "army_day",
    "建军节": "army_day",
    "教师节": "teachers_day",
    "国庆": "national_day",
    "十一国庆": "national_day",
    "十一": "national_day",
    "万圣节": "all_saints_day",
    "万圣夜": "halloween",
    "万圣节前夜": "halloween",
    "光棍节": "singles_day",
    "双十一": "singles_day",
    "双11": "singles_day",
    "双十二": "double_twelve",
    "双12": "double_twelve",
    "618": "midyear_sale",
    "感恩节": "thanksgiving",
    "平安夜": "christmas_eve",
    "圣诞夜": "christmas_eve",
    "圣诞": "christmas",
    "除夕": "lunar_new_years_eve",
    "除夕夜": "lunar_new_years_eve",
    "大年三十": "lunar_new_years_eve",
    "年三十": "lunar_new_years_eve",
    "大年夜": "lunar_new_years_eve",
    "春节": "spring_festival",
    "农历新年": "spring_festival",
    "农历年": "spring_festival",
    "大年初一": "spring_festival",
    "破五": "wealth_god_day",
    "元宵": "lantern_festival",
    "龙抬头": "dragon_head_day",
    "端午": "dragon_boat_festival",
    "七夕": "qixi",
    "中元节": "ghost_festival",
    "中秋": "mid_autumn",
    "重阳": "double_ninth",
    "腊八": "laba",
    "小年": "little_new_year",
    "北方小年": "little_new_year",
}
_OFF = {
    "new_year": "new_year",
    "spring_festival": "spring_festival",
    "lunar_new_years_eve": "spring_festival",
    "tomb_sweeping": "tomb_sweeping",
    "labour_day": "labour_day",
    "dragon_boat_festival": "dragon_boat_festival",
    "national_day": "national_day",
    "mid_autumn": "mid_autumn",
}
NAMES = "|".join(sorted(_FEASTS, key=len, reverse=True))
"""The names of feasts, the longest first."""

_AS_NUMBER = (
    rf"(?<![\d{NUMERALS}.第初廿双])(?!(?:十一|五一|六一|八一|三八|五四|618)"
    rf"(?:[\d{NUMERALS}个点月年号日时分岁次名块元人路比班级]|周(?!年)|天|小时|中学|楼))"
)
_HOLIDAYS = "的?(?:小?长假|假期|黄金周|放假(?:期间)?|假日|期间|假)"
_SOLAR_TERMS = "立春|惊蛰|春分|谷雨|立夏|芒种|夏至|小暑|立秋|处暑|白露|秋分|寒露|霜降|立冬|冬至"
_WEATHER_TERMS = "雨水|小满|大暑|小雪|大雪|小寒|大寒|清明"
_FIRST_TEN = "初(?:一(?![起直定些般共])|[二三四五六七八九十])"
_LUNAR_DAY = rf"({_FIRST_TEN}|十[一二三四五六七八九]|二十[一二三四五六七八九]?|廿[一二三四五六七八九]?|三十|卅)"
_LUNAR_MONTHS = {"正": 1, "冬": 11, "腊": 12}
_LUNAR_MONTH = r"(闰?)(正|冬|腊|十[一二]|[一二三四五六七八九十]|\d{1,2})月"


def _feast(found: re.Match[str]) -> tuple[m.Selector, ...]:
    key = _FEASTS[found[1]]
    return (m.DaysOff(_OFF[key]) if found[2] and key in _OFF else m.Feast(key),)


def _lunar_month_of(told: str) -> int:
    return _LUNAR_MONTHS.get(told) or whole(told)


def _lunar(found: re.Match[str]) -> tuple[m.Selector, ...]:
    leap, month, day = found.groups()
    return (m.LunarDay(_lunar_month_of(month), whole(day.removeprefix("初")), bool(leap)),)


def _in_year(found: re.Match[str]) -> tuple[m.Selector, ...]:
    year, leap, month, day = found.groups()
    number = whole(day.removeprefix("初")) if day else None
    return (m.LunarDay(_lunar_month_of(month), number, bool(leap), whole(year)),)


def _solar(found: re.Match[str]) -> tuple[m.Selector, ...]:
    """After the number of a year, a day that is also said of the Chinese calendar is of the common one."""
    return m.MonthOf(whole(found[1])), m.DayOf(whole(found[2]))


def _lunar_month(found: re.Match[str]) -> tuple[m.Selector, ...]:
    leap, month = found.groups()
    return (m.LunarDay(_lunar_month_of(month), None, bool(leap)),)


_SEASONS: dict[str, m.SeasonName] = {
    "春": "spring",
    "夏": "summer",
    "秋": "autumn",
    "冬": "winter",
    "暑": "summer_holidays",
    "寒": "winter_holidays",
}


_CALENDAR = "(?:农历|阴历|旧历)"
_MONTH_DAY = rf"{_LUNAR_MONTH}(初?[{DIGITS}十廿卅]{{1,3}}|\d{{1,2}})[日号]?"
_PLAIN_MONTH = "(十[一二]|[一二三四五六七八九十])月"
_FIRST = rf"(?<![\d{NUMERALS}])"
FEASTS: tuple[Atom, ...] = (
    atom(rf"{_CALENDAR}(\d{{4}}|[{DIGITS}]{{4}})年{_MONTH_DAY}", _in_year),
    atom(rf"{_CALENDAR}(\d{{4}}|[{DIGITS}]{{4}})年{_LUNAR_MONTH}份?()", _in_year),
    atom(rf"{_CALENDAR}的?{_MONTH_DAY}", _lunar),
    atom(rf"{_CALENDAR}的?{_LUNAR_MONTH}份?", _lunar_month),
    atom(rf"{_FIRST}(闰?)(正|冬|腊)月(初?[{DIGITS}十廿卅]{{1,3}}|\d{{1,2}})[日号]?", _lunar),
    atom(rf"{_FIRST}(闰?)(正|冬|腊)月", _lunar_month),
    atom(
        rf"{_FIRST}{_PLAIN_MONTH}(十[一二三四五六七八九]|二十[一二三四五六七八九]?|三十)(?![号日{NUMERALS}\d个点%])",
        _solar,
        "year",
    ),
    atom(
        rf"{_FIRST}(十[一二])月(十[一二三四五六七八九]|二十[一二三四五六七八九]?|三十)(?![号日{NUMERALS}\d个点%])",
        _solar,
    ),
    atom(rf"{_FIRST}(闰?){_PLAIN_MONTH}{_LUNAR_DAY}(?![号日{NUMERALS}\d个点%])", _lunar),
    atom(
        rf"{_FIRST}(闰?)([1-9]|1[0-2])月({_FIRST_TEN}|廿[一二三四五六七八九]?)"
        rf"(?![{NUMERALS}\d个点%])",
        _lunar,
    ),
    atom(
        rf"{_FIRST}(?:二月二|三月三|五月五|六月六|七月七|九月九)(?![号日{NUMERALS}\d个点%])",
        lambda f: (m.LunarDay(whole(f[0][0]), whole(f[0][0])),),
    ),
    atom("(?:大年|新年|年)(初[一二三四五六七八九十])", lambda f: (m.LunarDay(1, whole(f[1][1:])),)),
    atom(rf"{_AS_NUMBER}({NAMES})(?:佳?节|日)?({_HOLIDAYS})?", _feast),
    atom(f"({_SOLAR_TERMS})(?:节气|[那当][天日])?", lambda f: (m.SolarTerm(f[1]),)),
    atom(f"({_WEATHER_TERMS})(?:节气|[那当][天日])", lambda f: (m.SolarTerm(f[1]),)),
    atom(f"({_WEATHER_TERMS})", lambda f: (m.SolarTerm(f[1]),), "coarse"),
    atom("([春夏秋冬])(?:天|季)(?![衣装])|([暑寒])假", lambda f: (m.Season(_SEASONS[f[1] or f[2]]),)),
)
"""In the order in which they are tried."""
