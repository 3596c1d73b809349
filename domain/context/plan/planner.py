"""From words to what must be looked up before they are answered (rules CONTEXT-1 to CONTEXT-9)."""

import unicodedata
from collections.abc import Sequence
from datetime import datetime

from domain.context.errors import InvalidNow, InvalidQuery, TimeUnparseable
from domain.context.plan.contract import ContextPlan, Filters, Output, PlannerMeta
from domain.context.plan.folding import blotted, folded
from domain.context.plan.matching import Hit, all_hits, first_hits
from domain.context.plan.needs import is_bare_subject, means_something, needs_of, query_type_of
from domain.context.plan.status import status_of
from domain.context.plan.subject import subject_of
from domain.context.plan.times import Asked, Setting, labels, set_time
from domain.context.plan.topic import Topic
from domain.context.plan.utterance import is_small_talk, read_utterance
from domain.context.plan.weights import (
    NOTHING,
    OF_A_PERSON,
    OF_A_SUBJECT,
    OF_A_TIME,
    retrievals,
    source_weights,
    targets,
)
from domain.context.when.expression import Impossible, TimeExpression, TimesFound
from domain.context.when.find import find_times
from domain.schedule.state import Locale
from domain.tools.arguments import quoted

LONGEST_QUERY = 2000
"""How many characters a query may have."""

_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp", "Zs"})
"""The categories of what is not seen: control and formatting characters, halves of surrogate pairs, spaces."""

_BASE, _OF_TIME, _OF_KEYWORD, _MOST_KEYWORDS, _SUREST = 40, 30, 6, 3, 95
_IMPORTANT = 0.6


def make_plan(query: str, now: datetime, locale: Locale = "zh-CN") -> ContextPlan:
    """The plan of a query; the same for the same query, moment, zone and locale (rule CONTEXT-1).

    Args:
        query: what was said, at most 2,000 characters.
        now: the moment of asking; the ranges of the plan are in its zone.
        locale: whose grammar of times goes first.

    Raises:
        InvalidQuery: it is blank or too long.
        InvalidNow: the moment has no offset.
        TimeUnparseable: the only time that it names cannot be.
    """
    _check(query, now)
    plain = folded(query)
    if is_small_talk(plain):
        return _plan(_asked(plain, (), (), now), Setting("NONE"), (), (NOTHING,))
    found = find_times(query, now, locale)
    if found.impossible and not found.times:
        raise _unparseable(found.impossible[0])
    masked = blotted(plain, _spans(found))
    asked = _asked(masked, found.times, all_hits(masked), now)
    bare = blotted(masked, ((hit.start, hit.end) for hit in asked.hits))
    setting = set_time(asked)
    subject = subject_of(bare, query)
    return _plan(asked, setting, subject, _topics(asked, setting, subject))


def _check(query: str, now: datetime) -> None:
    if all(unicodedata.category(sign) in _UNSEEN for sign in query):
        raise InvalidQuery(f"the query is {quoted(query)}, which is blank: say what is asked for, in words")
    if len(query) > LONGEST_QUERY:
        raise InvalidQuery(f"the query has {len(query)} characters: give at most {LONGEST_QUERY}")
    if now.utcoffset() is None:
        raise InvalidNow(f"now is {now.isoformat()!r}, which has no offset: give one, such as {now.isoformat()}+08:00")


def _spans(found: TimesFound) -> list[tuple[int, int]]:
    read: list[TimeExpression | Impossible] = [*found.times, *found.impossible]
    return [(each.start, each.end) for each in read]


def _unparseable(impossible: Impossible) -> TimeUnparseable:
    return TimeUnparseable(f"{quoted(impossible.text)} is no time that can be: give one that the calendar has")


def _asked(masked: str, times: tuple[TimeExpression, ...], hits: tuple[Hit, ...], now: datetime) -> Asked:
    bare = blotted(masked, ((hit.start, hit.end) for hit in hits))
    return Asked(masked, times, hits, read_utterance(masked, bare), now)


def _plan(asked: Asked, setting: Setting, subject: Sequence[str], topics: tuple[Topic, ...]) -> ContextPlan:
    hits = first_hits(asked.hits)
    needs = needs_of(asked, setting, topics)
    matters = any(hit.has("importance") for hit in hits)
    return ContextPlan(
        query_type=query_type_of(asked, setting, needs, topics),
        temporal_mode=setting.mode,
        time=setting.plan_time(),
        targets=targets(topics),
        sources=source_weights(topics),
        retrievals=retrievals(topics, hits, subject),
        filters=Filters(importance_min=_IMPORTANT if matters else 0.0, status=status_of(asked.masked)),
        output=_output(setting, matters),
        context_needs=needs,
        planner_meta=_meta(labels(asked.times), hits),
    )


def _topics(asked: Asked, setting: Setting, subject: Sequence[str]) -> tuple[Topic, ...]:
    """The rows of the table that hold, or what holds without any (rule CONTEXT-13)."""
    if asked.hits:
        if setting.range is None and not means_something(asked):
            return (NOTHING,)
        return tuple(dict.fromkeys(hit.keyword.topic for hit in asked.hits))
    if setting.range is not None:
        return (OF_A_TIME,)
    if is_bare_subject(asked, subject):
        return (OF_A_SUBJECT,)
    return (OF_A_PERSON,) if asked.utterance.personal else (NOTHING,)


def _output(setting: Setting, matters: bool) -> Output:
    return Output(
        group_by="importance" if matters else "time",
        dedupe=True,
        timeline=setting.range is not None,
        wide_recall=setting.mode == "AMBIGUOUS",
    )


def _meta(times: Sequence[str], hits: Sequence[Hit]) -> PlannerMeta:
    """What was hit, and how sure the plan is, counted in hundredths so that it is exact (rule CONTEXT-8)."""
    sure = _BASE + (_OF_TIME if times else 0) + _OF_KEYWORD * min(len(hits), _MOST_KEYWORDS)
    return PlannerMeta(
        level="cheap_router",
        rule_hits=(*(f"time:{label}" for label in times), *(f"keyword:{hit.keyword.word}" for hit in hits)),
        confidence=min(_SUREST, sure) / 100,
    )
