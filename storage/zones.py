"""In which zone a person was, as far as storage tells; for texts that are read while they are written (RECALL-13)."""

from dataclasses import dataclass
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from sqlalchemy.ext.asyncio import AsyncConnection

from domain.context.person.facts import zone_told
from domain.term.calendar import Term
from storage.profiles import load_profile
from storage.terms import list_terms, terms_around

_MOST_TERMS = 200


async def known_zone(owner: str, conn: AsyncConnection, at: datetime) -> ZoneInfo | None:
    """The zone that the profile names, else that of the terms; None where neither tells (rule MEMORY-17)."""
    profile = await load_profile(owner, conn)
    told = zone_told(profile.profile) if profile else None
    return ZoneInfo(told) if told else await zone_of_terms(owner, conn, at)


async def zone_of_terms(owner: str, conn: AsyncConnection, at: datetime) -> ZoneInfo | None:
    """The zone of the term that holds the day of an instant, else of the newest term; None without a term."""
    near = [one.term for one in await terms_around(owner, conn, at.astimezone(UTC).date())]
    terms = [term for term in near if _holds(term, at)] or [one.term for one in await list_terms(owner, conn, limit=1)]
    return ZoneInfo(terms[0].zone) if terms else None


@dataclass(frozen=True, slots=True)
class KnownZones:
    """What tells in which zone a person is at any instant, as ``known_zone`` finds it.

    Attributes:
        told: the zone of the profile.
        terms: the newest first.
    """

    told: str | None
    terms: tuple[Term, ...]

    def at(self, instant: datetime) -> ZoneInfo | None:
        """The zone at an instant; None where nothing tells it."""
        if self.told is not None:
            return ZoneInfo(self.told)
        terms = [term for term in self.terms if _holds(term, instant)] or self.terms[:1]
        return ZoneInfo(terms[0].zone) if terms else None


async def load_zones(owner: str, conn: AsyncConnection) -> KnownZones:
    """All that tells in which zone the owner is; of the terms the newest two hundred."""
    profile = await load_profile(owner, conn)
    records = await list_terms(owner, conn, limit=_MOST_TERMS)
    return KnownZones(zone_told(profile.profile) if profile else None, tuple(record.term for record in records))


def _holds(term: Term, at: datetime) -> bool:
    return term.first_monday <= at.astimezone(ZoneInfo(term.zone)).date() <= term.last_day
