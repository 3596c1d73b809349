"""Data come back as they were, or nothing changes."""

import json
import zipfile
from datetime import UTC, datetime
from pathlib import Path
from types import ModuleType

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import Connection

from domain.errors import Conflict, DataFolderInUse, InvalidBackup, StackFailed
from runtime.data import programs, restore
from runtime.data.backup import back_up
from runtime.data.restore import bring_back
from runtime.embedded.folder_lock import FolderLock
from runtime.embedded.postgres import PostgresServer
from runtime.settings import Settings
from storage.engine import create_engine
from storage.migrate import upgrade
from tests.runtime.data.contents import files_in, populate, rows_in, rows_of

NOW = datetime(2026, 9, 7, 8, 30, 5, tzinfo=UTC)


@pytest.fixture
async def file(database: str, settings: Settings, tmp_path: Path) -> Path:
    """A backup of a database with anna in it."""
    await populate(database, "anna")
    of_database = settings.model_copy(update={"database_url": database})
    return (await back_up(of_database, tmp_path / "anna.backup", NOW, print)).file


async def stored(settings: Settings, owner: str) -> dict[str, list[str]]:
    """Fill the data folder, with a store of Temporal beside the database, and say what is in it."""
    server = PostgresServer(settings.data_dir / "postgres", print, durable=False)
    await server.start()
    await upgrade(server.url)
    await populate(server.url, owner)
    await server.stop()
    (settings.data_dir / "temporal").mkdir(mode=0o700)
    for name in ("temporal.db", "temporal.db-wal", "temporal.log"):
        (settings.data_dir / "temporal" / name).write_text(name)
    return await rows_in(settings.data_dir)


async def test_a_missing_data_folder_is_filled(database: str, file: Path, settings: Settings, said: list[str]) -> None:
    """Nothing was there, so nothing is saved; the folder is private and holds what the backup holds."""
    done = await bring_back(settings, file, NOW, said.append)
    assert (done.replaced, done.store_removed, said) == (None, False, [])
    assert await rows_in(settings.data_dir) == await rows_of(database)
    assert settings.data_dir.stat().st_mode & 0o077 == 0
    assert sorted(path.name for path in (settings.data_dir / "postgres").iterdir()) == [
        *("data", "postgresql.lock", "postgresql.log"),
    ]


async def test_present_data_are_replaced_only_with_force_and_after_they_were_saved(
    database: str, file: Path, settings: Settings, said: list[str]
) -> None:
    """The safety backup brings them back; Temporal's store goes, its log stays."""
    before = await stored(settings, "bert")
    with pytest.raises(Conflict, match="holds data already: give --force"):
        await bring_back(settings, file, NOW, said.append)
    assert await rows_in(settings.data_dir) == before
    done = await bring_back(settings, file, NOW, said.append, force=True)
    assert done.store_removed
    assert await rows_in(settings.data_dir) == await rows_of(database) != before
    left = {path.name for path in (settings.data_dir / "temporal").iterdir()}
    assert left == {"temporal.lock", "temporal.log"}
    assert done.replaced is not None
    assert done.replaced.file.parent == settings.data_dir / "backups"
    again = await bring_back(settings, done.replaced.file, NOW.replace(minute=31), said.append, force=True)
    assert again.replaced is not None
    assert await rows_in(settings.data_dir) == before


async def test_a_database_that_is_not_empty_is_never_replaced(
    database: str, file: Path, settings: Settings, said: list[str]
) -> None:
    """Not with force either: it may be somebody else's."""
    before = await rows_of(database)
    with pytest.raises(Conflict, match="is not empty, and no data of somebody's own server are ever replaced"):
        await bring_back(settings.model_copy(update={"database_url": database}), file, NOW, said.append, force=True)
    assert await rows_of(database) == before


async def test_a_store_of_temporal_beside_a_database_of_ones_own_goes_too(
    empty_database: str, file: Path, settings: Settings, said: list[str]
) -> None:
    """Its workflows belong to other data just the same."""
    folder = settings.data_dir / "temporal"
    folder.mkdir(parents=True)
    (folder / "temporal.db").write_text("workflows")
    done = await bring_back(settings.model_copy(update={"database_url": empty_database}), file, NOW, said.append)
    assert done.store_removed
    assert not (folder / "temporal.db").exists()


