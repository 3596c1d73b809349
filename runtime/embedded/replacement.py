"""Replacing a server's data by others, so that a cut at any moment leaves one of the two whole (rule STACK-17)."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from runtime.embedded.server import Report

_DATA = "data"
_NEW = "data.restored"
_OLD = "data.replaced"
_STAGE = "restoring"


def holds_data(folder: Path) -> bool:
    """Whether a folder of PostgreSQL has data, which may still have to get their name."""
    return any((folder / name).exists() for name in (_DATA, _NEW))


def staging_folder(folder: Path) -> Path:
    """Where new data for the folder are made, on the same disk; what a cut left there is removed."""
    stage = folder / _STAGE
    shutil.rmtree(stage, ignore_errors=True)
    return stage


def replace_data(folder: Path, new: Path) -> None:
    """Put complete data, on the same disk, in the place of those the folder has; nobody may use either.

    Between the two renames the folder has no data of that name: ``finish_replacement`` does what a cut left undone.
    """
    data, ready, old = (folder / name for name in (_DATA, _NEW, _OLD))
    for leftover in (ready, old):
        shutil.rmtree(leftover, ignore_errors=True)
    new.rename(ready)
    if data.exists():
        data.rename(old)
    ready.rename(data)
    shutil.rmtree(old, ignore_errors=True)


def finish_replacement(folder: Path, report: Report) -> None:
    """End a replacement that was cut short: its data count from the moment the old ones gave up their name."""
    data, ready, old = (folder / name for name in (_DATA, _NEW, _OLD))
    if ready.exists() and not data.exists():
        ready.rename(data)
        report("A restore was cut short: it is complete now.")
    if data.exists():
        for leftover in (ready, old, folder / _STAGE):
            shutil.rmtree(leftover, ignore_errors=True)


@contextmanager
def set_aside(folder: Path, pattern: str) -> Iterator[bool]:
    """Take files out of the way, for good once the work inside is done; it is given whether there were any.

    Where the work fails they are put back.
    """
    files = sorted(folder.glob(pattern))
    aside = folder / "replaced"
    shutil.rmtree(aside, ignore_errors=True)
    if not files:
        yield False
        return
    aside.mkdir(mode=0o700)
    for file in files:
        file.rename(aside / file.name)
    try:
        yield True
    except BaseException:
        for file in aside.iterdir():
            file.rename(folder / file.name)
        raise
    finally:
        shutil.rmtree(aside)
