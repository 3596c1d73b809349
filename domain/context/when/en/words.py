"""The small words of English times: numbers, months, weekdays, units, and what may follow (rule WHEN-41)."""

import re
from functools import lru_cache

from domain.context.when.meanings import Unit

_TEENS = ("ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen")
_ONES = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", *_TEENS)
_TENS = {"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90}
_TO_TENTH = ("zeroth", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_ORDINALS = (*_TO_TENTH, "eleventh", "twelfth", *(f"{teen}th" for teen in _TEENS[3:]))
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_FRACTIONS = {"few": 3.0, "several": 3.0, "couple": 2.0, "a": 1.0, "an": 1.0}

_ONE = "|".join(_ONES[1:10])
_FIRST = "|".join(_ORDINALS[1:10])
_TO_NINETEENTH = "|".join(sorted(_ORDINALS[1:], key=len, reverse=True))
CARDINAL = rf"(?:(?:{'|'.join(_TENS)})(?:[\s-]+(?:{_ONE}))?|{'|'.join(sorted(_ONES[1:], key=len, reverse=True))})"
"""One to ninety-nine in words."""

ORDINAL = rf"(?:(?:twenty|thirty)[\s-]+(?:{_FIRST})|twentieth|thirtieth|{_TO_NINETEENTH})"
"""First to thirty-ninth in words."""

NUMBER = rf"(?:\d{{1,4}}(?:\.\d{{1,2}})?|{CARDINAL}|(?:a\s+)?couple(?:\s+of)?|(?:a\s+)?few|several|an?)"
"""How many of a unit."""

MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?)"
)
WEEKDAY = (
    r"(?:mon(?:day)?|tue(?:s(?:day)?)?|wed(?:s|nesday)?|thu(?:r(?:s(?:day)?)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)"
)
DAY_NAME = r"(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day)"
DAY_NUMBER = r"(?:0?[1-9]|[12]\d|3\d)"
SUFFIX = r"(?:\s*(?:st|nd|rd|th)\b)"
YEAR = r"(?:(?:19|20)\d\d)"
UNIT = (
    r"(?:seconds?|secs?|minutes?|mins?|hours?|hrs?|(?:business|working|work)[\s-]*days?|days?|nights?|weeks?|wks?"
    r"|fortnights?|weekends?|months?|mths?|quarters?|years?|yrs?|decades?|century|centuries)"
)
TO = r"(?:\s*(?:-|–|—|~)\s*|\s+(?:to|till?|until|through|thru)\s+)"
"""What stands between the two ends of a range."""

FOLLOWED = (
    r"(?=\s*(?:$|[;:!?)\]\"'\n]|[,.](?!\d)|[^\x00-\x7f])|\s+(?:on|in|at|tomorrow|today|tonight|yesterday|this|next|last|every"
    r"|each|and|or|but|to|till|until|through|-|with|for|by|from|sharp|please|pls|because|so|if|when|then|we|i|it|is|was"
    rf"|are|were|will|would|the|as|before|after|{DAY_NAME}|{MONTH})\b)"
)
"""What may follow a bare number for it to be an hour or a day: no thing that it could count."""

_UNITS: tuple[tuple[str, Unit, int], ...] = (
    ("sec", "second", 1),
    ("min", "minute", 1),
    ("hour", "hour", 1),
    ("hr", "hour", 1),
    ("business", "workday", 1),
    ("work", "workday", 1),
    ("day", "day", 1),
    ("night", "day", 1),
    ("weekend", "weekend", 1),
    ("week", "week", 1),
    ("wk", "week", 1),
    ("fortnight", "week", 2),
    ("mo", "month", 1),
    ("mth", "month", 1),
    ("quarter", "quarter", 1),
    ("year", "year", 1),
    ("yr", "year", 1),
    ("decade", "decade", 1),
    ("centur", "century", 1),
)


@lru_cache(maxsize=512)
def pattern(words: str) -> re.Pattern[str]:
    """Words as they stand by themselves, in any case; Chinese may stand right beside them."""
    return re.compile(rf"(?<![\w$€£¥#])(?<!\d[.,:/])(?:{words})(?!\w)", re.IGNORECASE | re.ASCII)


def month_number(name: str) -> int:
    """The number of a month by its name or the beginning of it."""
    return _MONTHS.index(name[:3].lower()) + 1


def weekday_number(name: str) -> int:
    """The number of a weekday, 1 for Monday."""
    return _WEEKDAYS.index(name[:3].lower()) + 1


def unit_of(name: str) -> tuple[Unit, int]:
    """A unit, and how many of it the word says: a fortnight is two weeks."""
    return next((unit, times) for start, unit, times in _UNITS if name.lower().startswith(start))


def number_of(words: str) -> float:
    """What `NUMBER` has matched: 4, twenty-one, a couple of."""
    parts = words.lower().replace("-", " ").split()
    parts = [part for part in parts if part != "of"]
    if len(parts) > 1 and parts[0] == "a":
        parts = parts[1:]
    return sum(_word_value(part) for part in parts)


def _word_value(word: str) -> float:
    if word[0].isdigit():
        return float(word)
    if word in _FRACTIONS:
        return _FRACTIONS[word]
    return float(_TENS.get(word) or _ONES.index(word))


def ordinal_of(words: str) -> int:
    """What `ORDINAL` or a number with its ending has matched: 3rd, twenty-first."""
    digits = re.match(r"\d+", words)
    if digits:
        return int(digits[0])
    parts = words.lower().replace("-", " ").split()
    fixed = {"twentieth": 20, "thirtieth": 30}
    return sum(_TENS.get(part) or fixed.get(part) or _ORDINALS.index(part) for part in parts)
