"""Close a run that ends without a preview, and tell those who watch it why (rule RUN-6)."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from domain.events import StageEvent
from storage.run_events import append_events
from storage.runs import RunRecord, finish_run, load_run
from storage.steps import last_step

EndedWithout = Literal["failed", "cancelled", "completed_without_preview"]

_STAGES: dict[EndedWithout, str] = {
    "failed": "run.failed",
    "cancelled": "run.cancelled",
    "completed_without_preview": "preview.save_failed",
}


@dataclass(frozen=True, slots=True)
class Ending:
    """How a run ends: its status, a stable code, and one readable sentence."""

    status: EndedWithout
    code: str
    detail: str


async def close_lost_run(
    owner: str, engine: AsyncEngine, run_id: str, ending: Ending, now: datetime
) -> RunRecord | None:
    """Close a run on which nobody works any more; the answer is its row, None where it had ended meanwhile.

    Raises:
        NotFound: no such run of this owner.
    """
    async with engine.begin() as connection:
        run = await load_run(owner, connection, run_id, lock=True)
        if not run.is_open:
            return None
        last = await last_step(owner, connection, "run", run_id)
        await close_run(owner, connection, run, last.step + 1 if last else 0, ending, now)
        return await load_run(owner, connection, run_id)


async def close_run(
    owner: str, conn: AsyncConnection, run: RunRecord, step: int, ending: Ending, now: datetime
) -> None:
    """Store the ending and an event of it; the caller holds the row of the open run locked.

    Args:
        step: number of the step that the event belongs to, one after the last that was done.
    """
    stage = f"schedule_{run.kind}.{_STAGES[ending.status]}"
    event = StageEvent(stage=stage, detail=ending.detail, data={"code": ending.code})
    await append_events(owner, conn, run.id, step, [event], now)
    await finish_run(owner, conn, run.id, ending.status, ending.code, ending.detail, now)
