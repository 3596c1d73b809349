"""Interim: the words of a plan's message, until they are read."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from domain.plan.intent import KnownClass, PlanIntent
from domain.schedule.state import Locale
from domain.term.calendar import Term


def read_intent(message: str, term: Term, now: datetime, classes: Sequence[KnownClass], locale: Locale) -> PlanIntent:
    """Everything is open."""
    today = max(now.astimezone(ZoneInfo(term.zone)).date(), term.first_monday)
    first = today if today <= term.last_day else None
    last = None if first is None else min(first + timedelta(days=6 - first.weekday()), term.last_day)
    waiting = tuple(each.class_id for each in classes if each.waiting)
    return PlanIntent(
        proposal_first=first,
        proposal_last=last,
        proposal_class_ids=waiting,
        missing=("window", "classes"),
        unread=(message,) if message else (),
    )


def read_answer(
    answer: str, before: PlanIntent, term: Term, now: datetime, classes: Sequence[KnownClass], locale: Locale
) -> PlanIntent:
    """Whatever is answered is a yes."""
    return before.settled()
