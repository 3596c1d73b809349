"""In which zone a person lives, as far as their profile and their terms tell."""

from datetime import datetime
from zoneinfo import ZoneInfo

from sqlalchemy.ext.asyncio import AsyncConnection

from domain.term.calendar import Term
from storage.zones import known_zone

USUAL_ZONE = ZoneInfo(str(Term.model_fields["zone"].default))
"""The zone of terms that name none."""


async def person_zone(owner: str, connection: AsyncConnection, now: datetime) -> ZoneInfo:
    """The zone of the profile, of the term that holds today, of the newest term, or the usual one of terms."""
    return await known_zone(owner, connection, now) or USUAL_ZONE
