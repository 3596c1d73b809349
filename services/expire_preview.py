"""Expire a preview that is due, or say how long it is still kept (rules PREVIEW-20 and PREVIEW-21)."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from domain.events import StageEvent
from domain.preview.revisions import expiry_text
from domain.schedule.state import ScheduleState
from storage.previews import PreviewRecord, expire_revisions, latest_preview
from storage.run_events import append_events
from storage.runs import list_runs, open_run_of
from storage.sessions import SessionEntry, append_session_events, lock_session
from storage.steps import last_step

STAGE = "schedule_refine.preview.expired"

# A run that is at work makes a newer revision, or ends without one.
_RUN_PAUSE = timedelta(hours=1)
_SHORTEST_PAUSE = timedelta(seconds=1)


@dataclass(frozen=True, slots=True)
class ExpiryLook:
    """How a preview stands.

    Attributes:
        wait: how long it is kept at least; zero unless it is.
    """

    status: Literal["kept", "expired", "gone"]
    wait: timedelta = timedelta(0)


async def expire_preview(
    owner: str, engine: AsyncEngine, session_id: str, keep: timedelta, now: datetime
) -> ExpiryLook:
    """Expire all revisions of a session's preview if the newest is older than ``keep`` and no run is open.

    Asked again after it has expired it changes nothing.

    Raises:
        NotFound: this owner has no such session.
    """
    async with engine.begin() as connection:
        # No revision is saved meanwhile: its reference to the session waits for this lock.
        await lock_session(owner, connection, session_id)
        newest = await latest_preview(owner, connection, session_id)
        if newest is None:
            return ExpiryLook("gone")
        if newest.expired_at is not None:
            return ExpiryLook("expired")
        left = newest.created_at + keep - now
        if left > timedelta(0):
            return ExpiryLook("kept", max(left, _SHORTEST_PAUSE))
        if await open_run_of(owner, connection, session_id) is not None:
            return ExpiryLook("kept", _RUN_PAUSE)
        await _expire(owner, connection, newest, now)
        return ExpiryLook("expired")


async def _expire(owner: str, connection: AsyncConnection, newest: PreviewRecord, now: datetime) -> None:
    session_id, data = newest.session_id, {"revision": newest.revision}
    await expire_revisions(owner, connection, session_id, now)
    await append_session_events(owner, connection, session_id, [SessionEntry("preview.expired", data)], now)
    detail = expiry_text(ScheduleState.model_validate_json(newest.state).locale, newest.revision)
    for run in await list_runs(owner, connection, limit=1, session_id=session_id):
        last = await last_step(owner, connection, "run", run.id)
        event = StageEvent(stage=STAGE, detail=detail, data=data)
        await append_events(owner, connection, run.id, last.step + 1 if last else 0, [event], now)
