"""What a turn told those who watch it: numbered without a gap, read once, in order, like that of a run (DATA-9)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Select, func, insert, select, true, update
from sqlalchemy.ext.asyncio import AsyncConnection

from domain.errors import LedgerMismatch
from domain.events import StageEvent
from storage.json_texts import restored, storable, writable
from storage.refusals import not_found, translated
from storage.tables import turn_events, turns
from storage.turns import TURN_CHANNEL, advance_turn

_BATCH = 500


@dataclass(frozen=True, slots=True)
class TurnEvent:
    """A stage event with its number in the turn; ``seq`` counts from 1."""

    seq: int
    turn: str
    at: datetime
    stage: str
    detail: str
    data: dict[str, Any]


@dataclass(frozen=True, slots=True)
class TurnNews:
    """What a turn has told since, as of one moment.

    Attributes:
        last_seq: number of its newest event.
        run_id: the run that it started or answered, if it has.
        events: those asked for, in order, as many as one read gives.
    """

    has_ended: bool
    last_seq: int
    run_id: str | None
    events: list[TurnEvent]


async def append_turn_events(
    owner: str, conn: AsyncConnection, turn_id: str, step: int, events: Sequence[StageEvent], at: datetime
) -> list[TurnEvent]:
    """Number and store all events of one step, of an ended turn too; other writers to the turn wait until then.

    Raises:
        NotFound: this owner has no such turn.
        LedgerMismatch: the step has events of such a stage already.
    """
    last: int | None = await conn.scalar(
        update(turns)
        .where(turns.c.user_id == owner, turns.c.id == turn_id)
        .values(last_seq=turns.c.last_seq + len(events))
        .returning(turns.c.last_seq, func.pg_notify(TURN_CHANNEL, turn_id))
    )
    if last is None:
        raise not_found("turn", turn_id)
    return await insert_turn_events(owner, conn, turn_id, step, events, at, last)


async def insert_turn_events(
    owner: str,
    conn: AsyncConnection,
    turn_id: str,
    step: int,
    events: Sequence[StageEvent],
    at: datetime,
    last: int,
    before: Mapping[str, int] | None = None,
) -> list[TurnEvent]:
    """Store events of one step under numbers that were reserved for them, up to ``last``.

    Args:
        before: how many events of a stage the step has told already, as far as its writer knows.

    Raises:
        NotFound: this owner has no such turn.
        LedgerMismatch: the step has told more events of such a stage already.
    """
    numbered = enumerate(events, last - len(events) + 1)
    told = [TurnEvent(seq, turn_id, at, event.stage, writable(event.detail), event.data) for seq, event in numbered]
    refusals = {
        "fk_turn_events_turn_id": not_found("turn", turn_id),
        "uq_turn_events_turn_id_step_stage_ordinal": LedgerMismatch(
            f"step {step} of turn {turn_id!r} has told its events already: read them instead"
        ),
    }
    if told:
        with translated(refusals):
            await conn.execute(insert(turn_events), _rows(owner, step, told, before or {}))
    return told


def _rows(owner: str, step: int, events: Sequence[TurnEvent], before: Mapping[str, int]) -> list[dict[str, Any]]:
    seen: Counter[str] = Counter(before)
    rows = []
    for event in events:
        seen[event.stage] += 1
        rows.append(
            {
                "user_id": owner,
                "turn_id": event.turn,
                "seq": event.seq,
                "step": step,
                "stage": event.stage,
                "ordinal": seen[event.stage],
                "detail": event.detail,
                "data": storable(event.data),
                "at": event.at,
            }
        )
    return rows


async def tell_in_turn(
    owner: str,
    conn: AsyncConnection,
    turn_id: str,
    step: int,
    events: Sequence[StageEvent],
    at: datetime,
    before: Mapping[str, int],
) -> bool:
    """Store events of a step that is still at work; False and no change once the turn has ended.

    Args:
        before: how many events of each stage this writer knows the step to have told.

    Raises:
        NotFound: this owner has no such turn.
        LedgerMismatch: another attempt at the step has told something since.
    """
    turn = await advance_turn(owner, conn, turn_id, len(events))
    if turn is None:
        return False
    await insert_turn_events(owner, conn, turn_id, step, events, at, turn.last_seq, before)
    return True


async def told_by_turn_step(owner: str, conn: AsyncConnection, turn_id: str, step: int) -> dict[str, int]:
    """How many events of each stage a step has told so far."""
    of_step = (turn_events.c.user_id == owner, turn_events.c.turn_id == turn_id, turn_events.c.step == step)
    told = func.max(turn_events.c.ordinal).label("told")
    query = select(turn_events.c.stage, told).where(*of_step).group_by(turn_events.c.stage)
    return {row.stage: row.told for row in await conn.execute(query)}


async def read_turn_events(
    owner: str, conn: AsyncConnection, turn_id: str, after_seq: int = 0, limit: int = _BATCH
) -> list[TurnEvent]:
    """At most ``limit`` events of a turn that follow ``after_seq``, in order."""
    after = _events(owner, turn_id).where(turn_events.c.seq > after_seq).order_by(turn_events.c.seq).limit(limit)
    return [_event(*row) for row in await conn.execute(after)]


async def read_turn_news(owner: str, conn: AsyncConnection, turn_id: str, after_seq: int) -> TurnNews:
    """What the turn has told after ``after_seq``, as of one moment.

    It is one statement, and so sees one moment: where the turn has ended, all that it told before is there to be read.

    Raises:
        NotFound: this owner has no such turn.
    """
    events = _events(owner, turn_id).where(turn_events.c.seq > after_seq).order_by(turn_events.c.seq).limit(_BATCH)
    news = events.lateral("news")
    query = (
        select(turns.c.finished_at, turns.c.last_seq, turns.c.run_id, *news.c)
        .select_from(turns.outerjoin(news, true()))
        .where(turns.c.user_id == owner, turns.c.id == turn_id)
        .order_by(news.c.seq)
    )
    rows = (await conn.execute(query)).all()
    if not rows:
        raise not_found("turn", turn_id)
    finished_at, last_seq, run_id, *_ = rows[0]
    told = [_event(*event) for _, _, _, *event in rows if event[0] is not None]
    return TurnNews(finished_at is not None, last_seq, run_id, told)


def _event(seq: int, turn: str, at: datetime, stage: str, detail: str, data: dict[str, Any]) -> TurnEvent:
    return TurnEvent(seq, turn, at, stage, detail, restored(data))


def _events(owner: str, turn_id: str) -> Select[tuple[Any, ...]]:
    turn = turn_events.c.turn_id.label("turn")
    columns = select(turn_events.c.seq, turn, *turn_events.c["at", "stage", "detail", "data"])
    return columns.where(turn_events.c.user_id == owner, turn_events.c.turn_id == turn_id)
