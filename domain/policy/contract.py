"""The contract of a request, read by rules (rules CONTRACT-1 to CONTRACT-3)."""

import re
from collections.abc import Iterator

from domain.refine.calendar import Calendar
from domain.refine.contract import Contract, Goal, bound_contract
from domain.refine.goal_words import GROUP, RELEASE, SPREAD
from domain.refine.slice import directs, parse_slice
from domain.refine.spacing import spaced
from domain.refine.wording import locale_of, say
from domain.schedule.state import ScheduleState

_HELD = re.compile(
    r"(?:不要|别|不能|不可|不许|不可以|不准|勿|避免|不)\s*$"
    r"|\b(?:don['’]?t|do not|never|not|without|cannot|can['’]?t)\s+$",
    re.IGNORECASE | re.ASCII,
)


def make_contract(message: str, state: ScheduleState, calendar: Calendar | None = None) -> Contract:
    """What the person wants, by the words of the message; order is kept unless words give it free."""
    message = spaced(message)
    goal = _goal(message, state, calendar)
    release = _release(message)
    strategy = say(locale_of(message, _names(state)), f"strategy.{goal}")
    answer = Contract(goal=goal, keep_order=not release, release=release, strategy=strategy)
    return bound_contract(answer, message)


def _names(state: ScheduleState) -> Iterator[str]:
    yield from (word for task in state.tasks for word in (task.category, task.name))


def _goal(message: str, state: ScheduleState, calendar: Calendar | None) -> Goal:
    if GROUP.search(message):
        return "group"
    if SPREAD.search(message):
        return "spread"
    cut = parse_slice(message, state, calendar=calendar)
    banned = cut.exclude_sections or cut.target_days
    return "avoid" if banned and not directs(message, state) else "move"


def _release(message: str) -> str:
    """The words that give the order free, unless a "do not" stands right before them."""
    found = RELEASE.finditer(message)
    return next((match[0][:200] for match in found if not _HELD.search(message[: match.start()])), "")
