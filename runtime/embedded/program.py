"""Our own programs as child processes: a crash of one takes nothing else down (rules STACK-2 and STACK-8)."""

import signal
from collections.abc import Mapping, Sequence
from pathlib import Path

from runtime.embedded.data_folder import data_folder
from runtime.embedded.process import Child, tied, until_healthy

_READY = "ready"
_READY_TIMEOUT_S = 60.0


class Program:
    """A program of ours in a process of its own.

    Args:
        name: what it is called in messages, such as ``The worker``.
        command: what runs it; it prints the line ``ready`` once it does what it is for.
        environment: its whole environment.
        log: file that its output is added to.
    """

    def __init__(self, name: str, command: Sequence[str], environment: Mapping[str, str], log: Path) -> None:
        self.name = name
        self.log = data_folder(log.parent) / log.name
        self._command = command
        # Its output goes to a file, which Python would buffer.
        self._environment = {**environment, "PYTHONUNBUFFERED": "1"}
        self._child: Child | None = None

    @property
    def pid(self) -> int | None:
        """Process id, None while it does not run."""
        return self._child.pid if self._child else None

    async def start(self) -> None:
        """Start it and return once it is ready.

        Raises:
            StackFailed: it ended or was not ready in time; the message has the end of its log.
        """
        command = tied(self._command, signal.SIGKILL)
        child = await Child.spawn(self.name, command, self.log, signal.SIGTERM, env=self._environment)

        async def is_ready() -> bool:
            return _READY in child.output().splitlines()

        await until_healthy(child, is_ready, _READY_TIMEOUT_S)
        self._child = child

    async def wait(self) -> None:
        """Return when it has ended."""
        if self._child is not None:
            await self._child.wait()
            self._child = None

    async def stop(self) -> None:
        """Let it finish what it does, then end it."""
        if self._child is not None:
            await self._child.stop()
            self._child = None
