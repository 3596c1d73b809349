"""Which stretch of time a plan is about, and whether of saying or of happening (rules CONTEXT-16 to CONTEXT-22)."""

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from domain.context.plan.contract import PlanTime, TemporalMode
from domain.context.plan.matching import Hit
from domain.context.plan.utterance import Utterance
from domain.context.when.expression import TimeExpression, TimeRange
from domain.context.when.spans import midnight

_DAY = timedelta(days=1)
_WEEK = timedelta(days=7)
_WEEKDAYS = "monday|tuesday|wednesday|thursday|friday|saturday|sunday"
_BARE_WEEKDAY = re.compile(rf"(?:before_|since_|after_)?(?:{_WEEKDAYS})(?:_|$)")
_BARE_WEEKEND = re.compile(r"周末|週末|双休日|(?:on |at |over )?(?:the )?weekend")
_ROLLING_BACK = re.compile(r"past_|recently$")
_ROLLING_ON = re.compile(r"next_\d|lately_ahead$")
_NEAR = 8
_WORDS = re.compile(r"[a-z0-9']+|[^\sa-z0-9\x00]")
_BREAK = re.compile(r"[。！？；!?;\n]")
_INTENDED = re.compile(
    r"(?:要|该|得|想|准备|打算|需要|应该|\b(?:to|will|should|must))\s*(?:我|去|再|先|开始|i|we)?\s*$"
)


@dataclass(frozen=True, slots=True)
class Setting:
    """The time that a plan is about.

    Attributes:
        expression: the time of the query that sets it; None where none does.
    """

    mode: TemporalMode
    expression: TimeExpression | None = None
    range: TimeRange | None = None

    def plan_time(self) -> PlanTime:
        """As the plan has it (rule CONTEXT-20)."""
        return PlanTime(
            mention_range=self.range if self.mode in ("MENTION", "AMBIGUOUS") else None,
            event_range=self.range if self.mode in ("EVENT", "AMBIGUOUS") else None,
            relative_label=self.expression.label if self.expression else None,
        )


@dataclass(frozen=True, slots=True)
class Asked:
    """A query as far as it has been read.

    Attributes:
        masked: folded, with its times blotted out.
        hits: every place where a keyword stands.
        now: the moment of asking, in the zone in which the ranges are to be.
    """

    masked: str
    times: tuple[TimeExpression, ...]
    hits: tuple[Hit, ...]
    utterance: Utterance
    now: datetime


def set_time(asked: Asked) -> Setting:
    """The time of a query: its first one that is a range, turned and widened as the plan needs it (rule CONTEXT-16)."""
    ranged = next((each for each in asked.times if each.range is not None), None)
    if ranged is None:
        return _part_of_today(asked)
    with suppress(OverflowError):
        found = _widened(ranged, _turned(ranged, asked), asked.now)
        return Setting(_mode(asked, ranged, found), ranged, found)
    return Setting(_mode(asked, ranged, _known(ranged)), ranged, ranged.range)


def _known(expression: TimeExpression) -> TimeRange:
    return expression.range or TimeRange(start=None, end=None)


def _part_of_today(asked: Asked) -> Setting:
    """A part of the day without a day is one of today where something is looked for (rule CONTEXT-18)."""
    part = next((each for each in asked.times if each.kind == "filter"), None)
    profile = any(hit.has("profile") for hit in asked.hits)
    sought = asked.utterance.asks or any(hit.keyword.topic.needs[1] == "REQUIRED" for hit in asked.hits)
    if part is None or profile or not sought:
        return Setting("NONE")
    with suppress(OverflowError):
        today = TimeRange(start=midnight(asked.now), end=_next_midnight(asked.now))
        return Setting(_mode(asked, part, today), part, today)
    return Setting("NONE")


def _next_midnight(moment: datetime) -> datetime:
    return _existing(midnight(moment) + _DAY)


def _existing(moment: datetime) -> datetime:
    """The moment, or the one after it where the clock leaps over it."""
    return moment.astimezone(UTC).astimezone(moment.tzinfo)


def _widened(expression: TimeExpression, found: TimeRange, now: datetime) -> TimeRange:
    """Whole days with today included, where so much up to now or from now on is meant (rule CONTEXT-17)."""
    start, end = found.start, found.end
    if start is None or end is None:
        return found
    if end == now and _ROLLING_BACK.match(expression.label):
        return TimeRange(start=_existing(midnight(start)), end=_next_midnight(now))
    if start == now and _ROLLING_ON.match(expression.label):
        whole = end if end == midnight(end) else _next_midnight(end)
        return TimeRange(start=_existing(midnight(now)), end=whole)
    return found


def _turned(expression: TimeExpression, asked: Asked) -> TimeRange:
    """A bare weekday in the week that is meant: past, or coming where it is planned for (rule CONTEXT-19)."""
    found = _known(expression)
    if expression.kind == "recurring" or not _is_bare_weekday(expression):
        return found
    looks_back = asked.utterance.past or any(hit.has("past") for hit in asked.hits)
    looks_ahead = asked.utterance.ahead or any(hit.has("event") for hit in asked.hits)
    if looks_ahead and not looks_back:
        return _shifted(found, lambda range_: range_.end is not None and range_.end <= asked.now, _WEEK, asked.now)
    return _shifted(found, lambda range_: range_.start is not None and range_.start > asked.now, -_WEEK, asked.now)


def _is_bare_weekday(expression: TimeExpression) -> bool:
    if expression.label.startswith("this_weekend"):
        return _BARE_WEEKEND.match(expression.text.lower()) is not None
    return _BARE_WEEKDAY.match(expression.label) is not None


def _shifted(found: TimeRange, wrong: Callable[[TimeRange], bool], by: timedelta, now: datetime) -> TimeRange:
    if not wrong(found):
        return found
    start = _existing(found.start + by) if found.start else None
    end = _existing(found.end + by) if found.end else None
    if start is None and by > timedelta():
        start = now
    return TimeRange(start=start, end=end)


def _mode(asked: Asked, expression: TimeExpression, found: TimeRange) -> TemporalMode:
    """Whether the time is that of saying or that of happening (rules CONTEXT-20 to CONTEXT-22)."""
    if found.start is not None and found.start >= asked.now:
        return "EVENT"
    if any(hit.has("mention") and _is_near(asked.masked, expression, hit) for hit in asked.hits):
        return "MENTION"
    unfinished = found.end is None or found.end > asked.now
    ahead = asked.utterance.ahead or any(hit.has("event") for hit in asked.hits)
    return "EVENT" if unfinished and ahead and not asked.utterance.past else "AMBIGUOUS"


def _is_near(masked: str, expression: TimeExpression, hit: Hit) -> bool:
    """Whether a word of saying belongs to a time: few words apart in one sentence, and not still to be done."""
    first, last = sorted(((expression.start, expression.end), (hit.start, hit.end)))
    between = masked[first[1] : last[0]]
    far = len(_WORDS.findall(between)) > _NEAR or _BREAK.search(between) is not None
    return not far and _INTENDED.search(masked[: hit.start]) is None


def labels(times: Sequence[TimeExpression]) -> tuple[str, ...]:
    """What the times of a query are called, each once, in its order."""
    return tuple(dict.fromkeys(each.label for each in times))
