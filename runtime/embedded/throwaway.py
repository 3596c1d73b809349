"""A data folder that is thrown away, and what killed owners left of theirs (rule STACK-11)."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from domain.errors import StackFailed
from runtime.embedded.folder_lock import FolderLock
from runtime.embedded.postgres import socket_folder
from runtime.embedded.server import Report

_PREFIX = "daywright-"
_OWNER = "owner.lock"


@contextmanager
def throwaway_folder(report: Report) -> Iterator[Path]:
    """A new temporary folder that is removed on leaving, after those of killed owners have been.

    Raises:
        StackFailed: the temporary folder of the machine cannot be used.
    """
    try:
        _remove_abandoned(Path(tempfile.gettempdir()), report)
        folder, lock = _owned_folder()
    except OSError as error:
        raise StackFailed(
            f"no temporary folder can be made ({error.strerror}): set TMPDIR to a folder you may write to"
        ) from error
    try:
        yield folder
    finally:
        shutil.rmtree(folder)
        lock.release()


def _owned_folder() -> tuple[Path, FolderLock]:
    """A folder that gets the name others look for only when it is locked."""
    unnamed = Path(tempfile.mkdtemp(prefix=f".{_PREFIX}"))
    lock = FolderLock.acquire(unnamed / _OWNER)
    assert lock is not None
    return unnamed.rename(unnamed.with_name(unnamed.name[1:])), lock


def _remove_abandoned(parent: Path, report: Report) -> None:
    for mark in parent.glob(f"{_PREFIX}*/{_OWNER}"):
        # Another start may be removing it just now, and what cannot be removed must not keep this one from starting.
        with suppress(OSError):
            _remove_if_abandoned(mark.parent, report)


def _remove_if_abandoned(folder: Path, report: Report) -> None:
    """Remove a folder of this user on which neither its owner nor a server that outlives the owner holds a lock."""
    if folder.is_symlink() or folder.lstat().st_uid != os.geteuid():
        return
    with ExitStack() as held:
        for path in (folder / _OWNER, *folder.glob("*/*.lock")):
            lock = FolderLock.acquire(path)
            if lock is None:
                return
            held.callback(lock.release)
        shutil.rmtree(socket_folder(folder.resolve() / "postgres"), ignore_errors=True)
        shutil.rmtree(folder)
        report(f"{folder} was left by a run that was killed: it was removed.")
