"""Events of runs (rule DATA-9)."""

import asyncio

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from domain.errors import LedgerMismatch, NotFound
from domain.events import StageEvent
from storage.run_events import (
    RunEvent,
    append_events,
    newest_event,
    read_events,
    read_news,
    tell_meanwhile,
    told_by_step,
)
from storage.runs import finish_run, load_run
from tests.storage.world import World


def _events(*stages: str) -> list[StageEvent]:
    return [StageEvent(stage=stage, detail=f"{stage} {n}", data={"n": n}) for n, stage in enumerate(stages)]


async def _append(engine: AsyncEngine, world: World, step: int, *stages: str) -> None:
    async with engine.begin() as conn:
        await append_events(world.owner, conn, world.run.id, step, _events(*stages), world.at)


async def test_events_are_numbered_on_and_read_in_pages(world: World, conn: AsyncConnection) -> None:
    """A stage may come several times in one step; nothing appended changes nothing."""
    appended = await append_events(world.owner, conn, world.run.id, 2, _events("a", "b", "a"), world.at)
    assert await append_events(world.owner, conn, world.run.id, 3, [], world.at) == []
    assert appended[0] == RunEvent(2, world.run.id, world.at, "a", "a 0", {"n": 0})
    assert [event.seq for event in appended] == [2, 3, 4]
    assert await read_events(world.owner, conn, world.run.id, after_seq=1, limit=2) == appended[:2]
    assert await newest_event(world.owner, conn, world.run.id) == appended[-1]
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
    """To write, and to ask for news; who reads its events finds none."""
    for calling in (
        append_events(world.owner, conn, "nothing", 1, _events("a"), world.at),
        read_news(world.owner, conn, "nothing", 0),
    ):
        with pytest.raises(NotFound, match="run 'nothing' does not exist"):
            await calling
    assert await read_events(world.owner, conn, "nothing") == []
    assert await newest_event(world.owner, conn, "nothing") is None


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


async def test_of_two_attempts_that_tell_meanwhile_one_is_refused(world: World, conn: AsyncConnection) -> None:
    """A writer counts on from what it knows to be told; what another told since is more than it knows (RUN-15)."""
    told = (world.owner, conn, world.run.id, 2)
    assert await tell_meanwhile(*told, _events("a"), world.at, {})
    async with conn.begin_nested() as overtaken:
        with pytest.raises(LedgerMismatch):
            await tell_meanwhile(*told, _events("a"), world.at, {})
        await overtaken.rollback()
    known = await told_by_step(world.owner, conn, world.run.id, 2)
    assert known == {"a": 1}
    assert await tell_meanwhile(*told, _events("b", "a"), world.at, known)
    assert await told_by_step(world.owner, conn, world.run.id, 2) == {"a": 2, "b": 1}
    assert [event.seq for event in await read_events(world.owner, conn, world.run.id)] == [1, 2, 3, 4]


async def test_a_run_that_has_ended_tells_nothing_meanwhile(world: World, conn: AsyncConnection) -> None:
    """Whoever still tells learns it and stops."""
    await finish_run(world.owner, conn, world.run.id, "cancelled", "cancelled", "", world.at)
    assert not await tell_meanwhile(world.owner, conn, world.run.id, 2, _events("a"), world.at, {})
    assert await told_by_step(world.owner, conn, world.run.id, 2) == {}
