"""A server on files that only one process may open: the first to start it owns it, later ones join (rule STACK-3)."""

import asyncio
import signal
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

from domain.errors import StackFailed
from runtime.embedded.data_folder import data_folder
from runtime.embedded.folder_lock import FolderLock
from runtime.embedded.process import Child

Report = Callable[[str], None]

_START_TIMEOUT_S = 60.0
_RETRY_S = 0.05
_JOINED_CHECK_S = 1.0


class FolderServer(ABC):
    """A server whose data lies in one folder.

    Attributes:
        name: what it is called in messages.
        folder: the data folder, made with mode 0700 when missing.
        log: file that its output is added to.
    """

    name: ClassVar[str]

    def __init__(self, folder: Path, report: Report, stop_signal: signal.Signals) -> None:
        self.folder = data_folder(folder).resolve()
        self.log = self.folder / f"{self.name.lower()}.log"
        self._lock_file = self.folder / f"{self.name.lower()}.lock"
        self._report = report
        self._stop_signal = stop_signal
        self._lock: FolderLock | None = None
        self._child: Child | None = None

    @property
    def pid(self) -> int | None:
        """Process id of the server, None when it is not this process's own."""
        return self._child.pid if self._child else None

    @abstractmethod
    async def _serve(self, lock: FolderLock) -> Child:
        """Start the server with the lock's descriptor inherited, and return it once it is healthy."""

    @abstractmethod
    async def _answers(self) -> bool:
        """Whether a server of this folder answers requests."""

    def claim(self) -> FolderLock | None:
        """The lock that keeps every process off the folder's files; None while a server uses them."""
        return FolderLock.acquire(self._lock_file)

    async def start(self) -> None:
        """Own the server, or join the one that another process owns; return once it is healthy.

        Raises:
            StackFailed: it could not be started; the message says why.
        """
        try:
            async with asyncio.timeout(_START_TIMEOUT_S):
                while not await self._owned_or_joined():
                    await asyncio.sleep(_RETRY_S)
        except TimeoutError:
            raise StackFailed(
                f"{self.name} in {self.folder} is held by another process but does not answer: see {self.log}"
            ) from None

    async def wait(self) -> None:
        """Return when the server has ended, or no longer answers where it was joined."""
        if self._child is not None:
            await self._child.wait()
            self._release()
            return
        while await self._answers():
            await asyncio.sleep(_JOINED_CHECK_S)

    async def stop(self) -> None:
        """Stop the server if this process owns it."""
        if self._child is not None:
            await self._child.stop()
        self._release()

    async def _owned_or_joined(self) -> bool:
        self._lock = self.claim()
        if self._lock is None:
            return await self._answers()
        try:
            self._child = await self._serve(self._lock)
        except BaseException:
            self._release()
            raise
        return True

    def _release(self) -> None:
        self._child = None
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    async def _spawn(self, command: list[str], lock: FolderLock) -> Child:
        return await Child.spawn(self.name, command, self.log, self._stop_signal, pass_fds=(lock.descriptor,))
