"""What must be looked up before something that a person said is answered (rules CONTEXT-31 to CONTEXT-33)."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from sqlalchemy.ext.asyncio import AsyncEngine

from domain.context.errors import InvalidNow
from domain.context.plan.contract import ContextPlan
from domain.context.plan.planner import make_plan
from domain.errors import InvalidInput, NotFound
from domain.ids import checked_ulid
from domain.schedule.state import Locale
from services.person_zone import USUAL_ZONE
from storage.sessions import load_session

ZoneLookup = Callable[[str, datetime], Awaitable[ZoneInfo | None]]


@dataclass(frozen=True, slots=True)
class Said:
    """Words to be planned for.

    Attributes:
        now: when they were said, as whoever asks tells it; None where they do not.
        session_id: where they were said, which must be the person's own.
    """

    query: str
    now: datetime | None
    locale: Locale = "zh-CN"
    session_id: str | None = None


async def plan_context(
    owner: str, engine: AsyncEngine, said: Said, clock: datetime, zone_of: ZoneLookup
) -> ContextPlan:
    """The plan, with its ranges in the zone of the person.

    Args:
        clock: the moment it is, which stands in where no other is told.
        zone_of: the zone that is known of a user at an instant.

    Raises:
        InvalidQuery, InvalidNow, TimeUnparseable: the words or the moment cannot be used.
        NotFound: this owner has no such session.
    """
    if said.session_id is not None:
        async with engine.connect() as connection:
            await load_session(owner, connection, _session_id(said.session_id))
    return make_plan(said.query, await _in_zone(owner, said.now, clock, zone_of), said.locale)


def _session_id(text: str) -> str:
    """The id; what has not even the form of one is not found either."""
    try:
        return checked_ulid(text)
    except InvalidInput:
        raise NotFound(f"session {text[:40]!r} does not exist: check the id") from None


async def _in_zone(owner: str, told: datetime | None, clock: datetime, zone_of: ZoneLookup) -> datetime:
    """The moment in the zone that is known of the person, else as it was told, else in the usual zone of terms."""
    try:
        zone = await zone_of(owner, told or clock)
        if told is not None and zone is None:
            return told
        return (told or clock).astimezone(zone or USUAL_ZONE)
    except OverflowError:
        raise InvalidNow(f"now is {(told or clock).isoformat()!r}, at the end of the calendar: give another") from None
