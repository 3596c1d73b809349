"""What rules make of the person's answer where the model that asked has failed (rule REACT-16)."""

import re

from domain.refine.memory import RefineMemory
from domain.refine.objective import Objective
from domain.refine.slice import Slice, parse_slice
from domain.schedule.state import ScheduleState

_NO_WISH = re.compile(
    r"随便|都行|都可以|无所谓|你定|你决定|看着办"
    r"|\b(?:any(?:thing| ?time|where)|whatever|up to you"
    r"|you (?:choose|decide)|don['’]?t (?:mind|care))\b",
    re.IGNORECASE,
)
_DENIES = re.compile(
    r"没空|有课|忙|避开|不|别|除|\b(?:busy|not|avoid|except|but|can['’]?t|don['’]?t|no|never)\b", re.IGNORECASE
)

_ENDS = " 。.！!吧啊呀"


def heeded(state: ScheduleState, memory: RefineMemory) -> RefineMemory:
    """The memory as the built-in policy goes on with it: what the person answered narrows where tasks still go.

    Days, weeks and parts of the day are read; any other answer is left to be told as not used. Questions and answers
    that deny something are not read, since a place in them may be the one to keep off.
    """
    asked = memory.question
    if asked is None or asked.text is None or asked.use:
        return memory
    used = asked.model_copy(update={"use": "rules"})
    narrowed = _narrowed(state, memory, asked.text, " ".join(asked.questions))
    if narrowed is None:
        return memory.model_copy(update={"question": used}) if _NO_WISH.fullmatch(asked.text.strip(_ENDS)) else memory
    return memory.model_copy(update={"question": used, "objective": narrowed})


def unused_answer(memory: RefineMemory) -> str:
    """The answer that nobody made anything of; empty where there is none."""
    asked = memory.question
    return asked.text or "" if asked is not None and not asked.use else ""


def _narrowed(state: ScheduleState, memory: RefineMemory, text: str, questions: str) -> Objective | None:
    """The goal with the places of the answer as further limits of the tasks not in place; None where it has none."""
    goal = memory.objective
    if not goal.mode.startswith("move") or goal.layout or _DENIES.search(f"{text} {questions}"):
        return None
    cut = parse_slice(text, state, memory.current_week, memory.calendar)
    if not _only_places(cut):
        return None
    there = goal.there(state)
    days, sections = dict(goal.own_days), dict(goal.own_sections)
    for n in (n for n in goal.task_ids if n not in there):
        days[n] = tuple(d for d in goal.own_days.get(n, goal.days) if _holds(state, cut, d))
        own = goal.own_sections.get(n, goal.sections)
        wanted = cut.source_sections or cut.target_sections
        sections[n] = tuple(s for s in own if not wanted or s in wanted)
        if not days[n] or not sections[n]:
            return None
    return goal.model_copy(update={"own_days": days, "own_sections": sections})


def _only_places(cut: Slice) -> bool:
    places = (cut.source_weeks, cut.target_weeks, cut.source_days, cut.target_days, cut.source_sections)
    other = (cut.named, cut.excluded, cut.exclude_sections, cut.shift, cut.moves, cut.ordinals, cut.count, cut.ratio)
    faults = (cut.unknown, cut.unsupported, cut.beyond, cut.unread, cut.unheard, cut.withheld)
    return any((*places, cut.target_sections)) and not any((*other, *faults, cut.source_dates, cut.target_dates))


def _holds(state: ScheduleState, cut: Slice, day: int) -> bool:
    place = state.window.place(day)
    weeks, days = cut.source_weeks or cut.target_weeks, cut.source_days or cut.target_days
    return (not weeks or place.week in weeks) and (not days or place.day_of_week in days)
