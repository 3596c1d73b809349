"""Locks on what is no row: of several processes one does a thing at a time."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncEngine

from storage.engine import OUTAGES

RECONCILER = 0x646179_7265636F
"""Held while runs are reconciled."""

PREVIEW_TIMERS = 0x646179_74696D65
"""Held while timers of previews are started."""

CONVERSATIONS = 0x646179_7475726E
"""Held while turns and reminders are reconciled."""

PREPARATIONS = 0x646179_70726570
"""Held while preparations are reconciled."""

RECALL_INDEXER = 0x646179_7265636C
"""Held while logs from before are kept for recall."""


@asynccontextmanager
async def trying_lock(engine: AsyncEngine, key: int) -> AsyncIterator[bool]:
    """Whether this process has the lock, which it then holds until the context is left or its connection is lost.

    Who does the thing twice because a connection was lost must do no harm by it.
    """
    async with engine.connect() as plain:
        connection = await plain.execution_options(isolation_level="AUTOCOMMIT")
        is_ours = bool(await connection.scalar(select(func.pg_try_advisory_lock(key))))
        try:
            yield is_ours
        finally:
            if is_ours:
                # With a lost connection the lock is gone already.
                with suppress(*OUTAGES):
                    await connection.scalar(select(func.pg_advisory_unlock(key)))
