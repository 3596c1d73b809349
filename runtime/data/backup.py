"""Backing up the data of a stack into one file (rule STACK-14)."""

from collections.abc import AsyncIterator, Iterator
from contextlib import aclosing, asynccontextmanager, contextmanager
from dataclasses import dataclass
from datetime import datetime
from importlib.metadata import version
from pathlib import Path

from domain.errors import InvalidInput, NotFound
from runtime.data.archive import Manifest, Origin, write_archive
from runtime.data.programs import dump, require_same_major, told_when_gone
from runtime.embedded.postgres import PostgresServer, require_database
from runtime.embedded.replacement import holds_data
from runtime.embedded.server import Report
from runtime.settings import Settings
from runtime.whole_file import whole_file
from storage.snapshots import Snapshot, exported_snapshot


@dataclass(frozen=True, slots=True)
class Backup:
    """A backup that was taken: where it is, how many bytes it has, and what it says of itself."""

    file: Path
    size: int
    manifest: Manifest


def usual_name(now: datetime) -> str:
    """The name of a backup that was given none."""
    return f"daywright-{now:%Y%m%dT%H%M%SZ}.backup"


async def back_up(settings: Settings, target: Path, now: datetime, report: Report, *, force: bool = False) -> Backup:
    """Write all data of the embedded database, or of ``DATABASE_URL``, as they are at one moment, into a file.

    An embedded server that does not run is started for it and stopped again.

    Args:
        report: told, in sentences, what a person should know.
        force: whether the file may take the place of another.

    Raises:
        InvalidInput: the file is there already, or cannot be written.
        NotFound: there are no data yet.
        StackFailed: the database cannot be reached, or not dumped.
    """
    _refuse_target(target, force)
    with told_when_gone():
        async with _database(settings, report) as url, exported_snapshot(url) as snapshot:
            require_same_major(snapshot.server_major)
            manifest = await _write(target, url, snapshot, now, force)
    return Backup(target, target.stat().st_size, manifest)


async def _write(target: Path, url: str, snapshot: Snapshot, now: datetime, force: bool) -> Manifest:
    with _sentences(target), whole_file(target, replace=force) as sink:
        async with aclosing(dump(url, snapshot.id)) as pieces:
            return await write_archive(sink, pieces, _origin(snapshot, now))


def _origin(snapshot: Snapshot, now: datetime) -> Origin:
    return Origin(
        product=version("daywright"),
        schema_revision=snapshot.revision,
        postgres_major=snapshot.server_major,
        created_at=now,
    )


@asynccontextmanager
async def _database(settings: Settings, report: Report) -> AsyncIterator[str]:
    if settings.database_url is not None:
        await require_database(settings.database_url)
        yield settings.database_url
        return
    folder = settings.data_dir / "postgres"
    if not holds_data(folder):
        raise NotFound(f"{settings.data_dir} holds no data to back up: set DAYWRIGHT_DATA_DIR to the folder that does")
    server = PostgresServer(folder, report)
    await server.start()
    try:
        yield server.url
    finally:
        await server.stop()


def _refuse_target(target: Path, force: bool) -> None:
    if not target.parent.is_dir():
        raise InvalidInput(f"the folder {target.parent} does not exist: make it, or give a file in another one")
    if target.is_dir():
        raise InvalidInput(f"{target} is a folder: give the name of a file")
    if not force and target.is_symlink() | target.exists():
        raise _there_already(target)


@contextmanager
def _sentences(target: Path) -> Iterator[None]:
    try:
        yield
    except FileExistsError:
        raise _there_already(target) from None
    except OSError as error:
        raise InvalidInput(f"{target} cannot be written ({error.strerror}): free space or give another file") from None


def _there_already(target: Path) -> InvalidInput:
    return InvalidInput(f"{target} exists already: give another name, or --force to replace it")
