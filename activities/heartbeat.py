"""Heartbeats from a background task: without them a cancel never arrives and a dead worker is noticed late."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

from temporalio import activity

_INTERVAL_SECONDS = 0.5


@contextlib.asynccontextmanager
async def beating() -> AsyncIterator[None]:
    """Send a heartbeat twice a second while the body runs; of a local activity the server knows nothing."""
    if activity.info().is_local:
        yield
        return
    beats = asyncio.create_task(_beat())
    try:
        yield
    finally:
        beats.cancel()


async def _beat() -> None:
    while True:
        await asyncio.sleep(_INTERVAL_SECONDS)
        activity.heartbeat()
