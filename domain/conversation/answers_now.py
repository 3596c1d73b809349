"""Answers about now: what goes on, what comes next, which week it is (rule CHAT-16)."""

from datetime import UTC, timedelta

from domain.conversation.agenda import AgendaRow
from domain.conversation.answers_days import in_scope, thing_of
from domain.conversation.questions import Question
from domain.conversation.telling import Answer, Telling

_HOUR, _DAY = 60, 24 * 60


def first_or_last(question: Question, tell: Telling) -> Answer:
    """What begins first, or ends last, on some days."""
    rows = in_scope(question, tell.agenda)
    scope, kind = tell.about(question), tell.noun(question.kind)
    if not rows:
        return tell.answer(tell.say("nothing", scope=scope, kind=kind))
    if question.ask == "first":
        moment = min(row.starts_at.astimezone(UTC) for row in rows)
        chosen = [row for row in rows if row.starts_at.astimezone(UTC) == moment]
    else:
        moment = max(row.ends_at.astimezone(UTC) for row in rows)
        chosen = [row for row in rows if row.ends_at.astimezone(UTC) == moment]
    told = tell.rows(chosen, dated=len(question.days) != 1)
    return tell.answer(tell.say(question.ask, scope=scope, kind=kind, rows=told))


def now(question: Question, tell: Telling) -> Answer:
    """What goes on, and where nothing does, what comes next."""
    moment = tell.agenda.now.astimezone(UTC)
    begun = (row for row in _of_kind(question, tell) if row.starts_at.astimezone(UTC) <= moment)
    rows = [row for row in begun if moment < row.ends_at.astimezone(UTC)]
    if rows:
        ends = min(row.ends_at.astimezone(UTC) for row in rows)
        wait = _wait(-(-(ends - moment) // timedelta(minutes=1)), tell)
        return tell.answer(tell.say("now", rows=tell.rows(rows), wait=wait))
    return tell.answer(tell.say("now.nothing", kind=tell.noun(question.kind)), _next(question, tell))


def rest(question: Question, tell: Telling) -> Answer:
    """What of some days is still to begin."""
    moment = tell.agenda.now.astimezone(UTC)
    rows = [row for row in in_scope(question, tell.agenda) if row.starts_at.astimezone(UTC) > moment]
    scope = tell.about(question)
    if not rows:
        tell.count(0)
        return tell.answer(tell.say("rest.nothing", scope=scope, kind=tell.noun(question.kind)))
    told = tell.rows(rows, dated=len(question.days) != 1)
    return tell.answer(tell.say("rest", scope=scope, what=tell.counted(question.kind, len(rows)), rows=told))


def coming(question: Question, tell: Telling) -> Answer:
    """What begins next, and in how long."""
    return tell.answer(_next(question, tell))


def _of_kind(question: Question, tell: Telling) -> list[AgendaRow]:
    things = frozenset(question.things)
    rows = (row for row in tell.agenda.rows if question.kind in ("", row.kind))
    return [row for row in rows if not things or thing_of(row) in things]


def _next(question: Question, tell: Telling) -> str:
    moment = tell.agenda.now.astimezone(UTC)
    later = [row for row in _of_kind(question, tell) if row.starts_at.astimezone(UTC) > moment]
    if not later:
        return tell.say("next.nothing", kind=tell.noun(question.kind))
    starts = min(row.starts_at.astimezone(UTC) for row in later)
    chosen = [row for row in later if row.starts_at.astimezone(UTC) == starts]
    minutes = -(-(starts - moment) // timedelta(minutes=1))
    return tell.say("next", rows=tell.rows(chosen), wait=_wait(minutes, tell))


def _wait(minutes: int, tell: Telling) -> str:
    tell.count(minutes)
    if minutes < _HOUR:
        return tell.say("minutes_wait", minutes=minutes)
    if minutes < _DAY:
        return tell.say("hours_wait", hours=minutes // _HOUR, minutes=minutes % _HOUR)
    return tell.say("days_wait", days=minutes // _DAY, hours=minutes % _DAY // _HOUR)


def week(question: Question, tell: Telling) -> Answer:
    """Which day of which week it is, or a day that is named is."""
    if question.said:
        return tell.answer(tell.say("named_day", day=tell.days(question.days)))
    return tell.answer(_today(tell))


def _today(tell: Telling) -> str:
    agenda = tell.agenda
    if agenda.term.first_monday <= agenda.today <= agenda.term.last_day:
        return tell.say("today", day=tell.day(agenda.today))
    return tell.say("outside", date=tell.calendar_day(agenda.today))


def term(_question: Question, tell: Telling) -> Answer:
    """From when to when the term is, and how much of it is left."""
    return tell.answer(_today(tell), _term(tell), _rest(tell))


def beyond(_question: Question, tell: Telling) -> Answer:
    """The time that was asked about is outside the term."""
    return tell.answer(tell.say("beyond"), _term(tell))


def _term(tell: Telling) -> str:
    whole = tell.agenda.term
    return tell.say(
        "term", first=tell.calendar_day(whole.first_monday), last=tell.calendar_day(whole.last_day), weeks=whole.weeks
    )


def _rest(tell: Telling) -> str:
    agenda = tell.agenda
    if not agenda.term.first_monday <= agenda.today <= agenda.term.last_day:
        return ""
    days = (agenda.term.last_day - agenda.today).days
    return tell.say("term.rest", count=agenda.term.weeks - agenda.week, days=days)
