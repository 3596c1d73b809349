"""Turns of sessions, one at a time (rules SESSION-8 and SESSION-9)."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from domain.errors import NotFound
from storage.sessions import SessionRecord, insert_session, load_session
from storage.tables import sessions
from storage.turns import (
    TurnRecord,
    advance_turn,
    blocked_sessions,
    close_turn_and_next,
    free_session,
    insert_turn,
    link_run,
    list_turns,
    load_turn,
    note_kind,
    open_turns,
    queue_turn,
)
from tests.storage.conftest import Shared
from tests.storage.world import World, new_id


async def _new_session(world: World, conn: AsyncConnection) -> SessionRecord:
    session = SessionRecord(new_id(), world.at)
    await insert_session(world.owner, conn, session)
    return session


async def _queue(world: World, conn: AsyncConnection, session: SessionRecord, origin: str = "person") -> TurnRecord:
    at = world.at + timedelta(minutes=5)
    return await queue_turn(world.owner, conn, session.id, new_id(), origin, "en", at)  # type: ignore[arg-type]


async def test_a_turn_comes_back_as_it_was_stored(world: World, conn: AsyncConnection) -> None:
    """With its kind and the run that it started."""
    assert await load_turn(world.owner, conn, world.turn.id, lock=True) == replace(world.turn, last_seq=1)


async def test_the_first_turn_runs_and_the_others_wait(world: World, conn: AsyncConnection) -> None:
    """Numbered in the order of their messages; the session names the one that runs, and when somebody spoke."""
    session = await _new_session(world, conn)
    first, second = await _queue(world, conn, session), await _queue(world, conn, session)
    assert [(turn.seq, turn.status) for turn in (first, second)] == [(1, "running"), (2, "queued")]
    assert (first.started_at, second.started_at) == (first.created_at, None)
    stored = await load_session(world.owner, conn, session.id)
    assert (stored.active_turn, stored.active_at) == (first.id, first.created_at)
    assert await list_turns(world.owner, conn, session.id, limit=5) == [second, first]
    assert await list_turns(world.owner, conn, session.id, limit=5, before_seq=2) == [first]


async def test_what_a_reminder_says_keeps_no_session_live(world: World, conn: AsyncConnection) -> None:
    """Else a session that nobody uses would never be cold (rule SESSION-2)."""
    session = await _new_session(world, conn)
    await _queue(world, conn, session, "reminder")
    assert (await load_session(world.owner, conn, session.id)).active_at == session.active_at


async def test_the_earliest_queued_turn_runs_next(world: World, conn: AsyncConnection) -> None:
    """One after the other, until the session is idle."""
    session = await _new_session(world, conn)
    queued = [await _queue(world, conn, session) for _ in range(3)]
    at = world.at + timedelta(hours=1)
    for turn, next_id in zip(queued, [queued[1].id, queued[2].id, None], strict=True):
        closing = await close_turn_and_next(world.owner, conn, turn.id, "completed", None, "done", at)
        assert closing.closed
        assert (closing.following.id if closing.following else None) == next_id
        assert (await load_session(world.owner, conn, session.id)).active_turn == next_id
    last = await load_turn(world.owner, conn, queued[2].id)
    assert (last.status, last.started_at, last.finished_at, last.outcome_detail) == ("completed", at, at, "done")
    assert not last.is_open


async def test_closing_again_changes_nothing(world: World, conn: AsyncConnection) -> None:
    """It tells which turn is running now, so that a retry starts the same one."""
    session = await _new_session(world, conn)
    first, second = await _queue(world, conn, session), await _queue(world, conn, session)
    once = await close_turn_and_next(world.owner, conn, first.id, "completed", None, None, world.at)
    again = await close_turn_and_next(world.owner, conn, first.id, "failed", "late", None, world.at)
    assert (again.closed, again.following) == (False, once.following)
    assert (await load_turn(world.owner, conn, first.id)).status == "completed"
    assert (await load_turn(world.owner, conn, second.id)).status == "running"


async def test_a_queued_turn_is_closed_without_the_running_one(world: World, conn: AsyncConnection) -> None:
    """It is passed over when its time comes."""
    session = await _new_session(world, conn)
    first, second, third = [await _queue(world, conn, session) for _ in range(3)]
    closing = await close_turn_and_next(world.owner, conn, second.id, "cancelled", None, None, world.at)
    assert closing.following == first
    closing = await close_turn_and_next(world.owner, conn, first.id, "completed", None, None, world.at)
    assert closing.following is not None
    assert closing.following.id == third.id


async def test_of_many_turns_at_once_one_runs(engine: AsyncEngine, own_world: World) -> None:
    """Whoever says something at the same time is queued, in one order without a gap."""
    async with engine.begin() as conn:
        session = await _new_session(own_world, conn)

    async def say() -> TurnRecord:
        async with engine.begin() as conn:
            return await _queue(own_world, conn, session)

    turns = sorted(await asyncio.gather(*(say() for _ in range(6))), key=lambda turn: turn.seq)
    assert [turn.seq for turn in turns] == [1, 2, 3, 4, 5, 6]
    assert [turn.status for turn in turns] == ["running", *["queued"] * 5]


async def test_numbers_are_reserved_until_the_turn_has_ended(world: World, conn: AsyncConnection) -> None:
    """Whoever comes later learns it and stops."""
    advanced = await advance_turn(world.owner, conn, world.turn.id, 3)
    assert advanced is not None
    assert advanced.last_seq == 4
    await close_turn_and_next(world.owner, conn, world.turn.id, "completed", None, None, world.at)
    assert await advance_turn(world.owner, conn, world.turn.id, 3) is None


async def test_kind_and_run_are_noted(world: World, conn: AsyncConnection) -> None:
    """Once they are known."""
    session = await _new_session(world, conn)
    turn = await _queue(world, conn, session)
    await note_kind(world.owner, conn, turn.id, "plan")
    await link_run(world.owner, conn, turn.id, world.run.id)
    assert await load_turn(world.owner, conn, turn.id) == replace(turn, kind="plan", run_id=world.run.id)


async def test_unknown_turns_sessions_and_runs_are_quoted(world: World, conn: AsyncConnection) -> None:
    """Whatever is asked of them."""
    for calling in (
        load_turn(world.owner, conn, "nothing"),
        advance_turn(world.owner, conn, "nothing", 1),
        note_kind(world.owner, conn, "nothing", "plan"),
        link_run(world.owner, conn, "nothing", world.run.id),
        close_turn_and_next(world.owner, conn, "nothing", "completed", None, None, world.at),
    ):
        with pytest.raises(NotFound, match="turn 'nothing' does not exist"):
            await calling
    with pytest.raises(NotFound, match="session 'nothing' does not exist"):
        await queue_turn(world.owner, conn, "nothing", new_id(), "person", "en", world.at)
    with pytest.raises(NotFound, match="session 'nothing' does not exist"):
        async with conn.begin_nested():
            await insert_turn(world.owner, conn, replace(world.turn, id=new_id(), session_id="nothing"))
    with pytest.raises(NotFound, match="run 'nothing' does not exist"):
        async with conn.begin_nested():
            await link_run(world.owner, conn, world.turn.id, "nothing")


async def test_open_turns_come_in_pages(shared: Shared, conn: AsyncConnection) -> None:
    """The oldest first, of all users, without the young ones."""
    world, last_known = shared.owner, shared.other.turn
    session = await _new_session(world, conn)
    turns = [await _queue(world, conn, session) for _ in range(3)]
    later = world.at + timedelta(hours=1)
    page = await open_turns(conn, later, last_known.id, 2)
    assert [(found.owner, found.turn) for found in page] == [(world.owner, turn) for turn in turns[:2]]
    assert [found.turn for found in await open_turns(conn, later, turns[1].id, 2)] == turns[2:]
    old = await open_turns(conn, turns[0].created_at, "", 9)
    assert [(found.owner, found.turn.id) for found in old] == [("owner", world.turn.id), ("other", last_known.id)]


async def test_a_session_whose_active_turn_is_gone_is_found_and_freed(world: World, conn: AsyncConnection) -> None:
    """Its earliest queued turn runs; one whose active turn is open is left alone."""
    session = await _new_session(world, conn)
    turn, second = await _queue(world, conn, session), await _queue(world, conn, session)
    assert await blocked_sessions(conn, 9) == []
    assert await free_session(world.owner, conn, session.id, world.at) == turn
    await close_turn_and_next(world.owner, conn, turn.id, "failed", "turn_lost", None, world.at)
    await conn.execute(update(sessions).where(sessions.c.id == session.id).values(active_turn=turn.id))
    assert await blocked_sessions(conn, 9) == [(world.owner, session.id)]
    freed = await free_session(world.owner, conn, session.id, world.at)
    assert freed is not None
    assert freed.id == second.id
    assert await blocked_sessions(conn, 9) == []
    assert (await load_session(world.owner, conn, session.id)).active_turn == second.id
