"""Bring preparations together with their workflows again where one was lost (rule PREP-37)."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Literal

import structlog
from sqlalchemy.ext.asyncio import AsyncEngine
from temporalio.client import Client, WorkflowExecutionStatus
from temporalio.service import RPCError

from domain.preparation.errors import PreparationNotFound
from domain.preparation.life import waits_until
from domain.preparation.sessions import OPEN
from services.preparation_steps import forget_if_over
from services.start_preparation import start_preparation, tell_changed
from services.workflow_status import status_of
from storage.advisory_locks import PREPARATIONS, trying_lock
from storage.engine import is_outage
from storage.preparations import OwnedPreparation, lock_preparation, open_preparations, save_preparation
from workflows.connection import is_away
from workflows.preparation_messages import preparation_workflow_id

# Younger ones are being started by those who asked for them.
_GRACE = timedelta(seconds=5)
_LATE = timedelta(minutes=5)
_PAGE = 100

_log = structlog.get_logger()
_What = Literal["started", "closed"]


@dataclass(frozen=True, slots=True)
class Rejoined:
    """Ids of preparations whose workflow was started, and of those that were closed, because it had ended."""

    started: tuple[str, ...] = ()
    closed: tuple[str, ...] = ()


async def reconcile_preparations(engine: AsyncEngine, client: Client, now: datetime) -> Rejoined:
    """Go through the preparations that are not over once; nothing where another process is at it.

    Raises:
        One of ``storage.engine.OUTAGES`` or ``workflows.connection.OUTAGES``: the database or Temporal is away; what
            was done until then stays done.
    """
    done: dict[_What, list[str]] = {"started": [], "closed": []}
    async with trying_lock(engine, PREPARATIONS) as is_ours:
        page = await _page(engine, "") if is_ours else []
        while page:
            for owned in page:
                outcome = await _tried(engine, client, owned, now)
                if outcome is not None:
                    done[outcome].append(owned.preparation_id)
            page = await _page(engine, page[-1].preparation_id)
    return Rejoined(tuple(done["started"]), tuple(done["closed"]))


async def _page(engine: AsyncEngine, after_id: str) -> list[OwnedPreparation]:
    async with engine.connect() as connection:
        return await open_preparations(connection, after_id, _PAGE)


async def _tried(engine: AsyncEngine, client: Client, owned: OwnedPreparation, now: datetime) -> _What | None:
    """What was done about one; one that cannot be reconciled is left to the next time, and stops no other."""
    if owned.created_at > now - _GRACE:
        return None
    try:
        return await _reconcile(engine, client, owned, now)
    except Exception as error:
        if is_outage(error) or is_away(error) or isinstance(error, RPCError):
            raise
        _log.warning("preparation could not be reconciled", preparation=owned.preparation_id, exc_info=error)
        return None


async def _reconcile(engine: AsyncEngine, client: Client, owned: OwnedPreparation, now: datetime) -> _What | None:
    status = await status_of(client, preparation_workflow_id(owned.preparation_id))
    if status is None:
        return "started" if await start_preparation(owned.user_id, client, owned.preparation_id) else None
    if status is WorkflowExecutionStatus.RUNNING:
        if _is_overdue(owned, now):
            await tell_changed(client, owned.preparation_id)
        return None
    return "closed" if await _closed(engine, owned, now) else None


def _is_overdue(owned: OwnedPreparation, now: datetime) -> bool:
    """Whether it should have gone on by now; one that is long over is let be, so that its history does not grow."""
    due = waits_until(owned.status, owned.times) or owned.times.prep_trigger_at
    return due + _GRACE < now < owned.times.meeting_end + _LATE


async def _closed(engine: AsyncEngine, owned: OwnedPreparation, now: datetime) -> bool:
    """Whether it was open until now."""
    async with engine.begin() as connection:
        try:
            record = await lock_preparation(owned.user_id, connection, owned.preparation_id)
        except PreparationNotFound:
            return False
        if record.status not in OPEN:
            return False
        after = replace(record, status="ended" if now >= record.session.meeting_end else "cancelled")
        await save_preparation(owned.user_id, connection, after)
        await forget_if_over(owned.user_id, connection, after)
    return True
