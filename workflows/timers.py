"""The only place where workflows start timers, so that a replay can compare every duration with the history."""

import asyncio
from collections.abc import Coroutine
from datetime import timedelta
from typing import Any, TypeVar

from temporalio import workflow

T = TypeVar("T")


async def sleep(duration: timedelta, summary: str) -> None:
    """Wait durably. ``summary`` is what operators read beside the timer."""
    await workflow.sleep(duration, summary=summary)


async def within(limit: timedelta, body: Coroutine[Any, Any, T], summary: str) -> T:
    """The result of ``body`` if it ends inside the limit.

    Raises:
        TimeoutError: it did not; it was cancelled and has ended.
    """
    work = asyncio.create_task(body)
    timer = asyncio.create_task(sleep(limit, summary))
    try:
        await workflow.wait([work, timer], return_when=asyncio.FIRST_COMPLETED)
        if work.done():
            return work.result()
    except asyncio.CancelledError:
        await _stop(work)
        raise
    finally:
        timer.cancel()
    await _stop(work)
    raise TimeoutError(summary)


async def _stop(task: asyncio.Task[Any]) -> None:
    task.cancel()
    await workflow.wait([task])
    # An error that nobody looks at is logged as lost.
    if not task.cancelled():
        task.exception()
