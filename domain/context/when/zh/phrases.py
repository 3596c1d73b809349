"""Stretches of time that are told from now in Chinese, and what recurs (rules WHEN-31 to WHEN-33)."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from domain.context.when import meanings as m
from domain.context.when.zh.numbers import LENGTH, NUMBER, NUMERALS, length_of, whole

_FEW_DAYS = "(?:几|些)(?:个)?(?:天|日)|些日子"


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words that are a whole time by themselves."""

    pattern: re.Pattern[str]
    build: Callable[[re.Match[str]], m.Meaning]


def _phrase(pattern: str, build: Callable[[re.Match[str]], m.Meaning]) -> Phrase:
    return Phrase(re.compile(pattern), build)


def _rolling(direction: int, deadline: bool = False) -> Callable[[re.Match[str]], m.Meaning]:
    def build(found: re.Match[str]) -> m.Meaning:
        amount, unit = length_of(found[1])[0]
        return m.Rolling(amount, unit, 1 if direction > 0 else -1, deadline)

    return build


def _vague(name: m.VagueName) -> Callable[[re.Match[str]], m.Meaning]:
    return lambda found: m.Vague(name)


_NO_EVENT = r"(?<![一-龥](?<![在的我你他她它们把是那从和跟说请]))"
"""前 and 后 of a length count from now only where no event stands before them (上课前10分钟)."""

_PAST = f"(?:在)?(?:刚?过去|最近|近|以往|往前|{_NO_EVENT}(?:之前|前))(?:的|这)?"
_COMING = f"(?:在)?(?:未来|今后|接下来|往后|随后|{_NO_EVENT}(?:之后|以后))(?:的|这)?"
_WITHIN = "(?:之内|以内|内|里面|里头|里)"
_SEVERAL = r"(?:[2-9]|\d\d|[两二三四五六七八九十]+)(?:个(?:小时|月|星期|礼拜|季度)|周|天|年)"
_SOME_DAYS = "几天"
_A_WHILE = "这段时间|一段时间|一阵子?"
_SOME = {"": (2, 9), "十": (20, 99)}
_DAYS_APART = {"昨": -1, "今": 0, "明": 1, "后": 2}


def _two_days(found: re.Match[str]) -> m.Meaning:
    """今明两天, 明后天: two days told at once."""
    first, last = (m.Chain((m.Shifted("day", _DAYS_APART[word]),)) for word in found[1])
    return m.Between(first, last)


def _some_tens(found: re.Match[str]) -> m.Meaning:
    """十几天前: from nineteen to eleven days ago; 十来天前: from thirteen to ten."""
    tens, (least, most) = whole(found[1]), (1, 9) if found[2] == "几" else (0, 3)
    _, unit = length_of(f"1个{found[3]}")[0]
    if found[4] == "前":
        return m.Between(_away(tens + most, unit, -1), _away(tens + least, unit, -1))
    return m.Between(_away(tens + least, unit, 1), _away(tens + most, unit, 1))


def _away(number: int, unit: m.Unit, direction: Literal[-1, 1]) -> m.Chain:
    return m.Chain((m.Offset(((number, unit),), direction),))


def _some(found: re.Match[str]) -> m.Meaning:
    """几年前: from nine to two years ago; 几十年前: from ninety-nine to twenty."""
    least, most = _SOME[found[1]]
    return _roughly(least, most, found[2], found[3])


def _pair(found: re.Match[str]) -> m.Meaning:
    """两三年前: from three to two years ago."""
    return _roughly(whole(found[1]), whole(found[2]), found[3], found[4])


def _roughly(least: int, most: int, unit: str, side: str) -> m.Meaning:
    _, told = length_of(f"1个{unit}")[0]
    if side == "前":
        return m.Between(_away(most, told, -1), _away(least, told, -1))
    return m.Between(_away(least, told, 1), _away(most, told, 1))


def _one_or_two(found: re.Match[str]) -> m.Meaning:
    """一两天之内: within the longer of the two."""
    amount, unit = length_of(found[1] + found[2])[0]
    return m.Rolling(amount, unit, 1, deadline=True)


