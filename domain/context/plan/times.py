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
_OF = re.compile(r"的[\s\x00]*|'s[\s\x00]+")
_BREAK = re.compile(r"[。！？；!?;\n]")


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

    @property
    def looks_back(self) -> bool:
        """Whether it asks for what was (rule CONTEXT-22)."""
        return self.utterance.past or any(hit.has("past") for hit in self.hits)

    @property
    def looks_ahead(self) -> bool:
        """Whether it asks for what is planned."""
        return self.utterance.ahead or any(hit.has("event") for hit in self.hits)


def set_time(asked: Asked) -> Setting:
    """The time of a query: its first one that is a range, turned and widened as the plan needs it (rule CONTEXT-16)."""
    ranged = next((each for each in asked.times if each.range is not None), None)
    if ranged is None:
        return _part_of_today(asked)
    with suppress(OverflowError):
        turned = _today(asked.now) if ranged.label == "now" else _turned(ranged, asked)
        return Setting(_mode(asked, ranged, turned), ranged, _widened(ranged, turned, asked.now))
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
        today = _today(asked.now)
        return Setting(_mode(asked, part, today), part, today)
    return Setting("NONE")


def _today(now: datetime) -> TimeRange:
    return TimeRange(start=_existing(midnight(now)), end=_next_midnight(now))


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
    if asked.looks_ahead and not asked.looks_back:
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
    if not _is_bound(asked, expression) and any(
        hit.has("mention") and _is_near(asked.masked, expression, hit) for hit in asked.hits
    ):
        return "MENTION"
    unfinished = found.end is None or found.end > asked.now
    return "EVENT" if unfinished and asked.looks_ahead and not asked.looks_back else "AMBIGUOUS"


def _is_bound(asked: Asked, expression: TimeExpression) -> bool:
    """Whether the time is that of an event by its grammar: 周日的会, Friday's exam."""
    between = (
        asked.masked[expression.end : hit.start] for hit in asked.hits if hit.has("event") and not hit.has("past")
    )
    return any(_OF.fullmatch(each) for each in between)


def _is_near(masked: str, expression: TimeExpression, hit: Hit) -> bool:
    """Whether a word of saying belongs to a time: few words apart in one sentence."""
    first, last = sorted(((expression.start, expression.end), (hit.start, hit.end)))
    between = masked[first[1] : last[0]]
    return len(_WORDS.findall(between)) <= _NEAR and _BREAK.search(between) is None


def labels(times: Sequence[TimeExpression]) -> tuple[str, ...]:
    """What the times of a query are called, each once, in its order."""
    return tuple(dict.fromkeys(each.label for each in times))
