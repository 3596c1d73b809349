"""Terms (rules DATA-6, EDGE-21 and EDGE-24)."""

import asyncio
from datetime import date, time

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from domain.errors import InUse, NotFound, VersionMismatch
from domain.schedule.rows import EventRow
from domain.term.calendar import DEFAULT_SECTIONS, SectionTime, Term
from storage.runs import finish_run, insert_run
from storage.schedule import clear_timetable, insert_event
from storage.terms import TermRecord, delete_term, insert_term, list_terms, load_term, lock_term, raise_version
from tests.storage.waiting import until_somebody_waits
from tests.storage.world import World, another_run, new_id


async def test_a_term_comes_back_as_it_was_stored(world: World, conn: AsyncConnection) -> None:
    """Zone and a section table of its own included; its timetable begins at version 1."""
    sections = (SectionTime(start=time(7, 30), end=time(8, 15)), *DEFAULT_SECTIONS[1:])
    term = Term(first_monday=date(2027, 3, 1), weeks=18, zone="Europe/Berlin", sections=sections)
    term_id = new_id()
    await insert_term(world.owner, conn, term_id, term)
    stored = await load_term(world.owner, conn, term_id)
    assert stored == TermRecord(term_id, term, 1, stored.created_at)


async def test_a_term_needs_an_owner_who_exists(world: World, conn: AsyncConnection) -> None:
    """The message quotes the user."""
    with pytest.raises(NotFound, match="'nobody' does not exist"):
        await insert_term("nobody", conn, new_id(), world.term)


async def test_an_unknown_term_is_quoted(world: World, conn: AsyncConnection) -> None:
    """To read, to raise, to lock and to remove."""
    for function in (load_term, raise_version, lock_term, delete_term):
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


async def test_terms_are_listed_newest_first_in_pages(world: World, conn: AsyncConnection) -> None:
    """Each as it would be read alone."""
    ids = [new_id() for _ in range(3)]
    for term_id in ids:
        await insert_term(world.owner, conn, term_id, world.term)
    expected = [await load_term(world.owner, conn, term_id) for term_id in (*reversed(ids), world.term_id)]
    assert await list_terms(world.owner, conn, limit=9) == expected
    assert await list_terms(world.owner, conn, limit=2, before=ids[2]) == expected[1:3]


async def test_a_term_of_another_version_is_not_locked(world: World, conn: AsyncConnection) -> None:
    """Both versions are told; without one whichever there is will do."""
    with pytest.raises(VersionMismatch, match="has version 1, not 2: read it again") as refused:
        await lock_term(world.owner, conn, world.term_id, 2)
    assert refused.value.facts == {"version": 1}
    assert await lock_term(world.owner, conn, world.term_id, 1) == await lock_term(world.owner, conn, world.term_id)


async def test_a_term_with_anything_in_it_stays(world: World, conn: AsyncConnection) -> None:
    """The message says what; the transaction stays usable."""
    with pytest.raises(InUse, match=f"term '{world.term_id}' is used by"):
        await delete_term(world.owner, conn, world.term_id)
    empty = new_id()
    await insert_term(world.owner, conn, empty, world.term)
    await insert_event(world.owner, conn, empty, EventRow(new_id(), "course", "体育"))
    with pytest.raises(InUse, match="is used by events of its timetable"):
        await delete_term(world.owner, conn, empty)
    await clear_timetable(world.owner, conn, empty)
    await delete_term(world.owner, conn, empty)
    assert [term.id for term in await list_terms(world.owner, conn, limit=9)] == [world.term_id]
