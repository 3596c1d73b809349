"""Seeing that a transaction waits for another, without guessing how long that takes to happen."""

import asyncio

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

_WAITERS = "SELECT count(*) FROM pg_locks WHERE NOT granted"


async def until_somebody_waits(engine: AsyncEngine) -> None:
    """Return as soon as a transaction waits for a lock."""
    async with asyncio.timeout(10), engine.connect() as conn:
        while not await conn.scalar(text(_WAITERS)):
            await asyncio.sleep(0.01)
