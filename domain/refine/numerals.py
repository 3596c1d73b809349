"""Whole numbers as people write them in requests (rule SLICE-3)."""

import re

CHINESE = "一二三四五六七八九十"
DIGIT = "[0-9０-９]"
NUMBER = rf"(?:{DIGIT}{{1,3}}|[{CHINESE}两]{{1,3}})"
_ENGLISH = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
NUMBER_EN = rf"(?:{DIGIT}{{1,3}}|{'|'.join(_ENGLISH)})"


def number(text: str) -> int:
    """The value of digits of any width, of a Chinese numeral up to 99, or of an English word up to ten."""
    if text.isdigit():
        return int(text)
    if text.lower() in _ENGLISH:
        return _ENGLISH.index(text.lower()) + 1
    tens, ten, units = text.replace("两", "二").rpartition("十")
    return (_digit(tens, 1) * 10 if ten else 0) + _digit(units, 0)


def numerals(text: str) -> tuple[int, ...]:
    """Chinese numerals written one after another: 十一十二 is 11 and 12, 三四 is 3 and 4."""
    return tuple(number(part) for part in re.findall(rf"十[{CHINESE[:-1]}]?|[{CHINESE[:-1]}]", text))


def comparable(text: str) -> str:
    """The text as names are compared: lower case, no spaces, 第三章 as 第3章."""
    digits = re.sub(rf"(?<=第)[{CHINESE}]+", lambda found: str(number(found[0])), text)
    return re.sub(r"\s+", "", digits).lower()


def _digit(text: str, absent: int) -> int:
    return CHINESE.index(text[-1]) + 1 if text else absent
