"""What a message about reminders asks for: after how long and what, which to drop, or a list (CHAT-11 to CHAT-14)."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal

from domain.conversation.courtesy import COURTESY
from domain.conversation.delays import Delay, delays
from domain.conversation.moments import Moment, moments
from domain.conversation.plain_text import MOST, simplified
from domain.conversation.reminder_times import day_beside, tells_again, tells_several
from domain.conversation.reminder_words import AFTER, BEFORE, BEHIND, CALLS, DROPS, EVERY, LISTS, MOVES, NOISE

Operation = Literal["create", "list", "delete", "move"]
Gap = Literal["when", "past", "never", "what", "which", "several", "again", "moved", "zone", "skipped", "days"]
_NARROW: Final = {code: code - 0xFEE0 for code in (*range(0xFF10, 0xFF1B), *range(0xFF21, 0xFF5B))} | {0x3000: 0x20}
_MOST_SECONDS: Final = 2**53 - 1
_ID = re.compile(r"\bschedule-\d{1,9}\b", re.IGNORECASE | re.ASCII)
_MISTYPED = re.compile(r"提醉|题醒|醒提(?=[我你])")
_TO = re.compile(r"\s*(?:to|about|that)\b", re.IGNORECASE | re.ASCII)
_LENGTH = re.compile(r"for\b", re.IGNORECASE | re.ASCII)

_When = Delay | Moment
_SOUGHT: Final[tuple[tuple[re.Pattern[str], Operation], ...]] = (
    (MOVES, "move"),
    (CALLS, "create"),
    (DROPS, "delete"),
    (LISTS, "list"),
)


@dataclass(frozen=True, slots=True)
class ReminderRequest:
    """A request about reminders.

    Attributes:
        operation: what shall be done.
        prompt: what the reminder will say, in the person's own words, trimmed; empty where nothing was said.
        after_seconds: 1 to 2^53 - 1, counted from the ``now`` it was read at; None where no usable time was said.
        schedule_id: of the one to delete, None where it is told otherwise.
        about: words by which the one to delete is told.
        every: all shall be deleted.
        among: ids of those of which one or all are meant; empty where any may be.
        gaps: what must be asked before it can be done: ``when``, or that the time is ``past`` or ``never`` can be
            waited for, or its ``zone`` is not known, or the clocks have ``skipped`` it, ``what`` and ``which``; or
            ``several``, where it speaks of more than one reminder, ``again``, of one that is told more than once, or
            ``moved``, of another time for one.
        evidence: the words for the time, or for the one that is meant.
        by_clock: the time was said as one of the clock.
        day: words for the day of the time that is lacking.
    """

    operation: Operation
    prompt: str = ""
    after_seconds: int | None = None
    schedule_id: str | None = None
    about: str = ""
    every: bool = False
    among: tuple[str, ...] = ()
    gaps: tuple[Gap, ...] = ()
    evidence: tuple[str, ...] = ()
    by_clock: bool = False
    day: str = ""


def read_reminder(message: str, now: datetime) -> ReminderRequest:
    """What a message that was routed as a reminder asks for; any text reads as something.

    Args:
        message: the person's words; at most 2,000 characters of them are read.
        now: aware, in the zone of the person; a time of the clock becomes a delay from it.
    """
    said = _MISTYPED.sub("提醒", message[:MOST].translate(_NARROW))
    text = simplified(said)
    # At the same place the one that is sought first counts.
    first = min(_places(text), key=lambda each: each[0], default=None)
    if first is None and _ID.search(text):
        return _deletion(text)
    if first is None or first[1] == "create":
        return _creation(text, said, now)
    if first[1] == "move":
        return ReminderRequest("move", gaps=("moved",))
    return _deletion(text) if first[1] == "delete" else ReminderRequest("list")


def spoken_operation(text: str) -> Operation | None:
    """The operation that a text speaks of first; None where it speaks of none."""
    return min(_places(text), key=lambda each: each[0], default=(0, None))[1]


def _places(text: str) -> Iterable[tuple[int, Operation]]:
    """Where each operation is first spoken of: the first of all counts, the rest is what the reminder says."""
    for pattern, operation in _SOUGHT:
        match = pattern.search(text)
        if match:
            yield match.start(), operation


def _deletion(text: str) -> ReminderRequest:
    named = _ID.search(text)
    if named:
        return ReminderRequest("delete", schedule_id=named[0].lower(), evidence=(named[0],))
    about = NOISE.sub(" ", COURTESY.sub(" ", text)).strip()
    every = bool(EVERY.search(text))
    gaps: tuple[Gap, ...] = () if about or every else ("which",)
    return ReminderRequest("delete", about=about, every=every and not about, gaps=gaps, evidence=(about,) * bool(about))


def _creation(text: str, said: str, now: datetime) -> ReminderRequest:
    if tells_several(text, now):
        return ReminderRequest("create", gaps=("several",))
    call = CALLS.search(text)
    start, end = call.span() if call else (0, 0)
    when = _when(text, start, end, now)
    if tells_again(text, start, end, when):
        return ReminderRequest("create", gaps=("again",))
    day = day_beside(text, start, end) if when is None else None
    cut = (when.start, when.end) if when else day if day and (day[0] < start or _TO.match(text, day[1])) else (0, 0)
    prompt = _prompt(text, said, start, end, cut)
    seconds = usable(when)
    gaps: list[Gap] = [] if seconds else [lacking(when)]
    gaps += [] if prompt else ["what"]
    evidence = () if when is None else (text[when.start : when.end].strip(),)
    by_clock = isinstance(when, Moment)
    on = text[slice(*day)].strip() if day else ""
    return ReminderRequest("create", prompt, seconds, gaps=tuple(gaps), evidence=evidence, by_clock=by_clock, day=on)


def lacking(when: Delay | Moment | None) -> Gap:
    """Why no reminder can wait for a time."""
    if when is None:
        return "when"
    return (when.trouble or "past") if isinstance(when, Moment) else "never"


def usable(when: Delay | Moment | None) -> int | None:
    """The seconds that a reminder can wait; None for none."""
    return when.seconds if when and 0 < when.seconds <= _MOST_SECONDS else None


def _when(text: str, start: int, end: int, now: datetime) -> _When | None:
    """The time of the reminder: said before its call, right behind it or at the very end; delays before clock times.

    A time in the middle of what the reminder says belongs to that, as do "the meeting at 3" said as 3点的会 and a
    length such as "to read for two hours".
    """
    clocks = moments(text, now)
    # 三天后早上八点 is a time of the clock, in which 三天后 is the day.
    told: list[_When] = [each for each in delays(text) if not any(o.start <= each.start < o.end for o in clocks)]
    told += clocks
    ahead = [each for each in told if each.end <= start]
    if ahead:
        return ahead[0]
    behind = [each for each in told if each.start >= end and not text.startswith("的", each.end)]
    right_behind = (each for each in behind if not _stripped(AFTER, text[end : each.start]))
    at_the_end = (each for each in behind if each.end >= _tail(text) and not _LENGTH.match(text, each.start))
    return next(right_behind, None) or next(at_the_end, None)


def _prompt(text: str, said: str, start: int, end: int, cut: tuple[int, int]) -> str:
    """What is left behind the call; where nothing is, what stands before it; in the characters that were said."""
    for begin, stop in ((end, len(text)), (0, start)):
        read, words = (_without(each, begin, stop, cut) for each in (text, said))
        if trimmed := _trimmed(read):
            at = read.index(trimmed)
            return words[at : at + len(trimmed)]
    return ""


def _without(text: str, start: int, end: int, cut: tuple[int, int]) -> str:
    begin, stop = max(start, min(cut[0], end)), max(start, min(cut[1], end))
    return f"{text[start:begin]} {text[stop:end]}" if stop > begin else text[start:end]


def _trimmed(words: str) -> str:
    said = BEHIND.sub("", words)
    return _stripped(BEFORE, _stripped(AFTER, said)).strip()


def _stripped(pattern: re.Pattern[str], words: str) -> str:
    return pattern.sub("", words, count=1)


def _tail(text: str) -> int:
    """Where the text ends without what politeness adds."""
    match = BEHIND.search(text)
    return match.start() if match else len(text)
