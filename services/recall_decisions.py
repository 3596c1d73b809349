"""What a person decided in a room before, for the preparation at hand (rules LEARN-9 to LEARN-12 and PREP-27)."""

from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from domain.preparation.ranking import oldest, similar
from domain.preparation.reduction import Decision, reduce
from services.preparation_steps import PreparationStep, Standing, StepChange, StepTold, record_step
from services.reminder_desk import Clock
from storage.clock import database_clock
from storage.prep_snapshots import load_snapshots
from storage.preparations import HistoryQuery, PreparationRecord, list_history


async def decisions_of(owner: str, conn: AsyncConnection, wanted: HistoryQuery) -> list[Decision]:
    """Every decision that counts as history, in no order."""
    past = await list_history(owner, conn, wanted)
    rows = await load_snapshots(owner, conn, [record.id for record in past])
    reduced = (reduce(record.session, rows.get(record.id, ())) for record in past)
    return [decision for decision in reduced if decision is not None]


async def similar_decisions(
    owner: str, conn: AsyncConnection, record: PreparationRecord, as_of: datetime, current_temp: float | None
) -> tuple[Decision, ...]:
    """The decisions that a preparation is told: of its booker in its room, at most five, the most similar first."""
    facts = record.session
    found = await decisions_of(owner, conn, HistoryQuery(facts.booker_id, facts.room_id, oldest(as_of)))
    return similar(found, facts.room_id, facts.booker_id, as_of, current_temp, exclude=record.id)


async def recall_for_preparation(
    owner: str, engine: AsyncEngine, step: PreparationStep, current_temp: float | None, clock: Clock = database_clock
) -> StepTold:
    """The step that recalls; the decisions stand in ``PreparationRecord.recalled`` until they are forgotten.

    Args:
        current_temp: outdoors, in °C; None where it is not known.

    Raises:
        PreparationNotFound, LedgerMismatch: as ``record_step`` does.
    """

    async def decide(conn: AsyncConnection, standing: Standing) -> StepChange:
        found = await similar_decisions(owner, conn, standing.record, standing.at, current_temp)
        told = StepTold("recalled" if found else "nothing", f"{len(found)} decisions recalled", {"count": len(found)})
        return StepChange(told, recalled=found)

    return await record_step(owner, engine, step, decide, clock)
