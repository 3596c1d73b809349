"""A database of the test's own."""

from collections.abc import AsyncIterator

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from storage.engine import create_engine


@pytest.fixture
async def engine(database: str) -> AsyncIterator[AsyncEngine]:
    """Connections to an empty database."""
    engine = create_engine(database)
    yield engine
    await engine.dispose()
