"""``daywright migrate``: bring the tables of a server's database up to date (rules PROD-6 and DATA-13)."""

from rich.console import Console

from domain.errors import InvalidInput
from runtime.cli.running import run_command
from runtime.embedded.postgres import require_database
from runtime.settings import Settings
from storage.migrate import upgrade


def migrate() -> None:
    """Bring the tables of DATABASE_URL to the form that this version works with."""
    run_command(run_migrate)


async def run_migrate(settings: Settings, console: Console) -> None:
    """Apply the migrations that are missing; none when it is run again.

    Raises:
        InvalidInput: no database is named.
        StackFailed: it does not answer.
        Conflict: it was made by a newer version, or another process has been migrating it for two minutes.
    """
    if settings.database_url is None:
        raise InvalidInput("DATABASE_URL is not set: name the database; `daywright dev` looks after its own")
    await require_database(settings.database_url)
    await upgrade(settings.database_url)
    console.print("The database is up to date.")
