"""A piece of work in a child process: it can be ended at any moment, cannot stall this process, and ends with it."""

import asyncio
import errno
import fcntl
import multiprocessing
import os
import resource
import signal
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.util import get_temp_dir
from typing import Any, Self, TypeVar

T = TypeVar("T")

_END_SECONDS = 1.0

# The address of a socket has at most 107 bytes, of which the fork server takes 32 behind its folder.
_LONGEST_FOLDER = 75
_SHORT_FOLDERS = ("/tmp", "/var/tmp", "/dev/shm")

_context = multiprocessing.get_context("forkserver")
_preloaded: list[str] = []
_folder_lock = threading.Lock()


@dataclass(frozen=True, slots=True)
class ChildLimits:
    """What a child may take before the kernel stops it.

    Attributes:
        processor_seconds: time on a processor.
        memory_bytes: address space, which what it starts with is part of.
    """

    processor_seconds: int
    memory_bytes: int


class NotStarted(RuntimeError):
    """No child can be started; its cause is what the system says."""


class EndedWithoutAnswer(RuntimeError):
    """A child ended in the middle of its work.

    Attributes:
        exit_code: its exit status, a negative signal number, or None where it is not known.
    """

    def __init__(self, exit_code: int | None) -> None:
        super().__init__(f"the child process ended without an answer ({exit_code})")
        self.exit_code = exit_code

    @property
    def stopped(self) -> bool:
        """Whether a signal ended it, as one does where its limits are used up."""
        return self.exit_code is not None and self.exit_code < 0

    @property
    def out_of_time(self) -> bool:
        """Whether it used up its time on a processor."""
        return self.exit_code == -signal.SIGXCPU


def preload(module: str) -> None:
    """Have the fork server load a module once; a child is then there in milliseconds instead of seconds.

    The server starts with the first child. What is named later is loaded by every child for itself.
    """
    if module not in _preloaded:
        _preloaded.append(module)
        _context.set_forkserver_preload(_preloaded)


@dataclass(frozen=True, slots=True)
class Child:
    """A child process that waits for one piece of work; its calls block and want a thread."""

    process: multiprocessing.process.BaseProcess
    connection: "Connection[Any, Any]"

    @classmethod
    def start(cls, limits: ChildLimits | None = None) -> Self:
        """A new child, with no limits unless some are given.

        Raises:
            NotStarted: the system has none left, or no room for its socket.
        """
        try:
            _give_sockets_room()
            ours, theirs = _context.Pipe()
            process = _context.Process(target=_answer, args=(theirs, limits), daemon=True)
            process.start()
        except OSError as error:
            raise NotStarted(f"no child process can be started ({error})") from error
        theirs.close()
        return cls(process, ours)

    def work(self, function: Callable[..., T], arguments: tuple[Any, ...], seconds: float | None = None) -> T:
        """The result of a module-level function.

        The child imports the function's module, which should therefore import little.

        Raises:
            TimeoutError: there is no answer after so many seconds; the child is to be closed.
            EndedWithoutAnswer: the child ended, for instance for want of memory.
            Exception: whatever the function raised.
        """
        try:
            self.connection.send((function, arguments))
            if not self.connection.poll(seconds):
                raise TimeoutError(f"no answer after {seconds} s")
            outcome, value = self.connection.recv()
        except (EOFError, ConnectionError):
            self.process.join(_END_SECONDS)
            raise EndedWithoutAnswer(self.process.exitcode) from None
        if outcome == "raised":
            raise value
        return value  # type: ignore[no-any-return]

    def close(self) -> None:
        """End it, whatever it does."""
        if self.process.is_alive():
            self.process.kill()


def _give_sockets_room() -> None:
    """Let the fork server have its socket in a folder with a short name where that for temporary files has none."""
    usual = tempfile.gettempdir()
    if len(os.fsencode(usual)) <= _LONGEST_FOLDER:
        return
    short = next((folder for folder in _SHORT_FOLDERS if os.access(folder, os.W_OK | os.X_OK)), None)
    if short is None:
        folders = " or ".join(_SHORT_FOLDERS)
        raise OSError(errno.ENAMETOOLONG, f"set TMPDIR to a shorter folder, or let it write to {folders}", usual)
    with _folder_lock:
        tempfile.tempdir = short
        # It is made once, with the first call.
        get_temp_dir()
        tempfile.tempdir = usual


async def started(starting: "asyncio.Task[Child]") -> Child:
    """The child that is being started; when the wait for it is cancelled, it ends as soon as it is there."""
    try:
        return await asyncio.shield(starting)
    except asyncio.CancelledError:
        starting.add_done_callback(_discard)
        raise


def _discard(starting: "asyncio.Task[Child]") -> None:
    if not starting.cancelled() and starting.exception() is None:
        starting.result().close()


def _answer(connection: "Connection[Any, Any]", limits: ChildLimits | None) -> None:
    _silence_stdout()
    if limits is not None:
        _confine(limits)
    # Without the process that asks there is nothing to do, nor anybody to tell.
    with suppress(EOFError, ConnectionError):
        function, arguments = connection.recv()
        with _ending_with(connection):
            outcome = _outcome(function, arguments)
        try:
            connection.send(outcome)
        except MemoryError as error:
            connection.send(("raised", error))


def _outcome(function: Callable[..., Any], arguments: tuple[Any, ...]) -> tuple[str, Any]:
    try:
        return "returned", function(*arguments)
    except Exception as error:
        return "raised", error


@contextmanager
def _ending_with(connection: "Connection[Any, Any]") -> Iterator[None]:
    """Have the kernel end this process at once when the other end is closed, as it is when its process is killed.

    The death of the fork server, which is the parent, would say nothing: it lives as long as any child.
    """
    flags = fcntl.fcntl(connection, fcntl.F_GETFL)
    fcntl.fcntl(connection, fcntl.F_SETOWN, os.getpid())
    # Any news of the connection is now SIGIO, and the other end has nothing more to say.
    fcntl.fcntl(connection, fcntl.F_SETFL, flags | os.O_ASYNC)
    if connection.poll():
        raise EOFError
    yield
    fcntl.fcntl(connection, fcntl.F_SETFL, flags)


def _silence_stdout() -> None:
    # Libraries of solvers print; the output of the process that asked is read by its supervisor.
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def _confine(limits: ChildLimits) -> None:
    # Where both are equal the kernel kills without saying why.
    resource.setrlimit(resource.RLIMIT_CPU, (limits.processor_seconds, limits.processor_seconds + 1))
    resource.setrlimit(resource.RLIMIT_AS, (limits.memory_bytes, limits.memory_bytes))
    # It has nothing to write, not even an image of itself when it is stopped.
    for kind in (resource.RLIMIT_FSIZE, resource.RLIMIT_CORE):
        resource.setrlimit(kind, (0, 0))
