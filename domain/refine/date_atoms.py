"""Dates and months in the words of a request (rule SLICE-19)."""

import re

from domain.refine.calendar import Said, weeks_of
from domain.refine.numerals import DIGIT, NUMBER, number
from domain.refine.place_atoms import TO, WEEK, between
from domain.refine.token import Values, atom

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH_ALONE = (
    r"(?:january|february|april|june|july|august|september|october|november|december"
    r"|(?:jan|feb|apr|jun|jul|aug|sept?|oct|nov|dec)\b\.?)"
)
_MONTH_EN = rf"(?:{_MONTH_ALONE}|march|may|mar\b\.?)"
_DAY_EN = rf"(?:{DIGIT}{{1,2}}(?:st|nd|rd|th)?(?!{DIGIT}|[:%％]|\s*(?:%|tasks?|of\s+the\s+tasks)))"
_YEAR_EN = rf"(?:,?\s*[2２][0０]{DIGIT}{{2}})?"
_FULL_YEAR = rf"[2２][0０]{DIGIT}{{2}}"
_YEAR = rf"(?:{_FULL_YEAR}年)?"
_DAY = rf"(?:{NUMBER})"
_RELATIVE = {"大前天": -3, "前天": -2, "昨": -1, "今": 0, "明": 1, "后天": 2, "大后天": 3}
_RELATIVE_EN = {"today": 0, "to": 0, "tomorrow": 1, "yesterday": -1}
_STEPS = {"上": -1, "last": -1, "下": 1, "next": 1, "下下": 2}


def _month_of(name: str) -> int:
    return _MONTHS.index(name[:3].lower()) + 1


def _year_in(text: str) -> int | None:
    found = re.search(_FULL_YEAR, text)
    return int(found[0]) if found else None


def _date(found: re.Match[str], said: Said) -> Values:
    return said.day(number(found[1]), number(found[2]), _year_in(found[0]))


def _date_en(found: re.Match[str], said: Said) -> Values:
    return said.day(_month_of(found[1] or found[4]), number(found[2] or found[3]), _year_in(found[0]))


def _iso(found: re.Match[str], said: Said) -> Values:
    return said.day(number(found[2]), number(found[3]), number(found[1]))


def _dates_between(said: Said, first: tuple[int | None, int], last: tuple[int | None, int]) -> Values:
    """All days from one date to the next other one; a month is carried on from the first."""
    begin = said.day(*first)
    end = said.day(*last)
    if not begin or not end:
        return ()
    return between(begin[0], end[0]) if end[0] >= begin[0] else ()


def _date_range(found: re.Match[str], said: Said) -> Values:
    month = number(found[1])
    return _dates_between(said, (month, number(found[2])), (number(found[3] or found[1]), number(found[4])))


def _day_range(found: re.Match[str], said: Said) -> Values:
    return _dates_between(said, (None, number(found[1])), (None, number(found[2])))


def _date_range_en(found: re.Match[str], said: Said) -> Values:
    month = _month_of(found[1])
    last = _month_of(found[3]) if found[3] else month
    return _dates_between(said, (month, number(found[2])), (last, number(found[4])))


def _day_list(found: re.Match[str], said: Said) -> Values:
    month = number(found[1]) if found[1] else None
    days = re.findall(NUMBER, found[0][len(f"{found[1]}月") if found[1] else 0 :])
    read = [said.day(month, number(day)) for day in days]
    return tuple(day for each in read for day in each) if all(read) else ()


def _day_of_month(found: re.Match[str], said: Said) -> Values:
    return said.day(None, number(found[1]))


def _relative(found: re.Match[str], said: Said) -> Values:
    return said.today(_RELATIVE[found[1]])


def _relative_en(found: re.Match[str], said: Said) -> Values:
    return said.today(_RELATIVE_EN[found[1].lower()])


def _month(found: re.Match[str], said: Said) -> Values:
    return said.month(number(found[1]))


def _month_en(found: re.Match[str], said: Said) -> Values:
    return said.month(_month_of(found[1]))


def _relative_month(found: re.Match[str], said: Said) -> Values:
    return said.month(None, _STEPS.get(found[1].lower(), 0))


