"""The data folder of a stack seen from outside: what is in it, and whether something runs on it (rule STACK-16)."""

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from domain.errors import DataFolderInUse, StackFailed
from runtime.embedded.data_folder import data_folder
from runtime.embedded.postgres import PostgresServer
from runtime.embedded.server import FolderServer, Report
from runtime.embedded.temporal import TemporalServer

BACKUPS = "backups"
_OURS = ("postgres", "temporal", "worker", "api", BACKUPS, "local.key", "client.json", "dev.lock")
_TRASH = ".deleted-"
_SERVERS: dict[str, Callable[[Path, Report], FolderServer]] = {"postgres": PostgresServer, "temporal": TemporalServer}
_PARTIAL = (_TRASH, ".local.key.", ".client.json.", ".daywright-")


def entries(folder: Path) -> tuple[list[Path], list[Path]]:
    """What a stack has put into the folder, and what somebody else has; a link is an entry, not what it points at."""
    present = sorted(folder.iterdir()) if folder.is_dir() else []
    ours = [path for path in present if path.name in _OURS or path.name.startswith(_PARTIAL)]
    return ours, [path for path in present if path not in ours]


@contextmanager
def claimed(folder: Path, report: Report) -> Iterator[None]:
    """Keep every stack off the folder, which is made if it is missing.

    Raises:
        DataFolderInUse: a server of the folder is up.
        StackFailed: the folder cannot be used.
    """
    data_folder(folder)
    with ExitStack() as held:
        for name in _SERVERS:
            held.enter_context(_claimed(folder, name, report))
        yield


def require_idle(folder: Path, report: Report) -> None:
    """Refuse a folder that something runs on; nothing is made in it.

    Raises:
        DataFolderInUse: a server of the folder is up.
        StackFailed: the folder cannot be used.
    """
    for name in _SERVERS:
        if (folder / name).is_dir():
            with _claimed(folder, name, report):
                pass


@contextmanager
def _claimed(folder: Path, name: str, report: Report) -> Iterator[None]:
    server = _SERVERS[name](folder / name, report)
    try:
        lock = server.claim()
    except OSError as error:
        raise StackFailed(f"{server.folder} cannot be used ({error.strerror}): see whose it is") from None
    if lock is None:
        raise DataFolderInUse(
            f"{server.name} of {folder} is running: stop `daywright dev`, or what else uses the folder, first"
        )
    try:
        yield
    finally:
        lock.release()


def delete(folder: Path, paths: Sequence[Path]) -> None:
    """Delete entries of the folder; links are removed, never followed.

    They leave their place at once, so that a stack that starts meanwhile finds an empty folder.
    """
    trash = Path(tempfile.mkdtemp(prefix=_TRASH, dir=folder))
    for path in paths:
        os.rename(path, trash / path.name)
    shutil.rmtree(trash)
