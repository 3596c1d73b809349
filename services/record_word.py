"""Record what a person says of a preparation: other settings, or that it may be (rules PREP-10 to PREP-13)."""

from collections.abc import Iterable, Mapping

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from domain.preparation.clamping import check_settable
from domain.preparation.keys import RANGES, Range
from domain.preparation.life import adjustment_source, check_confirmable, executable, in_force, own_changes
from domain.preparation.snapshots import Snapshot, checked_name, checked_values
from domain.preparation.values import Value
from services.preparation_steps import PreparationStep, Standing, StepChange, StepTold, record_step
from services.reminder_desk import Clock
from storage.clock import database_clock
from storage.preparations import PreparationRecord


async def record_adjustment(
    owner: str,
    engine: AsyncEngine,
    step: PreparationStep,
    operator_id: str,
    values: dict[str, Value],
    clock: Clock = database_clock,
) -> StepTold:
    """The step that records an adjustment; ``told["execute"]`` are the values for the devices, ``told["seq"]`` its row.

    The verdict is ``user_adjust`` or ``user_later_adjust``, by the clock.

    Raises:
        PreparationEnded: the meeting is over or was called off.
        SnapshotInvalid: a value is not of its key's range, or nothing that the devices take.
        PreparationNotFound, LedgerMismatch: as ``record_step`` does.
    """

    async def decide(_: AsyncConnection, standing: Standing) -> StepChange:
        row = adjustment(standing, operator_id, values)
        told = StepTold(row.source, f"{len(row.values)} values adjusted", {"execute": row.values}, "person")
        return StepChange(told, snapshot=row)

    return await record_step(owner, engine, step, decide, clock)


async def record_confirmation(
    owner: str, engine: AsyncEngine, step: PreparationStep, operator_id: str, clock: Clock = database_clock
) -> StepTold:
    """The step that records ``user_confirmed``; told as ``record_adjustment`` does, with the verdict ``confirmed``.

    Raises:
        PreparationEnded, NothingToConfirm: no word is waited for.
        PreparationNotFound, LedgerMismatch: as ``record_step`` does.
    """

    async def decide(_: AsyncConnection, standing: Standing) -> StepChange:
        check_confirmable(standing.at, standing.record.times, standing.record.status)
        recommended, own = recommended_values(standing.snapshots), own_changes(standing.snapshots)
        execute = executable(recommended, own)
        told = StepTold("confirmed", f"{len(execute)} values confirmed", {"execute": execute}, "person")
        held = in_force(recommended, own)
        if not held:
            return StepChange(told, "prepared")
        name = checked_name("operator_id", operator_id)
        row = Snapshot(recorded_at=standing.at, source="user_confirmed", operator_id=name, values=held)
        return StepChange(told, "prepared", row)

    return await record_step(owner, engine, step, decide, clock)


def adjustment(standing: Standing, operator_id: str, values: Mapping[str, object]) -> Snapshot:
    """The row of an adjustment that is made now; raises as ``record_adjustment`` does."""
    record = standing.record
    checked = checked_values(dict(values), ranges_of(record))
    check_settable(checked, ranges_of(record))
    return Snapshot(
        recorded_at=standing.at,
        source=adjustment_source(standing.at, record.times, record.status),
        operator_id=checked_name("operator_id", operator_id),
        values=checked,
    )


def ranges_of(record: PreparationRecord) -> dict[str, Range]:
    """What the devices of the room take, as far as it is known."""
    return dict(RANGES) if record.ranges is None else record.ranges


def recommended_values(snapshots: Iterable[Snapshot]) -> dict[str, Value]:
    """The newest recommendation of all that were made; nothing where none was."""
    made = [row for row in snapshots if row.source == "llm_recommend"]
    return dict(made[-1].values) if made else {}
