"""Sessions and their logs (rules DATA-9, EDGE-21 and EDGE-22)."""

import asyncio
from dataclasses import asdict, replace

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from domain.errors import NotFound
from storage.previews import save_preview
from storage.runs import finish_run, insert_run
from storage.sessions import (
    SessionEntry,
    SessionOverview,
    SessionRecord,
    append_session_events,
    insert_session,
    list_sessions,
    load_overview,
    load_session,
    read_session_events,
)
from tests.storage.world import World, another_run, new_id


async def test_a_branch_comes_back_as_it_was_stored(world: World, conn: AsyncConnection) -> None:
    """With its parent, how much it took over, and the turn that is being answered."""
    branch = SessionRecord(new_id(), world.at, "支线", world.session.id, 1, 0, new_id(), world.at)
    await insert_session(world.owner, conn, branch)
    assert await load_session(world.owner, conn, branch.id) == branch


async def test_unknown_sessions_and_owners_are_quoted(world: World, conn: AsyncConnection) -> None:
    """To read, to branch from, to write into."""
    with pytest.raises(NotFound, match="session 'nothing' does not exist"):
        await load_session(world.owner, conn, "nothing")
    with pytest.raises(NotFound, match="session 'nothing' does not exist"):
        async with conn.begin_nested():
            await insert_session(world.owner, conn, SessionRecord(new_id(), world.at, parent_id="nothing"))
    with pytest.raises(NotFound, match="session 'nothing' does not exist"):
        await append_session_events(world.owner, conn, "nothing", [SessionEntry("x")], world.at)
    with pytest.raises(NotFound, match="user 'nobody' does not exist"):
        async with conn.begin_nested():
            await insert_session("nobody", conn, SessionRecord(new_id(), world.at))


async def test_entries_are_numbered_on_and_read_in_pages(world: World, conn: AsyncConnection) -> None:
    """The log goes on where it stood; nothing appended changes nothing."""
    entries = [SessionEntry("message", {"n": n}) for n in range(3)]
    appended = await append_session_events(world.owner, conn, world.session.id, entries, world.at)
    assert await append_session_events(world.owner, conn, world.session.id, [], world.at) == []
    assert [(event.seq, event.data) for event in appended] == [(2, {"n": 0}), (3, {"n": 1}), (4, {"n": 2})]
    assert await read_session_events(world.owner, conn, world.session.id, after_seq=1, limit=2) == appended[:2]
    assert (await load_session(world.owner, conn, world.session.id)).last_seq == 4


async def test_entries_written_at_the_same_time_leave_no_gap(engine: AsyncEngine, own_world: World) -> None:
    """Writers take turns."""

    async def append(count: int) -> None:
        async with engine.begin() as conn:
            entries = [SessionEntry("message")] * count
            await append_session_events(own_world.owner, conn, own_world.session.id, entries, own_world.at)

    await asyncio.gather(*(append(count) for count in (1, 2, 3, 4)))
    async with engine.connect() as conn:
        events = await read_session_events(own_world.owner, conn, own_world.session.id)
    assert [event.seq for event in events] == list(range(1, 12))


async def test_a_session_is_shown_with_where_it_stands(world: World, conn: AsyncConnection) -> None:
    """The newest revision and the open run, and neither in a session that is new."""
    plain = await load_session(world.owner, conn, world.session.id)
    stands = await load_overview(world.owner, conn, world.session.id)
    assert stands == SessionOverview(**asdict(plain), revision=1, open_run=world.run.id)
    await finish_run(world.owner, conn, world.run.id, "completed", None, None, world.at)
    await save_preview(world.owner, conn, replace(world.preview, revision=2, parent_revision=1))
    stands = await load_overview(world.owner, conn, world.session.id)
    assert (stands.revision, stands.open_run) == (2, None)
    again = another_run(world)
    await insert_run(world.owner, conn, again)
    new = SessionRecord(new_id(), world.at)
    await insert_session(world.owner, conn, new)
    listed = await list_sessions(world.owner, conn, limit=2)
    assert [(s.id, s.revision, s.open_run) for s in listed] == [(new.id, None, None), (world.session.id, 2, again.id)]


async def test_an_unknown_session_has_no_overview(world: World, conn: AsyncConnection) -> None:
    """The message quotes the id."""
    with pytest.raises(NotFound, match="session 'nothing' does not exist"):
        await load_overview(world.owner, conn, "nothing")


async def test_pages_go_on_where_they_ended(world: World, conn: AsyncConnection) -> None:
    """Newest first; what is added after the first page was read changes none of the later ones."""
    old = [SessionRecord(new_id(), world.at) for _ in range(5)]
    for session in old:
        await insert_session(world.owner, conn, session)
    expected = [session.id for session in reversed([world.session, *old])]
    seen: list[str] = []
    for _ in range(4):
        page = await list_sessions(world.owner, conn, limit=2, before=seen[-1] if seen else None)
        seen += [session.id for session in page]
        await insert_session(world.owner, conn, SessionRecord(new_id(), world.at))
    assert seen == expected
