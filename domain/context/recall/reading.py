"""From a text to what is kept of it (rules RECALL-8 and RECALL-13)."""

import re
from collections.abc import Mapping
from datetime import datetime, timedelta
from datetime import time as time_of_day
from typing import Any

from domain.context.plan.contract import TargetType, TextSource
from domain.context.recall.importance import importance_of, is_question
from domain.context.recall.item import KeptItem
from domain.context.recall.kinds import kind_of, status_of
from domain.context.when.expression import TimeExpression
from domain.context.when.find import find_times

_READ = 2_000
_HAN = re.compile("[\u3400-\u9fff]")


def item_of(
    source: TextSource,
    ref: str,
    text: str,
    mention_at: datetime,
    *,
    session_id: str | None = None,
    target_type: TargetType | None = None,
    importance: float | None = None,
) -> KeptItem:
    """What is kept of a text.

    Args:
        mention_at: when it was said, in the zone of whoever said it, from which its times are worked out.
        target_type, importance: where they are known; else the tables tell.
    """
    start, end = event_of(text, mention_at)
    by_words = importance_of(text, names_time=end is not None)
    return KeptItem(
        source=source,
        ref=ref,
        session_id=session_id,
        target_type=target_type or kind_of(text),
        text=text,
        mention_at=mention_at,
        event_start=start,
        event_end=end,
        importance=by_words if importance is None else importance,
        status=status_of(text),
    )


def event_of(text: str, said_at: datetime) -> tuple[datetime | None, datetime | None]:
    """When what a text speaks of begins and ends; a deadline has no beginning, and two Nones mean no time.

    A question is about no event: the time in it is what is asked for.
    """
    if is_question(text):
        return None, None
    head = text[:_READ]
    found = find_times(head, said_at, "zh-CN" if _HAN.search(head) else "en")
    return next((span for span in map(_span, found.times) if span != (None, None)), (None, None))


def _span(time: TimeExpression) -> tuple[datetime | None, datetime | None]:
    if time.range is None:
        return None, None
    start, end = time.range.start, time.range.end
    if time.kind == "deadline":
        return None, _last_moment(time, end)
    return (start, end or start) if start is not None else (None, None)


def _last_moment(time: TimeExpression, end: datetime | None) -> datetime | None:
    """When a deadline is; of a day that is part of it the last minute, not the day after (rule RECALL-13)."""
    is_included = time.label.startswith("by_") or time.label.endswith("_end")
    if end is None or not is_included or end.time() != time_of_day.min:
        return end
    return end - timedelta(minutes=1)


def said_by_person(kind: str, data: Mapping[str, Any]) -> str | None:
    """The words of a log entry that the person said in the session; None for any other entry (rule RECALL-8)."""
    if kind != "message" or data.get("role") != "user" or data.get("origin") == "reminder":
        return None
    text = data.get("text")
    return text if isinstance(text, str) and text.strip() else None
