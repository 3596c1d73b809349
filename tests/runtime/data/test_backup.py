"""One file holds all data of one moment."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import text

from domain.errors import InvalidInput, NotFound, StackFailed
from runtime.data import programs
from runtime.data.archive import opened_archive
from runtime.data.backup import back_up, usual_name
from runtime.data.restore import bring_back
from runtime.embedded.postgres import PostgresServer, installed_major
from runtime.settings import Settings
from storage.engine import create_engine
from storage.migrate import upgrade
from storage.snapshots import exported_snapshot
from tests.runtime.data.contents import files_in, populate, rows_of

NOW = datetime(2026, 9, 7, 8, 30, 5, tzinfo=UTC)


def of(url: str, settings: Settings) -> Settings:
    return settings.model_copy(update={"database_url": url})


async def test_a_restored_backup_holds_every_row(
    database: str, empty_database: str, settings: Settings, tmp_path: Path, said: list[str]
) -> None:
    """Of every table, in a database that belongs to somebody else's server too."""
    await populate(database, "anna")
    done = await back_up(of(database, settings), tmp_path / "a.backup", NOW, said.append)
    await bring_back(of(empty_database, settings), done.file, NOW, said.append)
    rows = await rows_of(database)
    assert await rows_of(empty_database) == rows
    assert any("anna" in row for row in rows["users"])
    assert (done.size, done.file.stat().st_mode & 0o777) == (done.file.stat().st_size, 0o600)
    assert not settings.data_dir.exists()


async def test_a_backup_says_what_it_is_of(database: str, settings: Settings, tmp_path: Path, said: list[str]) -> None:
    """The product, the schema, the server and the time."""
    await back_up(of(database, settings), tmp_path / "a.backup", NOW, said.append)
    with opened_archive(tmp_path / "a.backup") as archive:
        manifest = archive.manifest
    assert (manifest.created_at, manifest.postgres_major) == (NOW, installed_major())
    assert manifest.product.count(".") == 2
    assert [f'{{"version_num": "{manifest.schema_revision}"}}'] == (await rows_of(database))["alembic_version"]
    assert usual_name(NOW) == "daywright-20260907T083005Z.backup"


async def test_a_dump_is_of_the_moment_of_its_snapshot(database: str) -> None:
    """What is committed afterwards is not in it."""
    engine = create_engine(database)
    async with exported_snapshot(database) as snapshot:
        async with engine.begin() as connection:
            await connection.execute(text("INSERT INTO users (id) VALUES ('later')"))
            await connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
        pieces = [piece async for piece in programs.dump(database, snapshot.id)]
    await engine.dispose()
    assert snapshot.revision != "9999"
    assert pieces[0].startswith(b"PGDMP")


async def test_a_server_that_runs_is_joined_and_another_started_and_stopped(
    settings: Settings, tmp_path: Path, said: list[str]
) -> None:
    """Either way the backup holds the same, and the server is as it was before."""
    server = PostgresServer(settings.data_dir / "postgres", said.append, durable=False)
    await server.start()
    await upgrade(server.url)
    await populate(server.url, "anna")
    joined = await back_up(settings, tmp_path / "joined.backup", NOW, said.append)
    assert await rows_of(server.url)
    await server.stop()
    started = await back_up(settings, tmp_path / "started.backup", NOW, said.append)
    assert not server.socket_folder.exists()
    assert joined.manifest.schema_revision == started.manifest.schema_revision
    assert joined.manifest.dump_bytes == pytest.approx(started.manifest.dump_bytes, rel=0.01)
    assert said == []


async def test_a_file_is_never_replaced_without_force(
    database: str, settings: Settings, tmp_path: Path, said: list[str]
) -> None:
    """Not even a link that leads nowhere; with force the link is replaced, and not what it points at."""
    target, link, elsewhere = tmp_path / "a.backup", tmp_path / "link.backup", tmp_path / "elsewhere"
    target.write_text("precious")
    link.symlink_to(elsewhere)
    for taken in (target, link):
        with pytest.raises(InvalidInput, match="exists already: give another name, or --force"):
            await back_up(of(database, settings), taken, NOW, said.append)
    assert target.read_text() == "precious"
    for taken in (target, link):
        await back_up(of(database, settings), taken, NOW, said.append, force=True)
        with opened_archive(taken):
            assert not taken.is_symlink()
    assert not elsewhere.exists()


async def test_a_target_that_cannot_be_written_is_refused_first(
    database: str, settings: Settings, tmp_path: Path, said: list[str]
) -> None:
    """A missing folder, and a folder in place of a file."""
    for target, told in ((tmp_path / "no" / "a.backup", "does not exist: make it"), (tmp_path, "is a folder")):
        with pytest.raises(InvalidInput, match=told):
            await back_up(of(database, settings), target, NOW, said.append, force=True)
    assert list(tmp_path.iterdir()) == []


async def test_without_data_there_is_nothing_to_back_up(settings: Settings, tmp_path: Path, said: list[str]) -> None:
    """And no database is made for it."""
    with pytest.raises(NotFound, match="holds no data to back up"):
        await back_up(settings, tmp_path / "a.backup", NOW, said.append)
    assert files_in(tmp_path) == {}


async def test_a_dump_that_fails_leaves_no_file(
    database: str, settings: Settings, tmp_path: Path, said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The sentence has the reason of the program."""
    monkeypatch.setattr(programs, "_DUMP", ("--format=custom", "--table=nowhere"))
    with pytest.raises(StackFailed, match=r"pg_dump ended with code 1 .*no matching tables"):
        await back_up(of(database, settings), tmp_path / "a.backup", NOW, said.append)
    assert list(tmp_path.iterdir()) == []


def test_a_server_of_another_major_is_refused() -> None:
    """Its own programs are named."""
    programs.require_same_major(installed_major())
    with pytest.raises(StackFailed, match=r"runs PostgreSQL 15 .* pg_restore of PostgreSQL 15"):
        programs.require_same_major(15)


@pytest.mark.parametrize(
    ("url", "address", "password"),
    [
        (
            "postgresql+asyncpg://a@/postgres?host=/run/x&port=5432",
            "postgresql://a@/postgres?host=%2Frun%2Fx&port=5432",
            None,
        ),
        ("postgresql://a:p%40ss@db:5433/plans?sslmode=require", "postgresql://a@db:5433/plans?sslmode=require", "p@ss"),
        ("postgres://db/plans?user=a&password=secret", "postgresql://db/plans?user=a", "secret"),
    ],
)
def test_a_password_is_no_argument_of_a_program(url: str, address: str, password: str | None) -> None:
    """Arguments can be read by every user of a machine."""
    shown, environment = programs._address(url)
    assert (shown, environment.get("PGPASSWORD")) == (address, password)
