"""Answers about free time (rule CHAT-16). An event by the clock takes the sections that it touches."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from domain.conversation.answers_days import in_scope
from domain.conversation.questions import Question
from domain.conversation.telling import Answer, Telling, runs_of
from domain.term.calendar import SECTIONS_PER_DAY

Run = tuple[date, int, int]
_ALL = tuple(range(1, SECTIONS_PER_DAY + 1))


def _free(question: Question, tell: Telling) -> list[Run]:
    """The longest runs of free sections among those asked about, by day."""
    wanted = question.sections or _ALL
    found: list[Run] = []
    for day in question.days:
        taken = tell.agenda.taken(day)
        runs = runs_of(section for section in wanted if not taken >> section & 1)
        found += [(day, *run) for run in runs]
    return found


def free(question: Question, tell: Telling) -> Answer:
    """What is free of some days, and what takes the rest."""
    where = tell.about(question)
    if question.clock is not None:
        there = in_scope(replace(question, kind=""), tell.agenda)
        told = tell.say("free.taken", rows=tell.rows(there)) if there else ""
        return tell.answer(tell.say("free.none" if there else "free.moment", where=where), told)
    runs = _free(question, tell)
    rows = [row for row in tell.agenda.on(question.days) if _is_there(question, tell.agenda.sections_of(row))]
    one_day = len(question.days) == 1
    taken = tell.say("free.taken", rows=tell.rows(rows, dated=not one_day)) if rows and len(rows) <= 12 else ""
    if not runs:
        return tell.answer(tell.say("free.none", where=where), taken)
    count = sum(last - first + 1 for _day, first, last in runs)
    told, every = _told(runs, tell, dated=not one_day), len(question.sections or _ALL) * len(question.days)
    return tell.answer(tell.say("free", where=where, all=every, count=count, runs=told), taken)


def _is_there(question: Question, sections: Sequence[int]) -> bool:
    return not question.sections or bool(set(question.sections) & set(sections))


def longest(question: Question, tell: Telling) -> Answer:
    """The longest free runs of some days; all of those that are equal."""
    where, runs = tell.about(question), _free(question, tell)
    if not runs:
        return tell.answer(tell.say("free.none", where=where))
    most = max(last - first + 1 for _day, first, last in runs)
    best = [run for run in runs if run[2] - run[1] + 1 == most]
    return tell.answer(tell.say("longest", scope=where, sections=most, runs=_told(best, tell, dated=True)))


def _told(runs: Sequence[Run], tell: Telling, *, dated: bool) -> str:
    if not dated:
        return tell.listed(tell.timed_run(first, last) for _day, first, last in runs)
    days = list(dict.fromkeys(day for day, _first, _last in runs))

    def told(day: date) -> str:
        listed = tell.listed(tell.run(first, last) for each, first, last in runs if each == day)
        return tell.say("on_day", day=tell.day(day), rows=listed)

    return tell.some(days, told)
