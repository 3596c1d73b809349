"""Answers about days: what is on them, how much, which is the fullest (rule CHAT-16)."""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date
from typing import TypeVar

from domain.conversation.agenda import Agenda, AgendaRow
from domain.conversation.question_names import Thing
from domain.conversation.questions import Question
from domain.conversation.telling import Answer, Telling

_MOST_LISTED = 12
_Key = TypeVar("_Key", int, date, str)


def thing_of(row: AgendaRow) -> Thing:
    """The course or task that a row is an occurrence of."""
    return Thing(row.kind, row.group, row.name)


def in_scope(question: Question, agenda: Agenda) -> tuple[AgendaRow, ...]:
    """The rows that a question is about, in the order of time."""
    days, sections, things = frozenset(question.days), frozenset(question.sections), frozenset(question.things)
    return tuple(
        row
        for row in agenda.rows
        if (not days or row.day in days)
        and (not question.kind or row.kind == question.kind)
        and (not things or thing_of(row) in things)
        and (not sections or sections & frozenset(agenda.sections_of(row)))
        and (question.clock is None or row.starts_at.time() <= question.clock < row.ends_at.time())
    )


def what(question: Question, tell: Telling) -> Answer:
    """All that is on some days."""
    rows, scope = in_scope(question, tell.agenda), tell.about(question)
    if not rows:
        return tell.answer(tell.say("nothing", scope=scope, kind=tell.noun(question.kind)))
    told = tell.rows(rows, dated=len(question.days) != 1)
    return tell.answer(tell.say("has", scope=scope, what=tell.counted(question.kind, len(rows)), rows=told))


def count(question: Question, tell: Telling) -> Answer:
    """How many there are, under how many names, of how many sections; of tasks those without a place as well."""
    rows, scope = in_scope(question, tell.agenda), tell.about(question)
    told = ""
    if rows:
        sections, names = sum(row.length for row in rows), len({thing_of(row) for row in rows})
        what_there_is = tell.counted(question.kind, len(rows))
        listed = tell.rows(rows, dated=len(question.days) != 1)
        shown = tell.say("counted.rows", rows=listed) if len(rows) <= _MOST_LISTED else ""
        told = tell.say("counted", scope=scope, what=what_there_is, names=names, sections=sections, rows=shown)
    else:
        tell.count(0)
        told = tell.say("nothing", scope=scope, kind=tell.noun(question.kind))
    return tell.answer(told, "" if question.said or question.kind == "course" else waiting_too(question, tell))


def waiting_too(question: Question, tell: Telling) -> str:
    """The tasks without a place that a question is about; empty where there is none."""
    waiting = [one for one in tell.agenda.waiting if _is_meant(question, Thing("task", one.group, one.name))]
    for one in waiting:
        tell.use_id(one.id)
    if not waiting:
        return ""
    names = tell.names([label(one.group, one.name) for one in waiting])
    for one in waiting:
        tell.name(one.name)
    return tell.say("counted.waiting", what=tell.counted("task", len(waiting)), names=names)


def _is_meant(question: Question, thing: Thing) -> bool:
    return not question.things or thing in question.things


def label(group: str, name: str) -> str:
    """A task with its class, unless its name says it."""
    return name if not group or group in name else f"{group} {name}"


