"""The database of commands that work on it directly: the one of ``DATABASE_URL`` or the embedded one (rule CRED-8)."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from runtime.embedded.data_folder import data_folder
from runtime.embedded.postgres import PostgresServer, require_database
from runtime.embedded.server import Report
from runtime.settings import Settings
from storage.migrate import upgrade


@asynccontextmanager
async def running_database(settings: Settings, report: Report) -> AsyncIterator[str]:
    """URL of the migrated database; an embedded one that did not run before is stopped at the end.

    Args:
        report: told, in sentences, what a person should know.

    Raises:
        StackFailed: it does not answer, or cannot be started; the message says why.
        Conflict: it was made by a newer version, or another process has been migrating it for two minutes.
    """
    if settings.database_url is not None:
        await require_database(settings.database_url)
        await upgrade(settings.database_url)
        yield settings.database_url
        return
    server = PostgresServer(data_folder(settings.data_dir) / "postgres", report)
    await server.start()
    try:
        await upgrade(server.url)
        yield server.url
    finally:
        await server.stop()
