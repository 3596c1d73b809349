"""The events of a run as they happen (rules EDGE-40 to EDGE-43)."""

import asyncio
import os
import signal
from collections.abc import AsyncGenerator, AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from domain.errors import NotFound, Unavailable
from domain.events import StageEvent
from runtime.embedded.postgres import PostgresServer
from storage.engine import create_engine
from storage.live_events import follow_events
from storage.migrate import upgrade
from storage.notifications import Notifications
from storage.run_events import RunEvent, append_events
from storage.runs import finish_run
from tests.storage.conftest import populated
from tests.storage.world import World

LISTENERS = "FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND datname = current_database()"


@pytest.fixture
async def notifications(engine: AsyncEngine) -> AsyncIterator[Notifications]:
    async with Notifications(engine) as notifications:
        yield notifications


async def _append(engine: AsyncEngine, world: World, step: int, *stages: str) -> None:
    events = [StageEvent(stage=stage) for stage in stages]
    async with engine.begin() as conn:
        await append_events(world.owner, conn, world.run.id, step, events, world.at)


async def _finish(engine: AsyncEngine, world: World) -> None:
    async with engine.begin() as conn:
        await finish_run(world.owner, conn, world.run.id, "completed", None, None, world.at)


def _follow(
    engine: AsyncEngine, world: World, notifications: Notifications, after_seq: int = 0
) -> AsyncGenerator[RunEvent | None, None]:
    return follow_events(engine, world.owner, world.run.id, after_seq, notifications)


async def _told(following: AsyncGenerator[RunEvent | None, None]) -> list[int]:
    return [event.seq async for event in following if event is not None]


async def test_watchers_see_every_event_once_and_in_order(
    engine: AsyncEngine, own_world: World, notifications: Notifications
) -> None:
    """From the start and from where another left off, however many watch; all end with the run."""
    following = [
        asyncio.create_task(_told(_follow(engine, own_world, notifications, after_seq)))
        for after_seq in (0, 2)
        for _ in range(20)
    ]
    for step in range(2, 7):
        await _append(engine, own_world, step, "a", "b")
    await _finish(engine, own_world)
    assert await asyncio.gather(*following) == [list(range(1, 12))] * 20 + [list(range(3, 12))] * 20
    assert notifications.watched == 0


async def test_a_closed_run_is_told_to_the_end(
    engine: AsyncEngine, own_world: World, notifications: Notifications
) -> None:
    """More events than one read returns are told all the same."""
    await _append(engine, own_world, 2, *["a"] * 1200)
    await _finish(engine, own_world)
    assert await _told(_follow(engine, own_world, notifications)) == list(range(1, 1202))
    assert await _told(_follow(engine, own_world, notifications, after_seq=5000)) == []


@pytest.mark.parametrize("step_size", [1, 7])
async def test_events_written_while_they_are_read_are_told_once(
    engine: AsyncEngine, own_world: World, notifications: Notifications, step_size: int
) -> None:
    """Several writers, and the end of the run right behind them."""
    following = asyncio.create_task(_told(_follow(engine, own_world, notifications)))
    for first in range(2, 42, 4):
        steps = range(first, first + 4)
        await asyncio.gather(*(_append(engine, own_world, step, *["a"] * step_size) for step in steps))
    await _finish(engine, own_world)
    assert await following == list(range(1, 40 * step_size + 2))


async def test_notifications_are_not_needed(engine: AsyncEngine, own_world: World) -> None:
    """Nobody listens: everything is found by looking."""
    following = _follow(engine, own_world, Notifications(engine))
    first = await anext(following)
    assert first is not None
    await _append(engine, own_world, 2, "a")
    await _finish(engine, own_world)
    assert (first.seq, await _told(following)) == (1, [2])


