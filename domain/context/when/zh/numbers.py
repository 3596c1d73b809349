"""Numbers and lengths of time in Chinese (rules WHEN-21 and WHEN-22)."""

import re

from domain.context.when.meanings import Unit

DIGITS = "零〇一二两三四五六七八九"
NUMERALS = f"{DIGITS}十百千廿卅俩仨"
NUMBER = rf"(?:\d+(?:\.\d+)?|[{NUMERALS}]{{1,12}})"
"""A number in either script."""

_VALUES = {char: value for value, char in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2, "俩": 2, "仨": 3}
_TENS = {"十": 10, "百": 100, "千": 1000}
_UNITS: dict[str, tuple[int, Unit]] = {
    "秒": (1, "second"),
    "分": (1, "minute"),
    "刻": (15, "minute"),
    "小": (1, "hour"),
    "钟": (1, "hour"),
    "天": (1, "day"),
    "日": (1, "day"),
    "周": (1, "week"),
    "星": (1, "week"),
    "礼": (1, "week"),
    "月": (1, "month"),
    "季": (1, "quarter"),
    "年": (1, "year"),
    "世": (1, "century"),
    "工": (1, "workday"),
}
_UNIT = "秒钟?|分钟?|刻钟|小时|钟头|钟(?!情|爱|表)|天|日|周|星期|礼拜|季度|年|世纪|工作日"
_MANY = rf"(?:(?![一二两三四五六七八九]{{2}}){NUMBER}|半)多?\s?"
LENGTH = rf"(?:{_MANY}个?多?半?(?:{_UNIT})半?|(?:{_MANY}个多?半?|[俩仨半])月半?)"
"""A length of time; a month of it is counted with 个, else it is the name of a month."""

_LENGTH = re.compile(rf"({NUMBER}|半)多?\s?个?多?(半?)({_UNIT}|月)(半?)")


def number_of(text: str) -> float:
    """The value of a number in either script: 二十三, 二〇二六, 廿五, 1.5."""
    if text[0].isascii():
        return float(text) if "." in text else int(text)
    if len(text) > 1 and all(char in _VALUES for char in text):
        return int("".join(str(_VALUES[char]) for char in text))
    total = value = 0
    for char in text.replace("廿", "二十").replace("卅", "三十"):
        if char in _TENS:
            total += (value or 1) * _TENS[char]
            value = 0
        else:
            value = _VALUES[char]
    return total + value


def whole(text: str) -> int:
    """The value of a whole number."""
    return int(number_of(text))


def length_of(text: str) -> tuple[tuple[float, Unit], ...]:
    """The parts of a length: 一个半小时 is 1.5 hours, 两天三小时 two days and three hours."""
    return tuple(_part(*found.groups()) for found in _LENGTH.finditer(text))


def _part(number: str, half_before: str, unit: str, half_after: str) -> tuple[float, Unit]:
    factor, name = _UNITS[unit[0]]
    value = 0.5 if number == "半" else number_of(number)
    if half_before or half_after:
        value += 0.5
    return _without_half(value * factor, name)


def _without_half(value: float, unit: Unit) -> tuple[float, Unit]:
    """Half a year is six months and half a month fifteen days; half a day stays half a day."""
    if value % 1 == 0:
        return int(value), unit
    if unit == "year":
        return round(value * 12), "month"
    if unit == "month" and value == 0.5:
        return 15, "day"
    return value, unit
