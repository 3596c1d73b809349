"""A database that a test leaves is as a new one for the next."""

import asyncpg
import pytest
from sqlalchemy import text

from runtime.embedded.postgres import PostgresServer
from storage.engine import create_engine
from storage.users import ensure_user
from tests.databases import Databases

CHANGES = (
    "ALTER TABLE users ADD COLUMN odd integer",
    "DROP INDEX {index}",
    "CREATE TABLE odd (id integer)",
    "ALTER DATABASE {name} SET statement_timeout = 1",
)


@pytest.fixture
def own(postgres: PostgresServer, database_template: str) -> Databases:
    """None of its databases is a spare one yet."""
    return Databases(postgres, database_template)


async def test_rows_and_connections_of_one_test_are_gone_for_the_next(own: Databases) -> None:
    """It is the same database, with empty tables, and nobody else is connected to it."""
    name = await own.take()
    engine = create_engine(own.server.database_url(name))
    async with engine.begin() as connection:
        await ensure_user("somebody", connection)
    left = await asyncpg.connect(own.server.database_url(name).replace("+asyncpg", ""))
    await engine.dispose()
    await own.give_back(name)
    assert await own.take() == name
    async with engine.connect() as connection:
        assert await connection.scalar(text("select count(*) from users")) == 0
    with pytest.raises((asyncpg.PostgresError, asyncpg.InterfaceError, OSError)):
        await left.fetchval("select 1")
    await engine.dispose()
    await own.give_back(name)


@pytest.mark.parametrize("change", CHANGES)
async def test_a_database_whose_definitions_changed_is_not_given_to_another_test(own: Databases, change: str) -> None:
    """It is dropped, whatever of it was changed."""
    name = await own.take()
    connection = await asyncpg.connect(own.server.database_url(name).replace("+asyncpg", ""))
    index = await connection.fetchval(
        "select indexname from pg_indexes left join pg_constraint on conname = indexname "
        "where schemaname = 'public' and conname is null limit 1"
    )
    await connection.execute(change.format(name=name, index=index))
    await connection.close()
    await own.give_back(name)
    assert await own.take() != name
