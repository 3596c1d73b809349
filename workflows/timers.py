"""The only place where workflows start timers, so that a replay can compare every duration with the history."""

import asyncio
from collections.abc import Callable, Coroutine
from datetime import datetime, timedelta
from typing import Any, TypeVar

from temporalio import workflow

T = TypeVar("T")


async def sleep(duration: timedelta, summary: str) -> None:
    """Wait durably. ``summary`` is what operators read beside the timer."""
    await workflow.sleep(duration, summary=summary)


async def once(condition: Callable[[], bool]) -> None:
    """Wait durably until the condition holds, however long that takes."""
    await workflow.wait_condition(condition)


async def until(condition: Callable[[], bool], limit: timedelta, summary: str) -> bool:
    """Wait durably until the condition holds, or the limit has passed; whether it came to hold."""
    try:
        await workflow.wait_condition(condition, timeout=limit, timeout_summary=summary)
    except TimeoutError:
        return False
    return True


class Stopwatch:
    """Keeps apart the time in which a workflow works and the time in which it waits for a person (rule PAUSE-5).

    Attributes:
        waited: how long it has waited, without a wait that is not over.
    """

    def __init__(self) -> None:
        self.waited = timedelta()
        self._since: datetime | None = None

    @property
    def is_stopped(self) -> bool:
        """Whether a wait is not over."""
        return self._since is not None

    def stop(self) -> None:
        """Count what follows as waited."""
        self._since = workflow.now()

    def go_on(self) -> None:
        """Count what follows as work."""
        # Two methods and no context manager: a workflow that leaves the cache has no clock to be asked on the way out.
        if self._since is not None:
            self.waited += workflow.now() - self._since
            self._since = None


async def within(limit: timedelta, body: Coroutine[Any, Any, T], summary: str, watch: Stopwatch | None = None) -> T:
    """The result of ``body`` if it ends inside the limit.

    Args:
        watch: what it counts as waited is not part of the limit.

    Raises:
        TimeoutError: it did not; it was cancelled and has ended.
    """
    work = asyncio.create_task(body)
    timer = asyncio.create_task(_worked(limit, watch or Stopwatch(), summary))
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


async def _worked(limit: timedelta, watch: Stopwatch, summary: str) -> None:
    """Sleep for as long as the limit is not used up by work.

    What was waited is slept for afterwards: so a run that waits for nobody has one timer, as it always had.
    """
    begun, left, counted = workflow.now(), limit, timedelta()
    while left > timedelta():
        await sleep(left, summary)
        if watch.is_stopped:
            await workflow.wait_condition(lambda: not watch.is_stopped)
        if watch.waited == counted:
            return
        counted = watch.waited
        left = limit - (workflow.now() - begun - counted)


async def _stop(task: asyncio.Task[Any]) -> None:
    task.cancel()
    await workflow.wait([task])
    # An error that nobody looks at is logged as lost.
    if not task.cancelled():
        task.exception()
