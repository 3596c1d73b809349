"""The stack for daily use on one machine: data is kept."""

from rich.console import Console

from runtime.client_file import announced
from runtime.embedded.stack import running_stack
from runtime.settings import Settings
from storage.migrate import upgrade


async def run_dev(settings: Settings, console: Console) -> None:
    """Run everything until interrupted, and say where it is to be found.

    Raises:
        StackFailed: a part cannot be started or kept running.
    """
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
