"""Record what was read of the weather and the room, and what a model answered (rules PREP-21, PREP-30 and PREP-31)."""

import json
from collections.abc import Mapping
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from domain.preparation.keys import Range
from domain.preparation.readings import Readings, Weather, usable
from domain.preparation.sessions import COLDEST, HOTTEST
from services.preparation_steps import PreparationStep, Standing, StepChange, StepTold, record_step
from services.reminder_desk import Clock
from storage.clock import database_clock
from storage.model_calls import ModelCall, write_model_call
from storage.preparations import PreparationRecord
from storage.steps import read_step

_LONGEST_CONDITION = 64


async def record_readings(
    owner: str,
    engine: AsyncEngine,
    step: PreparationStep,
    read: tuple[Weather | None, Readings],
    ranges: Mapping[str, Range] | None,
    clock: Clock = database_clock,
) -> StepTold:
    """The step that records what is known; ``told["readings"]`` is all of it.

    Args:
        read: the weather, however old, and what the room tells.
        ranges: what its devices take; None where it does not say.

    Raises:
        PreparationNotFound, LedgerMismatch: as ``record_step`` does.
    """
    weather, room = read

    async def decide(_: AsyncConnection, standing: Standing) -> StepChange:
        facts = standing.record.session
        found = usable(weather, standing.at)
        temp = None if found is None else found.temp
        is_read = found is not None and temp is not None and COLDEST <= temp <= HOTTEST
        known = room.model_copy(
            update={
                "outdoor_temp": temp if is_read else facts.weather_temp,
                "condition": (found.condition or "")[:_LONGEST_CONDITION] if found else facts.weather_condition,
            }
        )
        brief = f"weather {'read' if is_read else 'not read'}, room {'not read' if room == Readings() else 'read'}"
        told = StepTold("read", brief, {"readings": known.model_dump(mode="json")})
        kept = (round(temp), known.condition) if temp is not None and is_read else None
        return StepChange(told, weather=kept, ranges=None if ranges is None else dict(ranges))

    return await record_step(owner, engine, step, decide, clock)


async def record_answer(
    owner: str,
    engine: AsyncEngine,
    step: PreparationStep,
    told: StepTold,
    call: ModelCall | None,
    asked: PreparationRecord,
    clock: Clock = database_clock,
) -> StepTold:
    """The step that records what a model answered, and the call; nothing of either where it was forgotten meanwhile.

    The verdict is that of ``told``, or ``forgotten``.

    Args:
        asked: the preparation as it was when the model was asked.

    Raises:
        PreparationNotFound, LedgerMismatch: as ``record_step`` does.
    """

    async def decide(conn: AsyncConnection, standing: Standing) -> StepChange:
        if was_forgotten(asked, standing.record):
            return StepChange(StepTold("forgotten", "the history was forgotten while the model was asked"))
        if call is not None:
            await write_model_call(owner, conn, call)
        return StepChange(told)

    return await record_step(owner, engine, step, decide, clock)


def was_forgotten(asked: PreparationRecord, now: PreparationRecord) -> bool:
    """Whether what a model was told is forgotten by now, or another thing was recalled since (rule PREP-31)."""
    return (now.recalled, now.forgotten) != (asked.recalled, asked.forgotten)


async def told_by(owner: str, engine: AsyncEngine, preparation_id: str, step: int) -> dict[str, Any]:
    """What a step told; nothing where there is no such step."""
    async with engine.connect() as conn:
        row = await read_step(owner, conn, "preparation", preparation_id, step)
    return {} if row is None else dict(json.loads(row.state))
