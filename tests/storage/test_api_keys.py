"""API keys as stored (rules CRED-2, CRED-3, CRED-5 and CRED-7)."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from domain.errors import NotFound
from storage.api_keys import KEY_CHANNEL, find_api_key, insert_api_key, list_api_keys, revoke_api_key
from tests.storage.listening import heard
from tests.storage.world import World, new_id

HASH = "e" * 64


async def test_a_key_is_found_by_its_digest_and_tells_its_owner(world: World, conn: AsyncConnection) -> None:
    """It comes back as it was stored; another digest finds nothing."""
    assert await find_api_key(conn, world.digest_of("key")) == (world.owner, world.api_key)
    assert await find_api_key(conn, HASH) is None


async def test_keys_are_listed_newest_first(world: World, conn: AsyncConnection) -> None:
    """Revoked ones too."""
    newer = replace(world.api_key, id=new_id(), prefix="dw_newer123", expires_at=None, revoked_at=world.at)
    assert await insert_api_key(world.owner, conn, newer, HASH)
    assert await list_api_keys(world.owner, conn) == [newer, world.api_key]
    assert await list_api_keys("nobody", conn) == []


async def test_a_taken_prefix_is_not_given_twice(world: World, conn: AsyncConnection) -> None:
    """Not to another user either; nothing is stored and the transaction goes on."""
    assert not await insert_api_key("other", conn, replace(world.api_key, id=new_id()), HASH)
    assert await find_api_key(conn, HASH) is None


async def test_a_key_needs_an_owner_who_exists(world: World, conn: AsyncConnection) -> None:
    """The message quotes the user."""
    with pytest.raises(NotFound, match="user 'nobody' does not exist"):
        await insert_api_key("nobody", conn, replace(world.api_key, id=new_id(), prefix="dw_nobody12"), HASH)


async def test_a_revoked_key_keeps_the_instant_of_the_first_time(world: World, conn: AsyncConnection) -> None:
    """It is still found, as a revoked one."""
    revoked = replace(world.api_key, revoked_at=world.at)
    assert await revoke_api_key(world.owner, conn, world.api_key.id, world.at) == revoked
    assert await revoke_api_key(world.owner, conn, world.api_key.id, world.at + timedelta(hours=1)) == revoked
    assert await find_api_key(conn, world.digest_of("key")) == (world.owner, revoked)


async def test_an_unknown_key_cannot_be_revoked(world: World, conn: AsyncConnection) -> None:
    """The message quotes the id."""
    with pytest.raises(NotFound, match="key 'x' does not exist"):
        await revoke_api_key(world.owner, conn, "x", world.at)


async def test_a_revocation_is_notified_at_commit(database: str, engine: AsyncEngine, own_world: World) -> None:
    """With the id of the key; one that is rolled back is not heard of."""
    async with heard(database, KEY_CHANNEL) as payloads:
        async with engine.connect() as conn:
            await revoke_api_key(own_world.owner, conn, own_world.api_key.id, own_world.at)
        assert payloads.empty()
        async with engine.begin() as conn:
            await revoke_api_key(own_world.owner, conn, own_world.api_key.id, own_world.at)
        assert await asyncio.wait_for(payloads.get(), 120) == own_world.api_key.id
        assert payloads.empty()
