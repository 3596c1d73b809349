"""Work that may take long runs in a child process: it can be ended with its step and cannot stall the worker."""

import asyncio
import ctypes
import multiprocessing
import os
import signal
from collections.abc import Callable
from multiprocessing import forkserver
from multiprocessing.connection import Connection
from typing import Any, TypeVar

T = TypeVar("T")

# The fork server loads this once; a child is then there in milliseconds instead of seconds.
_PRELOADED = ["activities.jobs"]
_PR_SET_PDEATHSIG = 1

_context = multiprocessing.get_context("forkserver")
_context.set_forkserver_preload(_PRELOADED)


def warm_up() -> None:
    """Start the fork server, so that the first solve does not wait for its imports."""
    forkserver.ensure_running()


async def in_child(function: Callable[..., T], *arguments: Any) -> T:
    """The result of a module-level function, worked out in a child process that is killed on cancel.

    Raises:
        RuntimeError: the child ended without an answer, for instance for want of memory.
        Exception: whatever the function raised.
    """
    receiver, sender = _context.Pipe(duplex=False)
    child = _context.Process(target=_answer, args=(sender, function, arguments), daemon=True)
    await asyncio.to_thread(child.start)
    sender.close()
    try:
        outcome, value = await asyncio.to_thread(_received, receiver)
    finally:
        child.kill()
        await asyncio.shield(asyncio.to_thread(child.join))
        receiver.close()
    if outcome == "raised":
        raise value
    return value  # type: ignore[no-any-return]


def _received(receiver: "Connection[Any, Any]") -> tuple[str, Any]:
    try:
        answer: tuple[str, Any] = receiver.recv()
    except EOFError:
        raise RuntimeError("the solver process ended without an answer") from None
    return answer


def _answer(sender: "Connection[Any, Any]", function: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
    _die_with_parent()
    _silence_stdout()
    try:
        sender.send(("returned", function(*arguments)))
    except Exception as error:
        sender.send(("raised", error))


def _die_with_parent() -> None:
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def _silence_stdout() -> None:
    # Libraries of solvers print; the worker's own output is read by its supervisor.
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
