"""What a run told those who watch it: numbered without a gap, read once, in order (rule DATA-9)."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast

import asyncpg
from sqlalchemy import func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from domain.errors import LedgerMismatch
from domain.events import StageEvent
from storage.refusals import not_found, translated
from storage.runs import RUN_CHANNEL, load_run
from storage.tables import run_events, runs

_POLL_SECONDS = 1.0
_BATCH = 500


@dataclass(frozen=True, slots=True)
class RunEvent:
    """A stage event with its number in the run; ``seq`` counts from 1."""

    seq: int
    run: str
    at: datetime
    stage: str
    detail: str
    data: dict[str, Any]


async def append_events(
    owner: str, conn: AsyncConnection, run_id: str, step: int, events: Sequence[StageEvent], at: datetime
) -> list[RunEvent]:
    """Number and store all events of one step; other writers to the run wait until this transaction ends.

    Raises:
        NotFound: this owner has no such run.
        LedgerMismatch: the step has events of such a stage already.
    """
    last: int | None = await conn.scalar(
        update(runs)
        .where(runs.c.user_id == owner, runs.c.id == run_id)
        .values(last_seq=runs.c.last_seq + len(events))
        .returning(runs.c.last_seq, func.pg_notify(RUN_CHANNEL, run_id))
    )
    if last is None:
        raise not_found("run", run_id)
    return await insert_events(owner, conn, run_id, step, events, at, last)


async def insert_events(
    owner: str, conn: AsyncConnection, run_id: str, step: int, events: Sequence[StageEvent], at: datetime, last: int
) -> list[RunEvent]:
    """Store all events of one step under numbers that were reserved for them, up to ``last``.

    Raises:
        NotFound: this owner has no such run.
        LedgerMismatch: the step has events of such a stage already.
    """
    numbered = enumerate(events, last - len(events) + 1)
    told = [RunEvent(seq, run_id, at, event.stage, event.detail, event.data) for seq, event in numbered]
    refusals = {
        "fk_run_events_run_id": not_found("run", run_id),
        "uq_run_events_run_id_step_stage_ordinal": LedgerMismatch(
            f"step {step} of run {run_id!r} has told its events already: read them instead"
        ),
    }
    if told:
        with translated(refusals):
            await conn.execute(insert(run_events), _rows(owner, step, told))
    return told


def _rows(owner: str, step: int, events: Sequence[RunEvent]) -> list[dict[str, Any]]:
    seen: Counter[str] = Counter()
    rows = []
    for event in events:
        seen[event.stage] += 1
        rows.append(
            {
                "user_id": owner,
                "run_id": event.run,
                "seq": event.seq,
                "step": step,
                "stage": event.stage,
                "ordinal": seen[event.stage],
                "detail": event.detail,
                "data": event.data,
                "at": event.at,
            }
        )
    return rows


async def read_events(
    owner: str, conn: AsyncConnection, run_id: str, after_seq: int = 0, limit: int = _BATCH
) -> list[RunEvent]:
    """At most ``limit`` events of a run that follow ``after_seq``, in order."""
    query = (
        select(run_events.c.run_id.label("run"), *run_events.c["seq", "at", "stage", "detail", "data"])
        .where(run_events.c.user_id == owner, run_events.c.run_id == run_id, run_events.c.seq > after_seq)
        .order_by(run_events.c.seq)
        .limit(limit)
    )
    return [RunEvent(**row._mapping) for row in await conn.execute(query)]


async def follow_events(engine: AsyncEngine, owner: str, run_id: str, after_seq: int = 0) -> AsyncIterator[RunEvent]:
    """Every event after ``after_seq`` as it comes, once and in order, until the run has ended and all are read.

    Notifications only shorten the wait; a lost one costs a second.

    Raises:
        NotFound: this owner has no such run.
    """
    async with _wakes(engine, run_id) as wake:
        while True:
            wake.clear()
            has_ended, events = await _read_next(engine, owner, run_id, after_seq)
            for event in events:
                yield event
                after_seq = event.seq
            if has_ended and not events:
                return
            if not events:
                with suppress(TimeoutError):
                    await asyncio.wait_for(wake.wait(), _POLL_SECONDS)


async def _read_next(engine: AsyncEngine, owner: str, run_id: str, after_seq: int) -> tuple[bool, list[RunEvent]]:
    async with engine.begin() as conn:
        # The run is read first: what it told before it ended is then surely among the events read next.
        run = await load_run(owner, conn, run_id)
        return not run.is_open, await read_events(owner, conn, run_id, after_seq)


@asynccontextmanager
async def _wakes(engine: AsyncEngine, run_id: str) -> AsyncIterator[asyncio.Event]:
    """An event that is set when the run is notified of.

    The connection is taken out of the pool, so that many who follow do not starve those who write.
    """
    wake = asyncio.Event()

    def on_notification(_connection: object, _pid: int, _channel: str, payload: object) -> None:
        if payload == run_id:
            wake.set()

    pooled = await engine.raw_connection()
    listener = cast("asyncpg.Connection[asyncpg.Record]", pooled.driver_connection)
    pooled.detach()
    try:
        await listener.add_listener(RUN_CHANNEL, on_notification)
        yield wake
    finally:
        await listener.close()
