"""What the ledger of a preparation says of messages to devices and people (rules PREP-32 and PREP-36 to PREP-38)."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from domain.preparation.values import Value
from storage.steps import StepRecord, TracedStep, list_steps, read_step

_MOST_STEPS: Final = 100_000
# Steps of an earlier workflow may still be under way in a worker, under numbers that it had already taken.
_UNDER_WAY: Final = 100


@dataclass(frozen=True, slots=True)
class LedgerEnd:
    """How far the steps of a preparation have come.

    Attributes:
        next_step: the first number that no step has, and none that is under way.
        unsent: steps of which the devices or the person were not told all that they are to be, the oldest first.
        untold: the recommendation of which the person was not told, if there is one.
    """

    next_step: int
    unsent: tuple[int, ...] = ()
    untold: tuple[int, ...] = ()


async def ledger_end(owner: str, conn: AsyncConnection, preparation_id: str) -> LedgerEnd:
    """Where a workflow goes on whose earlier one was lost."""
    done = await _steps(owner, conn, preparation_id)
    if not done:
        return LedgerEnd(0)
    told = {step.name for step in done}
    newest = [step for step in done if step.name == "recommend" and step.verdict != "never"][-1:]
    untold = [step.step for step in newest if f"notify.{step.step}" not in told]
    unsent = [
        step.step
        for step in done
        if is_for_devices(step) and (step.step in untold or settlement(done, step.step) is None)
    ]
    return LedgerEnd(done[-1].step + 1 + _UNDER_WAY, tuple(unsent), tuple(untold))


async def settled_as(owner: str, conn: AsyncConnection, preparation_id: str, of: int) -> str | None:
    """What came of the values of a step; None where devices may still have to be told of them."""
    return settlement(await _steps(owner, conn, preparation_id), of)


def settlement(done: Sequence[TracedStep | StepRecord], of: int) -> str | None:
    """The same, of a whole ledger."""
    for step in done:
        if step.name == f"delivered.{of}" and step.verdict != "superseded":
            return step.verdict
        if step.name == f"command.{of}" and step.verdict != "send":
            return step.verdict
    return None


async def commanded_values(owner: str, engine: AsyncEngine, preparation_id: str, of: int) -> dict[str, Value] | None:
    """What of the values of a step the devices were told last; None where they were told nothing."""
    async with engine.connect() as conn:
        done = await _steps(owner, conn, preparation_id)
        sent = [step.step for step in done if (step.name, step.verdict) == (f"command.{of}", "send")]
        row = await read_step(owner, conn, "preparation", preparation_id, sent[-1]) if sent else None
    return None if row is None else dict(json.loads(row.state)["execute"])


async def _steps(owner: str, conn: AsyncConnection, preparation_id: str) -> list[TracedStep]:
    return await list_steps(owner, conn, "preparation", preparation_id, -1, _MOST_STEPS)


def is_for_devices(step: TracedStep | StepRecord) -> bool:
    """Whether devices are to be told what the step recorded."""
    return step.name in ("adjust", "confirm") or (step.name, step.verdict) == ("recommend", "now")
