import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from domain.errors import DataFolderIncompatible, StackFailed
from runtime.embedded.postgres import PostgresServer, require_database
from tests.runtime.embedded.processes import until_gone

Start = Callable[[], PostgresServer]


@pytest.fixture
def server_on(tmp_path: Path, said: list[str]) -> Start:
    """Makes servers of one folder."""
    return lambda: PostgresServer(tmp_path, said.append, durable=False)


async def _value(server: PostgresServer, query: str) -> object:
    connection = await server.connect()
    try:
        return await connection.fetchval(query)
    finally:
        await connection.close()


async def _kill(server: PostgresServer) -> None:
    assert server.pid is not None
    os.kill(server.pid, signal.SIGKILL)
    await server.wait()


async def test_data_are_kept_across_a_stop_and_utf8_sorts_by_code_point(server_on: Start) -> None:
    first = server_on()
    await first.start()
    await _value(first, "CREATE TABLE kept AS SELECT unnest(ARRAY['高数', 'b', 'B', '体育']) AS title")
    await first.stop()
    second = server_on()
    await second.start()
    titles = await _value(second, "SELECT string_agg(title, ',' ORDER BY title) FROM kept")
    assert titles == "B,b,体育,高数"
    assert await _value(second, "SHOW listen_addresses") == ""
    await second.stop()
    assert not second.socket_folder.exists()


async def test_url_serves_sqlalchemy_whatever_the_environment_says(
    server_on: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PGPORT", "1")
    monkeypatch.setenv("PGHOST", "nowhere.invalid")
    server = server_on()
    await server.start()
    engine = create_async_engine(server.url)
    async with engine.connect() as connection:
        assert (await connection.execute(text("SELECT 35"))).scalar_one() == 35
    await engine.dispose()
    await server.stop()


async def test_folder_is_private_and_a_long_path_is_no_hindrance(tmp_path: Path, said: list[str]) -> None:
    folder = tmp_path / ("long" * 40) / "postgres"
    server = PostgresServer(folder, said.append, durable=False)
    await server.start()
    assert await _value(server, "SELECT 1") == 1
    for private in (folder, folder / "data", server.socket_folder):
        assert private.stat().st_mode & 0o777 == 0o700
    await server.stop()


async def test_second_process_joins_and_takes_over_when_the_first_goes(
    tmp_path: Path, server_on: Start, said: list[str]
) -> None:
    script = (
        "import asyncio, sys, pathlib\n"
        "from runtime.embedded.postgres import PostgresServer\n"
        "async def main():\n"
        f"    server = PostgresServer(pathlib.Path({str(tmp_path)!r}), print, durable=False)\n"
        "    await server.start()\n"
        "    print(server.pid, flush=True)\n"
        "    await server.wait()\n"
        "asyncio.run(main())\n"
    )
    owner = await asyncio.create_subprocess_exec(sys.executable, "-c", script, stdout=asyncio.subprocess.PIPE)
    assert owner.stdout is not None
    assert int(await owner.stdout.readline()) > 0
    second = server_on()
    await second.start()
    assert second.pid is None
    assert await _value(second, "SELECT 1") == 1
    owner.kill()
    await owner.wait()
    await second.wait()
    await second.start()
    assert second.pid is not None
    assert await _value(second, "SELECT 1") == 1
    await second.stop()


async def test_joined_server_is_left_running(server_on: Start) -> None:
    owner, guest = server_on(), server_on()
    await owner.start()
    await guest.start()
    await guest.stop()
    assert await _value(owner, "SELECT 1") == 1
    await owner.stop()


async def test_killed_server_starts_again_and_says_what_it_removed(server_on: Start, said: list[str]) -> None:
    server = server_on()
    await server.start()
    await _kill(server)
    assert list(server.socket_folder.iterdir())
    await server.start()
    assert await _value(server, "SELECT 1") == 1
    assert said == ["PostgreSQL was not stopped last time: its leftovers were removed and its data recovered."]
    await server.stop()


async def test_process_id_left_behind_may_belong_to_a_stranger(
    tmp_path: Path, server_on: Start, said: list[str]
) -> None:
    server = server_on()
    await server.start()
    await server.stop()
    (tmp_path / "data" / "postmaster.pid").write_text(f"{os.getpid()}\n{tmp_path / 'data'}\n")
    await server.start()
    assert len(said) == 1
    await server.stop()


async def test_folder_that_a_foreign_server_uses_is_refused(tmp_path: Path, server_on: Start) -> None:
    server = server_on()
    await server.start()
    await server.stop()
    foreign = await asyncio.create_subprocess_exec("sleep", "600", cwd=tmp_path / "data")
    (tmp_path / "data" / "postmaster.pid").write_text(f"{foreign.pid}\n")
    with pytest.raises(StackFailed, match=f"process {foreign.pid} already serves .*: stop it and start again"):
        await server.start()
    foreign.kill()
    await foreign.wait()


async def test_folder_of_another_major_is_refused_with_instructions(tmp_path: Path, server_on: Start) -> None:
    (tmp_path / "data").mkdir(mode=0o700)
    (tmp_path / "data" / "PG_VERSION").write_text("15\n")
    with pytest.raises(DataFolderIncompatible, match=r"made by PostgreSQL 15 .* dump it .* or move the folder away"):
        await server_on().start()


async def test_half_made_folder_is_made_anew(tmp_path: Path, server_on: Start) -> None:
    (tmp_path / "data.partial").mkdir()
    (tmp_path / "data.partial" / "PG_VERSION").write_text("18\n")
    server = server_on()
    await server.start()
    assert not (tmp_path / "data.partial").exists()
    await server.stop()


async def test_socket_folder_open_to_others_is_refused(server_on: Start) -> None:
    server = server_on()
    server.socket_folder.mkdir()
    server.socket_folder.chmod(0o755)
    with pytest.raises(StackFailed, match=r"is open to other users .*: remove it and start again"):
        await server.start()


@pytest.mark.skipif(
    subprocess.run(("unshare", "--user", "--map-root-user", "--mount", "true"), check=False).returncode != 0,
    reason="this machine allows no mount namespace",
)
async def test_full_disk_is_told_in_a_sentence(tmp_path: Path) -> None:
    """On a disk of 8 MB of the test's own, in a mount namespace."""
    script = (
        "import asyncio, pathlib\n"
        "from runtime.embedded.postgres import PostgresServer\n"
        "from domain.errors import DiskFull\n"
        "try:\n"
        f"    asyncio.run(PostgresServer(pathlib.Path({str(tmp_path)!r}), print, durable=False).start())\n"
        "except DiskFull as error:\n"
        "    print(error.message)\n"
    )
    mount = 'mount -t tmpfs -o size=8m none "$1" && exec "$2" -c "$3"'
    command = ("unshare", "--user", "--map-root-user", "--mount", "sh", "-c", mount, "sh")
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(*command, str(tmp_path), sys.executable, script, stdout=pipe)
    output, _ = await process.communicate()
    assert output.decode() == f"no space left for PostgreSQL in {tmp_path}: free some and start again\n"
    await until_gone(tmp_path)


async def test_database_url_that_does_not_answer_is_named(tmp_path: Path) -> None:
    with pytest.raises(StackFailed, match=r"DATABASE_URL does not answer .*: start it, or unset DATABASE_URL"):
        await require_database(f"postgresql+asyncpg://somebody@/postgres?host={tmp_path}")


async def test_database_url_that_answers_is_accepted(postgres_url: str) -> None:
    await require_database(postgres_url)