def hours(question: Question, tell: Telling) -> Answer:
    """How long it takes."""
    rows, scope = in_scope(question, tell.agenda), tell.about(question)
    if not rows:
        return tell.answer(tell.say("nothing", scope=scope, kind=tell.noun(question.kind)))
    for row in rows:
        tell.use(row)
    minutes, sections = sum(row.minutes for row in rows), sum(row.length for row in rows)
    figures = {"sections": sections, "minutes": minutes, "hours": minutes // 60, "rest": minutes % 60}
    return tell.answer(tell.say("hours", scope=scope, kind=tell.noun(question.kind), **figures))


def days_off(question: Question, tell: Telling) -> Answer:
    """The days on which nothing is."""
    taken = {row.day for row in in_scope(question, tell.agenda)}
    scope, kind = tell.about(question), tell.noun(question.kind)
    off = [day for day in question.days if day not in taken]
    if not off:
        return tell.answer(tell.say("days_off.none", scope=scope, kind=kind))
    days = tell.some(off, tell.day)
    return tell.answer(tell.say("days_off", scope=scope, kind=kind, count=len(off), days=days))


def bounded(question: Question, tell: Telling) -> Answer:
    """The days that have so much and no more, each with how much that is."""
    bound = question.bound
    assert bound is not None
    rows = in_scope(question, tell.agenda)
    there = {day: [row for row in rows if row.day == day] for day in question.days}
    loads = {day: _load(tell.agenda, on) if bound.of_sections else len(on) for day, on in there.items()}
    days = [day for day, load in loads.items() if bound.holds(load)]
    for row in (row for day in days for row in there[day]):
        tell.use(row)
    unit = "section" if bound.of_sections else "row"
    key = "exactly" if bound.least == bound.most else "least" if bound.most is None else "most"
    within = tell.say(f"bounded.{key}.{unit}", least=bound.least, most=bound.most)
    scope, kind = tell.about(question), tell.noun(question.kind)
    if not days:
        return tell.answer(tell.say("bounded.none", scope=scope, kind=kind, bound=within))
    told = tell.some(days, lambda day: tell.say(f"bounded.day.{unit}", day=tell.day(day), count=loads[day]))
    return tell.answer(tell.say("bounded", scope=scope, kind=kind, bound=within, count=len(days), days=told))


def extreme(question: Question, tell: Telling) -> Answer:
    """The fullest or the emptiest days, weeks, or classes of tasks; all of those that are equal."""
    if question.grain == "group":
        return _extreme_group(question, tell)
    rows = in_scope(question, tell.agenda)
    days = question.days or _all_days(tell.agenda)
    if question.grain == "week":
        weeks = list(dict.fromkeys(tell.agenda.term.position(day)[0] for day in days))
        loads = {week: _load(tell.agenda, (row for row in rows if row.week == week)) for week in weeks}
        best, load = _best(loads, question.ask == "fullest")
        return tell.answer(_told_extreme(question, tell, tell.some(best, tell.week), load, ""))
    by_day = {day: _load(tell.agenda, (row for row in rows if row.day == day)) for day in days}
    chosen, load = _best(by_day, question.ask == "fullest")
    there = [row for row in rows if row.day in chosen]
    shown = tell.say("counted.rows", rows=tell.rows(there)) if 0 < len(there) <= _MOST_LISTED else ""
    return tell.answer(_told_extreme(question, tell, tell.some(chosen, tell.day), load, shown))


def _told_extreme(question: Question, tell: Telling, best: str, load: int, rows: str) -> str:
    scope = tell.about(question)
    kind = tell.noun(question.kind)
    return tell.say(question.ask, scope=scope, kind=kind, best=best, sections=load, rows=rows)


def _load(agenda: Agenda, rows: Iterable[AgendaRow]) -> int:
    """Sections that rows take; those of a guest inside its host are there once."""
    return len({(row.day, section) for row in rows for section in agenda.sections_of(row)})


def _best(loads: dict[_Key, int], most: bool) -> tuple[list[_Key], int]:
    load = (max if most else min)(loads.values())
    return [key for key, each in loads.items() if each == load], load


def _all_days(agenda: Agenda) -> Sequence[date]:
    term = agenda.term
    return [term.date_of(week, day) for week in range(1, term.weeks + 1) for day in range(1, 8)]


def _extreme_group(question: Question, tell: Telling) -> Answer:
    rows = in_scope(question, tell.agenda)
    tasks = [row for row in rows if row.kind == "task"] if question.kind != "course" else []
    counts = Counter(row.group or row.name for row in tasks)
    if question.kind != "course" and not question.said:
        counts.update(one.group or one.name for one in tell.agenda.waiting)
    counts = counts or Counter(row.name for row in rows)
    scope = tell.about(question)
    if not counts:
        return tell.answer(tell.say("nothing", scope=scope, kind=tell.noun(question.kind)))
    best, load = _best(dict(counts), question.ask == "fullest")
    for row in rows:
        if (row.group or row.name) in best or row.name in best:
            tell.use(row)
    return tell.answer(tell.say(f"groups.{question.ask}", scope=scope, best=tell.names(best), count=load))
