"""How long after now, as it is said: 一个半小时后, "in 10 minutes" (rule CHAT-12)."""

import re
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from domain.conversation.cue import words
from domain.refine.numerals import CHINESE, WORD_EN, number

_HALF = Decimal("0.5")
_TENS: Final = {"thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "ninety": 90}
_UNITS: Final[tuple[tuple[re.Pattern[str], int], ...]] = (
    (words(r"秒|s(?:ecs?|econds?)?$"), 1),
    (words(r"分|m(?:ins?|inutes?)?$"), 60),
    (words(r"刻"), 900),
    (words(r"小时|钟头|h(?:rs?|ours?)?$"), 3600),
    (words(r"天|d(?:ays?)?$"), 86400),
    (words(r"周|星期|礼拜|w(?:eeks?)?$"), 604800),
)
_COUNTED = rf"[{CHINESE}两]{{1,3}}"
_DIGITS = r"\d{1,9}(?:\.\d{1,3})?"
_UNIT = r"(?:秒钟?|分钟?|刻钟?|小时|钟头|天|周|星期|礼拜)"
_PART = rf"(?:半个?|(?:{_DIGITS}|{_COUNTED})个?半?){_UNIT}半?"
_UNIT_EN = r"(?:s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|weeks?)"
_AMOUNT_EN = (
    rf"(?:half\s+an?|(?:a\s+)?quarter\s+of\s+an|a\s+couple\s+of|(?:{'|'.join(_TENS)})(?:[\s-]{WORD_EN})?"
    rf"|{_DIGITS}|{WORD_EN}|an?(?=\s))"
)
_PART_EN = rf"{_AMOUNT_EN}(?:\s+and\s+a\s+half)?\s*{_UNIT_EN}(?![a-z])(?:\s+and\s+a\s+half)?"
_SOME_EN = rf"{_PART_EN}(?:(?:\s*,)?(?:\s+and)?\s*{_PART_EN}){{0,3}}"
_ABOUT_EN = r"(?:(?:about|around|roughly|another|maybe)\s+)?"
_PIECE = words(rf"(?P<zh>半个?|(?:{_DIGITS}|{_COUNTED})个?)(?P<zh_half>半?)(?P<zh_unit>{_UNIT})(?P<zh_more>半?)")
_PIECE_EN = words(
    rf"(?P<en>{_AMOUNT_EN})(?P<en_half>\s+and\s+a\s+half)?\s*(?P<en_unit>{_UNIT_EN})(?![a-z])(?P<en_more>\s+and\s+a\s+half)?"
)
_MINUS = rf"(?:(?<![\w){CHINESE}两])(?:[-−－]|minus\s+|negative\s+)|负)"
_NEGATIVE = words(_MINUS)
DELAY: Final = words(
    rf"(?:再?过|等)?(?:大概|大约|约|差不多)?{_MINUS}?(?:{_PART}[零又]?){{1,4}}(?:左右)?(?:[之以过]?后|的时候)"
    rf"|(?:再?过|等)(?:我|上)?(?:大概|大约|约)?(?:{_PART}[零又]?){{1,4}}"
    rf"|(?:{_DIGITS}\s?{_UNIT_EN}\s?){{1,4}}[之以]?后"
    rf"|\b(?:in|after|for)\s+{_ABOUT_EN}{_MINUS}?{_SOME_EN}(?:'s?\s+time)?"
    rf"|\b{_ABOUT_EN}{_SOME_EN}\s+(?:from\s+now(?:\s+on)?|later|hence)\b"
)


@dataclass(frozen=True, slots=True)
class Delay:
    """A delay in a text: whole seconds, rounded up, negative behind a minus, and where its words are, end exclusive."""

    seconds: int
    start: int
    end: int


def delays(text: str) -> tuple[Delay, ...]:
    """All delays that a text speaks of, in its order, whether or not a reminder can have them."""
    return tuple(Delay(_seconds(match[0]), match.start(), match.end()) for match in DELAY.finditer(text))


def _seconds(text: str) -> int:
    total = Decimal(0)
    for pattern, key in ((_PIECE, "zh"), (_PIECE_EN, "en")):
        for piece in pattern.finditer(text):
            amount = _amount(piece[key]) + (_HALF if piece[f"{key}_half"] or piece[f"{key}_more"] else 0)
            total += amount * _unit(piece[f"{key}_unit"])
    seconds = int(total.to_integral_value(rounding="ROUND_CEILING"))
    return -seconds if _NEGATIVE.search(text) else seconds


def _unit(text: str) -> int:
    return next(seconds for pattern, seconds in _UNITS if pattern.match(text))


def _amount(text: str) -> Decimal:
    said = text.lower()
    digits = re.match(_DIGITS, said)
    if digits:
        return Decimal(digits[0])
    if said.startswith(("半", "half")):
        return _HALF
    if "quarter" in said:
        return Decimal("0.25")
    if "couple" in said:
        return Decimal(2)
    return Decimal(_whole(said))


def _whole(said: str) -> int:
    tens, *units = re.split(r"[\s-]+", said)
    if tens in _TENS:
        return _TENS[tens] + (number(units[0]) if units else 0)
    return 1 if said in ("a", "an") else number(said.removesuffix("个"))
