"""Sign-in links and logins as stored (rules CRED-2, CRED-3, CRED-6 and CRED-7)."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from domain.errors import NotFound
from storage.api_keys import KEY_CHANNEL
from storage.logins import find_link, find_login, insert_link, insert_login, revoke_login, use_link
from tests.storage.listening import heard
from tests.storage.waiting import until_somebody_waits
from tests.storage.world import World, new_id

HASH = "e" * 64


async def test_links_and_logins_are_found_by_their_digests(world: World, conn: AsyncConnection) -> None:
    """They tell their owner; the digest of one kind finds nothing of the other."""
    assert await find_link(conn, world.digest_of("link")) == (world.owner, world.link)
    assert await find_login(conn, world.digest_of("login")) == (world.owner, world.login)
    assert await find_link(conn, world.digest_of("login")) is None
    assert await find_login(conn, world.digest_of("link")) is None


async def test_links_and_logins_need_an_owner_who_exists(world: World, conn: AsyncConnection) -> None:
    """The message quotes the user."""
    with pytest.raises(NotFound, match="user 'nobody' does not exist"):
        await insert_link("nobody", conn, replace(world.link, id=new_id()), HASH)
    with pytest.raises(NotFound, match="user 'nobody' does not exist"):
        await insert_login("nobody", conn, replace(world.login, id=new_id()), HASH)


async def test_a_link_is_used_once(world: World, conn: AsyncConnection) -> None:
    """The second use changes nothing."""
    later = world.at + timedelta(minutes=1)
    assert await use_link(world.owner, conn, world.link.id, world.at)
    assert not await use_link(world.owner, conn, world.link.id, later)
    assert await find_link(conn, world.digest_of("link")) == (world.owner, replace(world.link, used_at=world.at))


@pytest.mark.parametrize("commits", [True, False], ids=["first commits", "first is rolled back"])
async def test_of_two_uses_at_the_same_time_one_wins(engine: AsyncEngine, own_world: World, commits: bool) -> None:
    """The second one waits for the first, and takes its place only where that is rolled back."""

    async def second() -> bool:
        async with engine.begin() as conn:
            return await use_link(own_world.owner, conn, own_world.link.id, own_world.at)

    async with engine.connect() as first:
        assert await use_link(own_world.owner, first, own_world.link.id, own_world.at)
        waiting = asyncio.create_task(second())
        await until_somebody_waits(engine)
        await (first.commit() if commits else first.rollback())
        assert await waiting is not commits


async def test_a_revoked_login_keeps_the_instant_of_the_first_time(world: World, conn: AsyncConnection) -> None:
    """It is still found, as a revoked one."""
    revoked = replace(world.login, revoked_at=world.at)
    assert await revoke_login(world.owner, conn, world.login.id, world.at) == revoked
    assert await revoke_login(world.owner, conn, world.login.id, world.at + timedelta(hours=1)) == revoked
    assert await find_login(conn, world.digest_of("login")) == (world.owner, revoked)


async def test_an_unknown_login_cannot_be_revoked(world: World, conn: AsyncConnection) -> None:
    """The message quotes the id."""
    with pytest.raises(NotFound, match="login 'x' does not exist"):
        await revoke_login(world.owner, conn, "x", world.at)


async def test_a_revocation_is_notified_at_commit(database: str, engine: AsyncEngine, own_world: World) -> None:
    """With the id of the login."""
    async with heard(database, KEY_CHANNEL) as payloads:
        async with engine.begin() as conn:
            await revoke_login(own_world.owner, conn, own_world.login.id, own_world.at)
            assert payloads.empty()
        assert await asyncio.wait_for(payloads.get(), 120) == own_world.login.id
