"""Deleting the data of a stack (rule STACK-16)."""

from dataclasses import dataclass
from pathlib import Path

from domain.errors import Conflict, StackFailed
from runtime.data.folder import claimed, delete, entries, require_idle
from runtime.embedded.server import Report
from runtime.settings import Settings


@dataclass(frozen=True, slots=True)
class Contents:
    """What a data folder holds: entries of a stack, and those of somebody else, which stay."""

    folder: Path
    ours: tuple[Path, ...]
    foreign: tuple[Path, ...]


def contents(settings: Settings, report: Report) -> Contents:
    """What a reset would delete.

    Raises:
        Conflict: ``DATABASE_URL`` is set.
        DataFolderInUse: a stack runs on the folder.
        StackFailed: the folder cannot be read.
    """
    if settings.database_url is not None:
        raise Conflict(
            "DATABASE_URL is set, and a reset never touches a database of your own server: drop it there, or unset "
            "DATABASE_URL to reset the embedded one"
        )
    try:
        ours, foreign = entries(settings.data_dir)
    except OSError as error:
        raise StackFailed(f"{settings.data_dir} cannot be read ({error.strerror}): see whose it is") from None
    require_idle(settings.data_dir, report)
    return Contents(settings.data_dir.resolve(), tuple(ours), tuple(foreign))


def delete_data(settings: Settings, report: Report) -> Contents:
    """Delete what a stack has put into its data folder, links included but not what they point at.

    Returns:
        What was there before.

    Raises:
        Conflict: ``DATABASE_URL`` is set.
        DataFolderInUse: a stack runs on the folder.
        StackFailed: something cannot be deleted.
    """
    found = contents(settings, report)
    if not found.ours:
        return found
    try:
        with claimed(settings.data_dir, report):
            delete(found.folder, entries(found.folder)[0])
    except OSError as error:
        raise StackFailed(f"{error.filename} cannot be deleted ({error.strerror}): see whose it is") from None
    return found
