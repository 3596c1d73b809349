"""Seeing that a transaction waits for another, without guessing how long that takes to happen."""

import asyncio

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

# Of one relation or row the first waits for a transaction and the others for the first.
_WAITERS = "SELECT count(DISTINCT pid) FROM pg_locks WHERE NOT granted"


async def until_somebody_waits(engine: AsyncEngine, waiters: int = 1) -> None:
    """Return as soon as so many transactions wait for a lock."""
    async with asyncio.timeout(120), engine.connect() as conn:
        while (await conn.scalar(text(_WAITERS)) or 0) < waiters:
            await asyncio.sleep(0.01)
