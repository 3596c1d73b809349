"""What devices are commanded, decided before it is sent, and what came of it (rules PREP-32 to PREP-35)."""

import json
from dataclasses import dataclass
from typing import Literal

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from domain.errors import LedgerMismatch
from domain.preparation.life import executable, own_changes
from domain.preparation.sessions import OPEN
from domain.preparation.snapshots import ADJUSTMENTS
from domain.preparation.values import Value
from services.preparation_ledger import settled_as
from services.preparation_steps import PreparationStep, Standing, StepChange, StepTold, record_step
from services.record_recommendation import execution_of
from services.reminder_desk import Clock
from storage.clock import database_clock
from storage.steps import read_step

Settled = Literal["delivered", "superseded", "refused", "not_configured"]


@dataclass(frozen=True, slots=True)
class Origin:
    """The step with which values for devices came up.

    Attributes:
        step: its number.
        name: ``recommend``, ``adjust`` or ``confirm``.
        values: by key.
        seq: the place of the row that it recorded.
    """

    step: int
    name: str
    values: dict[str, Value]
    seq: int


async def origin_of(owner: str, engine: AsyncEngine, preparation_id: str, step: int) -> Origin:
    """What a step recorded that devices are to be told.

    Raises:
        LedgerMismatch: there is no such step.
    """
    async with engine.connect() as conn:
        row = await read_step(owner, conn, "preparation", preparation_id, step)
    if row is None:
        raise LedgerMismatch(f"step {step} of preparation {preparation_id!r} is not recorded: make a new preparation")
    told = json.loads(row.state)
    return Origin(step, row.name, told.get("execute", {}), told.get("seq", 0))


def still_wanted(standing: Standing, origin: Origin) -> dict[str, Value]:
    """What of the values may be sent now: nothing that a person changed after they came up (PREP-33, PREP-35)."""
    record = standing.record
    is_over = record.status not in OPEN or standing.at >= record.session.meeting_end
    if is_over or (origin.name != "adjust" and record.status != "prepared"):
        return {}
    if origin.name == "recommend":
        return executable(origin.values, own_changes(standing.snapshots))
    later = [row for row in standing.snapshots if row.source in ADJUSTMENTS and row.order > origin.seq]
    return executable(origin.values, {key: value for row in later for key, value in row.values.items()})


def command_step(preparation_id: str, step: int, of: int) -> PreparationStep:
    """The step in which the values of a command are decided."""
    return PreparationStep(preparation_id, step, f"command.{of}")


def delivery_step(preparation_id: str, step: int, of: int) -> PreparationStep:
    """The step that says what came of a command; it follows the one that decided it."""
    return PreparationStep(preparation_id, step + 1, f"delivered.{of}")


async def record_command(
    owner: str, engine: AsyncEngine, step: PreparationStep, origin: Origin, clock: Clock = database_clock
) -> StepTold:
    """The step that decides the values of a command, ``told["execute"]``.

    The verdict is ``send``, or ``nothing`` where none is left; where the ledger says already what came of these values,
    it is that, and nothing is sent (rule PREP-38).

    Raises:
        PreparationNotFound, LedgerMismatch: as ``record_step`` does.
    """

    async def decide(conn: AsyncConnection, standing: Standing) -> StepChange:
        settled = await settled_as(owner, conn, step.preparation_id, origin.step)
        if settled is not None:
            return StepChange(StepTold(settled, "settled before"))
        values = still_wanted(standing, origin)
        return StepChange(StepTold("send" if values else "nothing", f"{len(values)} values", {"execute": values}))

    return await record_step(owner, engine, step, decide, clock)


async def record_delivery(
    owner: str, engine: AsyncEngine, step: PreparationStep, came: Settled, origin: Origin, clock: Clock = database_clock
) -> StepTold:
    """The step that records what came of a command, and ``auto_executed`` where a recommendation was taken (PREP-34).

    Args:
        origin: with the values that were commanded.

    Raises:
        PreparationNotFound, LedgerMismatch: as ``record_step`` does.
    """

    async def decide(conn: AsyncConnection, standing: Standing) -> StepChange:
        settled = await settled_as(owner, conn, step.preparation_id, origin.step)
        if settled is not None:
            return StepChange(StepTold(settled, "settled before"))
        if came == "delivered" and origin.name == "recommend":
            return execution_of(standing, origin.values)
        return StepChange(StepTold(came, f"devices: {came}"))

    return await record_step(owner, engine, step, decide, clock)
