"""The plan that a message of a conversation asks for (rule TURN-7)."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from domain.conversation.impossible import no_such_time
from domain.conversation.open_question import names_days
from domain.errors import MessageTooLong
from domain.plan.intent import PlanIntent
from domain.plan.opening import MOST_CLASSES
from domain.plan.read_intent import read_intent
from domain.requests import PlanRequest
from domain.schedule.state import Locale
from domain.turns.wording import say
from services.open_plan import known_class
from services.read_now import term_today
from storage.classes import ClassRecord, load_classes

_MOST = 2000


@dataclass(frozen=True, slots=True)
class NoPlan:
    """What is answered where no plan can be made, and whether it asks for days (rule CHAT-21)."""

    text: str
    asks_for_days: bool = False


async def plan_said(
    owner: str, connection: AsyncConnection, message: str, locale: Locale, said_at: datetime
) -> PlanRequest | NoPlan:
    """The request, which leaves to the run what the message leaves open; where none can be made, what is answered.

    Raises:
        NoTermToday: no term of this owner holds the day on which it was said.
        MessageTooLong: it is longer than a plan may be told.
    """
    if len(message) > _MOST:
        raise MessageTooLong(f"a plan has {len(message)} characters: say it in at most {_MOST}")
    record = await term_today(owner, connection, said_at)
    classes = await load_classes(owner, connection)
    names = (name for each in classes for name in (each.row.name, *(item.content for item in each.row.items)))
    impossible = no_such_time(message, said_at, locale, names)
    if impossible:
        return NoPlan(impossible, asks_for_days=True)
    known = tuple(map(known_class, classes))
    intent = read_intent(message, record.term, said_at, known, locale)
    if intent.fault is not None:
        told = say(locale, "plan.over" if intent.fault == "past" else "plan.which", said=intent.fault_words)
        return NoPlan(told, asks_for_days=True)
    if not _waiting(classes, intent):
        return NoPlan(say(locale, "plan.nothing"))
    # Days alone answer the question for days, and that was of a plan of all that waits.
    every = _waiting(classes, None)[:MOST_CLASSES] if names_days(message) else None
    return PlanRequest(term_id=record.id, class_ids=every, message=message, said_at=said_at, locale=locale)


def _waiting(classes: list[ClassRecord], intent: PlanIntent | None) -> tuple[str, ...]:
    """The classes with tasks that wait; of those that a message means, where there is one."""
    meant = None if intent is None else intent.settled().class_ids
    waiting = (each.row.id for each in classes if any(item.status == "pending" for item in each.row.items))
    return tuple(class_id for class_id in waiting if meant is None or class_id in meant)
