"""Answers about courses and tasks that are named: when, where, by whom (rule CHAT-16)."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC

from domain.conversation.agenda import AgendaRow
from domain.conversation.answer_words import WEEKDAYS
from domain.conversation.answers_days import in_scope, thing_of
from domain.conversation.question_names import Thing
from domain.conversation.questions import Question
from domain.conversation.telling import Answer, Telling, runs_of

_MOST_THINGS = 12
_MOST_PLACES = 6


def when(question: Question, tell: Telling) -> Answer:
    """Where in time the named things are; where they are not on the days asked about, where else."""
    if (question.said or question.sections) and not in_scope(question, tell.agenda):
        scope = tell.about(question)
        names = tell.names(list(dict.fromkeys(thing.name for thing in question.things)))
        elsewhere = replace(question, days=(), sections=(), said=False)
        return tell.answer(tell.say("stands.not_then", scope=scope, name=names), *places(elsewhere, tell))
    return tell.answer(*places(question, tell))


def no_chapter(question: Question, tell: Telling) -> Answer:
    """That what is named has no such chapter, and which tasks it has (rule CHAT-15)."""
    tasks = [thing for thing in question.things if thing.kind == "task"]
    for row in tell.agenda.rows:
        if row.kind == "task" and thing_of(row) in tasks:
            tell.use(row)
    for one in tell.agenda.waiting:
        if Thing("task", one.group, one.name) in tasks:
            tell.use_id(one.id)
    of = dict.fromkeys(thing.group or thing.name for thing in tasks or question.things)
    none = tell.say("chapter.none", name=tell.names(list(of)), chapter=tell.name(question.absent))
    names = tell.names(list(dict.fromkeys(thing.name for thing in tasks)))
    return tell.answer(none, tell.say("chapter.there", names=names) if tasks else "")


def places(question: Question, tell: Telling) -> list[str]:
    """A sentence for every named thing, by its first occurrence; those that wait come last."""
    rows = in_scope(question, tell.agenda)
    placed = list(dict.fromkeys(thing_of(row) for row in rows))
    asked = placed + [thing for thing in question.things if thing not in placed]
    told = [_place(thing, [row for row in rows if thing_of(row) == thing], question, tell) for thing in asked]
    kept = [sentence for sentence in told if sentence]
    rest = len(kept) - _MOST_THINGS
    return kept[:_MOST_THINGS] + ([tell.say("things.more", count=rest)] if rest > 0 else [])


def _place(thing: Thing, rows: Sequence[AgendaRow], question: Question, tell: Telling) -> str:
    if not rows:
        waiting = [one for one in tell.agenda.waiting if (one.group, one.name) == (thing.group, thing.name)]
        for one in waiting:
            tell.use_id(one.id)
        return tell.say("stands.waiting", name=tell.name(thing.name)) if waiting else ""
    if len(rows) > _MOST_PLACES and not question.said:
        return tell.say("stands", name=tell.name(thing.name), places=_pattern(rows, tell))
    return tell.say("stands", name=tell.name(thing.name), places=tell.rows(rows))


def _pattern(rows: Sequence[AgendaRow], tell: Telling) -> str:
    """Weekly occurrences by day of the week, and the next one."""
    kinds: dict[tuple[int, int, int, str], list[AgendaRow]] = {}
    for row in rows:
        tell.use(row)
        kinds.setdefault((row.weekday, row.first, row.last, row.place), []).append(row)
    parts = [_weekly(group, tell) for group in kinds.values()]
    moment = tell.agenda.now.astimezone(UTC)
    following = next((row for row in rows if row.starts_at.astimezone(UTC) > moment), None)
    parts += [tell.say("stands.next", row=tell.rows([following]))] if following else []
    return tell.parted(parts)


def _weekly(rows: Sequence[AgendaRow], tell: Telling) -> str:
    first = rows[0]
    clock = tell.clock(first.starts_at.time(), first.ends_at.time())
    facts = [tell.run(first.first, first.last)] if first.first else []
    facts += [clock, *([tell.name(first.place)] if first.place else [])]
    facts += [tell.weeks(runs_of(row.week for row in rows)), tell.say("times", count=len(rows))]
    weekday = WEEKDAYS[tell.locale][first.weekday - 1]
    return tell.inside(weekday, facts)


def where(question: Question, tell: Telling) -> Answer:
    """In which rooms the named things are, and when."""
    told = []
    for thing in question.things[:_MOST_THINGS]:
        rows = [row for row in in_scope(question, tell.agenda) if thing_of(row) == thing]
        rooms = list(dict.fromkeys(row.place for row in rows if row.place))
        if rooms:
            told.append(tell.say("where", name=tell.name(thing.name), places=tell.names(rooms)))
        elif thing.kind == "course" and rows:
            told.append(tell.say("where.none", name=tell.name(thing.name)))
    return tell.answer(*told, when(question, tell).text)


def teacher(question: Question, tell: Telling) -> Answer:
    """Who teaches the named courses."""
    told = []
    for thing in question.things[:_MOST_THINGS]:
        rows = [row for row in in_scope(question, tell.agenda) if thing_of(row) == thing]
        for row in rows:
            tell.use(row)
        names = list(dict.fromkeys(row.teacher for row in rows if row.teacher))
        name = tell.name(thing.name)
        told.append(
            tell.say("teacher", name=name, teachers=tell.names(names)) if names else tell.say("teacher.none", name=name)
        )
    return tell.answer(*told)
