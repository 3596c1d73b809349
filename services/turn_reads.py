"""Reads that a turn waits for only so long in all, and goes on without (rule MEMORY-41)."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, TypeVar
from zoneinfo import ZoneInfo

import structlog
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from domain.turns.context import Part
from services.person_zone import USUAL_ZONE, person_zone
from storage.hurry import hurry
from storage.zones import zone_of_terms

MOST_SECONDS: Final = 2.0
"""How long all of it is waited for."""

ZONE_SECONDS: Final = 0.4
"""How long of that for each place where the zone of the person may stand."""

_GRACE_SECONDS = 0.5
_Read = TypeVar("_Read")
_log = structlog.get_logger()


@dataclass(slots=True)
class TurnReads:
    """Reads, each in a transaction of its own, that together must be done by a moment of the loop's clock.

    Attributes:
        missing: what could not be read, each once.
    """

    engine: AsyncEngine
    until: float
    missing: list[Part] = field(default_factory=list)

    @classmethod
    def beginning(cls, engine: AsyncEngine) -> "TurnReads":
        """Those that begin now."""
        return cls(engine, asyncio.get_running_loop().time() + MOST_SECONDS)

    async def read(
        self, part: Part, read: Callable[[AsyncConnection], Awaitable[_Read]], most: float = MOST_SECONDS
    ) -> _Read | None:
        """What is read; None where it is not had in time, which is noted.

        Args:
            most: seconds of the time that is left which this read may take.
        """
        left = min(self.until - asyncio.get_running_loop().time(), most)
        try:
            async with asyncio.timeout(max(left, 0) + _GRACE_SECONDS), self.engine.connect() as connection:
                await hurry(connection, left)
                return await read(connection)
        except Exception as error:
            # Whatever is wrong here, a message is answered without it rather than not at all. A traceback would hold
            # its words, and take longer to write than the step may be silent.
            _log.warning("context not loaded", part=part, problem=named(error))
            self.note(part)
            return None

    async def zone(self, owner: str, at: datetime) -> ZoneInfo:
        """The zone of a person; that of the term where the profile is not had in time, and the usual one without it."""
        told = await self.read("zone", lambda conn: person_zone(owner, conn, at), ZONE_SECONDS)
        if told is not None:
            return told
        return await self.read("zone", lambda conn: zone_of_terms(owner, conn, at), ZONE_SECONDS) or USUAL_ZONE

    def note(self, part: Part) -> None:
        """Note that something is missing."""
        if part not in self.missing:
            self.missing.append(part)


def named(error: BaseException) -> str:
    """The kinds of an error and of what caused it, without their words."""
    cause = error.__cause__
    return type(error).__name__ if cause is None else f"{type(error).__name__} from {named(cause)}"