def _weekends(found: re.Match[str]) -> m.Meaning:
    """下两个周末: from the first of them to the last, this one included."""
    count = whole(found[2])
    first, last = (-count, -1) if found[1] in _PAST_WORDS else (0, count - 1)
    return m.Between(m.Chain((m.Shifted("weekend", first),)), m.Chain((m.Shifted("weekend", last),)))


def _workday(found: re.Match[str]) -> m.Meaning:
    return m.Chain((m.Shifted("day", 0), m.Beside(-1 if found[1] == "上" else 1, "workday")))


_PAST_WORDS = ("上", "前", "过去", "最近", "近")
PHRASES: tuple[Phrase, ...] = (
    _phrase("(昨今|今明|明后)两?[天日]", _two_days),
    _phrase(r"([二三四五六七八九]?十)([几来])个?(天|周|星期|月|年|小时|分钟)(?:之|以)?(前|后)(?![面者])", _some_tens),
    _phrase(
        r"(?<![十百千万第这那上下前后])几(十?)个?(周|星期|礼拜|月|年|小时|分钟|(?<=十)天)(?:之|以)?(前|后)(?![面者])",
        _some,
    ),
    _phrase(
        rf"(?<![{NUMERALS}第])([一二两三四五六七])([两二三四五六七八九])个?(周|星期|礼拜|月|年|天|小时|分钟)(?:之|以)?(前|后)(?![面者])",
        _pair,
    ),
    _phrase(
        rf"(?<![{NUMERALS}第])[一二两三四五六七八]([两二三四五六七八九](?!十))"
        "(个?(?:天|周|星期|礼拜|小时|工作日)|个月|年|分钟)(?:之内|以内|内(?![部容涵存]))",
        _one_or_two,
    ),
    _phrase(rf"(?<![楼线早晚马])(上|下|过去|最近|近|{_NO_EVENT}前|未来|接下来)的?({NUMBER})个?周末", _weekends),
    _phrase("(?<![楼线早晚马])([上下])一?个工作日", _workday),
    _phrase("刚才|方才|刚刚(?![好够巧及])", _vague("just_now")),
    _phrase(rf"{_PAST}({LENGTH}){_WITHIN}?(?![前后])(?:以来)?", _rolling(-1)),
    _phrase(rf"{_COMING}({LENGTH}){_WITHIN}?", _rolling(1)),
    _phrase(rf"{_NO_EVENT}后({LENGTH}){_WITHIN}?", _rolling(1)),
    _phrase(rf"(?<![早晚马])上({_SEVERAL})", _rolling(-1)),
    _phrase(rf"(?<![楼线])下({_SEVERAL})", _rolling(1)),
    _phrase("上一?个小时", lambda f: m.Rolling(1, "hour", -1)),
    _phrase("下一?个小时", lambda f: m.Rolling(1, "hour", 1)),
    _phrase(rf"(?<![\d{NUMERALS}第])({LENGTH})多?以来", _rolling(-1)),
    _phrase(rf"(?<![\d{NUMERALS}第])({LENGTH})(?:之内|以内|内(?![部容涵存]))", _rolling(1, deadline=True)),
    _phrase(rf"前(?:{_FEW_DAYS})", _vague("past_days")),
    _phrase("前一?阵子?|前一?段(?:时间|日子)|前不久|不久前|不久以前", _vague("past_while")),
    _phrase(f"{_SOME_DAYS}(?:之|以)?前", _vague("past_days")),
    _phrase(f"(?:未来|今后|接下来|之后|往后)[的这]?几天[里内]?|{_SOME_DAYS}(?:之|以)?后|过几天", _vague("coming_days")),
    _phrase(f"这[几两]天|这阵子|这段时间|近几天|最近几天|近日|近期|近来|最近(?:{_A_WHILE})?", _vague("recently")),
    _phrase(rf"很久(?:之|以)前|(?<![\dA-Za-z{NUMERALS}])(?:之前|以前|从前)", _vague("earlier")),
)  # fmt: skip
"""In the order in which they are tried; what follows in the sentence does not count."""
