"""A database of the test's own."""

from collections.abc import AsyncIterator

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from storage.engine import create_engine
from storage.users import ensure_user


@pytest.fixture
async def engine(database: str) -> AsyncIterator[AsyncEngine]:
    """Connections to an empty database."""
    engine = create_engine(database)
    yield engine
    await engine.dispose()


@pytest.fixture
async def owner(engine: AsyncEngine) -> str:
    """A person who is known and has nothing yet."""
    async with engine.begin() as conn:
        await ensure_user("ann", conn)
    return "ann"
