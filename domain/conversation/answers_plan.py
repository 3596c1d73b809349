"""Answers about tasks and about the preview: what waits, what is done, what was moved and why (CHAT-16 and CHAT-18)."""

from collections import Counter
from collections.abc import Sequence
from datetime import UTC
from itertools import combinations

from domain.conversation.agenda import AgendaRow, Shown, each_once
from domain.conversation.answers_days import in_scope, label, waiting_too, what
from domain.conversation.answers_names import places
from domain.conversation.question_names import Thing
from domain.conversation.questions import Question
from domain.conversation.telling import Answer, Telling
from domain.preview.body import PreviewChange
from domain.preview.reasons import reworded
from domain.schedule.state import Slot

_MOST_CHANGES = 10


def of_no_task(question: Question, tell: Telling) -> Answer:
    """Courses are named where tasks are asked about, and none of them has a task."""
    names = tell.names(list(dict.fromkeys(thing.name for thing in question.things)))
    tell.count(0)
    return tell.answer(tell.say("no_tasks_of", name=names))


def waiting(question: Question, tell: Telling) -> Answer:
    """The tasks without a place."""
    found = [
        one
        for one in tell.agenda.waiting
        if not question.things or Thing("task", one.group, one.name) in question.things
    ]
    if not found:
        tell.count(0)
        return tell.answer(tell.say("waiting.none"), *(places(question, tell) if question.things else ()))
    for one in found:
        tell.use_id(one.id)
        tell.name(one.name)
    names = tell.names([label(one.group, one.name) for one in found])
    return tell.answer(tell.say("waiting", what=tell.counted("task", len(found)), names=names))


def done(question: Question, tell: Telling) -> Answer:
    """The tasks whose end has passed."""
    rows = _tasks(question, tell, done=True)
    scope = tell.about(question)
    if not rows:
        tell.count(0)
        return tell.answer(tell.say("done.none", scope=scope))
    return tell.answer(tell.say("done", scope=scope, what=tell.counted("task", len(rows)), rows=tell.rows(rows)))


def undone(question: Question, tell: Telling) -> Answer:
    """The tasks that have a place and are to come; where no day was said those without a place too."""
    rows = _tasks(question, tell, done=False)
    scope = tell.about(question)
    counted = tell.counted("task", len(rows))
    told = (
        tell.say("undone", scope=scope, what=counted, rows=tell.rows(rows))
        if rows
        else tell.say("undone.none", scope=scope)
    )
    return tell.answer(told, "" if question.said else waiting_too(question, tell))


def over_first_or_last(question: Question, tell: Telling) -> Answer:
    """Which of the tasks that are not over yet is over first, or last: by the end of its last occurrence (CHAT-23)."""
    rows = [row for row in in_scope(question, tell.agenda) if row.kind == "task" and not row.done]
    ends = {row.id: row for row in sorted(rows, key=lambda row: row.ends_at.astimezone(UTC))}
    scope = tell.about(question)
    if not ends:
        return tell.answer(tell.say("undone.none", scope=scope), "" if question.said else waiting_too(question, tell))
    moments = [row.ends_at.astimezone(UTC) for row in ends.values()]
    moment = min(moments) if question.ask == "soonest" else max(moments)
    chosen = [row for row in ends.values() if row.ends_at.astimezone(UTC) == moment]
    told = tell.say(question.ask, scope=scope, rows=tell.rows(chosen))
    return tell.answer(told, "" if question.said else waiting_too(question, tell))


def _tasks(question: Question, tell: Telling, *, done: bool) -> list[AgendaRow]:
    """Each task once, by its last occurrence where it is to be over."""
    rows = [row for row in in_scope(question, tell.agenda) if row.kind == "task"]
    if not done:
        return list(each_once(row for row in rows if not row.done))
    open_ids = {row.id for row in rows if not row.done}
    return list(each_once(row for row in rows if row.id not in open_ids))


def conflict(question: Question, tell: Telling) -> Answer:
    """Pairs that take the same section or time; a guest is in no conflict with its host."""
    rows = [*in_scope(question, tell.agenda), *_unforeseen(question, tell)]
    pairs = [pair for pair in combinations(rows, 2) if _clash(tell, *pair)]
    if not pairs:
        tell.count(0)
        return tell.answer(tell.say("conflict.none", scope=tell.about(question)))

    def told(pair: tuple[AgendaRow, AgendaRow]) -> str:
        return tell.say("conflict.pair", day=tell.day(pair[0].day), one=tell.row(pair[0]), other=tell.row(pair[1]))

    return tell.answer(tell.say("conflict", count=len(pairs), pairs=tell.some(pairs, told)))


def _unforeseen(question: Question, tell: Telling) -> list[AgendaRow]:
    """What stands in the timetable on days of the preview, and the preview does not know."""
    if tell.agenda.shown is None:
        return []
    known = {*tell.agenda.shown.ids.values(), *(row.id for row in tell.agenda.rows)}
    days = frozenset(question.days)
    return [row for row in tell.agenda.standing if row.id not in known and (not days or row.day in days)]


def _clash(tell: Telling, one: AgendaRow, other: AgendaRow) -> bool:
    if one.day != other.day or one.id == other.id or one.host == other.id or other.host == one.id:
        return False
    if one.first and other.first:
        return one.first <= other.last and other.first <= one.last
    return one.starts_at < other.ends_at and other.starts_at < one.ends_at


