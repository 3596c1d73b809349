"""Shifts by a number of days in the words of a request (rule SLICE-18)."""

import re

from domain.refine.calendar import Said
from domain.refine.numerals import DIGIT, NUMBER, NUMBER_EN, number
from domain.refine.place_atoms import WEEK
from domain.refine.token import Values, atom

_UNIT = r"(?:天|日|周|星期|礼拜)"
_OTHER_UNIT = r"(?:节课?|小时|分钟|个?月|学期|个?工作日)"
_SOME = rf"(?:{NUMBER}|几|半|若干)个?"
_AMOUNT = rf"({NUMBER})个?({_UNIT})(?!{DIGIT})"
_LATER = (
    r"(?:推迟|推后|延后|延期|顺延|延迟|后移|后挪|后推|拖后|挪后|(?<![早今明昨])晚(?!上)"
    r"|[往向朝]后(?:面)?(?:再)?(?:[挪移推调延拖放排顺]动?[迟延]?(?:一下)?)?)"
)
_EARLIER = (
    r"(?:提前|提早|前移|前挪|挪前|前推|早(?!上|八)"
    r"|[往向朝]前(?:面)?(?:再)?(?:[挪移推调提放排]动?(?:一下)?)?)"
)
_EN_UNIT = r"(?:days?|weeks?)"
_EN_OTHER = r"(?:hours?|minutes?|sections?|periods?|months?|slots?)"
_EN_SOME = rf"(?:(?:{NUMBER_EN}|an?|one|another)\s+|(?:a\s+)?(?:few|couple\s+of)\s+)"
_LATER_VERB = re.compile(r"\b(?:postpone|delay|defer|push|slide|slip)\b", re.IGNORECASE | re.ASCII)
_EARLIER_VERB = re.compile(r"\b(?:advance|bring|pull|draw)\b", re.IGNORECASE | re.ASCII)
_STEP = {"天": 1, "日": 1, "周": 7, "星期": 7, "礼拜": 7}


def _later(found: re.Match[str], _said: Said) -> Values:
    return (number(found[1]) * _STEP[found[2]],)


def _earlier(found: re.Match[str], _said: Said) -> Values:
    return (-number(found[1]) * _STEP[found[2]],)


def _shift_en(found: re.Match[str], _said: Said) -> Values:
    """A number of days; nothing where neither the words beside it nor the verb say which way."""
    amount = number(found[2]) if found[2].lower() not in ("a", "an", "another") else 1
    way = _way_of(f"{found[1] or ''} {found[4] or ''}".lower(), found.string[: found.start()])
    return (way * amount * (7 if found[3].lower().startswith("week") else 1),) if way else ()


def _waits(found: re.Match[str], _said: Said) -> Values:
    amount = number(found[2]) if found[2].lower() not in ("a", "an", "another") else 1
    return (amount * (7 if found[3].lower().startswith("week") else 1),)


def _way_of(beside: str, before: str) -> int:
    sentence = re.split(r"[,.;，。；]", before)[-1]
    if "later" in beside:
        return 1
    if re.search("earlier|sooner", beside):
        return -1
    if _EARLIER_VERB.search(sentence):
        return -1
    return 1 if _LATER_VERB.search(sentence) or "back" in beside else 0


_WAY = r"(?:later|earlier|sooner|back(?:wards?)?|forwards?|ahead)"

SHIFTS = (
    atom("to", r"[往向朝][后前](?:[挪移推调延拖放排提]动?迟?)?[到至]"),
    atom("shift", rf"{_LATER}了?{_AMOUNT}", _later),
    atom("shift", rf"{_EARLIER}了?{_AMOUNT}", _earlier),
    atom("unsupported", rf"(?:{_LATER}|{_EARLIER})(?:{_SOME}(?:{_UNIT}|{_OTHER_UNIT})|{NUMBER}个?{_OTHER_UNIT})"),
    atom("unsupported", rf"[往向朝][前后](?!的?{NUMBER}个?{WEEK})(?:[挪移推调延拖放排]动?)?迟?"),
    atom("none", r"(?:推迟|推后|延后|顺延|延迟|延期|提前|提早)(?=[，,](?:放|挪|移|改|排|调)[到在至]?)"),
    atom(
        "unsupported",
        r"(?:推迟|推后|延后|顺延|延迟|延期|提前|提早|后移|前移)(?![到至在去完做])",
    ),
    atom("unsupported", rf"{NUMBER}天[之以]?[前后]"),
    atom(
        "shift",
        rf"\b(?:({_WAY})\s+)?(?:by\s+)?({NUMBER_EN}|an?|another)\s+({_EN_UNIT})\s+({_WAY})\b",
        _shift_en,
    ),
    atom("shift", rf"\b(?:({_WAY})\s+)?by\s+({NUMBER_EN}|an?|another)\s+({_EN_UNIT})\b()", _shift_en),
    atom("shift", rf"\b({_WAY})\s+({NUMBER_EN}|an?|another)\s+({_EN_UNIT})\b()", _shift_en),
    atom("shift", rf"\bwaits?\s+(?:for\s+)?()({NUMBER_EN}|an?|another)\s+({_EN_UNIT})\b()", _waits),
    atom("unsupported", rf"\bby\s+{_EN_SOME}(?:{_EN_UNIT}|{_EN_OTHER})\b(?:\s+{_WAY})?"),
    atom("unsupported", rf"\b{_EN_SOME}(?:{_EN_UNIT}|{_EN_OTHER})\s+{_WAY}\b"),
    atom("unsupported", r"(?<!\bno )\b(?:later|earlier|sooner|forwards?|backwards?)\b(?!\s+(?:than|to|until|till)\b)"),
)
