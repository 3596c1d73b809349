"""Let a preparation go on where its time has come, and say for what it waits (rules PREP-15 and PREP-29)."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy.ext.asyncio import AsyncEngine

from domain.preparation.errors import PreparationNotFound
from domain.preparation.life import waits_until
from domain.preparation.sessions import OPEN, Status
from services.preparation_steps import forget_if_over
from services.reminder_desk import Clock
from storage.clock import database_clock
from storage.preparations import PreparationRecord, lock_preparation, save_preparation

_LONGEST_WAIT: Final = timedelta(days=365)


@dataclass(frozen=True, slots=True)
class Advance:
    """Where a preparation stands.

    Attributes:
        status: None where it is gone.
        wait: until it goes on by itself, at most a year; nothing where it does not wait.
    """

    status: Status | None
    wait: timedelta = timedelta(0)


async def advance_preparation(
    owner: str, engine: AsyncEngine, preparation_id: str, clock: Clock = database_clock
) -> Advance:
    """Let the trigger, the start or the end of a meeting take effect that has come; asked again it changes nothing."""
    async with engine.begin() as conn:
        try:
            before = await lock_preparation(owner, conn, preparation_id)
        except PreparationNotFound:
            return Advance(None)
        at = await clock(conn)
        after = replace(before, status=_status(before, at))
        if after != before:
            await save_preparation(owner, conn, after)
        await forget_if_over(owner, conn, after)
    until = waits_until(after.status, after.times)
    return Advance(after.status, timedelta(0) if until is None else min(until - at, _LONGEST_WAIT))


def _status(record: PreparationRecord, at: datetime) -> Status:
    times, status = record.times, record.status
    if status not in OPEN:
        return status
    if at >= times.meeting_end:
        return "ended"
    if status == "waiting" and at >= times.prep_trigger_at:
        return "preparing"
    return "prepared" if status == "unconfirmed" and at >= times.meeting_start else status
