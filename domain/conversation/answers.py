"""Answers to questions about timetable and plan, in sentences of both languages (rules CHAT-15 to CHAT-18)."""

from collections.abc import Callable
from typing import Final

from domain.conversation import answers_days, answers_free, answers_names, answers_now, answers_plan
from domain.conversation.agenda import Agenda
from domain.conversation.answer_words import say
from domain.conversation.impossible import no_such_time
from domain.conversation.question_asks import Ask
from domain.conversation.question_chapters import chapters_in
from domain.conversation.questions import OF_PREVIEW, Question, agenda_for, read_question
from domain.conversation.telling import Answer, Telling
from domain.schedule.state import Locale

_Tells = Callable[[Question, Telling], Answer]
_ANSWERS: Final[dict[Ask, _Tells]] = {
    "what": answers_days.what,
    "count": answers_days.count,
    "hours": answers_days.hours,
    "fullest": answers_days.extreme,
    "emptiest": answers_days.extreme,
    "days_off": answers_days.days_off,
    "bounded": answers_days.bounded,
    "free": answers_free.free,
    "longest": answers_free.longest,
    "first": answers_now.first_or_last,
    "last": answers_now.first_or_last,
    "now": answers_now.now,
    "next": answers_now.coming,
    "rest": answers_now.rest,
    "week": answers_now.week,
    "term": answers_now.term,
    "when": answers_names.when,
    "where": answers_names.where,
    "teacher": answers_names.teacher,
    "waiting": answers_plan.waiting,
    "done": answers_plan.done,
    "undone": answers_plan.undone,
    "soonest": answers_plan.over_first_or_last,
    "latest": answers_plan.over_first_or_last,
    "why": answers_plan.why,
    "moved": answers_plan.moved,
    "preview": answers_plan.preview,
    "conflict": answers_plan.conflict,
}

_OF_DAYS: Final[tuple[Ask, ...]] = ("what", "hours", "days_off", "bounded", "free", "longest", "first", "last")
"""What is asked of days; outside the term, where none is said, there is none to tell of."""
_OF_TASKS: Final[tuple[Ask, ...]] = ("waiting", "done", "undone", "soonest", "latest")


def no_term(locale: Locale) -> Answer:
    """What is said where there is no timetable to look at."""
    return Answer(say(locale, "no_term"))


def answer(message: str, agenda: Agenda, locale: Locale) -> Answer:
    """The answer to a question; where it cannot be read, that is said, with examples of ones that can.

    A time that there is not is no other time (rule CHAT-24).

    Args:
        message: the person's words.
        agenda: what they may be about, with the preview where there is one.
        locale: language of the answer.
    """
    impossible = no_such_time(message, agenda.now, locale, agenda.names)
    if impossible:
        return Answer(impossible)
    chosen = agenda_for(message, agenda)
    question = read_question(message, chosen)
    if question is None:
        return Answer(say(locale, "not_understood"))
    return told(question, chosen, locale)


def told(question: Question, agenda: Agenda, locale: Locale) -> Answer:
    """The answer to a question that was read; of the preview it says that it is by it."""
    tell = Telling(agenda, locale)
    absent = _not_there(question, tell)
    if absent is not None:
        return absent
    courses = bool(question.things) and all(thing.kind == "course" for thing in question.things)
    if courses and (question.ask in _OF_TASKS or question.kind == "task"):
        return answers_plan.of_no_task(question, tell)
    if question.ask in _OF_DAYS and not question.days and not question.things:
        return answers_now.term(question, tell)
    found = _ANSWERS[question.ask](question, tell)
    if agenda.shown is None or question.ask in ("why", "moved", "preview", "week", "term"):
        return found
    return Answer(say(locale, "by_preview") + found.text, found.rows, found.facts)


def _not_there(question: Question, tell: Telling) -> Answer | None:
    """That there is no such chapter, time or name; None where all that is asked about is there."""
    if question.absent:
        return answers_names.no_chapter(question, tell)
    if question.beyond and not question.days:
        return answers_now.beyond(question, tell)
    if question.unknown and (question.ask not in OF_PREVIEW or any(chapters_in(question.unknown))):
        there = answers_days.what(question, tell).text if question.said else ""
        return tell.answer(tell.say("unknown", name=tell.name(question.unknown)), there)
    return None
