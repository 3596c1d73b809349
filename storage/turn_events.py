"""What a turn told those who watch it (rule DATA-9)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from domain.events import StageEvent
from storage.event_log import BATCH, EventLog
from storage.json_texts import restored, writable
from storage.tables import turn_events, turns
from storage.turns import TURN_CHANNEL, advance_turn

_LOG = EventLog("turn", turns, turn_events, TURN_CHANNEL)


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
    last = await _LOG.reserve(owner, conn, turn_id, len(events))
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
    """Store events of one step under numbers that were reserved for them, up to ``last``; else as ``EventLog.insert``.

    Raises:
        NotFound: this owner has no such turn.
        LedgerMismatch: the step has told more events of such a stage already.
    """
    told = list(enumerate(events, last - len(events) + 1))
    await _LOG.insert(owner, conn, turn_id, step, told, at, before)
    return [TurnEvent(seq, turn_id, at, event.stage, writable(event.detail), event.data) for seq, event in told]


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
    return await _LOG.told_by_step(owner, conn, turn_id, step)


async def read_turn_events(
    owner: str, conn: AsyncConnection, turn_id: str, after_seq: int = 0, limit: int = BATCH
) -> list[TurnEvent]:
    """At most ``limit`` events of a turn that follow ``after_seq``, in order."""
    return [_event(*row) for row in await conn.execute(_LOG.after(owner, turn_id, after_seq, limit))]


async def read_turn_news(owner: str, conn: AsyncConnection, turn_id: str, after_seq: int) -> TurnNews:
    """What the turn has told after ``after_seq``, as of one moment.

    Raises:
        NotFound: this owner has no such turn.
    """
    columns = turns.c["finished_at", "last_seq", "run_id"]
    (finished_at, last_seq, run_id), told = await _LOG.news(owner, conn, turn_id, after_seq, *columns)
    return TurnNews(finished_at is not None, last_seq, run_id, [_event(*event) for event in told])


def _event(seq: int, turn: str, at: datetime, stage: str, detail: str, data: dict[str, Any]) -> TurnEvent:
    return TurnEvent(seq, turn, at, stage, detail, restored(data))
