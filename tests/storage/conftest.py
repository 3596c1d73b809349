"""Databases with one of everything in them: one that tests share and leave as it was, or one of a test's own."""

from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from runtime.embedded.postgres import PostgresServer
from storage.engine import create_engine
from tests.storage.world import World, make_world, store_world


@dataclass(frozen=True, slots=True)
class Shared:
    """A database with the things of two persons."""

    engine: AsyncEngine
    owner: World
    other: World


@pytest.fixture(scope="module")
async def shared(postgres: PostgresServer, database_template: str) -> AsyncIterator[Shared]:
    """What the tests of a module read, and write only in transactions that are rolled back."""
    server = await postgres.connect()
    await server.execute(f"CREATE DATABASE shared TEMPLATE {database_template}")
    engine = create_engine(postgres.database_url("shared"))
    yield Shared(engine, await populated(engine, "owner"), await populated(engine, "other"))
    await engine.dispose()
    await server.execute("DROP DATABASE shared WITH (FORCE)")
    await server.close()


@pytest.fixture
async def conn(shared: Shared) -> AsyncIterator[AsyncConnection]:
    """A transaction on the shared database that is rolled back after the test."""
    async with shared.engine.connect() as connection:
        yield connection


@pytest.fixture
def world(shared: Shared) -> World:
    """What the person ``owner`` has in the shared database."""
    return shared.owner


@pytest.fixture
async def engine(database: str) -> AsyncIterator[AsyncEngine]:
    """A database of the test's own."""
    engine = create_engine(database)
    yield engine
    await engine.dispose()


@pytest.fixture
async def own_world(engine: AsyncEngine) -> World:
    """What the person ``owner`` has in the test's own database."""
    return await populated(engine, "owner")


async def populated(engine: AsyncEngine, owner: str) -> World:
    """Store one of everything for a person."""
    world = make_world(owner)
    async with engine.begin() as conn:
        await store_world(world, conn)
    return world
