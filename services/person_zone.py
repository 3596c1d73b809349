"""In which zone a person lives, as far as their profile and their terms tell."""

from datetime import datetime
from zoneinfo import ZoneInfo

from sqlalchemy.ext.asyncio import AsyncConnection

from domain.context.person.facts import zone_told
from domain.term.calendar import Term
from services.read_now import find_term_today
from storage.profiles import load_profile
from storage.terms import list_terms

_USUAL = str(Term.model_fields["zone"].default)


async def person_zone(owner: str, connection: AsyncConnection, now: datetime) -> ZoneInfo:
    """The zone that is known of a person, else the usual one of terms."""
    return await known_zone(owner, connection, now) or ZoneInfo(_USUAL)


async def known_zone(owner: str, connection: AsyncConnection, now: datetime) -> ZoneInfo | None:
    """The zone of the profile, else of the term that holds today, else of the newest term; None where none tells."""
    profile = await load_profile(owner, connection)
    told = zone_told(profile.profile) if profile else None
    if told is not None:
        return ZoneInfo(told)
    today = await find_term_today(owner, connection, now)
    newest = [today] if today else await list_terms(owner, connection, limit=1)
    return ZoneInfo(newest[0].term.zone) if newest else None
