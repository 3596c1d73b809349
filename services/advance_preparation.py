"""Let a preparation go on where its time has come, and say for what it waits (rules PREP-15, PREP-29 and PREP-37)."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from domain.preparation.errors import PreparationNotFound
from domain.preparation.life import waits_until
from domain.preparation.sessions import OPEN, Status
from services.preparation_steps import forget_if_over
from services.reminder_desk import Clock
from storage.clock import database_clock
from storage.preparations import PreparationRecord, lock_preparation, save_preparation
from storage.steps import TracedStep, list_steps

_LONGEST_WAIT: Final = timedelta(days=365)
_MOST_STEPS: Final = 100_000
_SOURCES: Final = frozenset({"recommend", "adjust", "confirm"})


@dataclass(frozen=True, slots=True)
class Advance:
    """Where a preparation stands.

    Attributes:
        status: None where it is gone.
        wait: until it goes on by itself, at most a year; nothing where it does not wait.
    """

    status: Status | None
    wait: timedelta = timedelta(0)


@dataclass(frozen=True, slots=True)
class LedgerEnd:
    """How far the steps of a preparation have come.

    Attributes:
        next_step: the first number that no step has.
        unsent: steps whose values the devices were not told, the oldest first.
    """

    next_step: int
    unsent: tuple[int, ...]


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


async def ledger_end(owner: str, conn: AsyncConnection, preparation_id: str) -> LedgerEnd:
    """Where a workflow goes on whose earlier one was lost."""
    done = await list_steps(owner, conn, "preparation", preparation_id, -1, _MOST_STEPS)
    settled = {step.name.partition(".")[2] for step in done if _settles(step)}
    unsent = [step.step for step in done if _commands(step) and str(step.step) not in settled]
    return LedgerEnd(done[-1].step + 1 if done else 0, tuple(unsent))


def _status(record: PreparationRecord, at: datetime) -> Status:
    times, status = record.times, record.status
    if status not in OPEN:
        return status
    if at >= times.meeting_end:
        return "ended"
    if status == "waiting" and at >= times.prep_trigger_at:
        return "preparing"
    return "prepared" if status == "unconfirmed" and at >= times.meeting_start else status


def _commands(step: TracedStep) -> bool:
    """Whether devices are to be told what the step recorded."""
    return step.name in _SOURCES and (step.name != "recommend" or step.verdict == "now")


def _settles(step: TracedStep) -> bool:
    """Whether nothing more is to be sent of the step that this one names."""
    name = step.name.partition(".")[0]
    return (name == "delivered" and step.verdict != "superseded") or (name == "command" and step.verdict == "nothing")