DATES = (
    atom(
        "weeks",
        rf"{_YEAR}({NUMBER})月({_DAY})[日号]?(?:所在|当|那|这|所属)的?(?:那|这)?一?{WEEK}",
        lambda found, said: weeks_of(said.day(number(found[1]), number(found[2]))),
    ),
    atom(
        "weeks",
        rf"\bthe\s+week\s+of\s+(?:the\s+)?(?:({_MONTH_EN})\s+({_DAY_EN}){_YEAR_EN}|({_DAY_EN})\s+(?:of\s+)?({_MONTH_EN}){_YEAR_EN})",
        lambda found, said: weeks_of(int(day) for day in _date_en(found, said)),
    ),
    atom("dates", rf"{_YEAR}({NUMBER})月({_DAY})[日号]?{TO}(?:({NUMBER})月)?({_DAY})[日号]?", _date_range),
    atom(
        "dates",
        rf"(?:({NUMBER})月)?{_DAY}[日号]?(?:[、和及与]{_DAY}[日号]?)*[、和及与]{_DAY}[日号](?!线|楼|任务)",
        _day_list,
    ),
    atom("dates", rf"{_YEAR}({NUMBER})月({_DAY})[日号]?", _date),
    atom("dates", rf"({_FULL_YEAR})[-/.年]({DIGIT}{{1,2}})[-/.月]({DIGIT}{{1,2}})[日号]?", _iso),
    atom(
        "dates",
        rf"(?<![{'0-9０-９'}./])({DIGIT}{{1,2}})[./]({DIGIT}{{1,2}})[日号]{TO}({DIGIT}{{1,2}})[./]({DIGIT}{{1,2}})[日号]",
        _date_range,
    ),
    atom("dates", rf"(?<![0-9０-９./])({DIGIT}{{1,2}})[./]({DIGIT}{{1,2}})[日号]", _date),
    atom("dates", r"(?<![0-9０-９./])(1[0-2]|[1-9])[./]([12]\d|3[01]|0[1-9])(?![0-9./%％])", _date),
    atom("dates", rf"({DIGIT}{{1,2}})[日号]?{TO}({DIGIT}{{1,2}})[日号](?!线|楼|任务)", _day_range),
    atom(
        "dates",
        rf"(?<!{DIGIT})({DIGIT}{{1,2}}|[二三]?十[一二三四五六七八九]?)[日号](?!线|楼|任务|[程常历])",
        _day_of_month,
    ),
    atom("dates", r"(大前天|大后天|前天|后天)", _relative),
    atom("dates", r"([今明昨])(?:天|日|(?=[晚早]))", _relative),
    atom("none", r"(?:当|同一?)天|\b(?:on\s+)?the\s+same\s+day\b"),
    atom("dates", rf"(?<=[到至在])({NUMBER})天[之以]?后", lambda found, said: said.today(number(found[1]))),
    atom("dates", r"\bthe\s+day\s+after\s+tomorrow\b", lambda _found, said: said.today(2)),
    atom("dates", r"\bthe\s+day\s+before\s+yesterday\b", lambda _found, said: said.today(-2)),
    atom("dates", r"\b(today|tomorrow|yesterday|to(?=night\b))", _relative_en),
    atom(
        "dates",
        rf"\b({_MONTH_EN})\s+(?:the\s+)?({_DAY_EN})\s*(?:-|–|through|until|till)\s*(?:({_MONTH_EN})\s+)?(?:the\s+)?({_DAY_EN})",
        _date_range_en,
    ),
    atom(
        "stretch",
        rf"\b({_MONTH_EN})\s+(?:the\s+)?({_DAY_EN})\s+to\s+(?:({_MONTH_EN})\s+)?(?:the\s+)?({_DAY_EN})",
        _date_range_en,
    ),
    atom(
        "dates",
        rf"\b(?:({_MONTH_EN})\s+(?:the\s+)?({_DAY_EN})|(?:the\s+)?({_DAY_EN})\s+(?:of\s+)?({_MONTH_EN})(?![a-z])){_YEAR_EN}",
        _date_en,
    ),
    atom(
        "dates",
        rf"\bthe\s+({DIGIT}{{1,3}}(?:st|nd|rd|th))\b(?!\s+(?:week|section|period|chapter|task|one))",
        _day_of_month,
    ),
    atom("dates", rf"(?<!{DIGIT}|第)({NUMBER})月份?(?![{'0-9０-９'}]|亮)", _month),
    atom("dates", r"(下下|下|这|本|上)个?月(?!亮)", _relative_month),
    atom(
        "dates",
        r"(?:(?<=\bin )|(?<=\bof )|(?<=\bto )|(?<=\bfor )|(?<=\bfrom )|(?<=\ball )|(?<=\binto )|(?<=\bduring ))"
        r"(march|may|mar)\b",
        _month_en,
    ),
    atom("dates", rf"\b({_MONTH_ALONE})(?![a-z])", _month_en),
    atom("dates", r"\b(this|next|last)\s+month\b", _relative_month),
)
