"""The stack for daily use on one machine: data is kept."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console

from domain.errors import DataFolderInUse
from runtime.client_file import announced, read_client_file
from runtime.embedded.data_folder import data_folder
from runtime.embedded.folder_lock import FolderLock
from runtime.embedded.stack import running_stack
from runtime.settings import Settings
from storage.migrate import upgrade

LOCK_FILE = "dev.lock"


async def run_dev(settings: Settings, console: Console) -> None:
    """Run everything until interrupted, and say where it is to be found.

    Raises:
        DataFolderInUse: it runs already on this data folder.
        StackFailed: a part cannot be started or kept running.
    """
    with _sole(settings.data_dir):
        await _run(settings, console)


@contextmanager
def _sole(folder: Path) -> Iterator[None]:
    """Be the one on this folder: a second one would take the commands of the first with it when it ends."""
    lock = FolderLock.acquire(data_folder(folder) / LOCK_FILE)
    if lock is None:
        running = read_client_file(folder)
        where = f" at {running.url}" if running else ""
        raise DataFolderInUse(
            f"Daywright runs already on {folder}{where}: use that, or set DAYWRIGHT_DATA_DIR to another folder"
        )
    try:
        yield
    finally:
        lock.release()


async def _run(settings: Settings, console: Console) -> None:
    console.print("Starting PostgreSQL, Temporal, a worker and the API …", style="dim")
    async with running_stack(settings, upgrade, report=console.print) as stack:
        with announced(settings.data_dir, stack.api_url, stack.local_key):
            console.print(f"Data:            {settings.data_dir}")
            console.print(f"API:             {stack.api_url}")
            console.print(f"Temporal:        {stack.temporal_address}")
            console.print(f"Temporal Web UI: {stack.web_ui_url or 'the one of your own Temporal'}")
            console.print("In another terminal: daywright import FILE.ics, then daywright --help", style="dim")
            console.print("Ctrl-C stops everything; the data stays.", style="dim")
            await stack.wait()