async def test_a_quiet_run_is_told_of_as_quiet(
    engine: AsyncEngine, own_world: World, notifications: Notifications, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that the caller can send a sign of life; an event begins a new silence."""
    monkeypatch.setattr("storage.live_events._HEARTBEAT_SECONDS", 0.2)
    monkeypatch.setattr("storage.live_events._POLL_SECONDS", 0.1)
    following = _follow(engine, own_world, notifications, after_seq=1)
    assert [await anext(following) for _ in range(3)] == [None] * 3
    await _append(engine, own_world, 2, "a")
    while (event := await anext(following)) is None:
        pass
    assert event.seq == 2
    assert await anext(following) is None
    await following.aclose()


async def test_a_watcher_that_is_cancelled_leaves_nothing(
    engine: AsyncEngine, own_world: World, notifications: Notifications
) -> None:
    """At whatever point: while it reads, while it waits, and between two events."""
    await _append(engine, own_world, 2, *["a"] * 600)
    for pause in (0, 0.001, 0.003, 0.01, 0.05, 0.3):
        following = [asyncio.create_task(_told(_follow(engine, own_world, notifications))) for _ in range(15)]
        await asyncio.sleep(pause)
        for task in following:
            task.cancel()
        outcomes = await asyncio.gather(*following, return_exceptions=True)
        assert {type(outcome) for outcome in outcomes} == {asyncio.CancelledError}
    halfway = _follow(engine, own_world, notifications)
    await anext(halfway)
    assert notifications.watched == 1
    await halfway.aclose()
    assert notifications.watched == 0
    assert engine.pool.checkedout() == 0  # type: ignore[attr-defined]


async def test_watchers_leave_the_pool_to_others(
    engine: AsyncEngine, own_world: World, notifications: Notifications
) -> None:
    """Between two events none of them holds a connection, and all share one that listens."""
    watchers = [_follow(engine, own_world, notifications) for _ in range(50)]
    assert {event.seq for event in [await anext(watcher) for watcher in watchers] if event} == {1}
    assert engine.pool.checkedout() == 0  # type: ignore[attr-defined]
    async with engine.connect() as conn:
        assert await conn.scalar(text(f"SELECT count(*) {LISTENERS}")) == 1
    for watcher in watchers:
        await watcher.aclose()


async def test_a_run_of_nobody_is_not_followed(
    engine: AsyncEngine, own_world: World, notifications: Notifications
) -> None:
    """Instead of waiting for ever; a stranger's run is none."""
    for owner, run_id in (("owner", "nothing"), ("stranger", own_world.run.id)):
        with pytest.raises(NotFound, match=f"run '{run_id}' does not exist"):
            await anext(follow_events(engine, owner, run_id, 0, notifications))
    assert notifications.watched == 0


async def test_a_read_that_hangs_is_tried_again(
    engine: AsyncEngine, own_world: World, notifications: Notifications, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A watcher goes on where it was once the database answers."""
    monkeypatch.setattr("storage.live_events._READ_SECONDS", 0.2)
    following = _follow(engine, own_world, notifications)
    assert await anext(following)
    async with engine.begin() as conn:
        await conn.execute(text("LOCK TABLE run_events IN ACCESS EXCLUSIVE MODE"))
        rest = asyncio.create_task(_told(following))
        await asyncio.sleep(0.5)
    await _append(engine, own_world, 2, "a")
    await _finish(engine, own_world)
    assert await rest == [2]


async def test_a_database_that_stays_away_is_said_to_be_away(
    engine: AsyncEngine, own_world: World, notifications: Notifications, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once the patience is at its end; until then there are signs of life."""
    monkeypatch.setattr("storage.live_events._READ_SECONDS", 0.1)
    monkeypatch.setattr("storage.live_events._HEARTBEAT_SECONDS", 0.2)
    monkeypatch.setattr("storage.live_events._OUTAGE_SECONDS", 4)
    following = _follow(engine, own_world, notifications, after_seq=1)
    async with engine.begin() as conn:
        await conn.execute(text("LOCK TABLE run_events IN ACCESS EXCLUSIVE MODE"))
        assert await anext(following) is None
        with pytest.raises(Unavailable, match="does not answer"):
            await _told(following)
    assert notifications.watched == 0


async def test_a_killed_and_restarted_database_costs_no_event(tmp_path: Path) -> None:
    """Kill -9 of PostgreSQL in the middle: every watcher sees every event once, and is woken again afterwards."""
    server = PostgresServer(tmp_path, print)
    await server.start()
    await upgrade(server.url)
    engine, writing = create_engine(server.url), create_engine(server.url)
    world = await populated(writing, "owner")
    async with Notifications(engine) as notifications:
        following = [asyncio.create_task(_told(_follow(engine, world, notifications))) for _ in range(10)]
        for step in (2, 3, 4):
            await _append(writing, world, step, *"abc")
            await writing.dispose()
            await _kill(server)
            await _until_connected(notifications, False)
            await server.start()
        await _until_connected(notifications, True)
        await _append(writing, world, 5, "a")
        await _finish(writing, world)
        assert await asyncio.wait_for(asyncio.gather(*following), 60) == [list(range(1, 12))] * 10
    await engine.dispose()
    await writing.dispose()
    await server.stop()


async def _until_connected(notifications: Notifications, is_connected: bool) -> None:
    async with asyncio.timeout(120):
        while notifications.connected is not is_connected:
            await asyncio.sleep(0.01)


async def _kill(server: PostgresServer) -> None:
    assert server.pid is not None
    os.killpg(server.pid, signal.SIGKILL)
    await server.wait()
