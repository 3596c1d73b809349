"""In which zone a person lives, as far as their terms tell."""

from datetime import datetime
from zoneinfo import ZoneInfo

from sqlalchemy.ext.asyncio import AsyncConnection

from domain.term.calendar import Term
from services.read_now import find_term_today
from storage.terms import list_terms

_USUAL = str(Term.model_fields["zone"].default)


async def person_zone(owner: str, connection: AsyncConnection, now: datetime) -> ZoneInfo:
    """The zone of the term that holds today, else of the newest term, else the usual one of terms."""
    today = await find_term_today(owner, connection, now)
    newest = [today] if today else await list_terms(owner, connection, limit=1)
    return ZoneInfo(newest[0].term.zone if newest else _USUAL)
