"""Killing the supervisor leaves nothing running and loses nothing (rule STACK-4)."""

import asyncio
import os
import signal
import sys
import tempfile
from pathlib import Path

import asyncpg
import pytest
from temporalio.client import Client

from runtime.embedded.throwaway import throwaway_folder
from tests.runtime.embedded.processes import AS_PLAIN_USER, processes_of, remove_socket_folder, supervisor, until_gone

ROOT = Path(__file__).parents[3]
USERS = [(), AS_PLAIN_USER] if os.geteuid() == 0 else [()]


async def _connect(url: str) -> asyncpg.Connection:
    return await asyncpg.connect(url.replace("+asyncpg", ""))


@pytest.mark.parametrize("user", USERS, ids=["as we are", "as a plain user"][: len(USERS)])
async def test_killed_supervisor_leaves_nothing_and_both_servers_keep_their_data(
    tmp_path: Path, user: tuple[str, ...]
) -> None:
    async with supervisor(tmp_path, *user) as first:
        addresses = await first.addresses()
        database = await _connect(addresses["database"])
        await database.execute("CREATE TABLE kept AS SELECT 35 AS item")
        client = await Client.connect(addresses["temporal"])
        await client.start_workflow("Kept", id="kept", task_queue="nobody")
        assert list(processes_of(tmp_path))
        await first.kill()
        await until_gone(tmp_path)
        database.terminate()
    async with supervisor(tmp_path, *user) as second:
        addresses = await second.addresses()
        database = await _connect(addresses["database"])
        assert await database.fetchval("SELECT item FROM kept") == 35
        await database.close()
        client = await Client.connect(addresses["temporal"])
        assert (await client.get_workflow_handle("kept").describe()).workflow_type == "Kept"


@pytest.mark.parametrize("stage", ["initdb", "postgres -D", "start-dev", "signal.pause"])
async def test_killed_while_starting_leaves_nothing_and_starts_cleanly_at_once(tmp_path: Path, stage: str) -> None:
    async with supervisor(tmp_path) as first:
        async with asyncio.timeout(60):
            while not any(stage in process for process in processes_of(tmp_path)):
                await asyncio.sleep(0.05)
        await first.kill()
        async with supervisor(tmp_path) as second:
            await second.addresses()


async def test_interrupted_supervisor_stops_everything_in_good_order(tmp_path: Path) -> None:
    async with supervisor(tmp_path) as interrupted:
        await interrupted.addresses()
        interrupted.process.send_signal(signal.SIGINT)
        await interrupted.process.communicate()
        assert not list(processes_of(tmp_path))
        log = (tmp_path / "postgres" / "postgresql.log").read_text()
        assert log.rstrip().endswith("database system is shut down")


async def test_folder_of_a_killed_ephemeral_stack_is_removed_by_the_next_and_a_live_one_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rule STACK-11."""
    async with supervisor(tmp_path, ephemeral=True) as killed:
        addresses = await killed.addresses()
        [abandoned] = tmp_path.glob("daywright-*")
        await killed.kill()
        await until_gone(tmp_path)
    async with supervisor(tmp_path, ephemeral=True) as live:
        await live.addresses()
        assert live.said[0] == f"{abandoned} was left by a run that was killed: it was removed."
        assert not abandoned.exists()
        assert not Path(addresses["database"].partition("host=")[2].partition("&")[0]).exists()
        [kept] = tmp_path.glob("daywright-*")
        monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
        with throwaway_folder(print) as beside:
            assert kept.exists()
        assert not beside.exists()
        assert [kept] == list(tmp_path.glob("daywright-*"))
    remove_socket_folder(kept / "postgres")


async def test_killed_test_session_leaves_nothing(tmp_path: Path) -> None:
    """The session's fixtures give a PostgreSQL and a Temporal; the test in it says so and waits to be killed."""
    test = tmp_path / "test_waits.py"
    test.write_text(
        "import signal\n"
        "async def test_waits(postgres_url, temporal):\n"
        f"    open({str(tmp_path / 'up')!r}, 'w').close()\n"
        "    signal.pause()\n"
    )
    options = ("-p", "tests.conftest", "--rootdir", ".", "-c", "pyproject.toml", "--basetemp", str(tmp_path / "base"))
    command = (sys.executable, "-m", "pytest", *options, str(test))
    marked = os.environ | {"DAYWRIGHT_DATA_DIR": str(tmp_path)}
    session = await asyncio.create_subprocess_exec(*command, cwd=ROOT, env=marked)
    try:
        async with asyncio.timeout(60):
            while not (tmp_path / "up").exists():
                await asyncio.sleep(0.02)
        running = list(processes_of(tmp_path))
    finally:
        session.kill()
        await session.wait()
    assert any("start-dev" in process for process in running)
    assert any("postgres -D" in process for process in running)
    await until_gone(tmp_path)
    remove_socket_folder(tmp_path / "base" / "postgres0")
