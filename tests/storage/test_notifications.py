"""Waking those who wait (rule EDGE-42)."""

import asyncio
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import func, select, text
from sqlalchemy.ext.asyncio import AsyncEngine

from runtime.embedded.postgres import PostgresServer
from storage.engine import create_engine
from storage.notifications import KEY_CHANNEL, RUN_CHANNEL, Notifications
from tests.wire import Wire

LISTENERS = "FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND datname = current_database()"


@pytest.fixture
async def notifications(engine: AsyncEngine) -> AsyncIterator[Notifications]:
    async with Notifications(engine) as notifications:
        yield notifications


async def _notify(engine: AsyncEngine, channel: str, payload: str) -> None:
    async with engine.begin() as conn:
        await conn.execute(select(func.pg_notify(channel, payload)))


async def _listeners(engine: AsyncEngine, do: str = "count(*)") -> int:
    async with engine.begin() as conn:
        return int((await conn.execute(text(f"SELECT {do} {LISTENERS}"))).scalar_one())


async def _until_connected(notifications: Notifications, is_connected: bool) -> None:
    async with asyncio.timeout(120):
        while notifications.connected is not is_connected:
            await asyncio.sleep(0.01)


async def test_a_run_that_has_news_wakes_all_who_watch_it(engine: AsyncEngine, notifications: Notifications) -> None:
    """And nobody else."""
    with (
        notifications.watching("one") as first,
        notifications.watching("one") as second,
        notifications.watching("two") as other,
    ):
        await _notify(engine, RUN_CHANNEL, "one")
        await asyncio.wait_for(asyncio.gather(first.wait(), second.wait()), 120)
        await _notify(engine, KEY_CHANNEL, "two")
        await _notify(engine, RUN_CHANNEL, "nobody")
        first.clear()
        await _notify(engine, RUN_CHANNEL, "one")
        await asyncio.wait_for(first.wait(), 120)
        assert not other.is_set()
        assert notifications.watched == 2
    assert notifications.watched == 0


async def test_who_subscribes_hears_every_payload_of_a_channel(
    engine: AsyncEngine, notifications: Notifications
) -> None:
    """In the order in which they were sent, and of no other channel."""
    heard: list[str] = []
    runs: list[str] = []
    notifications.subscribe(KEY_CHANNEL, heard.append)
    notifications.subscribe(RUN_CHANNEL, runs.append)
    for payload in ("a", "b", "a"):
        await _notify(engine, KEY_CHANNEL, payload)
    await _notify(engine, RUN_CHANNEL, "end")
    async with asyncio.timeout(120):
        while not runs:
            await asyncio.sleep(0.01)
    assert (heard, runs) == (["a", "b", "a"], ["end"])


async def test_a_lost_connection_is_replaced_and_wakes_everyone(
    engine: AsyncEngine, notifications: Notifications
) -> None:
    """What was notified of in between may have been missed; afterwards notifications arrive again."""
    assert notifications.connected
    with notifications.watching("one") as wake:
        for _ in range(3):
            assert await _listeners(engine, "count(pg_terminate_backend(pid))") == 1
            await _until_connected(notifications, False)
            await _until_connected(notifications, True)
            await asyncio.wait_for(wake.wait(), 120)
            wake.clear()
            await _notify(engine, RUN_CHANNEL, "one")
            await asyncio.wait_for(wake.wait(), 120)
            wake.clear()
    assert await _listeners(engine) == 1


async def test_one_connection_listens_and_it_is_not_one_of_the_pool(
    engine: AsyncEngine, notifications: Notifications
) -> None:
    """It is closed when the context is left."""
    with notifications.watching("one"), notifications.watching("two"):
        assert await _listeners(engine) == 1
    assert engine.pool.checkedout() == 0  # type: ignore[attr-defined]
    async with Notifications(engine):
        assert await _listeners(engine) == 2
    assert await _listeners(engine) == 1


async def test_a_database_that_is_away_is_waited_for(tmp_path: Path) -> None:
    """A process starts all the same, and ends while it still waits."""
    engine = create_engine(f"postgresql:///nothing?host={tmp_path}")
    async with asyncio.timeout(120), Notifications(engine) as notifications:
        assert not notifications.connected
    await engine.dispose()


async def test_a_connection_that_only_looks_alive_is_found_out(
    postgres: PostgresServer, database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server that vanished from the network says nothing more, not even that it is gone."""
    monkeypatch.setattr("storage.notifications._PROBE_SECONDS", 0.1)
    monkeypatch.setattr("storage.notifications._ANSWER_SECONDS", 0.5)
    wire = Wire(partial(asyncio.open_unix_connection, postgres.socket_folder / ".s.PGSQL.5432"))
    proxy = await asyncio.start_unix_server(wire.connect, tmp_path / ".s.PGSQL.5432")
    engine = create_engine(database.replace(str(postgres.socket_folder), str(tmp_path)))
    async with Notifications(engine) as notifications:
        assert notifications.connected
        with notifications.watching("one") as wake:
            wire.flows.clear()
            await _until_connected(notifications, False)
            assert not wake.is_set()
            wire.flows.set()
            await _until_connected(notifications, True)
            assert wake.is_set()
    await engine.dispose()
    await wire.cut()
    proxy.close()
    await proxy.wait_closed()
