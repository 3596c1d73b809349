"""Whole numbers as people write them in requests (rule SLICE-3)."""

import re

CHINESE = "一二三四五六七八九十"
DIGIT = "[0-9０-９]"
NUMBER = rf"(?:{DIGIT}{{1,3}}|[{CHINESE}两]{{1,3}})"
_ENGLISH = (
    *("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"),
)
_ORDINALS = (
    *("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"),
    *("eleventh", "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth", "eighteenth"),
    *("nineteenth", "twentieth"),
)
WORD_EN = rf"(?:{'|'.join(sorted(_ENGLISH, key=len, reverse=True))})"
NUMBER_EN = rf"(?:{DIGIT}{{1,3}}|{WORD_EN})"
ORDINAL_EN = rf"(?:{DIGIT}{{1,3}}(?:st|nd|rd|th)|{'|'.join(_ORDINALS)})"


def number(text: str) -> int:
    """The value of digits of any width, a Chinese numeral up to 99, an English word or ordinal up to twenty."""
    digits = re.match(rf"{DIGIT}+", text)
    if digits:
        return int(digits[0])
    for words in (_ENGLISH, _ORDINALS):
        if text.lower() in words:
            return words.index(text.lower()) + 1
    tens, ten, units = text.replace("两", "二").rpartition("十")
    return (_digit(tens, 1) * 10 if ten else 0) + _digit(units, 0)


def chinese(value: int) -> str:
    """A number from 1 to 99 as a Chinese numeral."""
    tens, units = divmod(value, 10)
    head = f"{CHINESE[tens - 1] if tens > 1 else ''}十" if tens else ""
    return head + (CHINESE[units - 1] if units else "")


def wide(value: int) -> str:
    """A number in digits as wide as a Chinese character."""
    return "".join(chr(ord(digit) - ord("0") + ord("０")) for digit in str(value))


def numerals(text: str) -> tuple[int, ...]:
    """Chinese numerals written one after another: 十一十二 is 11 and 12, 三四 is 3 and 4."""
    return tuple(number(part) for part in re.findall(rf"十[{CHINESE[:-1]}]?|[{CHINESE[:-1]}]", text))


def comparable(text: str) -> str:
    """The text as names are compared: lower case, no spaces, 第三章 as 第3章."""
    digits = re.sub(rf"(?<=第)[{CHINESE}]+", lambda found: str(number(found[0])), text)
    return re.sub(r"\s+", "", digits).lower()


def _digit(text: str, absent: int) -> int:
    return CHINESE.index(text[-1]) + 1 if text else absent
