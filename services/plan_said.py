"""The plan that a message of a conversation asks for (rule TURN-7)."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from domain.conversation.impossible import no_such_time
from domain.requests import PlanRequest
from domain.schedule.state import Locale
from domain.turns.window_said import NotRead, window_said
from domain.turns.wording import say
from services.read_now import local_day, term_today
from storage.classes import load_classes

_MOST_CLASSES = 100


@dataclass(frozen=True, slots=True)
class NoPlan:
    """What is answered where no plan can be made, and whether it asks for days (rule CHAT-21)."""

    text: str
    asks_for_days: bool = False


async def plan_said(
    owner: str, connection: AsyncConnection, message: str, locale: Locale, said_at: datetime
) -> PlanRequest | NoPlan:
    """The request, for all classes with tasks that wait; where none can be made, what is answered instead.

    Raises:
        NoTermToday: no term of this owner holds the day on which it was said.
    """
    record = await term_today(owner, connection, said_at)
    classes = await load_classes(owner, connection)
    names = (name for each in classes for name in (each.row.name, *(item.content for item in each.row.items)))
    impossible = no_such_time(message, said_at, locale, names)
    if impossible:
        return NoPlan(impossible, asks_for_days=True)
    window = window_said(message, record.term, local_day(record.term, said_at))
    if isinstance(window, NotRead):
        told = say(locale, "plan.over" if window.over else "plan.which", said=window.words)
        return NoPlan(told, asks_for_days=True)
    waiting = [each.row.id for each in classes if any(item.status == "pending" for item in each.row.items)]
    if not waiting:
        return NoPlan(say(locale, "plan.nothing"))
    return PlanRequest(
        term_id=record.id,
        first=window.first,
        last=window.last,
        class_ids=tuple(waiting[:_MOST_CLASSES]),
        locale=locale,
    )
