"""A database of the test's own, and a person who owns one of everything in it."""

from collections.abc import AsyncIterator, Awaitable, Callable
from itertools import count

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from storage.engine import create_engine
from tests.storage.world import NewId, World, make_world, store_world

Populate = Callable[[str], Awaitable[World]]


@pytest.fixture
def new_id() -> NewId:
    """Makes ids that ascend."""
    numbers = count(1)
    return lambda: f"01K00000000000000000{next(numbers):06d}"


@pytest.fixture
async def engine(database: str) -> AsyncIterator[AsyncEngine]:
    engine = create_engine(database)
    yield engine
    await engine.dispose()


@pytest.fixture
async def conn(engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    """A transaction that is rolled back after the test."""
    async with engine.connect() as connection:
        yield connection


@pytest.fixture
def populate(engine: AsyncEngine, new_id: NewId) -> Populate:
    """Store, and commit, one of everything for a person."""

    async def store(owner: str) -> World:
        world = make_world(owner, new_id)
        async with engine.begin() as conn:
            await store_world(world, conn)
        return world

    return store


@pytest.fixture
async def world(populate: Populate) -> World:
    """What the person ``owner`` has."""
    return await populate("owner")
