"""Whether a message asks for more than one reminder, and the day of one without a time (rules CHAT-11, CHAT-13)."""

from datetime import datetime
from itertools import pairwise
from typing import Final

from domain.conversation.cue import words
from domain.conversation.delays import Delay, delays
from domain.conversation.moment_days import DAY, DAY_EN
from domain.conversation.moments import Moment, moments
from domain.refine.numerals import NUMBER, NUMBER_EN
from domain.refine.place_atoms import EN_DAY, WEEK

_JOINED: Final = words(r"(?:和|再|然后|并且?|还有|以及|跟|\band(?:\s+(?:then|again|also))?|\bthen)\s*$")
_PAUSED: Final = words(r"[,，;；。、.]\s*(?:再|也|also)?\s*$")
_CALLED: Final = words(
    r"(?:[,，;；。、.]|和|再|然后|并且?|还有|以及|\band\b|\bthen\b)\s*(?:(?:also|then|again|please|再|也|请)\s*)*"
    r"(?:提醒|[叫喊催]我|remind\s+me|wake\s+me|ping\s+me|(?<=and )to\b|(?<=also )to\b|(?<=then )to\b)"
)
_GOES_ON: Final = words(r"\s*,?\s*(?:to|about|that)\b|\s*(?:再|也|请)?(?:提醒|[叫喊催]我|remind\s+me)")
_LENGTH: Final = words(r"for\b")
_AGAIN: Final = words(
    rf"每(?:隔|过)?(?:{NUMBER}|半)?个?(?:天|日|{WEEK}[一二三四五六日天末]?|月|年|早|晚|小时|钟头|分钟|工作日)|天天|日日|年年|隔(?:{NUMBER})?天"
    rf"|\b(?:every|each)\s+(?:other\s+)?(?:(?:{NUMBER_EN})\s+)?(?:days?|weeks?|months?|years?|hours?|minutes?|mins?|mornings?"
    rf"|afternoons?|evenings?|nights?|weekdays?|{EN_DAY})\b|\b(?:daily|weekly|monthly|hourly)\b"
)
_LINK: Final = words(
    r"(?:[\s,，的都在也请就再]|早上|晚上|上午|下午|中午|早|晚|\b(?:at|on|in|the|please|and|morning|afternoon|evening)\b)*"
)
_TO_IT: Final = words(r"(?:[\s,，:：的在再也请就]|\b(?:on|to|at|about)\b)*")
_DAY: Final = tuple(
    words(rf"{day}{part}")
    for day, part in (
        (DAY, r"的?(?:凌晨|清晨|早上|早晨|上午|中午|下午|傍晚|晚上|夜里|晚|早)?"),
        (rf"\b{DAY_EN.format('a_')}", ""),
    )
)


def tells_several(text: str, now: datetime) -> bool:
    """Whether two times are told, each with something of its own: "in 5 seconds to drink and in 10 seconds to eat".

    Times in what a reminder says, such as 10分钟后提醒我30分钟后开会, are none of its own.
    """
    told: list[Delay | Moment] = [each for each in delays(text) if not _LENGTH.match(text, each.start)]
    told += [each for each in moments(text, now) if all(each.end <= o.start or o.end <= each.start for o in told)]
    pairs = pairwise(sorted(told, key=lambda each: each.start))
    # Of "at 3 and at 4" behind a time that the reminder has of its own, both are in what it says.
    return any(_is_apart(text, *pair) for n, pair in enumerate(pairs) if n == 0 or isinstance(pair[1], Delay))


def _is_apart(text: str, one: Delay | Moment, other: Delay | Moment) -> bool:
    between = text[one.end : other.start]
    if _CALLED.search(between):
        return True
    new = _GOES_ON.match(text, other.end) is not None
    if _JOINED.search(between):
        return new or isinstance(other, Delay) or not text.isascii()
    return _PAUSED.search(between) is not None and (new or isinstance(other, Delay))


def tells_again(text: str, start: int, end: int, when: Delay | Moment | None) -> bool:
    """Whether a reminder is asked for again and again, such as 每天早上8点提醒我; reminders are told once.

    Args:
        start, end: where the call for a reminder stands.
        when: the time of the reminder, where one is said.
    """
    return any(_belongs(text, (each.start(), each.end()), (start, end), when) for each in _AGAIN.finditer(text))


def _belongs(text: str, again: tuple[int, int], call: tuple[int, int], when: Delay | Moment | None) -> bool:
    begin, stop = again
    if when is None:
        return _links(text, stop, call[0]) or _links(text, call[1], begin)
    return begin <= when.start <= stop or _links(text, stop, when.start) or _links(text, when.end, begin)


def _links(text: str, start: int, end: int) -> bool:
    return start <= end and _LINK.fullmatch(text, start, end) is not None


def day_beside(text: str, start: int, end: int) -> tuple[int, int] | None:
    """Where a day without a time stands beside a call, such as 周五提醒我; the time that is asked for is on it."""
    for pattern in _DAY:
        for each in pattern.finditer(text):
            before = each.end() <= start and _TO_IT.fullmatch(text, each.end(), start)
            if before or (each.start() >= end and _TO_IT.fullmatch(text, end, each.start())):
                return each.span()
    return None


def has_day(text: str) -> bool:
    """Whether a day is said."""
    return any(pattern.search(text) for pattern in _DAY)
