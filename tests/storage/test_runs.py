"""Runs (rule DATA-8)."""

import asyncio
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from domain.errors import NotFound, RunInProgress
from storage.runs import RunRecord, advance_run, finish_run, insert_run, list_runs, load_run, open_run_of
from storage.sessions import SessionRecord, insert_session
from storage.tables import runs
from tests.storage.waiting import until_somebody_waits
from tests.storage.world import World, another_run, new_id


async def test_a_run_comes_back_as_it_was_stored(world: World, conn: AsyncConnection) -> None:
    """But for its one event, which has been counted."""
    assert await load_run(world.owner, conn, world.run.id) == replace(world.run, last_seq=1)


async def test_a_second_run_is_refused_with_the_id_of_the_open_one(world: World, conn: AsyncConnection) -> None:
    """Whatever the open one's status is, and with the transaction still usable."""
    for status in ("queued", "running", "paused"):
        await conn.execute(update(runs).where(runs.c.id == world.run.id).values(status=status))
        expected = f"run '{world.run.id}' of session '{world.session.id}' is open"
        with pytest.raises(RunInProgress, match=expected) as refusal:
            await insert_run(world.owner, conn, another_run(world))
        assert refusal.value.facts == {"run_id": world.run.id}


async def test_of_two_runs_at_the_same_time_one_starts(engine: AsyncEngine, own_world: World) -> None:
    """The other is refused, even though neither saw the other when it began."""
    session = SessionRecord(new_id(), own_world.at)
    async with engine.begin() as conn:
        await insert_session(own_world.owner, conn, session)
    started = [replace(another_run(own_world), session_id=session.id) for _ in range(2)]

    async def start(run: RunRecord) -> str:
        async with engine.begin() as conn:
            await insert_run(own_world.owner, conn, run)
        return run.id

    outcomes = await asyncio.gather(*(start(run) for run in started), return_exceptions=True)
    [first] = [outcome for outcome in outcomes if isinstance(outcome, str)]
    [refusal] = [outcome for outcome in outcomes if isinstance(outcome, RunInProgress)]
    assert first in refusal.message


async def test_a_closed_run_makes_room_for_the_next(world: World, conn: AsyncConnection) -> None:
    """The session's open run is then the new one."""
    await finish_run(world.owner, conn, world.run.id, "completed", None, None, world.at)
    assert await open_run_of(world.owner, conn, world.session.id) is None
    run = replace(another_run(world), base_revision=1)
    await insert_run(world.owner, conn, run)
    assert await open_run_of(world.owner, conn, world.session.id) == run


async def test_a_run_is_closed_once(world: World, conn: AsyncConnection) -> None:
    """Closing it again, or moving it, returns False and keeps the first outcome."""
    later = world.at + timedelta(minutes=1)
    assert await finish_run(world.owner, conn, world.run.id, "failed", "no_placement", "No place.", later)
    assert not await finish_run(world.owner, conn, world.run.id, "completed", None, None, world.at)
    assert await advance_run(world.owner, conn, world.run.id, 3) is None
    run = await load_run(world.owner, conn, world.run.id)
    assert not run.is_open
    assert (run.status, run.outcome_code, run.outcome_detail, run.finished_at) == (
        "failed",
        "no_placement",
        "No place.",
        later,
    )


async def test_a_step_makes_a_run_running_and_reserves_its_numbers(world: World, conn: AsyncConnection) -> None:
    """The answer is the run as it now is, with the last number reserved."""
    run = await advance_run(world.owner, conn, world.run.id, 3)
    assert run == replace(world.run, status="running", last_seq=4)
    assert await load_run(world.owner, conn, world.run.id) == run


async def test_a_locked_run_is_changed_by_one_transaction_at_a_time(engine: AsyncEngine, own_world: World) -> None:
    """Who comes second waits, and finds what the first one made of it."""

    async def cancel() -> bool:
        async with engine.begin() as conn:
            return await finish_run(own_world.owner, conn, own_world.run.id, "cancelled", None, None, own_world.at)

    async with engine.begin() as conn:
        await load_run(own_world.owner, conn, own_world.run.id, lock=True)
        cancelling = asyncio.create_task(cancel())
        await until_somebody_waits(engine)
        await finish_run(own_world.owner, conn, own_world.run.id, "completed", None, None, own_world.at)
    assert not await cancelling


async def test_unknown_ids_are_quoted(world: World, conn: AsyncConnection) -> None:
    """Of the run itself, and of what it hangs on."""
    for calling in (
        load_run(world.owner, conn, "nothing"),
        advance_run(world.owner, conn, "nothing", 1),
        finish_run(world.owner, conn, "nothing", "cancelled", None, None, world.at),
    ):
        with pytest.raises(NotFound, match="run 'nothing' does not exist"):
            await calling
    await finish_run(world.owner, conn, world.run.id, "completed", None, None, world.at)
    run = another_run(world)
    for wrong, message in (
        (replace(run, session_id="nothing"), "session 'nothing'"),
        (replace(run, term_id="nothing"), "term 'nothing'"),
        (replace(run, base_revision=7), "preview revision '7'"),
    ):
        async with conn.begin_nested() as attempt:
            with pytest.raises(NotFound, match=f"{message} does not exist"):
                await insert_run(world.owner, conn, wrong)
            await attempt.rollback()


async def test_runs_are_listed_by_session_and_status(world: World, conn: AsyncConnection) -> None:
    """Newest first, in pages; without either all of the owner's."""
    first = await load_run(world.owner, conn, world.run.id)
    await finish_run(world.owner, conn, first.id, "failed", "x", None, world.at)
    second, elsewhere = another_run(world), another_run(world)
    other = SessionRecord(new_id(), world.at)
    await insert_session(world.owner, conn, other)
    await insert_run(world.owner, conn, second)
    await insert_run(world.owner, conn, replace(elsewhere, session_id=other.id, kind="plan", base_revision=None))

    async def ids(limit: int = 9, **filters: Any) -> list[str]:
        return [run.id for run in await list_runs(world.owner, conn, limit=limit, **filters)]

    assert await ids() == [elsewhere.id, second.id, first.id]
    assert await ids(limit=2, before=elsewhere.id) == [second.id, first.id]
    assert await ids(session_id=world.session.id) == [second.id, first.id]
    assert await ids(status="failed") == [first.id]
    assert await ids(session_id=other.id, status="failed") == []
    assert await list_runs(world.owner, conn, limit=1, status="failed") == [await load_run(world.owner, conn, first.id)]
