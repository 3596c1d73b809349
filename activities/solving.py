"""Work that may take long runs in a child process: it can be ended with its step and cannot stall the worker."""

import asyncio
import contextlib
import ctypes
import multiprocessing
import os
import signal
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any, TypeVar

T = TypeVar("T")

# The fork server loads this once; a child is then there in milliseconds instead of seconds.
_PRELOADED = ["activities.jobs"]
_PAUSE_SECONDS = 0.2
_PR_SET_PDEATHSIG = 1

_context = multiprocessing.get_context("forkserver")
_context.set_forkserver_preload(_PRELOADED)


class SolverProcesses:
    """Child processes for one piece of work each; the next one is started ahead, so that work need not wait for it."""

    def __init__(self) -> None:
        self._spare: asyncio.Task[_Child] | None = None
        self._closed = False

    def warm_up(self) -> None:
        """Start the next child now."""
        if self._spare is None and not self._closed:
            self._spare = asyncio.create_task(asyncio.to_thread(_Child.start))

    async def run(self, function: Callable[..., T], *arguments: Any) -> T:
        """The result of a module-level function, worked out in a child that is killed on cancel.

        The child imports the function's module, which should therefore import little.

        Raises:
            RuntimeError: the child ended without an answer, for instance for want of memory.
            Exception: whatever the function raised.
        """
        spare, self._spare = self._spare or asyncio.create_task(asyncio.to_thread(_Child.start)), None
        try:
            child = await asyncio.shield(spare)
        except asyncio.CancelledError:
            spare.add_done_callback(_discard)
            raise
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


@dataclass(frozen=True, slots=True)
class _Child:
    process: multiprocessing.process.BaseProcess
    connection: "Connection[Any, Any]"

    @classmethod
    def start(cls) -> "_Child":
        ours, theirs = _context.Pipe()
        process = _context.Process(target=_answer, args=(theirs,), daemon=True)
        process.start()
        theirs.close()
        return cls(process, ours)

    def work(self, function: Callable[..., T], arguments: tuple[Any, ...]) -> T:
        try:
            self.connection.send((function, arguments))
            outcome, value = self.connection.recv()
        except (EOFError, OSError):
            raise RuntimeError("the solver process ended without an answer") from None
        if outcome == "raised":
            raise value
        return value  # type: ignore[no-any-return]

    def close(self) -> None:
        self.process.kill()


def _discard(spare: "asyncio.Task[_Child]") -> None:
    if not spare.cancelled() and spare.exception() is None:
        spare.result().close()


def _answer(connection: "Connection[Any, Any]") -> None:
    _die_with_parent()
    _silence_stdout()
    with contextlib.suppress(EOFError):
        function, arguments = connection.recv()
        connection.send(_outcome(function, arguments))


def _outcome(function: Callable[..., Any], arguments: tuple[Any, ...]) -> tuple[str, Any]:
    try:
        return "returned", function(*arguments)
    except Exception as error:
        return "raised", error


def _die_with_parent() -> None:
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def _silence_stdout() -> None:
    # Libraries of solvers print; the worker's own output is read by its supervisor.
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
