"""Record what is recommended for a room, and that it was executed (rules PREP-9, PREP-14, PREP-15 and PREP-17)."""

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from domain.preparation.life import executable, execution, in_force, own_changes
from domain.preparation.recommending import Recommendation
from domain.preparation.sessions import Status
from domain.preparation.snapshots import Snapshot
from domain.preparation.values import Value
from domain.steps import DecidedBy
from services.preparation_steps import PreparationStep, Standing, StepChange, StepTold, record_step
from services.reminder_desk import Clock
from storage.clock import database_clock


async def record_recommendation(
    owner: str,
    engine: AsyncEngine,
    step: PreparationStep,
    recommendation: Recommendation,
    clock: Clock = database_clock,
) -> StepTold:
    """The step that records ``llm_recommend`` with its clamps, and says what becomes of it.

    The verdict is ``now``, ``when_confirmed`` or ``never``; ``told["execute"]`` are the values that may be executed,
    without those that the person changed meanwhile. Nothing is recorded of a preparation that is over, or that waits
    for its trigger again (rule PREP-35).

    Raises:
        PreparationNotFound, LedgerMismatch: as ``record_step`` does.
    """

    async def decide(_: AsyncConnection, standing: Standing) -> StepChange:
        record = standing.record
        fate = execution(standing.at, record.times, record.session.prep_type, record.status)
        by: DecidedBy = "model" if recommendation.by == "model" else "rules"
        if record.status != "preparing" or standing.at >= record.session.meeting_end:
            return StepChange(StepTold("never", f"recommended too late: {record.status}", {"execute": {}}, by))
        values = executable(recommendation.values, own_changes(standing.snapshots))
        brief = f"{len(recommendation.values)} values recommended by the {by}, {len(recommendation.clamps)} clamped"
        status: Status = "unconfirmed" if fate == "when_confirmed" else "prepared"
        told = StepTold(fate, brief, {"execute": values}, by)
        if not recommendation.values:
            return StepChange(told, status)
        row = Snapshot(recorded_at=standing.at, source="llm_recommend", values=recommendation.values)
        return StepChange(told, status, row, recommendation.clamps)

    return await record_step(owner, engine, step, decide, clock)


async def record_execution(
    owner: str,
    engine: AsyncEngine,
    step: PreparationStep,
    values: dict[str, Value],
    clock: Clock = database_clock,
) -> StepTold:
    """The step that records ``auto_executed``: the values that were executed, and the person's own beside them.

    The verdict is ``executed``, or ``nothing`` where no value was.

    Raises:
        PreparationNotFound, LedgerMismatch: as ``record_step`` does.
    """

    async def decide(_: AsyncConnection, standing: Standing) -> StepChange:
        return execution_of(standing, values)

    return await record_step(owner, engine, step, decide, clock)


def execution_of(standing: Standing, values: dict[str, Value]) -> StepChange:
    """What ``record_execution`` does, where these values were executed."""
    held = in_force(values, own_changes(standing.snapshots))
    if not held:
        return StepChange(StepTold("nothing", "nothing executed"))
    row = Snapshot(recorded_at=standing.at, source="auto_executed", values=held)
    return StepChange(StepTold("executed", f"{len(values)} values executed"), snapshot=row)
