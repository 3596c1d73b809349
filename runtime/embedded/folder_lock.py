"""The lock that lets one process own a server's files (rule STACK-3)."""

import fcntl
import os
from pathlib import Path
from typing import Self


class FolderLock:
    """An exclusive ``flock``, held until every process that inherited its descriptor is gone.

    The server inherits it, so that it stays held while a server whose owner was killed is still shutting down.
    The file's text is where the server listens.
    """

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor

    @classmethod
    def acquire(cls, path: Path) -> Self | None:
        """The lock, or None when somebody else holds it."""
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(descriptor)
            return None
        os.truncate(descriptor, 0)
        return cls(descriptor)

    def announce(self, text: str) -> None:
        """Tell those who do not hold the lock where the server listens."""
        os.truncate(self.descriptor, 0)
        os.pwrite(self.descriptor, text.encode(), 0)

    def release(self) -> None:
        """Give up this process's hold."""
        os.close(self.descriptor)
