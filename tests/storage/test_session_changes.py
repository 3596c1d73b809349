"""Sessions are forked, ended, resumed and renamed (rules SESSION-4 to SESSION-7)."""

from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection

from domain.errors import NotFound
from storage.session_changes import copy_log, mark_ended, mark_resumed, retitle
from storage.sessions import (
    SessionEntry,
    SessionRecord,
    append_session_events,
    insert_session,
    list_sessions,
    load_session,
    newest_session_events,
    read_session_events,
)
from tests.storage.world import World, new_id


async def test_a_copied_log_begins_alike_and_goes_on_by_itself(world: World, conn: AsyncConnection) -> None:
    """Texts that the database refuses included; the first log is not touched."""
    entries = [SessionEntry("message", {"text": "a\x00"}), SessionEntry("ended")]
    await append_session_events(world.owner, conn, world.session.id, entries, world.at)
    before = await read_session_events(world.owner, conn, world.session.id)
    fork = SessionRecord(new_id(), world.at, parent_id=world.session.id, seed_length=2, last_seq=2)
    await insert_session(world.owner, conn, fork)
    await copy_log(world.owner, conn, world.session.id, fork.id, 2)
    [begun] = await append_session_events(world.owner, conn, fork.id, [SessionEntry("fork")], world.at)
    assert await read_session_events(world.owner, conn, fork.id) == [*before[:2], begun]
    assert begun.seq == 3
    assert await read_session_events(world.owner, conn, world.session.id) == before


async def test_a_session_ends_once_and_is_resumed(world: World, conn: AsyncConnection) -> None:
    """A second end changes nothing; resuming makes it live from then on."""
    later, last = world.at + timedelta(days=40), world.at + timedelta(days=50)
    await mark_ended(world.owner, conn, world.session.id, later)
    await mark_ended(world.owner, conn, world.session.id, last)
    assert (await load_session(world.owner, conn, world.session.id)).ended_at == later
    await mark_resumed(world.owner, conn, world.session.id, last)
    resumed = await load_session(world.owner, conn, world.session.id)
    assert (resumed.ended_at, resumed.active_at) == (None, last)


async def test_a_title_is_whatever_a_text_can_be(world: World, conn: AsyncConnection) -> None:
    """But for signs that no text column holds."""
    await retitle(world.owner, conn, world.session.id, "新\x00名")
    assert (await load_session(world.owner, conn, world.session.id)).title == "新\ufffd名"


async def test_unknown_sessions_are_quoted(conn: AsyncConnection, world: World) -> None:
    """Whatever is to be changed."""
    for calling in (
        mark_ended(world.owner, conn, "nothing", world.at),
        mark_resumed(world.owner, conn, "nothing", world.at),
        retitle(world.owner, conn, "nothing", "x"),
    ):
        with pytest.raises(NotFound, match="session 'nothing' does not exist"):
            await calling


async def test_children_and_forks_are_listed_apart(world: World, conn: AsyncConnection) -> None:
    """Newest first, in pages, without those of others and those inside them."""
    child = SessionRecord(new_id(), world.at, parent_id=world.session.id, role="child")
    fork = SessionRecord(new_id(), world.at, parent_id=world.session.id, seed_length=1, last_seq=1)
    for session in (child, fork, replace(child, id=new_id(), parent_id=child.id)):
        await insert_session(world.owner, conn, session)
    page = await list_sessions(world.owner, conn, limit=1, parent_id=world.session.id)
    rest = await list_sessions(world.owner, conn, limit=9, before=fork.id, parent_id=world.session.id)
    assert [(session.id, session.role) for session in [*page, *rest]] == [(fork.id, "root"), (child.id, "child")]


async def test_a_log_is_read_from_its_end_too_and_by_kind(world: World, conn: AsyncConnection) -> None:
    """In pages, descending; of some kinds where they are named."""
    entries = [SessionEntry(kind) for kind in ("message", "ended", "message", "resumed")]
    written = await append_session_events(world.owner, conn, world.session.id, entries, world.at)
    log = (world.owner, conn, world.session.id)
    assert await newest_session_events(*log, limit=2) == [written[3], written[2]]
    older = await newest_session_events(*log, limit=9, before_seq=written[2].seq)
    assert [entry.seq for entry in older] == [3, 2, 1]
    messages = await newest_session_events(*log, limit=2, kinds=["message"])
    assert messages == [written[2], written[0]]
    assert await read_session_events(*log, kinds=["ended", "resumed"]) == [written[1], written[3]]
