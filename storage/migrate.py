"""Brings a database to the newest form of the tables (rules DATA-13 and DATA-14)."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection, func, select
from sqlalchemy.ext.asyncio import AsyncEngine

from domain.errors import Conflict
from storage.engine import SESSION_SETTINGS, create_engine

_LOCK_KEY = 0x646179_77726967
_WAIT_SECONDS = 120
_RETRY_SECONDS = 0.1
_SETTINGS = {**SESSION_SETTINGS, "lock_timeout": "5s", "statement_timeout": "5min"}


async def upgrade(url: str) -> None:
    """Apply what is missing; one process does it while others that start at the same time wait.

    Raises:
        Conflict: the database is newer than this program, or another process has been migrating it for two minutes.
    """
    engine = create_engine(url, _SETTINGS)
    try:
        async with _sole_migrator(engine), engine.connect() as connection:
            await connection.run_sync(_upgrade_to_head)
    finally:
        await engine.dispose()


def _upgrade_to_head(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", "storage:migrations")
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        raise Conflict("the database was made by a newer version of Daywright: start that version") from error


@asynccontextmanager
async def _sole_migrator(engine: AsyncEngine) -> AsyncIterator[None]:
    """Hold the migration lock on a connection of its own.

    The lock is asked for again and again instead of waited for: a waiting statement holds a snapshot, which would
    block a migration that builds an index concurrently for ever.
    """
    async with engine.connect() as plain:
        connection = await plain.execution_options(isolation_level="AUTOCOMMIT")
        try:
            async with asyncio.timeout(_WAIT_SECONDS):
                while not await connection.scalar(select(func.pg_try_advisory_lock(_LOCK_KEY))):
                    await asyncio.sleep(_RETRY_SECONDS)
        except TimeoutError:
            raise Conflict(f"another process has been migrating the database for {_WAIT_SECONDS} s: end it") from None
        try:
            yield
        finally:
            await connection.execute(select(func.pg_advisory_unlock(_LOCK_KEY)))
