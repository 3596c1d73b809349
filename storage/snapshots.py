"""What a backup has to know of a database: one moment of it, its schema, and whether it is empty (rule STACK-14)."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Integer, cast, func, select, text

from storage.engine import SESSION_SETTINGS, create_engine

_SETTINGS = {**SESSION_SETTINGS, "idle_in_transaction_session_timeout": "0"}
_ANY_RELATION = text("""
    SELECT EXISTS (
        SELECT FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
        WHERE nspname <> 'information_schema' AND nspname !~ '^pg_'
    )
""")


@dataclass(frozen=True, slots=True)
class Snapshot:
    """One moment of a database.

    Attributes:
        id: under which other connections to the server see the same moment.
        revision: of the schema; None where nothing was migrated yet.
        server_major: major version of the server.
    """

    id: str
    revision: str | None
    server_major: int


@asynccontextmanager
async def exported_snapshot(url: str) -> AsyncIterator[Snapshot]:
    """The database as it is now, for others to look at as long as the context lasts."""
    engine = create_engine(url, _SETTINGS)
    try:
        async with engine.connect() as plain:
            connection = await plain.execution_options(isolation_level="REPEATABLE READ")
            identity = str(await connection.scalar(select(func.pg_export_snapshot())))
            number = cast(func.current_setting("server_version_num"), Integer)
            major = int(await connection.scalar(select(number)) or 0) // 10_000
            yield Snapshot(identity, await connection.run_sync(_revision), major)
    finally:
        await engine.dispose()


async def is_empty(url: str) -> bool:
    """Whether the database has no table, view or sequence of anybody's."""
    engine = create_engine(url)
    try:
        async with engine.connect() as connection:
            return not await connection.scalar(_ANY_RELATION)
    finally:
        await engine.dispose()


def knows_schema(revision: str | None) -> bool:
    """Whether this version can bring a schema of that revision to its own."""
    config = Config()
    config.set_main_option("script_location", "storage:migrations")
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    return revision is None or revision in known


def _revision(connection: Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()
