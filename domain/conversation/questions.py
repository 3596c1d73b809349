"""Reading a question about the timetable or the plan into a query (rules CHAT-15 and CHAT-17)."""

import re
from dataclasses import dataclass, replace
from datetime import date, time, timedelta
from typing import Final, Literal

from domain.conversation.agenda import Agenda, without_preview
from domain.conversation.courtesy import without_courtesy
from domain.conversation.cue import words
from domain.conversation.plain_text import plain_text
from domain.conversation.question_asks import (
    CLASSES,
    LISTED,
    OF_GROUPS,
    OF_PLAN,
    OF_TIMETABLE,
    OF_WEEKS,
    TASKS,
    WHOLE,
    Ask,
    Grain,
    ask_of,
)
from domain.conversation.question_bounds import Bound, bound_in
from domain.conversation.question_names import Thing, absent_chapter, named_in, taught_or_held, things_of, unknown_in
from domain.conversation.question_times import Times, is_unread_feast, times_in

_SCOPED: Final[tuple[Ask, ...]] = ("bounded", "fullest", "emptiest", "days_off", "longest", "hours", "count")
_NAMELESS: Final[tuple[Ask, ...]] = ("when", "where", "teacher")
_EVER: Final[tuple[Ask, ...]] = (
    "waiting",
    "done",
    "undone",
    "why",
    "moved",
    "preview",
    "conflict",
    "week",
    "term",
    "soonest",
    "latest",
)
OF_PREVIEW: Final[tuple[Ask, ...]] = ("waiting", "why", "moved", "preview", "conflict")
"""What is asked of the preview, whatever else the question speaks of."""
# Of a first or last class no section is meant by these words.
_FIRST_OR_LAST = re.compile(
    r"第一[节门堂]课?|头一?[节堂]课?|最后一?[节门堂]课?"
    r"|\b(?:first|last)\s+(?:section|slot|period)s?\s+(?=(?:of|in)\s+the\s+(?:morning|afternoon|evening))"
)


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked.

    Attributes:
        ask: what for.
        kind: of courses or of tasks alone; empty for both.
        things: the courses and tasks that are named.
        days: the days it is about, ascending; empty where it is about all.
        sections: the sections of these days it is about, ascending; empty where it is about all.
        clock: the time of day it is about, where that lies in no section.
        said: whether the days were said, rather than taken for granted.
        grain: of what the fullest or emptiest one is looked for.
        beyond: words for a time that the term does not have.
        unknown: words for a task that there is not.
        absent: words for a chapter that none of the things is.
        bound: of days that have more or less than a number, that number.
    """

    ask: Ask
    kind: Literal["", "course", "task"] = ""
    things: tuple[Thing, ...] = ()
    days: tuple[date, ...] = ()
    sections: tuple[int, ...] = ()
    clock: time | None = None
    said: bool = False
    grain: Grain = "day"
    beyond: str = ""
    unknown: str = ""
    absent: str = ""
    bound: Bound | None = None


def is_about_plan(message: str) -> bool:
    """Whether a question is about the preview where there is one: it speaks of a plan, or not of the timetable."""
    text = plain_text(message)
    return ask_of(text) in OF_PREVIEW or bool(OF_PLAN.search(text)) or not OF_TIMETABLE.search(text)


def read_question(message: str, agenda: Agenda) -> Question | None:
    """The query that a question stands for; None where nothing in it can be read.

    Args:
        message: the person's words.
        agenda: what they may be about, with the preview where there is one.
    """
    absent = absent_chapter(plain_text(message), things_of(agenda))
    if absent is not None:
        return Question(ask="when", things=absent[1], absent=absent[0])
    text, things = _named(message, agenda)
    bound, text = bound_in(text) or (None, text)
    ask: Ask | None = "bounded" if bound else ask_of(text)
    kind, times = _kind(text), times_in(_FIRST_OR_LAST.sub(" ", text), agenda)
    ask, times = _of_one_section(text, times) or (ask, times)
    if not (times.days or times.beyond) and is_unread_feast(text):
        return None
    told = things or times.days or times.sections or times.clock or times.beyond or unknown_in(text)
    listed = WHOLE.search(text) or (kind and LISTED.search(text))
    if not (told or ask or listed) or (ask in _NAMELESS and not told):
        return None
    chosen = _settled(ask, kind, things, times)
    grain: Grain = "week" if OF_WEEKS.search(text) else "group" if OF_GROUPS.search(text) else "day"
    days = times.days or _default_days(chosen, kind, grain, things, times, text, agenda)
    return Question(
        ask=chosen,
        kind=kind if not things or kind == "task" or any(thing.kind == kind for thing in things) else "",
        things=_of_kind(things, kind),
        days=days,
        sections=times.sections,
        clock=times.clock,
        said=bool(times.days),
        grain=grain,
        beyond=times.beyond,
        unknown="" if things or bound else unknown_in(text),
        bound=bound,
    )


def _of_one_section(text: str, times: Times) -> tuple[Ask, Times] | None:
    """What is asked of the first or last section of a part of the day, if whether it is free is (CHAT-23)."""
    edge = _EDGE.search(text)
    if edge is None or not times.sections or not _FREE.search(text):
        return None
    section = times.sections[0 if edge["first"] or edge["first_en"] or edge["first_of"] else -1]
    return "days_off" if _WHICH_DAYS.search(text) else "free", replace(times, sections=(section,))


def _named(message: str, agenda: Agenda) -> tuple[str, tuple[Thing, ...]]:
    known, plain = things_of(agenda), plain_text(message)
    things, text = named_in(plain, known)
    if things and _kind(text) == "course" and all(thing.kind == "task" for thing in things):
        courses = named_in(plain, [thing for thing in known if thing.kind == "course"])
        things, text = courses if courses[0] else (things, text)
    return without_courtesy(text), things or taught_or_held(plain, agenda)


def _kind(text: str) -> Literal["", "course", "task"]:
    classes, tasks = CLASSES.search(text), TASKS.search(text)
    if bool(classes) == bool(tasks):
        return ""
    return "course" if classes else "task"


def _of_kind(things: tuple[Thing, ...], kind: str) -> tuple[Thing, ...]:
    """Of things that share a name those of the kind that is spoken of, where there are such."""
    return tuple(thing for thing in things if thing.kind == kind) or things


def _settled(ask: Ask | None, kind: str, things: tuple[Thing, ...], times: Times) -> Ask:
    """What is asked for, given what is named: of a thing its place, of a day what is on it."""
    if ask is None and things:
        return "when"
    if ask == "undone" and kind == "course":
        return "when" if things else "rest"
    if things and ask in ("what", "first", "now", "week", "free", "preview", "days_off"):
        return "when"
    if ask in _NAMELESS and not things:
        return "what"
    if ask == "preview" and times.days:
        return "what"
    return ask or "what"


def _default_days(
    ask: Ask, kind: str, grain: Grain, things: tuple[Thing, ...], times: Times, text: str, agenda: Agenda
) -> tuple[date, ...]:
    """The days that are meant where none are said; none where it is about all of them."""
    if ask in _EVER or things or times.beyond or grain != "day" or (ask == "count" and kind == "task"):
        return ()
    if ask in ("first", "last") and kind == "task":
        return _this_week(agenda) if agenda.shown is None else _window(agenda)
    if (
        ask in _SCOPED
        or (ask == "free" and not times.sections and times.clock is None)
        or (ask == "what" and _WEEKLY.search(text))
        or _WHICH_DAYS.search(text)
    ):
        return _this_week(agenda) if agenda.shown is None else _window(agenda)
    return (agenda.today,) if agenda.term.first_monday <= agenda.today <= agenda.term.last_day else ()


_WHICH_DAYS = words(r"哪[几些一]?天|\bwhich\s+days?\b")
_PART_EN = r"(?:morning|afternoon|evening)"
_SECTION_EN = r"(?:section|slot|period)s?"
_EDGE = words(
    r"(?:上午|早上|下午|晚上)的?(?:(?P<first>第一|头一?)|最后一?)小?节"
    rf"|\b(?:(?P<first_en>first)|last)\s+{_PART_EN}\s+{_SECTION_EN}\b"
    rf"|\b(?:(?P<first_of>first)|last)\s+{_SECTION_EN}\s+(?:of|in)\s+the\s+{_PART_EN}\b"
)
_FREE = words(r"空(?!调)|没(?:有)?(?:课|事|安排)|闲|\b(?:free|empty|open|available|no\s+class(?:es)?)\b")
_WEEKLY = words(r"课表|课程表|时间表|日程表?|计划|\b(?:timetable|schedule|calendar|plan)\b")


def _this_week(agenda: Agenda) -> tuple[date, ...]:
    week = min(max(agenda.week, 1), agenda.term.weeks)
    monday = agenda.term.first_monday + timedelta(days=7 * (week - 1))
    return tuple(monday + timedelta(days=n) for n in range(7))


def _window(agenda: Agenda) -> tuple[date, ...]:
    assert agenda.shown is not None
    return tuple(agenda.term.date_of(day.week, day.day_of_week) for day in agenda.shown.window.day_mapping)


def agenda_for(message: str, agenda: Agenda) -> Agenda:
    """What a question is answered from: the preview only where it is about the plan (rule CHAT-17)."""
    return agenda if agenda.shown is None or is_about_plan(message) else without_preview(agenda)
