"""Events of turns (rules SESSION-10 and DATA-9)."""

import asyncio

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from domain.errors import LedgerMismatch, NotFound
from domain.events import StageEvent
from storage.notifications import Notifications
from storage.turn_events import (
    TurnEvent,
    TurnNews,
    append_turn_events,
    read_turn_events,
    read_turn_news,
    tell_in_turn,
    told_by_turn_step,
)
from storage.turns import close_turn_and_next, load_turn
from tests.storage.world import World


def _events(*stages: str) -> list[StageEvent]:
    return [StageEvent(stage=stage, detail=f"{stage} {n}", data={"n": n}) for n, stage in enumerate(stages)]


async def test_events_are_numbered_on_and_read_in_pages(world: World, conn: AsyncConnection) -> None:
    """A stage may come several times in one step; nothing appended changes nothing."""
    appended = await append_turn_events(world.owner, conn, world.turn.id, 2, _events("a", "b", "a"), world.at)
    assert await append_turn_events(world.owner, conn, world.turn.id, 3, [], world.at) == []
    assert appended[0] == TurnEvent(2, world.turn.id, world.at, "a", "a 0", {"n": 0})
    assert await read_turn_events(world.owner, conn, world.turn.id, after_seq=1, limit=2) == appended[:2]
    assert (await load_turn(world.owner, conn, world.turn.id)).last_seq == 4


async def test_every_text_can_be_told(world: World, conn: AsyncConnection) -> None:
    """The data come back as they were; the line for people has signs replaced that no text column holds."""
    worst = StageEvent(stage="turn.reply", detail="a\x00\ud800", data={"text": "a\x00\ud800"})
    told = await append_turn_events(world.owner, conn, world.turn.id, 2, [worst], world.at)
    assert await read_turn_events(world.owner, conn, world.turn.id, after_seq=1) == told
    assert (told[0].detail, told[0].data) == ("a\ufffd\ufffd", {"text": "a\x00\ud800"})


async def test_a_step_tells_its_events_once(world: World, conn: AsyncConnection) -> None:
    """A second attempt to store them is refused."""
    await append_turn_events(world.owner, conn, world.turn.id, 2, _events("a"), world.at)
    async with conn.begin_nested() as attempt:
        with pytest.raises(LedgerMismatch, match=r"step 2 of turn .* has told its events already"):
            await append_turn_events(world.owner, conn, world.turn.id, 2, _events("b", "a"), world.at)
        await attempt.rollback()
    assert [event.seq for event in await read_turn_events(world.owner, conn, world.turn.id)] == [1, 2]


async def test_an_unknown_turn_is_quoted(world: World, conn: AsyncConnection) -> None:
    """To write, and to ask for news; who reads its events finds none."""
    for calling in (
        append_turn_events(world.owner, conn, "nothing", 1, _events("a"), world.at),
        read_turn_news(world.owner, conn, "nothing", 0),
    ):
        with pytest.raises(NotFound, match="turn 'nothing' does not exist"):
            await calling
    assert await read_turn_events(world.owner, conn, "nothing") == []


async def test_news_are_what_was_told_since(world: World, conn: AsyncConnection) -> None:
    """As of one moment, with the run that the turn follows, and whether more will come."""
    told = await append_turn_events(world.owner, conn, world.turn.id, 2, _events("a", "b"), world.at)
    news = await read_turn_news(world.owner, conn, world.turn.id, 1)
    assert news == TurnNews(False, 3, world.run.id, told)
    await close_turn_and_next(world.owner, conn, world.turn.id, "completed", None, None, world.at)
    assert await read_turn_news(world.owner, conn, world.turn.id, 3) == TurnNews(True, 3, world.run.id, [])


async def test_of_two_attempts_that_tell_meanwhile_one_is_refused(world: World, conn: AsyncConnection) -> None:
    """A writer counts on from what it knows to be told; once the turn has ended it learns that and stops."""
    told = (world.owner, conn, world.turn.id, 2)
    assert await tell_in_turn(*told, _events("a"), world.at, {})
    async with conn.begin_nested() as overtaken:
        with pytest.raises(LedgerMismatch):
            await tell_in_turn(*told, _events("a"), world.at, {})
        await overtaken.rollback()
    assert await tell_in_turn(*told, _events("b", "a"), world.at, await told_by_turn_step(*told))
    assert await told_by_turn_step(*told) == {"a": 2, "b": 1}
    await close_turn_and_next(world.owner, conn, world.turn.id, "cancelled", None, None, world.at)
    assert not await tell_in_turn(*told, _events("c"), world.at, {})


async def test_who_watches_a_turn_is_woken(engine: AsyncEngine, own_world: World) -> None:
    """By each of its events, and by its end."""
    async with Notifications(engine) as notifications:
        with notifications.watching(own_world.turn.id) as wake:
            for step in (2, 3):
                wake.clear()
                async with engine.begin() as conn:
                    if step == 2:
                        await append_turn_events(
                            own_world.owner, conn, own_world.turn.id, 2, _events("a"), own_world.at
                        )
                    else:
                        turn = (own_world.owner, conn, own_world.turn.id)
                        await close_turn_and_next(*turn, "completed", None, None, own_world.at)
                await asyncio.wait_for(wake.wait(), 120)
