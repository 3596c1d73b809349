"""A question about a reminder that the reply left open, and the message that answers it (rule CHAT-21)."""

import re
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final, Literal

from pydantic import AwareDatetime, BaseModel, ConfigDict

from domain.conversation.courtesy import only_salutes, without_courtesy
from domain.conversation.cue import found, made_up_of, words
from domain.conversation.delays import Delay, delays
from domain.conversation.moments import Moment, moments
from domain.conversation.plain_text import MOST, plain_text, simplified, without_quotes
from domain.conversation.reminder_cues import REMINDERS
from domain.conversation.reminder_request import Gap, ReminderRequest, lacking, read_reminder, usable
from domain.conversation.reminder_times import has_day
from domain.conversation.reminder_words import AFTER, BEFORE, BEHIND, EVERY, MOVES, NOISE
from domain.conversation.routing import Context, route
from domain.conversation.stopping import FILLERS, STOPS
from domain.conversation.times_said import TIME
from domain.refine.numerals import NUMBER, NUMBER_EN, ORDINAL_EN, number

_ID: Final = re.compile(r"\bschedule-\d{1,9}\b", re.IGNORECASE | re.ASCII)
_PLACE: Final = words(
    rf"第(?P<zh>{NUMBER})[个条]|(?P<last>最后(?:一?[个条])?|\bthe\s+last(?:\s+one)?\b)"
    rf"|\bthe\s+(?P<en>{ORDINAL_EN})(?:\s+one)?\b|\bnumber\s+(?P<digit>{NUMBER_EN})\b"
)
_ONE: Final = words(r"\b(?:one|both|it|is)\b|两[个条]|是|要")
_BOTH: Final = words(r"\bboth\b|(?<!第)[两俩二三][个条]?都|^两[个条]$")
# A bare "10 seconds" or 半小时 is a delay where a time was asked for; so is a bare hour.
_CLOSED: Final = frozenset({"several", "again", "moved"})
"""What no further message completes."""
_OF_TIME: Final = frozenset({"when", "past", "never", "zone", "skipped"})
"""What a time is the answer to."""
_MOVES: Final = words(
    r"挪|移|推迟|延后|提前|[调改换排安]\w{0,3}?[到成至在]|\b(?:move|shift|postpone|reschedule|push|swap|plan|schedule|put)\b"
)
_MONTH: Final = r"\b(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)(?:[a-z]{2,6})?\b"
_SPOKEN: Final = words(rf"{TIME}|{_MONTH}|\d[日号]|{NUMBER}天|学期|\b(?:term|semester)\b")
_DAYS: Final = words(
    rf"(?:{TIME}|{_MONTH}|{NUMBER}|{NUMBER_EN}(?:st|nd|rd|th)?|\s|[,、~到至从和那就排安改换成吧里内的末底年学期第周月号日天-]"
    r"|之?间|[以之]?[前后]|开始|为止|未来|接下来|\b(?:by|until|till|to|from|on|in|through|the|of|and|end|beginning|this|next"
    r"|coming|then|term|semester|for|before|up|only|just)\b)++"
)
_ON_DAY: Final = ("{} {}", "{} at {}", "{} {}点")
_MINUS: Final = ("-", "−", "－")
_BARE: Final = ("{}后", "in {}", "at {}", "{}点")


class OpenQuestion(BaseModel):
    """What a reply asked about a reminder, or for which days to plan, and what of it is known.

    Attributes:
        gaps: what was asked.
        at: when the message was said that is to be completed.
        prompt: what the reminder will say, as far as it is known.
        after_seconds: counted from ``at``, where a time is known.
        by_clock: that was said as a time of the clock; a delay counts from the message that completes it.
        choices: ids of the reminders that may be meant, in the order in which they were told.
        day: words for the day on which the time that was asked for is.
    """

    model_config = ConfigDict(frozen=True, extra="ignore")

    operation: Literal["create", "delete", "plan"]
    gaps: tuple[Gap, ...]
    at: AwareDatetime
    prompt: str = ""
    after_seconds: int | None = None
    by_clock: bool = False
    choices: tuple[str, ...] = ()
    day: str = ""


def open_question(asked: ReminderRequest, at: datetime) -> OpenQuestion | None:
    """What is open after a request; None where it lacks nothing that one more message could tell."""
    if asked.operation not in ("create", "delete") or not asked.gaps or _CLOSED & {*asked.gaps}:
        return None
    return OpenQuestion(
        operation=asked.operation,
        gaps=asked.gaps,
        at=at,
        prompt=asked.prompt,
        after_seconds=asked.after_seconds,
        by_clock=asked.by_clock,
        day=asked.day,
    )


def which_of(choices: Iterable[str], at: datetime) -> OpenQuestion:
    """The question which of some reminders shall be deleted."""
    return OpenQuestion(operation="delete", gaps=("which",), at=at, choices=tuple(choices))


def is_answer(question: OpenQuestion, message: str, context: Context, now: datetime) -> bool:
    """Whether a message answers an open question: it holds what was asked, and speaks clearly of nothing else."""
    if question.operation == "plan":
        return context.run != "paused" and names_days(message)
    if _stands_alone(message):
        return False
    routing = route(message, context)
    is_open = routing.kind in ("plain", "answer", "reminder") or (routing.leans and routing.kind != "question")
    is_open = is_open or (routing.kind == "refine" and not context.preview)
    is_open = is_open or _is_mere_time(question, message, now) or _is_mere_choice(question, message)
    return is_open and answered(question, message, now) is not None


def which_days(at: datetime) -> OpenQuestion:
    """The question for which days to plan (rule TURN-7)."""
    return OpenQuestion(operation="plan", gaps=("days",), at=at)


