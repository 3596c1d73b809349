"""Move the meeting of a preparation, or call it off (rule PREP-16)."""

from dataclasses import dataclass, replace
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncEngine
from temporalio.client import Client

from domain.preparation.errors import PreparationEnded
from domain.preparation.life import moved, status_after_move, status_at
from domain.preparation.sessions import OPEN
from services.report_session import keep_changed, read_time, tell_workflow
from storage.preparations import PreparationRecord, lock_preparation


@dataclass(frozen=True, slots=True)
class Move:
    """New times of a meeting, as ``checked_instant`` reads them; each None stays, an end as long after its start.

    Attributes:
        cancelled: whether the meeting is called off; times do not matter then.
    """

    meeting_start: str | None = None
    meeting_end: str | None = None
    prep_trigger_at: str | None = None
    cancelled: bool = False


async def move_preparation(
    owner: str, engine: AsyncEngine, client: Client, preparation_id: str, move: Move, at: datetime
) -> PreparationRecord:
    """The preparation with its new times, or called off; the same again changes nothing.

    Raises:
        PreparationNotFound: this owner has no such preparation.
        PreparationEnded: it is over, or was called off.
        InvalidPreparation: these times cannot be.
    """
    async with engine.begin() as conn:
        before = await lock_preparation(owner, conn, preparation_id)
        after = _called_off(before, at) if move.cancelled else _moved(before, move, at)
        await keep_changed(owner, conn, before, after)
    await tell_workflow(owner, client, before, after)
    return after


def _called_off(before: PreparationRecord, at: datetime) -> PreparationRecord:
    if status_at(at, before.times, before.status) == "ended":
        raise PreparationEnded("the preparation is 'ended' and cannot be called off: leave it as it is")
    return replace(before, status="cancelled")


def _moved(before: PreparationRecord, move: Move, at: datetime) -> PreparationRecord:
    facts, zone = before.session, before.session.zone
    start = facts.meeting_start
    if move.meeting_start is not None:
        start = read_time("meeting_start", move.meeting_start, zone)
    end = start + (facts.meeting_end - facts.meeting_start)
    if move.meeting_end is not None:
        end = read_time("meeting_end", move.meeting_end, zone)
    trigger = None if move.prep_trigger_at is None else read_time("prep_trigger_at", move.prep_trigger_at, zone)
    times = moved(before.times, start, end, trigger, zone)
    status = status_at(at, before.times, before.status)
    if status in OPEN and times == before.times:
        return before
    status = status_after_move(at, times, status)
    return replace(before, status=status, session=facts.model_copy(update=times.model_dump()))
