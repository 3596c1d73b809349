"""Hearing what the database notifies."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import asyncpg


@asynccontextmanager
async def heard(url: str, channel: str) -> AsyncIterator["asyncio.Queue[str]"]:
    """What is notified on a channel while the context lasts, in order."""
    payloads: asyncio.Queue[str] = asyncio.Queue()

    def note(_connection: Any, _pid: int, _channel: str, payload: Any) -> None:
        payloads.put_nowait(str(payload))

    connection = await asyncpg.connect(url.replace("+asyncpg", "", 1))
    try:
        await connection.add_listener(channel, note)
        yield payloads
    finally:
        await connection.close()
