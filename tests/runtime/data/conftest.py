"""What the tests of backups share."""

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import asyncpg
import pytest

from runtime.embedded.postgres import PostgresServer
from runtime.settings import Settings

NewDatabase = Callable[[], Awaitable[str]]


@pytest.fixture
def said() -> list[str]:
    """Sentences that were reported, in order."""
    return []


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """Those of an embedded stack whose data folder does not exist yet."""
    for name in ("DATABASE_URL", "TEMPORAL_ADDRESS"):
        monkeypatch.delenv(name, raising=False)
    return Settings(data_dir=tmp_path / "data folder")


@pytest.fixture
async def empty_database(postgres: PostgresServer) -> AsyncIterator[str]:
    """URL of a database that was just created."""
    connection: asyncpg.Connection = await postgres.connect()
    await connection.execute("CREATE DATABASE restored")
    yield postgres.database_url("restored")
    await connection.execute("DROP DATABASE restored WITH (FORCE)")
    await connection.close()
