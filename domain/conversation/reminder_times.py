"""Whether a message asks for more than one reminder at once (rule CHAT-11)."""

from datetime import datetime
from itertools import pairwise
from typing import Final

from domain.conversation.cue import words
from domain.conversation.delays import Delay, delays
from domain.conversation.moments import Moment, moments

_JOINED: Final = words(r"(?:和|再|然后|并且?|还有|以及|跟|\band(?:\s+(?:then|again|also))?|\bthen)\s*$")
_PAUSED: Final = words(r"[,，;；。、.]\s*(?:再|也|also)?\s*$")
_CALLED: Final = words(
    r"(?:[,，;；。、.]|和|再|然后|并且?|还有|以及|\band\b|\bthen\b)\s*(?:(?:also|then|again|please|再|也|请)\s*)*"
    r"(?:提醒|[叫喊催]我|remind\s+me|wake\s+me|ping\s+me|(?<=and )to\b|(?<=also )to\b|(?<=then )to\b)"
)
_GOES_ON: Final = words(r"\s*,?\s*(?:to|about|that)\b|\s*(?:再|也|请)?(?:提醒|[叫喊催]我|remind\s+me)")
_LENGTH: Final = words(r"for\b")


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