def names_days(message: str) -> bool:
    """Whether a message says nothing but days, such as 这周 or "weeks 14-15"."""
    text = without_courtesy(plain_text(message))
    return _SPOKEN.search(text) is not None and _DAYS.fullmatch(text) is not None


def _stands_alone(message: str) -> bool:
    """Whether a message wishes for a task or a reminder at another time: it needs nothing before it."""
    text = simplified(message[:MOST])
    return bool(MOVES.search(text) or (_MOVES.search(text) and _SPOKEN.search(text)))


def _is_mere_choice(question: OpenQuestion, message: str) -> bool:
    """Whether a message says nothing but which one is meant, as the list that was told has it."""
    text = simplified(message[:MOST])
    named = _ID.search(text) or (_PLACE.search(text) if question.choices else None)
    if question.operation != "delete" or named is None:
        return False
    return not _ONE.sub(" ", NOISE.sub(" ", without_courtesy(f"{text[: named.start()]} {text[named.end() :]}"))).strip()


def _is_mere_time(question: OpenQuestion, message: str, now: datetime) -> bool:
    when, rest = _time(message[:MOST].strip(), now, question.day)
    return bool(_OF_TIME & {*question.gaps}) and when is not None and not rest


def answered(question: OpenQuestion, message: str, now: datetime) -> ReminderRequest | None:
    """The request that a message completes; None where it gives no answer. It may still lack something.

    Args:
        now: aware, in the zone of the person.
    """
    text = plain_text(message)
    if question.operation == "plan" or only_salutes(text) or made_up_of(without_courtesy(text), STOPS, FILLERS, True):
        return None
    if found(REMINDERS, without_quotes(text), True):
        return _merged(question, read_reminder(message, now), now)
    return _chosen(question, message) if question.operation == "delete" else _told(question, message, now)


def _merged(question: OpenQuestion, said: ReminderRequest, now: datetime) -> ReminderRequest | None:
    """A request that has just what the one before lacked, such as 十秒后提醒我 after 提醒我喝水."""
    if (
        question.operation != "create"
        or said.operation != "create"
        or not said.gaps
        or {"several", "again", "never", "past", "zone", "skipped"} & {*said.gaps}
    ):
        return None
    if said.prompt and "what" in question.gaps:
        return _completed(question, said.prompt, None, now)
    if said.after_seconds and question.prompt:
        return replace(said, prompt=question.prompt, gaps=())
    return None


def _told(question: OpenQuestion, message: str, now: datetime) -> ReminderRequest | None:
    said = message[:MOST].strip()
    if not _OF_TIME & {*question.gaps}:
        return _completed(question, _bare(said), None, now)
    when, rest = _time(said, now, question.day)
    if when is None and "what" not in question.gaps:
        return None
    return _completed(question, question.prompt or rest, when, now)


def _time(said: str, now: datetime, day: str) -> tuple[Delay | Moment | None, str]:
    """The time in a message, on the day that was said before where it says none, and the rest of it."""
    text = simplified(said)
    if day and not has_day(text):
        for form in _ON_DAY:
            spoken = form.format(day, text)
            found = next(iter(moments(spoken, now)), None)
            if found and found.start == 0:
                return found, _bare(said[max(len(said) - len(spoken) + found.end, 0) :])
    told: list[Delay | Moment] = [*delays(text), *moments(text, now)]
    if told:
        rest = _bare(f"{said[: told[0].start]} {said[told[0].end :]}")
        return told[0], rest
    # The minus of "-5 minutes" is no dash before it.
    minus = "-" if said[:1] in _MINUS and said[1:2].isdigit() else ""
    for form in _BARE:
        spoken = form.format(minus + simplified(_bare(said)))
        whole: list[Delay | Moment] = [*delays(spoken), *moments(spoken, now)]
        if whole and (whole[0].start, whole[0].end) == (0, len(spoken)):
            return whole[0], ""
    return None, _bare(said)


def _bare(said: str) -> str:
    return AFTER.sub("", BEFORE.sub("", BEHIND.sub("", said), count=1), count=1).strip()


def _completed(
    question: OpenQuestion, prompt: str, when: Delay | Moment | None, now: datetime
) -> ReminderRequest | None:
    seconds, by_clock, lack = usable(when), isinstance(when, Moment), lacking(when)
    if when is None and question.after_seconds is not None:
        by_clock = question.by_clock
        # A time of the clock is a whole second, of which a delay from any moment before is the ceiling.
        due = (question.at + timedelta(seconds=question.after_seconds)).replace(microsecond=0)
        left = -((now - due) // timedelta(seconds=1)) if by_clock else question.after_seconds
        seconds, lack = left if left > 0 else None, "past"
    gaps: tuple[Gap, ...] = () if seconds else (lack,)
    gaps += () if prompt else ("what",)
    return ReminderRequest("create", prompt, seconds, gaps=gaps, by_clock=by_clock)


def _chosen(question: OpenQuestion, message: str) -> ReminderRequest | None:
    text = simplified(message[:MOST].strip())
    if named := _ID.search(text):
        return ReminderRequest("delete", schedule_id=named[0].lower())
    place = _PLACE.search(text)
    if place and question.choices:
        said = place["zh"] or place["en"] or place["digit"]
        at = len(question.choices) if place["last"] else number(said)
        if 1 <= at <= len(question.choices):
            return ReminderRequest("delete", schedule_id=question.choices[at - 1])
    if EVERY.search(text) or _BOTH.search(text):
        return ReminderRequest("delete", every=True, among=question.choices)
    about = " ".join(_ONE.sub(" ", NOISE.sub(" ", without_courtesy(text))).split())
    return ReminderRequest("delete", about=about, among=question.choices) if about else None
