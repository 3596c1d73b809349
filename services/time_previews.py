"""See to it that a timer runs for every preview (rule PREVIEW-20)."""

import asyncio
from datetime import datetime, timedelta

from sqlalchemy.ext.asyncio import AsyncEngine
from temporalio.client import Client
from temporalio.common import SearchAttributePair, TypedSearchAttributes
from temporalio.exceptions import WorkflowAlreadyStartedError

from services.start_run import ANSWER_SECONDS
from storage.advisory_locks import PREVIEW_TIMERS, trying_lock
from storage.previews import UntimedPreview, mark_timed, untimed_previews
from workflows import attributes
from workflows.messages import ExpiryInput
from workflows.policies import RUN_QUEUE

# A revision that is followed by the next at once needs no look of its own.
_GRACE = timedelta(seconds=5)
_PAGE = 50


async def time_previews(engine: AsyncEngine, client: Client, now: datetime) -> tuple[str, ...]:
    """Start the timers that do not run yet; the ids of the sessions whose previews they are for.

    A preview for which it cannot be done is left to the next time; so is all of it where another process is at it.

    Raises:
        One of ``storage.engine.OUTAGES`` or ``workflows.connection.OUTAGES``: the database or Temporal is away; what
            was done until then stays done.
    """
    started: list[str] = []
    async with trying_lock(engine, PREVIEW_TIMERS) as is_ours:
        page = await _page(engine, now, "") if is_ours else []
        while page:
            for preview in page:
                if await _timed(engine, client, preview, now):
                    started.append(preview.session_id)
            page = await _page(engine, now, page[-1].session_id)
    return tuple(started)


def expiry_workflow_id(session_id: str) -> str:
    """The id under which operators find the timer of a session's preview."""
    return f"expire:{session_id}"


async def _page(engine: AsyncEngine, now: datetime, after: str) -> list[UntimedPreview]:
    async with engine.connect() as connection:
        return await untimed_previews(connection, now - _GRACE, after, _PAGE)


async def _timed(engine: AsyncEngine, client: Client, preview: UntimedPreview, now: datetime) -> bool:
    """Whether a timer was started."""
    is_new = await _start(client, preview)
    if not is_new and preview.follows_expired:
        # That timer has just expired the revision before and will not look again; its id is free in a moment.
        return False
    async with engine.begin() as connection:
        await mark_timed(preview.owner, connection, preview.session_id, preview.revision, now)
    return is_new


async def _start(client: Client, preview: UntimedPreview) -> bool:
    pairs = [SearchAttributePair(attributes.USER, preview.owner)]
    pairs.append(SearchAttributePair(attributes.SESSION, preview.session_id))
    try:
        async with asyncio.timeout(ANSWER_SECONDS):
            await client.start_workflow(
                "PreviewExpiry",
                ExpiryInput(preview.owner, preview.session_id),
                id=expiry_workflow_id(preview.session_id),
                task_queue=RUN_QUEUE,
                search_attributes=TypedSearchAttributes(pairs),
                static_summary=f"expiry of the preview of session {preview.session_id}",
            )
    except WorkflowAlreadyStartedError:
        return False
    return True
