"""What must be looked up before something that a person said is answered (rules CONTEXT-31 to CONTEXT-33)."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from domain.context.errors import InvalidNow
from domain.context.plan.contract import ContextPlan
from domain.context.plan.planner import make_plan
from domain.errors import InvalidInput, NotFound
from domain.ids import checked_ulid
from domain.schedule.state import Locale
from services.person_zone import person_zone
from storage.sessions import load_session
from storage.zones import known_zone


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


async def plan_context(owner: str, engine: AsyncEngine, said: Said, clock: datetime) -> ContextPlan:
    """The plan, with its ranges in the zone of the person.

    Args:
        clock: the moment it is, which stands in where no other is told.

    Raises:
        InvalidQuery, InvalidNow, TimeUnparseable: the words or the moment cannot be used.
        NotFound: this owner has no such session.
    """
    async with engine.connect() as connection:
        if said.session_id is not None:
            await load_session(owner, connection, _session_id(said.session_id))
        now = await _in_zone(owner, connection, said.now, clock)
    return make_plan(said.query, now, said.locale)


def _session_id(text: str) -> str:
    """The id; what has not even the form of one is not found either."""
    try:
        return checked_ulid(text)
    except InvalidInput:
        raise NotFound(f"session {text[:40]!r} does not exist: check the id") from None


async def _in_zone(owner: str, connection: AsyncConnection, told: datetime | None, clock: datetime) -> datetime:
    """The moment in the zone that is known of the person, else as it was told, else in the usual zone of terms."""
    if told is None:
        return clock.astimezone(await person_zone(owner, connection, clock))
    try:
        zone = await known_zone(owner, connection, told)
        return told if zone is None else told.astimezone(zone)
    except OverflowError:
        raise InvalidNow(f"now is {told.isoformat()!r}, which lies past the years 1 to 9999: give another") from None
