"""What a run told those who watch it: numbered without a gap, read once, in order (rule DATA-9)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Select, func, insert, select, true, update
from sqlalchemy.ext.asyncio import AsyncConnection

from domain.errors import LedgerMismatch
from domain.events import StageEvent
from storage.refusals import not_found, translated
from storage.runs import RUN_CHANNEL, advance_run
from storage.tables import run_events, runs

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
    owner: str,
    conn: AsyncConnection,
    run_id: str,
    step: int,
    events: Sequence[StageEvent],
    at: datetime,
    last: int,
    before: Mapping[str, int] | None = None,
) -> list[RunEvent]:
    """Store events of one step under numbers that were reserved for them, up to ``last``.

    Args:
        before: how many events of a stage the step has told already, as far as its writer knows.

    Raises:
        NotFound: this owner has no such run.
        LedgerMismatch: the step has told more events of such a stage already.
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
            await conn.execute(insert(run_events), _rows(owner, step, told, before or {}))
    return told


def _rows(owner: str, step: int, events: Sequence[RunEvent], before: Mapping[str, int]) -> list[dict[str, Any]]:
    seen: Counter[str] = Counter(before)
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
    of_step = (run_events.c.user_id == owner, run_events.c.run_id == run_id, run_events.c.step == step)
    query = (
        select(run_events.c.stage, func.max(run_events.c.ordinal).label("told"))
        .where(*of_step)
        .group_by(run_events.c.stage)
    )
    return {row.stage: row.told for row in await conn.execute(query)}


async def read_stage(
    owner: str, conn: AsyncConnection, run_id: str, stage: str, steps: Sequence[int]
) -> dict[int, dict[str, Any]]:
    """The data of the last event of one stage that each of these steps told, by step, where it told one."""
    of_run = (run_events.c.user_id == owner, run_events.c.run_id == run_id, run_events.c.step.in_(steps))
    query = select(run_events.c.step, run_events.c.data).where(*of_run, run_events.c.stage == stage)
    return {row.step: row.data for row in await conn.execute(query.order_by(run_events.c.seq))}


async def read_events(
    owner: str, conn: AsyncConnection, run_id: str, after_seq: int = 0, limit: int = _BATCH
) -> list[RunEvent]:
    """At most ``limit`` events of a run that follow ``after_seq``, in order."""
    after = _events(owner, run_id).where(run_events.c.seq > after_seq).order_by(run_events.c.seq).limit(limit)
    return [RunEvent(**row._mapping) for row in await conn.execute(after)]


async def newest_event(owner: str, conn: AsyncConnection, run_id: str) -> RunEvent | None:
    """The last event that a run has told, if it has told any."""
    newest = _events(owner, run_id).order_by(run_events.c.seq.desc()).limit(1)
    row = (await conn.execute(newest)).one_or_none()
    return None if row is None else RunEvent(**row._mapping)


async def read_news(owner: str, conn: AsyncConnection, run_id: str, after_seq: int) -> News:
    """What the run has told after ``after_seq``, as of one moment.

    It is one statement, and so sees one moment: where the run has ended, all that it told before is there to be read.

    Raises:
        NotFound: this owner has no such run.
    """
    events = _events(owner, run_id).where(run_events.c.seq > after_seq).order_by(run_events.c.seq).limit(_BATCH)
    news = events.lateral("news")
    query = (
        select(runs.c.finished_at, runs.c.last_seq, *news.c)
        .select_from(runs.outerjoin(news, true()))
        .where(runs.c.user_id == owner, runs.c.id == run_id)
        .order_by(news.c.seq)
    )
    rows = (await conn.execute(query)).all()
    if not rows:
        raise not_found("run", run_id)
    finished_at, last_seq, *_ = rows[0]
    told = [RunEvent(*event) for _, _, *event in rows if event[0] is not None]
    return News(finished_at is not None, last_seq, told)


def _events(owner: str, run_id: str) -> Select[tuple[object, ...]]:
    run = run_events.c.run_id.label("run")
    columns = select(run_events.c.seq, run, *run_events.c["at", "stage", "detail", "data"])
    return columns.where(run_events.c.user_id == owner, run_events.c.run_id == run_id)
