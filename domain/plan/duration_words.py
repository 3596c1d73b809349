"""How long a task is to be, in the words of a message (rule PLAN-16)."""

import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from domain.refine.numerals import NUMBER, NUMBER_EN, number
from domain.term.calendar import SECTIONS_PER_DAY, Term

_EACH: Final = r"(?:每[次回项块门]|每个(?:任务|时段|单元|人)?|一[次回](?:就)?|单次|单个任务|一个任务|时长|长度)"
_LINK: Final = r"(?:任务|课|都|就|给|排|安排|占|学|上|做|要|需要?|花|用|各|连着?|连续|大概|大约|为|是|控制在|按)*"
_AS_ONE: Final = (
    r"(?:连[上堂排着学做]?(?:着)?(?:上|排|学|做)?|(?:为)?一[次组块个](?:单位|任务|单元)?|起步|(?:的)?(?:大)?块)"
)
_CHAIN: Final = r"连(?:着|续)?(?:上|排|学|做)"
_LENGTH: Final = (
    rf"(?:(?P<n>{NUMBER})个?(?P<unit>节课?|小时|钟头|分钟)(?P<half>半)?"
    rf"|(?P<mixed>{NUMBER})个半(?:小时|钟头)|(?P<half_hour>半个?(?:小时|钟头)))"
)
_ZH: Final = (
    rf"{_EACH}{_LINK}{_LENGTH}(?:连[上堂排着])?",
    rf"(?<!第){_LENGTH}(?:课)?{_AS_ONE}(?![周星课门])",
    rf"{_CHAIN}{_LENGTH}",
    rf"(?P<run>{NUMBER})连[堂上节排]",
    r"(?P<double>大课|双节课?)(?=[^，。；]{0,2}(?:$|[，。；]))",
    rf"(?P<step>{NUMBER})节\s*(?P=step)节(?:地)?(?:来|排|学|上)?",
)
_UNIT_EN: Final = r"(?P<unit>sections?|periods?|slots?|hours?|hrs?|minutes?|mins?)"
_AMOUNT_EN: Final = (
    rf"(?:(?P<n>{NUMBER_EN}|\d\.5|an?|half\s+an)(?P<half>\s+and\s+a\s+half)?[\s-]*"
    rf"{_UNIT_EN}(?P<late>\s+and\s+a\s+half)?)"
)
_WHAT_EN: Final = r"(?:tasks?|sessions?|time|one|class|item|sitting|block|lesson|piece)"
_EN: Final = (
    rf"\b(?:(?:each|every|per|a|single)\s+)?{_WHAT_EN}s?\s+(?:(?:should|must|to|is|are|be|takes?|taking|lasts?|lasting|of|for|runs?|about|long|at)\s+)+{_AMOUNT_EN}(?:\s+long)?\b",
    rf"\b(?:each|every)\s+(?:(?:should|must|takes?|taking|lasts?|for|is|of|be)\s+)*{_AMOUNT_EN}(?:\s+long)?\b",
    rf"\b{_AMOUNT_EN}\s*-?\s*(?:long\b|each\b|apiece\b|(?:at\s+a|per|every|each)\s+{_WHAT_EN}\b|in\s+a\s+row\b|back[\s-]to[\s-]back\b|(?:blocks?|sessions?|chunks?|pieces?|tasks?|lessons?)\b(?!\s+(?:a|per)\s))",
    rf"\b(?:(?:in|as|into|of)\s+)?(?:(?:long|short)\s+)?(?:sessions?|blocks?|chunks?|sittings?)\s+of\s+(?P<run>{NUMBER_EN})(?:\s+(?:sections?|periods?|slots?))?\b(?!\s*-?\s*(?:hours?|hrs?|min\w*|h\b|:))",
    r"\b(?P<word>single|double|triple)[\s-]+(?:periods?|sections?|sessions?|slots?|lessons?)\b",
)
_PATTERNS: Final = tuple(re.compile(pattern, re.IGNORECASE | re.ASCII) for pattern in (*_ZH, *_EN))
_WORDS: Final = {"single": 1, "double": 2, "triple": 3}


def durations(text: str, term: Term, now: datetime) -> Iterator[tuple[int, int, int]]:
    """Start and end of the words for a length, and the sections it takes; no more than a day has."""
    for pattern in _PATTERNS:
        for found in pattern.finditer(text):
            sections = _sections(found.groupdict(), term, now)
            if 1 <= sections <= SECTIONS_PER_DAY:
                yield found.start(), found.end(), sections


def _sections(said: dict[str, str | None], term: Term, now: datetime) -> int:
    given = said.get("run") or said.get("step")
    if given:
        return number(given)
    if said.get("double"):
        return 2
    if said.get("word"):
        return _WORDS[str(said["word"]).lower()]
    minutes = _minutes(said)
    return _in_sections(minutes, term, now) if minutes else number(str(said["n"]))


def _minutes(said: dict[str, str | None]) -> float:
    """The minutes of a length in hours or minutes; zero of one in sections."""
    if said.get("half_hour"):
        return 30
    if said.get("mixed"):
        return number(str(said["mixed"])) * 60 + 30
    unit = (said.get("unit") or "").lower()
    if unit.startswith(("节", "section", "period", "slot")):
        return 0
    whole = 60 if unit.startswith(("小", "钟", "h")) else 1
    amount = str(said["n"]).lower()
    count = 0.5 if amount.startswith("half") else 1 if amount in ("a", "an") else _figure(amount)
    return count * whole + (whole / 2 if said.get("half") or said.get("late") else 0)


def _figure(amount: str) -> float:
    return float(amount) if "." in amount else number(amount)


def _in_sections(minutes: float, term: Term, now: datetime) -> int:
    """The fewest sections from the first of the day on whose own minutes add up to so many."""
    left, day = timedelta(minutes=minutes), now.date()
    for count, section in enumerate(term.sections, start=1):
        left -= datetime.combine(day, section.end) - datetime.combine(day, section.start)
        if left <= timedelta(0):
            return count
    return 0
