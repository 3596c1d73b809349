"""What a run told those who watch it (rule DATA-9)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from domain.events import StageEvent
from storage.event_log import BATCH, EventLog
from storage.json_texts import restored, writable
from storage.runs import RUN_CHANNEL, advance_run
from storage.tables import run_events, runs

_LOG = EventLog("run", runs, run_events, RUN_CHANNEL)


@dataclass(frozen=True, slots=True)
class RunEvent:
    """A stage event with its number in the run; ``seq`` counts from 1."""

    seq: int
    run: str
    at: datetime
    stage: str
    detail: str
    data: dict[str, Any]


@dataclass(frozen=True, slots=True)
class News:
    """What a run has told since, as of one moment.

    Attributes:
        last_seq: number of its newest event.
        events: those asked for, in order, as many as one read gives.
    """

    has_ended: bool
    last_seq: int
    events: list[RunEvent]


async def append_events(
    owner: str, conn: AsyncConnection, run_id: str, step: int, events: Sequence[StageEvent], at: datetime
) -> list[RunEvent]:
    """Number and store all events of one step; other writers to the run wait until this transaction ends.

    Raises:
        NotFound: this owner has no such run.
        LedgerMismatch: the step has events of such a stage already.
    """
    last = await _LOG.reserve(owner, conn, run_id, len(events))
    return await insert_events(owner, conn, run_id, step, events, at, last)


async def insert_events(
    owner: str,
    conn: AsyncConnection,
    run_id: str,
    step: int,
    events: Sequence[StageEvent],
    at: datetime,
    last: int,
    before: Mapping[str, int] | None = None,
) -> list[RunEvent]:
    """Store events of one step under numbers that were reserved for them, up to ``last``; else as ``EventLog.insert``.

    Raises:
        NotFound: this owner has no such run.
        LedgerMismatch: the step has told more events of such a stage already.
    """
    told = list(enumerate(events, last - len(events) + 1))
    await _LOG.insert(owner, conn, run_id, step, told, at, before)
    return [RunEvent(seq, run_id, at, event.stage, writable(event.detail), event.data) for seq, event in told]


async def tell_meanwhile(
    owner: str,
    conn: AsyncConnection,
    run_id: str,
    step: int,
    events: Sequence[StageEvent],
    at: datetime,
    before: Mapping[str, int],
) -> bool:
    """Store events of a step that is still at work; False and no change once the run has ended (rule RUN-15).

    Args:
        before: how many events of each stage this writer knows the step to have told.

    Raises:
        NotFound: this owner has no such run.
        LedgerMismatch: another attempt at the step has told something since.
    """
    run = await advance_run(owner, conn, run_id, len(events))
    if run is None:
        return False
    await insert_events(owner, conn, run_id, step, events, at, run.last_seq, before)
    return True


async def told_by_step(owner: str, conn: AsyncConnection, run_id: str, step: int) -> dict[str, int]:
    """How many events of each stage a step has told so far."""
    return await _LOG.told_by_step(owner, conn, run_id, step)


async def read_stage(
    owner: str, conn: AsyncConnection, run_id: str, stage: str, steps: Sequence[int]
) -> dict[int, dict[str, Any]]:
    """The data of the last event of one stage that each of these steps told, by step, where it told one."""
    of_run = (run_events.c.user_id == owner, run_events.c.run_id == run_id, run_events.c.step.in_(steps))
    query = select(run_events.c.step, run_events.c.data).where(*of_run, run_events.c.stage == stage)
    return {row.step: restored(row.data) for row in await conn.execute(query.order_by(run_events.c.seq))}


async def read_events(
    owner: str, conn: AsyncConnection, run_id: str, after_seq: int = 0, limit: int = BATCH
) -> list[RunEvent]:
    """At most ``limit`` events of a run that follow ``after_seq``, in order."""
    return [_event(*row) for row in await conn.execute(_LOG.after(owner, run_id, after_seq, limit))]


async def newest_event(owner: str, conn: AsyncConnection, run_id: str) -> RunEvent | None:
    """The last event that a run has told, if it has told any."""
    newest = _LOG.after(owner, run_id, 0, 1).order_by(None).order_by(run_events.c.seq.desc())
    row = (await conn.execute(newest)).one_or_none()
    return None if row is None else _event(*row)


async def seq_until(owner: str, conn: AsyncConnection, run_id: str, step: int) -> int:
    """Number of the last event that a run had told when a step of it was done; 0 where it had told none."""
    of_run = (run_events.c.user_id == owner, run_events.c.run_id == run_id, run_events.c.step <= step)
    last: int | None = await conn.scalar(select(func.max(run_events.c.seq)).where(*of_run))
    return last or 0


async def read_news(owner: str, conn: AsyncConnection, run_id: str, after_seq: int) -> News:
    """What the run has told after ``after_seq``, as of one moment.

    Raises:
        NotFound: this owner has no such run.
    """
    columns = runs.c["finished_at", "last_seq"]
    (finished_at, last_seq), told = await _LOG.news(owner, conn, run_id, after_seq, *columns)
    return News(finished_at is not None, last_seq, [_event(*event) for event in told])


def _event(seq: int, run: str, at: datetime, stage: str, detail: str, data: dict[str, Any]) -> RunEvent:
    return RunEvent(seq, run, at, stage, detail, restored(data))
