"""Child processes that cannot outlive the one that started them (rule STACK-4)."""

import asyncio
import os
import shutil
import signal
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Self

from domain.errors import DiskFull, StackFailed

_POLL_S = 0.02
_STOP_GRACE_S = 10.0
_TAIL_BYTES = 2000
_NO_SPACE = ("No space left on device", "database or disk is full")


def tied(command: Sequence[str | Path], death_signal: signal.Signals) -> list[str]:
    """``command`` wrapped so that the kernel sends ``death_signal`` to it when the thread that starts it ends.

    A parent that dies before the wrapper has asked for the signal would be missed, so the wrapper then compares its
    parent with this process and gives up when they differ.

    Raises:
        StackFailed: the machine lacks ``setpriv``.
    """
    if shutil.which("setpriv") is None:
        raise StackFailed("the command setpriv is missing: install the package util-linux and start again")
    check = f'test "$PPID" = {os.getpid()} && exec "$@"'
    return ["setpriv", "--pdeathsig", death_signal.name[3:], "sh", "-c", check, "sh", *map(str, command)]


class Child:
    """One child process in a session of its own, so that a Ctrl-C in the terminal reaches the supervisor alone.

    Attributes:
        name: what it is called in messages.
        log: file that its output is added to.
        stop_signal: what asks it to stop in good order.
    """

    def __init__(
        self, name: str, log: Path, log_start: int, stop_signal: signal.Signals, process: asyncio.subprocess.Process
    ) -> None:
        self.name = name
        self.log = log
        self.stop_signal = stop_signal
        self._log_start = log_start
        self._process = process

    @classmethod
    async def spawn(
        cls,
        name: str,
        command: Sequence[str],
        log: Path,
        stop_signal: signal.Signals,
        *,
        env: Mapping[str, str] | None = None,
        pass_fds: Sequence[int] = (),
    ) -> Self:
        """Start ``command`` with its output added to ``log``."""
        with log.open("ab") as sink:
            # The child shares the place in the file, and moves it as soon as it writes.
            log_start = sink.tell()
            process = await asyncio.create_subprocess_exec(
                *command,
                env=env,
                pass_fds=pass_fds,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=sink,
                stderr=sink,
                start_new_session=True,
            )
            return cls(name, log, log_start, stop_signal, process)

    @property
    def pid(self) -> int:
        """Process id."""
        return self._process.pid

    @property
    def ended(self) -> bool:
        """Whether the process is over."""
        return self._process.returncode is not None

    def output(self) -> str:
        """What it has logged since it was started."""
        with self.log.open("rb") as source:
            source.seek(self._log_start)
            return source.read().decode(errors="replace")

    async def wait(self) -> int:
        """Exit code, once it is over and whatever it started in its process group is ended too."""
        code = await self._process.wait()
        with suppress(ProcessLookupError):
            os.killpg(self.pid, signal.SIGKILL)
        return code

    async def stop(self) -> None:
        """Ask it to stop, and kill it when it has not done so in time."""
        with suppress(ProcessLookupError):
            self._process.send_signal(self.stop_signal)
        try:
            async with asyncio.timeout(_STOP_GRACE_S):
                await self.wait()
        except TimeoutError:
            self._process.kill()
            await self.wait()

    def failure(self) -> StackFailed:
        """The error that tells why it ended or does not answer."""
        tail = self.output()[-_TAIL_BYTES:].strip()
        if any(sign in tail for sign in _NO_SPACE):
            return DiskFull(f"no space left for {self.name} in {self.log.parent}: free some and start again")
        state = f"ended with code {self._process.returncode}" if self.ended else "does not answer"
        return StackFailed(f"{self.name} {state}; its log {self.log} ends with: {tail or 'nothing'}")


async def until_healthy(child: Child, probe: Callable[[], Awaitable[bool]], timeout_s: float) -> None:
    """Ask ``probe`` until it says yes; a child that does not get there is stopped.

    Raises:
        StackFailed: the child ended, or ``timeout_s`` seconds passed.
    """
    try:
        async with asyncio.timeout(timeout_s):
            while not await probe():
                if child.ended:
                    raise child.failure()
                await asyncio.sleep(_POLL_S)
    except BaseException as error:
        failure = child.failure() if isinstance(error, TimeoutError) else error
        await child.stop()
        raise failure from None
