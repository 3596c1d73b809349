"""The steps of a preparation's workflow, each written once (rules PREP-14, PREP-17 and PREP-26 to PREP-28).

A step reads what stands, decides, and writes its row of the ledger, what happened and the new standing, all in one
transaction in which nobody else changes the preparation.
"""

import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from domain.canonical import canonical_json, checksum, digest
from domain.preparation.clamping import Clamp
from domain.preparation.errors import PreparationNotFound
from domain.preparation.keys import Range
from domain.preparation.reduction import Decision
from domain.preparation.sessions import OPEN, Status
from domain.preparation.snapshots import Snapshot
from domain.steps import DecidedBy
from services.reminder_desk import Clock
from storage.clock import database_clock
from storage.prep_snapshots import insert_snapshot, load_snapshots
from storage.preparations import (
    PreparationRecord,
    delete_preparations,
    load_preparation,
    lock_preparation,
    save_preparation,
)
from storage.steps import StepRecord, recorded_step, write_step

_MEMORY = "{}"


@dataclass(frozen=True, slots=True)
class PreparationStep:
    """One step that is asked for.

    Attributes:
        step: its number in the preparation, from 0.
        name: what it does.
        asked: JSON values that it is asked with; the same step with others is ``ledger_mismatch``.
    """

    preparation_id: str
    step: int
    name: str
    asked: Any = None


@dataclass(frozen=True, slots=True)
class StepTold:
    """What a step yields, the same however often it is asked.

    Attributes:
        verdict: the word on which the workflow branches.
        brief: one line for operators, at most 300 characters, without a word of the person.
        told: JSON values that the workflow goes on with.
        decided_by: who gave the answer behind the step.
    """

    verdict: str
    brief: str
    told: dict[str, Any] = field(default_factory=dict)
    decided_by: DecidedBy = "rules"


@dataclass(frozen=True, slots=True)
class Standing:
    """What stands when a step is done.

    Attributes:
        at: that moment.
        snapshots: what happened so far, in the order in which it was stored.
    """

    record: PreparationRecord
    snapshots: tuple[Snapshot, ...]
    at: datetime


@dataclass(frozen=True, slots=True)
class StepChange:
    """What a step does; what is None stays as it is.

    Attributes:
        outcome: what it yields.
        snapshot, clamps: what happened in the room, and what of it was recommended otherwise.
        weather: temperature in whole °C and condition, either None where it is not known.
    """

    outcome: StepTold
    status: Status | None = None
    snapshot: Snapshot | None = None
    clamps: tuple[Clamp, ...] = ()
    weather: tuple[int | None, str | None] | None = None
    ranges: dict[str, Range] | None = None
    recalled: tuple[Decision, ...] | None = None

    def applied(self, record: PreparationRecord) -> PreparationRecord:
        """The preparation after the step."""
        session = record.session
        if self.weather is not None:
            temp, condition = self.weather
            session = session.model_copy(update={"weather_temp": temp, "weather_condition": condition})
        return replace(
            record,
            session=session,
            status=self.status or record.status,
            ranges=record.ranges if self.ranges is None else self.ranges,
            recalled=record.recalled if self.recalled is None else self.recalled,
        )


Decide = Callable[[AsyncConnection, Standing], Awaitable[StepChange]]


async def read_standing(
    owner: str, engine: AsyncEngine, preparation_id: str, clock: Clock = database_clock
) -> Standing:
    """What stands now, which may change at any moment.

    Raises:
        PreparationNotFound: this owner has no such preparation.
    """
    async with engine.connect() as conn:
        record = await load_preparation(owner, conn, preparation_id)
        return await _standing(owner, conn, record, clock)


async def find_told(owner: str, engine: AsyncEngine, step: PreparationStep) -> StepTold | None:
    """What the step yielded, if it was done already.

    Raises:
        LedgerMismatch: it was done with something else asked.
    """
    async with engine.connect() as conn:
        return await _told(owner, conn, step)


async def record_step(
    owner: str, engine: AsyncEngine, step: PreparationStep, decide: Decide, clock: Clock = database_clock
) -> StepTold:
    """Do a step once; asked again it yields what it yielded.

    Args:
        decide: what it does, from what stands; an error that it raises leaves nothing behind.

    Raises:
        PreparationNotFound: this owner has no such preparation.
        LedgerMismatch: it was done with something else asked.
    """
    async with engine.begin() as conn:
        record = await lock_preparation(owner, conn, step.preparation_id)
        done = await _told(owner, conn, step)
        if done is not None:
            return done
        standing = await _standing(owner, conn, record, clock)
        change = await decide(conn, standing)
        outcome = change.outcome
        if change.snapshot is not None:
            kept, _ = await insert_snapshot(owner, conn, record.id, change.snapshot, standing.at, change.clamps)
            outcome = replace(outcome, told={**outcome.told, "seq": kept.order})
        after = change.applied(record)
        await save_preparation(owner, conn, after)
        await write_step(owner, conn, _row(step, outcome))
        await forget_if_over(owner, conn, after)
        return outcome


async def end_preparation(owner: str, engine: AsyncEngine, preparation_id: str, clock: Clock = database_clock) -> bool:
    """Let a preparation be over whose meeting has ended; whether it is over now, also where it is gone.

    One whose history was forgotten meanwhile is removed (rule PREP-28).
    """
    async with engine.begin() as conn:
        try:
            record = await lock_preparation(owner, conn, preparation_id)
        except PreparationNotFound:
            return True
        if record.status in OPEN and await clock(conn) < record.session.meeting_end:
            return False
        if record.status in OPEN:
            record = replace(record, status="ended")
            await save_preparation(owner, conn, record)
        await forget_if_over(owner, conn, record)
        return True


async def forget_if_over(owner: str, conn: AsyncConnection, record: PreparationRecord) -> None:
    """Remove a preparation that is over and counts for nothing (rule PREP-28)."""
    if record.forgotten and record.status not in OPEN:
        await delete_preparations(owner, conn, [record.id])


async def _standing(owner: str, conn: AsyncConnection, record: PreparationRecord, clock: Clock) -> Standing:
    rows = await load_snapshots(owner, conn, [record.id])
    return Standing(record, rows.get(record.id, ()), await clock(conn))


async def _told(owner: str, conn: AsyncConnection, step: PreparationStep) -> StepTold | None:
    found = await recorded_step(owner, conn, "preparation", step.preparation_id, step.step, _hash(step))
    return None if found is None else StepTold(found.verdict, found.brief, json.loads(found.state), found.decided_by)


def _row(step: PreparationStep, outcome: StepTold) -> StepRecord:
    state = canonical_json(outcome.told)
    return StepRecord(
        owner_kind="preparation",
        owner_id=step.preparation_id,
        step=step.step,
        name=step.name,
        argument_hash=_hash(step),
        memory=_MEMORY,
        state=state,
        state_hash=checksum(state),
        decided_by=outcome.decided_by,
        verdict=outcome.verdict,
        brief=outcome.brief,
    )


def _hash(step: PreparationStep) -> str:
    return digest([step.name, step.asked])
