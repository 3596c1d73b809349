"""Terms (rule DATA-6)."""

import asyncio
from datetime import date, time

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from domain.errors import NotFound
from domain.term.calendar import DEFAULT_SECTIONS, SectionTime, Term
from storage.runs import finish_run, insert_run
from storage.terms import TermRecord, insert_term, load_term, raise_version
from tests.storage.waiting import until_somebody_waits
from tests.storage.world import World, another_run, new_id


async def test_a_term_comes_back_as_it_was_stored(world: World, conn: AsyncConnection) -> None:
    """Zone and a section table of its own included; its timetable begins at version 1."""
    sections = (SectionTime(start=time(7, 30), end=time(8, 15)), *DEFAULT_SECTIONS[1:])
    term = Term(first_monday=date(2027, 3, 1), weeks=18, zone="Europe/Berlin", sections=sections)
    term_id = new_id()
    await insert_term(world.owner, conn, term_id, term)
    assert await load_term(world.owner, conn, term_id) == TermRecord(term_id, term, 1)


async def test_a_term_needs_an_owner_who_exists(world: World, conn: AsyncConnection) -> None:
    """The message quotes the user."""
    with pytest.raises(NotFound, match="'nobody' does not exist"):
        await insert_term("nobody", conn, new_id(), world.term)


async def test_an_unknown_term_is_quoted(world: World, conn: AsyncConnection) -> None:
    """Both to read and to raise."""
    for function in (load_term, raise_version):
        with pytest.raises(NotFound, match="term 'nowhere' does not exist"):
            await function(world.owner, conn, "nowhere")


async def test_versions_raised_at_the_same_time_differ(engine: AsyncEngine, own_world: World) -> None:
    """Each transaction gets a version of its own."""

    async def commit() -> int:
        async with engine.begin() as conn:
            return await raise_version(own_world.owner, conn, own_world.term_id)

    assert sorted(await asyncio.gather(*(commit() for _ in range(5)))) == [2, 3, 4, 5, 6]


async def test_a_locked_term_keeps_its_version_and_lets_runs_start(engine: AsyncEngine, own_world: World) -> None:
    """A commit holds the term; another waits for it, a run does not."""
    owner, term_id, run = own_world.owner, own_world.term_id, own_world.run

    async def raise_once() -> int:
        async with engine.begin() as conn:
            return await raise_version(owner, conn, term_id)

    async with engine.begin() as holder:
        await load_term(owner, holder, term_id, lock=True)
        raising = asyncio.create_task(raise_once())
        async with engine.begin() as conn:
            await finish_run(owner, conn, run.id, "cancelled", None, None, own_world.at)
            await insert_run(owner, conn, another_run(own_world))
        await until_somebody_waits(engine)
        assert (await load_term(owner, holder, term_id)).timetable_version == 1
    assert await raising == 2