def why(question: Question, tell: Telling) -> Answer:
    """The reasons of the changes that a question is about (rule CHAT-18)."""
    shown = tell.agenda.shown
    if shown is None:
        there = places(question, tell) if question.things else [what(question, tell).text] if question.said else []
        return tell.answer(tell.say("no_preview"), *there)
    changes = _meant(question, tell, shown, _reasoned(shown))
    if not changes and question.things:
        names = tell.names(list(dict.fromkeys(thing.name for thing in question.things)))
        return tell.answer(tell.say("why.not_moved", name=names), *places(question, tell))
    if not changes:
        return tell.answer(tell.say("why.none", scope=tell.about(question)))
    told = [_explained(change, shown, tell) for change in changes[:_MOST_CHANGES]]
    rest = len(changes) - _MOST_CHANGES
    return tell.answer(*told, tell.say("things.more", count=rest) if rest > 0 else "")


def _reasoned(shown: Shown) -> list[PreviewChange]:
    """Every change with the reason that the preview shows: that of the newest revision where it made the change."""
    newest = {change.task_id for change in shown.latest}
    return [*shown.latest, *(change for change in shown.changes if change.task_id not in newest)]


def moved(question: Question, tell: Telling) -> Answer:
    """What the newest revision changed."""
    shown = tell.agenda.shown
    if shown is None:
        return tell.answer(tell.say("no_preview"))
    changes = _meant(question, tell, shown, shown.latest)
    if not changes:
        tell.count(0)
        return tell.answer(tell.say("moved.none"))

    def told(change: PreviewChange) -> str:
        return tell.say("change", name=_named(change, shown, tell), way=_way(change, shown, tell))

    return tell.answer(tell.say("moved", what=tell.counted("task", len(changes)), changes=tell.some(changes, told)))


def _meant(question: Question, tell: Telling, shown: Shown, changes: Sequence[PreviewChange]) -> list[PreviewChange]:
    """The changes of the named tasks, else those that touch the days and sections asked about."""
    if question.things:
        names = {thing.name for thing in question.things}
        return [change for change in changes if change.name in names]
    days = frozenset(question.days)
    return [
        change
        for change in changes
        if any(_touches(question, tell, shown, slot) for slot in (*change.from_slots, *change.to_slots)) or not days
    ]


def _touches(question: Question, tell: Telling, shown: Shown, slot: Slot) -> bool:
    place = shown.window.place(slot.day)
    there = tell.agenda.term.date_of(place.week, place.day_of_week) in question.days
    return there and (
        not question.sections or any(slot.slot_start <= section <= slot.slot_end for section in question.sections)
    )


def _explained(change: PreviewChange, shown: Shown, tell: Telling) -> str:
    host = shown.names.get(change.to_host or 0, "")
    told = reworded(change.reason, change.kind, host, shown.window, tell.locale)
    days = [value for name, value in told.figures.items() if name in ("day_left", "day_joined", "ideal_day")]
    for day in days:
        if 1 <= day <= shown.window.total_days:
            place = shown.window.place(day)
            tell.day(tell.agenda.term.date_of(place.week, place.day_of_week))
    tell.count(*(abs(value) for value in told.figures.values()))
    for words in (told.clause, host):
        tell.name(words)
    name, way = _named(change, shown, tell), _way(change, shown, tell)
    return tell.say("why", name=name, way=way, reason=told.text)


def _named(change: PreviewChange, shown: Shown, tell: Telling) -> str:
    tell.use_id(shown.ids.get(change.task_id, str(change.task_id)))
    return tell.name(change.name)


def _way(change: PreviewChange, shown: Shown, tell: Telling) -> str:
    host = tell.name(shown.names.get(change.to_host or 0, ""))
    start, to = (_slots(slots, shown, tell) for slots in (change.from_slots, change.to_slots))
    return tell.say(f"way.{change.kind}", start=start, to=to, host=host)


def _slots(slots: Sequence[Slot], shown: Shown, tell: Telling) -> str:
    def told(slot: Slot) -> str:
        place = shown.window.place(slot.day)
        day = tell.day(tell.agenda.term.date_of(place.week, place.day_of_week))
        return tell.say("placed_at", day=day, run=tell.run(slot.slot_start, slot.slot_end))

    return tell.listed(told(slot) for slot in slots)


def preview(question: Question, tell: Telling) -> Answer:
    """What the preview suggests, week by week."""
    shown = tell.agenda.shown
    if shown is None:
        return tell.answer(tell.say("no_preview"))
    rows = [row for row in tell.agenda.rows if row.suggested]
    for row in rows:
        tell.use(row)
    days = [tell.agenda.term.date_of(day.week, day.day_of_week) for day in shown.window.day_mapping]
    by_week = Counter(row.week for row in rows)
    parts = [tell.say("preview.week", week=tell.week(week), count=count) for week, count in by_week.items()]
    weeks = tell.say("preview.weeks", parts=tell.listed(parts)) if parts else ""
    span = {"first": tell.day(days[0]), "last": tell.day(days[-1])}
    counted = tell.counted("task", len(rows))
    return tell.answer(tell.say("preview", what=counted, weeks=weeks, waiting=len(tell.agenda.waiting), **span))
