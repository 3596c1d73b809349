"""Events of runs (rule DATA-9)."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from domain.errors import LedgerMismatch, NotFound
from domain.events import StageEvent
from storage.run_events import RunEvent, append_events, follow_events, read_events
from storage.runs import finish_run, load_run
from tests.storage.world import World


def _events(*stages: str) -> list[StageEvent]:
    return [StageEvent(stage=stage, detail=f"{stage} {n}", data={"n": n}) for n, stage in enumerate(stages)]


async def _append(engine: AsyncEngine, world: World, step: int, *stages: str) -> None:
    async with engine.begin() as conn:
        await append_events(world.owner, conn, world.run.id, step, _events(*stages), world.at)


async def _finish(engine: AsyncEngine, world: World) -> None:
    async with engine.begin() as conn:
        await finish_run(world.owner, conn, world.run.id, "completed", None, None, world.at)


async def test_events_are_numbered_on_and_read_in_pages(world: World, conn: AsyncConnection) -> None:
    """A stage may come several times in one step; nothing appended changes nothing."""
    appended = await append_events(world.owner, conn, world.run.id, 2, _events("a", "b", "a"), world.at)
    assert await append_events(world.owner, conn, world.run.id, 3, [], world.at) == []
    assert appended[0] == RunEvent(2, world.run.id, world.at, "a", "a 0", {"n": 0})
    assert [event.seq for event in appended] == [2, 3, 4]
    assert await read_events(world.owner, conn, world.run.id, after_seq=1, limit=2) == appended[:2]
    assert (await load_run(world.owner, conn, world.run.id)).last_seq == 4


async def test_a_step_tells_its_events_once(world: World, conn: AsyncConnection) -> None:
    """A second attempt to store them is refused, and takes no numbers once its transaction is rolled back."""
    await append_events(world.owner, conn, world.run.id, 2, _events("a"), world.at)
    async with conn.begin_nested() as attempt:
        with pytest.raises(LedgerMismatch, match=r"step 2 of run .* has told its events already"):
            await append_events(world.owner, conn, world.run.id, 2, _events("b", "a"), world.at)
        await attempt.rollback()
    assert [event.seq for event in await read_events(world.owner, conn, world.run.id)] == [1, 2]


async def test_an_unknown_run_is_quoted(world: World, conn: AsyncConnection) -> None:
    """To write; who reads one finds nothing."""
    with pytest.raises(NotFound, match="run 'nothing' does not exist"):
        await append_events(world.owner, conn, "nothing", 1, _events("a"), world.at)
    assert await read_events(world.owner, conn, "nothing") == []


async def test_events_written_at_the_same_time_leave_no_gap(engine: AsyncEngine, own_world: World) -> None:
    """A reader that looks again and again meanwhile never misses a number."""
    writing = asyncio.gather(*(_append(engine, own_world, step, *"abc"[: step % 3 + 1]) for step in range(2, 14)))
    seen = 0
    while not writing.done():
        async with engine.connect() as conn:
            numbers = [e.seq for e in await read_events(own_world.owner, conn, own_world.run.id, after_seq=seen)]
        assert numbers == list(range(seen + 1, seen + 1 + len(numbers)))
        seen += len(numbers)
    await writing
    async with engine.connect() as conn:
        events = await read_events(own_world.owner, conn, own_world.run.id)
        assert (await load_run(own_world.owner, conn, own_world.run.id)).last_seq == len(events)
    assert [event.seq for event in events] == list(range(1, 26))


async def test_rolled_back_events_leave_no_gap(engine: AsyncEngine, own_world: World) -> None:
    """The numbers of a transaction that failed are used again."""
    async with engine.connect() as conn:
        await append_events(own_world.owner, conn, own_world.run.id, 2, _events("a", "b"), own_world.at)
        await conn.rollback()
    await _append(engine, own_world, 2, "a")
    async with engine.connect() as conn:
        assert [event.seq for event in await read_events(own_world.owner, conn, own_world.run.id)] == [1, 2]


async def test_followers_see_every_event_once_and_in_order(engine: AsyncEngine, own_world: World) -> None:
    """One from the start, one who joins where another left off; both end with the run."""

    async def follow(after_seq: int) -> list[int]:
        events = follow_events(engine, own_world.owner, own_world.run.id, after_seq)
        return [event.seq async for event in events]

    following = [asyncio.create_task(follow(after_seq)) for after_seq in (0, 2)]
    for step in range(2, 7):
        await _append(engine, own_world, step, "a", "b")
    await _finish(engine, own_world)
    assert await asyncio.gather(*following) == [list(range(1, 12)), list(range(3, 12))]


async def test_a_closed_run_is_told_to_the_end(engine: AsyncEngine, own_world: World) -> None:
    """More events than one read returns are told all the same."""
    await _append(engine, own_world, 2, *["a"] * 1200)
    await _finish(engine, own_world)
    events = [event.seq async for event in follow_events(engine, own_world.owner, own_world.run.id)]
    assert events == list(range(1, 1202))


async def test_a_follower_does_not_need_notifications(engine: AsyncEngine, own_world: World) -> None:
    """With its listening connection killed it still gets everything, by looking."""
    following = follow_events(engine, own_world.owner, own_world.run.id)
    assert (await anext(following)).seq == 1
    async with engine.begin() as conn:
        listeners = "FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND datname = current_database()"
        assert await conn.scalar(text(f"SELECT count(pg_terminate_backend(pid)) {listeners}")) == 1
    await _append(engine, own_world, 2, "a")
    await _finish(engine, own_world)
    assert [event.seq async for event in following] == [2]


async def test_followers_leave_the_pool_to_others(engine: AsyncEngine, own_world: World) -> None:
    """More of them than the pool has connections; each gives its own back when it goes."""
    followers: list[AsyncIterator[RunEvent]] = [
        follow_events(engine, own_world.owner, own_world.run.id) for _ in range(25)
    ]
    assert {(await anext(follower)).seq for follower in followers} == {1}
    await _append(engine, own_world, 2, "a")
    for follower in followers:
        await follower.aclose()  # type: ignore[attr-defined]
    async with engine.connect() as conn:
        backends = "FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'"
        assert await conn.scalar(text(f"SELECT count(*) {backends}")) == 0


async def test_following_an_unknown_run_says_so(engine: AsyncEngine, own_world: World) -> None:
    """Instead of waiting for ever."""
    with pytest.raises(NotFound, match="run 'nothing' does not exist"):
        await anext(follow_events(engine, own_world.owner, "nothing"))
