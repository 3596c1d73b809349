"""Databases that are thrown away: to empty one of so many rows for the next test would take longer."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from runtime.embedded.postgres import PostgresServer
from storage.engine import create_engine

Thrown = Callable[[str], AbstractAsyncContextManager[AsyncEngine]]


@pytest.fixture(scope="session")
async def thrown_away(postgres: PostgresServer, database_template: str) -> Thrown:
    """Opens a new database of a name, and drops it afterwards."""

    @asynccontextmanager
    async def opened(name: str) -> AsyncIterator[AsyncEngine]:
        server = await postgres.connect()
        await server.execute(f"CREATE DATABASE {name} TEMPLATE {database_template}")
        engine = create_engine(postgres.database_url(name))
        yield engine
        await engine.dispose()
        await server.execute(f"DROP DATABASE {name} WITH (FORCE)")
        await server.close()

    return opened


@pytest.fixture
async def engine(database: str) -> AsyncIterator[AsyncEngine]:
    """Connections to an empty database."""
    engine = create_engine(database)
    yield engine
    await engine.dispose()
