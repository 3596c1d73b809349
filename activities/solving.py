"""Work that may take long runs in a child process: it can be ended with its step and cannot stall the worker."""

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

from services.child_processes import Child, preload, started

T = TypeVar("T")

_PAUSE_SECONDS = 0.2

preload("activities.jobs")


class SolverProcesses:
    """Child processes for one piece of work each; the next one is started ahead, so that work need not wait for it."""

    def __init__(self) -> None:
        self._spare: asyncio.Task[Child] | None = None
        self._closed = False

    def warm_up(self) -> None:
        """Start the next child now."""
        if self._spare is None and not self._closed:
            self._spare = _starting()

    async def run(self, function: Callable[..., T], *arguments: Any) -> T:
        """The result of a module-level function, worked out in a child that is killed on cancel.

        The child imports the function's module, which should therefore import little.

        Raises:
            EndedWithoutAnswer: the child ended, for instance for want of memory.
            Exception: whatever the function raised.
        """
        spare, self._spare = self._spare or _starting(), None
        child = await started(spare)
        try:
            return await asyncio.to_thread(child.work, function, arguments)
        finally:
            child.close()
            # Not now, when what comes out of this work is being stored.
            asyncio.get_running_loop().call_later(_PAUSE_SECONDS, self.warm_up)

    async def close(self) -> None:
        """End the child that was started ahead; there will be no other."""
        self._closed = True
        if self._spare is not None:
            (await self._spare).close()
            self._spare = None


def _starting() -> "asyncio.Task[Child]":
    return asyncio.create_task(asyncio.to_thread(Child.start))
