"""The stack for daily use on one machine: data is kept."""

from rich.console import Console

from runtime.embedded.stack import running_stack
from runtime.settings import Settings
from storage.migrate import upgrade


async def run_dev(settings: Settings, console: Console) -> None:
    """Run everything until interrupted, and say where it is to be found.

    Raises:
        StackFailed: a part cannot be started or kept running.
    """
    console.print("Starting PostgreSQL, Temporal and a worker …", style="dim")
    async with running_stack(settings, upgrade, report=console.print) as stack:
        console.print(f"Data:            {settings.data_dir}")
        console.print(f"Temporal:        {stack.temporal_address}")
        console.print(f"Temporal Web UI: {stack.web_ui_url or 'the one of your own Temporal'}")
        console.print("Ctrl-C stops everything; the data stays.", style="dim")
        await stack.wait()