@pytest.mark.parametrize("part", ["postgres/postgresql.lock", "temporal/temporal.lock"])
async def test_a_folder_that_something_runs_on_is_refused(
    file: Path, settings: Settings, said: list[str], part: str
) -> None:
    """Either server is enough; force does not help; nothing was changed."""
    await stored(settings, "bert")
    lock = FolderLock.acquire(settings.data_dir / part)
    assert lock is not None
    before = files_in(settings.data_dir)
    with pytest.raises(DataFolderInUse, match="is running: stop `daywright dev`"):
        await bring_back(settings, file, NOW, said.append, force=True)
    assert files_in(settings.data_dir) == before
    lock.release()


def rewritten(file: Path, **facts: object) -> None:
    """The same backup with another description."""
    with zipfile.ZipFile(file) as archive:
        dump, description = archive.read("database.dump"), json.loads(archive.read("backup.json"))
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("database.dump", dump)
        archive.writestr("backup.json", json.dumps(description | facts))


@pytest.mark.parametrize(
    ("facts", "told"),
    [
        ({"schema_revision": "9999", "product": "7.0.0"}, "schema '9999' of Daywright 7.0.0, .* install that version"),
        ({"postgres_major": 99}, "PostgreSQL 99"),
        ({"format": 2}, "damaged"),
    ],
)
async def test_a_backup_of_a_newer_version_is_refused(
    file: Path, settings: Settings, said: list[str], facts: dict[str, object], told: str
) -> None:
    """Nothing was made, not even the folder."""
    rewritten(file, **facts)
    with pytest.raises(InvalidBackup, match=told):
        await bring_back(settings, file, NOW, said.append, force=True)
    assert not settings.data_dir.exists()


async def test_a_file_that_is_no_backup_changes_nothing(file: Path, settings: Settings, said: list[str]) -> None:
    """Cut short, or something else altogether."""
    await stored(settings, "bert")
    before = files_in(settings.data_dir)
    file.write_bytes(file.read_bytes()[:-1])
    for wrong in (file, Path(__file__)):
        with pytest.raises(InvalidBackup):
            await bring_back(settings, wrong, NOW, said.append, force=True)
    assert files_in(settings.data_dir) == before


async def _fails(_: str) -> None:
    raise StackFailed("the migration failed")


@pytest.mark.parametrize(
    ("module", "name", "failing"), [(restore, "upgrade", _fails), (programs, "_RESTORE", ("--no-such-option",))]
)
async def test_a_restore_that_fails_leaves_the_data_as_they_were(
    file: Path,
    settings: Settings,
    said: list[str],
    monkeypatch: pytest.MonkeyPatch,
    module: ModuleType,
    name: str,
    failing: object,
) -> None:
    """Whether the dump cannot be read back or cannot be migrated; the store of Temporal stays too."""
    before = await stored(settings, "bert")
    monkeypatch.setattr(module, name, failing)
    with pytest.raises(StackFailed):
        await bring_back(settings, file, NOW, said.append, force=True)
    assert await rows_in(settings.data_dir) == before
    assert (settings.data_dir / "temporal" / "temporal.db").read_text() == "temporal.db"
    assert not (settings.data_dir / "postgres" / "restoring").exists()


async def test_data_of_an_older_schema_are_migrated(
    empty_database: str, settings: Settings, tmp_path: Path, said: list[str], database: str
) -> None:
    """A backup that the first version made serves this one."""
    engine = create_engine(empty_database)
    async with engine.connect() as connection:
        await connection.run_sync(_to_first_version)
    await engine.dispose()
    of_first = settings.model_copy(update={"database_url": empty_database})
    done = await back_up(of_first, tmp_path / "first.backup", NOW, said.append)
    assert done.manifest.schema_revision == "0001"
    await bring_back(settings, done.file, NOW, said.append)
    restored, newest = await rows_in(settings.data_dir), await rows_of(database)
    assert restored["alembic_version"] == newest["alembic_version"]
    assert restored.keys() == newest.keys()


def _to_first_version(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", "storage:migrations")
    config.attributes["connection"] = connection
    command.upgrade(config, "0001")
