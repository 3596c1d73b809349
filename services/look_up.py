"""Look up the answer to a question about timetable and plan (rules CHAT-15 to CHAT-18)."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from domain.conversation.answers import not_understood
from domain.conversation.facts import Facts
from domain.schedule.state import Locale


@dataclass(frozen=True, slots=True)
class LookedUp:
    """An answer and what it rests on.

    Attributes:
        text: one or a few sentences in the language of the person.
        rows: ids of the events and items it used, each once, in the order in which it speaks of them.
        facts: all that another wording of it may say.
    """

    text: str
    rows: tuple[str, ...]
    facts: Facts


async def look_up(
    owner: str, connection: AsyncConnection, message: str, locale: Locale, now: datetime, session_id: str
) -> LookedUp:
    """The answer to a question, read from what this owner's timetable and the session's preview hold at ``now``.

    Raises:
        NotFound: this owner has no such session.
    """
    return LookedUp(not_understood(locale), (), Facts())
