"""From when to when a message asks for a plan (rule TURN-7)."""

import re
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from domain.conversation.cue import words
from domain.conversation.plain_text import plain_text
from domain.errors import DaywrightError
from domain.refine.atoms import tokens
from domain.refine.calendar import Calendar, Said
from domain.refine.numerals import NUMBER, NUMBER_EN, number
from domain.refine.token import Token
from domain.term.calendar import Term
from domain.term.window import Window

_TIMES: Final = ("weeks", "dates", "stretch")
_COUNT = rf"(?P<count>{NUMBER})个?(?P<unit>周|星期|礼拜|天)"
_NEXT_FEW: Final = (
    words(rf"(?:未来|接下来|今后|往后|最近|近|(?:这|后|下)(?!一))的?{_COUNT}(?![一二三四五六日天末])"),
    words(rf"(?<!第){_COUNT}[之以]?内"),
    words(rf"\b(?:next|coming|following|within|in)\s+(?P<count>{NUMBER_EN})\s+(?P<unit>week|day)s?\b"),
)
_OPEN_END: Final = words(r"开始|(?<![一])起(?![来床])|[之以]后|往后|\bonwards?\b|\bstarting\b|\bfrom\b(?!\s+scratch)")
_UNTIL: Final = words(r"[之以]?前|为止|截止|[到至]|\b(?:until|till|by|before|up\s+to)\b")
_TIME: Final = words(r"[周月号日]|\d|\bweek\b")
_DAY: Final = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class WindowSaid:
    """First and last day of a plan, both in the term and neither past."""

    first: date
    last: date


@dataclass(frozen=True, slots=True)
class NotRead:
    """Words for a time that no window in the term can be made of.

    Attributes:
        over: all of it is past.
    """

    words: str
    over: bool = False


def window_said(message: str, term: Term, today: date) -> WindowSaid | NotRead:
    """The days for which a message asks for a plan, from today on; without a time in it all that is left of the term.

    Args:
        today: the day on which it was said; in the term.
    """
    text = plain_text(message)
    few = _few_days(text)
    if few is not None:
        return WindowSaid(today, min(today + (few - 1) * _DAY, term.last_day))
    week, _ = term.position(today)
    said = Said(week, Calendar(term=term, today=today), Window.between(term, today, term.last_day))
    try:
        found = [token for token in tokens(text, said) if token.kind in (*_TIMES, "days", "span", "amid")]
    except (DaywrightError, ValueError, OverflowError):
        return NotRead(text[:60])
    if not found:
        lost = _unread(text, said)
        return NotRead(lost, _is_over(text, week, term, today)) if lost else WindowSaid(today, term.last_day)
    return _between(text, found, term, today, week)


def _few_days(text: str) -> int | None:
    """The days of "the next two weeks"."""
    match = next(filter(None, (pattern.search(text) for pattern in _NEXT_FEW)), None)
    if match is None:
        return None
    return max(number(match["count"]), 1) * (1 if match["unit"] in ("天", "day") else 7)


def _unread(text: str, said: Said) -> str:
    """Words for a time of which no place in the term could be made."""
    lost = (
        t
        for t in tokens(text, said)
        if t.kind == "unsupported" and re.search(r"[周月号日]|\d|week", text[t.start : t.end])
    )
    return next((text[token.start : token.end] for token in lost), "")


def _is_over(text: str, week: int, term: Term, today: date) -> bool:
    """Whether a message speaks of days of the term, all of them past."""
    whole = Said(week, Calendar(term=term, today=today), Window.between(term, term.first_monday, term.last_day))
    found = [token for token in tokens(text, whole) if token.kind in (*_TIMES, "days", "span", "amid")]
    numbers = _numbers(found, term, today, week)
    return bool(numbers) and term.first_monday + (max(numbers) - 1) * _DAY < today


def _between(text: str, found: list[Token], term: Term, today: date, week: int) -> WindowSaid | NotRead:
    shown = text[found[0].start : found[-1].end]
    numbers = _numbers(found, term, today, week)
    if not numbers:
        return NotRead(shown, _is_over(text, week, term, today))
    first, last = (term.first_monday + (n - 1) * _DAY for n in (min(numbers), max(numbers)))
    opens, until = _is_open(text, found), _is_until(text, found)
    if opens:
        last = term.last_day
    if last < today:
        return NotRead(shown, over=True)
    first = today if until else max(first, today)
    if last < first or last > term.last_day or first < term.first_monday:
        return NotRead(shown)
    return WindowSaid(first, last)


def _numbers(found: list[Token], term: Term, today: date, week: int) -> set[int]:
    """All days of the term that are spoken of, numbered from 1; days of the week lie in the weeks that are named."""
    dates = {int(value) for token in found if token.kind in ("dates", "stretch") for value in token.values}
    weeks = {int(value) for token in found if token.kind == "weeks" for value in token.values}
    days = {int(value) for token in found if token.kind in ("days", "span", "amid") for value in token.values}
    if not weeks and days and not dates:
        now = today.isoweekday()
        weeks = {week if max(days) >= now else week + 1}
    inside = {(w - 1) * 7 + day for w in weeks for day in (days or range(1, 8))}
    return dates | inside


def _is_open(text: str, found: list[Token]) -> bool:
    """Whether only a beginning is named: "from Monday on"."""
    around = text[max(found[0].start - 12, 0) : found[-1].end + 4]
    return len(found) <= 2 and _OPEN_END.search(around) is not None and _UNTIL.search(around) is None


def _is_until(text: str, found: list[Token]) -> bool:
    """Whether only an end is named: "by the 20th", 第8周之前."""
    before, behind = text[max(found[0].start - 14, 0) : found[0].start], text[found[-1].end :][:3]
    is_bound, is_single = any(token.bound for token in found), len(found) == len(found[0].values) == 1
    ends = re.search(r"(?:until|till|by|before|up\s+to)\s+(?:the\s+)?(?:end\s+of\s+)?$|[到至]$", before) is not None
    # 把作业排到下周 puts them into that week, 排到第10周 goes on until then.
    puts = found[0].kind in ("weeks", "days") and re.search(r"[把将][^,。;!?]*[到至]$", text[: found[0].start])
    starts = re.search(r"从|\bfrom\b", text[: found[0].start]) is not None
    is_end = is_bound or (ends and is_single and not puts) or re.match(r"[之以]?前|为止|截止", behind) is not None
    return is_end and not starts
