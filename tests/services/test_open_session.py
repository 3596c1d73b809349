"""Opening sessions (rule EDGE-20)."""

import asyncio
from datetime import UTC, datetime

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from domain.errors import IdempotencyKeyReused, InvalidInput
from services.open_session import open_session
from storage.sessions import SessionOverview, list_sessions

NOW = datetime(2026, 9, 7, 8, 0, tzinfo=UTC)


async def listed(engine: AsyncEngine, owner: str = "ann") -> list[SessionOverview]:
    async with engine.connect() as conn:
        return await list_sessions(owner, conn, limit=50)


async def test_without_a_key_each_request_opens_a_session(engine: AsyncEngine) -> None:
    """Of a person who was not known before, too."""
    first = await open_session("ann", engine, NOW, "期中")
    second = await open_session("ann", engine, NOW, "期中")
    assert await listed(engine) == [second, first]
    assert (first.title, first.created_at, first.revision, first.open_run) == ("期中", NOW, None, None)


async def test_a_key_opens_one_session_however_often_it_comes(engine: AsyncEngine) -> None:
    """Also for requests at one time; somebody else's key of the same text is another."""
    opened = await asyncio.gather(*(open_session("ann", engine, NOW, "期中", "k") for _ in range(4)))
    assert await listed(engine) == [opened[0]]
    assert {session.id for session in opened} == {opened[0].id}
    assert (await open_session("bob", engine, NOW, "期中", "k")).id != opened[0].id


async def test_another_title_needs_another_key(engine: AsyncEngine) -> None:
    """The message quotes the key."""
    await open_session("ann", engine, NOW, "期中", "k")
    with pytest.raises(IdempotencyKeyReused, match="'k'"):
        await open_session("ann", engine, NOW, "期末", "k")


@pytest.mark.parametrize("key", ["", "x" * 256])
async def test_a_key_has_a_length(engine: AsyncEngine, key: str) -> None:
    """The message names it."""
    with pytest.raises(InvalidInput, match=f"has {len(key)} characters: give 1 to 255"):
        await open_session("ann", engine, NOW, "期中", key)
    assert await listed(engine) == []
