"""Keep for recall what was said before anything was kept (rule RECALL-10)."""

from typing import Final

import structlog
from sqlalchemy.ext.asyncio import AsyncEngine

from storage.advisory_locks import RECALL_INDEXER, trying_lock
from storage.engine import is_outage
from storage.recall_log import keep_next_said, unkept_sessions

ENTRIES_AT_ONCE: Final = 500
"""Entries of one log that are read in one transaction, which holds the session for so long."""

BATCHES_AT_ONCE: Final = 40

_log = structlog.get_logger()


async def index_recall(engine: AsyncEngine, batches: int = BATCHES_AT_ONCE, size: int = ENTRIES_AT_ONCE) -> int:
    """Go through logs of all users that were not gone through to their ends, at most so many batches; how many entries
    were read. Nothing where another process is at it.

    A log that cannot be gone through is left to the next time, and does not stop the others.

    Raises:
        One of ``storage.engine.OUTAGES``: the database is away; what was done until then stays done.
    """
    done, after_id = 0, ""
    async with trying_lock(engine, RECALL_INDEXER) as is_ours:
        for _ in range(batches if is_ours else 0):
            async with engine.connect() as connection:
                page = await unkept_sessions(connection, after_id, 1)
            if not page:
                break
            read = await _indexed(engine, *page[0], size)
            done += read
            if read < size:
                after_id = page[0][1]
    return done


async def _indexed(engine: AsyncEngine, owner: str, session_id: str, size: int) -> int:
    try:
        async with engine.begin() as connection:
            return await keep_next_said(owner, connection, session_id, size)
    except Exception as error:
        if is_outage(error):
            raise
        _log.warning("log not kept for recall", session=session_id, exc_info=error)
        return 0
