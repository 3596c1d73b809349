"""See to it that the workflow of every active reminder runs, or that none does (rules REMIND-30 and REMIND-35)."""

import asyncio
import hashlib
import json
import re
from collections.abc import Iterable
from datetime import datetime

import structlog
from sqlalchemy.ext.asyncio import AsyncEngine
from temporalio.client import Client
from temporalio.common import (
    SearchAttributePair,
    TypedSearchAttributes,
    WorkflowIDConflictPolicy,
    WorkflowIDReusePolicy,
)
from temporalio.service import RPCError

from services.reminder_desk import ReminderDesk, is_live
from services.start_run import ANSWER_SECONDS
from storage.pending_reminders import PendingReminder, list_pending, list_unarmed, mark_armed
from storage.sessions import load_session
from workflows import attributes
from workflows.connection import OUTAGES, is_away, is_unknown_workflow
from workflows.messages import ReminderInput
from workflows.policies import COMMIT_TASK_TIMEOUT, RUN_QUEUE

LOOK_SIGNAL = "session.idle"
"""Tells the workflow of a reminder to look at its session now."""

_AT_ONCE = 20
_PLAIN_ID = re.compile(r"[!-~]{1,100}")
_log = structlog.get_logger()


def reminder_workflow_id(session_id: str, schedule_id: str) -> str:
    """The id under which operators find the workflow of a reminder; an id that is no plain word is digested.

    Args:
        schedule_id: as compact ASCII JSON.
    """
    plain = json.loads(schedule_id)
    if _PLAIN_ID.fullmatch(plain) is None:
        plain = hashlib.sha256(schedule_id.encode()).hexdigest()
    return f"reminder:{session_id}:{plain}"


async def arm_reminders(owner: str, desk: ReminderDesk, session_id: str) -> tuple[str, ...]:
    """Start the workflows of a live session's reminders that are not armed; the ids of those that are now.

    While Temporal is away they are left to the reconciler.
    """
    async with desk.engine.connect() as connection:
        waiting = await list_unarmed(owner, connection, session_id)
        if not waiting:
            return ()
        session, now = await load_session(owner, connection, session_id), await desk.clock(connection)
    return await arm(owner, desk, waiting, now) if is_live(session, now) else ()


async def arm(owner: str, desk: ReminderDesk, reminders: Iterable[PendingReminder], now: datetime) -> tuple[str, ...]:
    """Start the workflows of reminders of one session, or tell those that run to look; the ids of those that do now."""
    limit = asyncio.Semaphore(_AT_ONCE)

    async def started(reminder: PendingReminder) -> str | None:
        async with limit:
            return reminder.schedule_id if await _is_started(owner, desk.client, reminder) else None

    waiting = list(reminders)
    armed = [each for each in await asyncio.gather(*map(started, waiting)) if each is not None]
    if armed:
        async with desk.engine.begin() as connection:
            await mark_armed(owner, connection, waiting[0].session_id, armed, now)
    return tuple(armed)


async def disarm_reminders(owner: str, engine: AsyncEngine, client: Client, session_id: str) -> None:
    """Cancel the workflows of a session's reminders, which stay in its log; while Temporal is away, do nothing.

    A workflow that is not told finds out by itself at its next look.
    """
    async with engine.connect() as connection:
        waiting = await list_pending(owner, connection, session_id)
    for reminder in waiting:
        await _cancel(client, reminder)


async def look_again(client: Client, session_id: str, schedule_id: str) -> None:
    """Tell the workflow of a reminder to look at its session; it is as well where nobody hears it."""
    try:
        async with asyncio.timeout(ANSWER_SECONDS):
            handle = client.get_workflow_handle(reminder_workflow_id(session_id, schedule_id))
            await handle.signal(LOOK_SIGNAL)
    except OUTAGES as error:
        _raise_unless_harmless(error)


async def _is_started(owner: str, client: Client, reminder: PendingReminder) -> bool:
    pairs = [SearchAttributePair(attributes.USER, owner)]
    pairs.append(SearchAttributePair(attributes.SESSION, reminder.session_id))
    try:
        async with asyncio.timeout(ANSWER_SECONDS):
            # A workflow that is about to end cannot do so before it has seen the signal, so that none is missed.
            await client.start_workflow(
                "Reminder",
                ReminderInput(owner, reminder.session_id, reminder.schedule_id),
                id=reminder_workflow_id(reminder.session_id, reminder.schedule_id),
                task_queue=RUN_QUEUE,
                task_timeout=COMMIT_TASK_TIMEOUT,
                id_reuse_policy=WorkflowIDReusePolicy.ALLOW_DUPLICATE,
                id_conflict_policy=WorkflowIDConflictPolicy.USE_EXISTING,
                start_signal=LOOK_SIGNAL,
                search_attributes=TypedSearchAttributes(pairs),
                static_summary=f"a reminder of session {reminder.session_id}",
            )
    except OUTAGES as error:
        if not is_away(error):
            raise
        _log.warning("reminder waits for Temporal", session=reminder.session_id, reason=str(error) or "no answer")
        return False
    return True


async def _cancel(client: Client, reminder: PendingReminder) -> None:
    try:
        async with asyncio.timeout(ANSWER_SECONDS):
            await client.get_workflow_handle(reminder_workflow_id(reminder.session_id, reminder.schedule_id)).cancel()
    except OUTAGES as error:
        _raise_unless_harmless(error)


def _raise_unless_harmless(error: Exception) -> None:
    is_unknown = isinstance(error, RPCError) and is_unknown_workflow(error)
    if not is_unknown and not is_away(error):
        raise error
