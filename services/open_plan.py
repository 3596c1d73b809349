"""Open a plan run: what is meant, and the timetable and tasks it starts from (rules PLAN-20 to PLAN-23)."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy.ext.asyncio import AsyncConnection

from domain.events import StageEvent
from domain.plan.intent import KnownClass, PlanIntent
from domain.plan.memory import PlanMemory
from domain.plan.nodes import analyze, declined, refused
from domain.plan.opening import (
    MOST_CLASSES,
    Known,
    as_asked,
    asking,
    needs_answer,
    obstacle,
    preference,
    settled,
    taken,
)
from domain.plan.read_answer import read_answer
from domain.plan.read_intent import read_intent
from domain.plan.rest import earliest_place, from_now_on, of_items
from domain.requests import PlanRequest
from domain.schedule.rows import load_state
from domain.schedule.state import ScheduleState
from domain.steps import NodeResult
from domain.term.calendar import Term
from domain.term.window import Window
from storage.classes import ClassRecord, load_classes
from storage.runs import RunRecord
from storage.schedule import load_events
from storage.terms import load_term

Opened = NodeResult[PlanMemory]


@dataclass(frozen=True, slots=True)
class PlanBase:
    """What a plan run of a term can be of.

    Attributes:
        classes: all of the person where the request leaves something open, else those that it names.
    """

    owner: str
    term_id: str
    term: Term
    classes: Sequence[ClassRecord]

    @property
    def known(self) -> Known:
        """The same as far as a message may speak of it."""
        return Known(self.term, tuple(known_class(record) for record in self.classes))


async def load_plan_base(owner: str, connection: AsyncConnection, run: RunRecord) -> PlanBase:
    """What the run can be of.

    Raises:
        NotFound: a class that the request names was deleted since.
    """
    request = PlanRequest.model_validate(run.request)
    term = await load_term(owner, connection, run.term_id)
    asked = request.class_ids if request.said_at is None else None
    return PlanBase(owner, run.term_id, term.term, await load_classes(owner, connection, asked))


async def open_plan(connection: AsyncConnection, base: PlanBase, memory: PlanMemory) -> Opened:
    """The first node: ``done``, ``ask``, or the code of what stands in the way.

    Args:
        memory: with the request alone.
    """
    read = memory.model_copy(update={"intent": as_asked(memory.request, _read(base, memory.request))})
    return await _opened(connection, base, read)


async def reopen_plan(connection: AsyncConnection, base: PlanBase, memory: PlanMemory, answer: str | None) -> Opened:
    """The same after a question.

    Args:
        answer: what the person said; None where the wait is over without it.
    """
    request, read = memory.request, memory.intent
    if answer is not None and request.said_at is not None:
        said = read_answer(answer, read, base.term, request.said_at, base.known.classes, request.locale)
        read = as_asked(request, said)
    known, told = taken(memory, answer, read)
    return await _opened(connection, base, known, (told,))


def _read(base: PlanBase, request: PlanRequest) -> PlanIntent:
    if request.said_at is None:
        return PlanIntent()
    return read_intent(request.message or "", base.term, request.said_at, base.known.classes, request.locale)


async def _opened(
    connection: AsyncConnection, base: PlanBase, memory: PlanMemory, told: tuple[StageEvent, ...] = ()
) -> Opened:
    nothing = ScheduleState(window=_whole(base.term), tasks=(), locale=memory.locale)
    if memory.intent.declined:
        return declined(nothing, memory, told)
    reason = obstacle(memory.intent, base.known)
    if reason is not None:
        return refused(nothing, memory, reason, told)
    state, known = await _loaded(connection, base, settled(memory))
    if needs_answer(memory):
        asked, event = asking(memory, base.known)
        return NodeResult(state, asked, "ask", "the person is asked", (*told, event))
    return analyze(state, known, told)


async def _loaded(connection: AsyncConnection, base: PlanBase, memory: PlanMemory) -> tuple[ScheduleState, PlanMemory]:
    """The window with the timetable and the tasks to place, and what is asked of their places."""
    request, intent = memory.request, memory.intent
    assert intent.first is not None
    assert intent.last is not None
    window = Window.between(base.term, intent.first, intent.last)
    meant = (intent.class_ids or ())[:MOST_CLASSES]
    classes = [record for record in base.classes if record.row.id in meant]
    events = await load_events(base.owner, connection, base.term_id, window)
    state = load_state(window, events, [record.row for record in classes])
    state = state.model_copy(update={"locale": memory.locale})
    if request.item_ids is not None:
        state = of_items(state, request.item_ids)
    wishes = {wish.class_id: wish for wish in intent.wishes}
    asks = tuple(preference(each.preferences, wishes.get(each.row.id), base.term, window) for each in classes)
    return state, memory.model_copy(update={"preferences": asks, "earliest": _earliest(base.term, window, memory)})


def _earliest(term: Term, window: Window, memory: PlanMemory) -> tuple[int, int] | None:
    """The place before which nothing begins (rules PLAN-5 and PLAN-6)."""
    request, intent = memory.request, memory.intent
    begin = request.not_before
    if begin is None and request.days is None and request.said_at and intent.first and intent.last:
        begin = from_now_on(intent.first, intent.last, term.zone, request.said_at)
    return None if begin is None else earliest_place(term, window, begin)


def _whole(term: Term) -> Window:
    return Window.between(term, term.first_monday, term.last_day)


def known_class(record: ClassRecord) -> KnownClass:
    """A class as far as a message may speak of it."""
    waiting = sum(item.status == "pending" for item in record.row.items)
    return KnownClass(class_id=record.row.id, name=record.row.name, waiting=waiting)
