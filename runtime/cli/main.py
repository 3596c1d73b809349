"""``daywright`` and its commands."""

import asyncio
import signal
from collections.abc import Coroutine
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from domain.errors import DaywrightError
from runtime.demo import DemoOptions, run_demo
from runtime.dev import run_dev
from runtime.logging import configure_logging
from runtime.settings import Settings

app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)

_EXAMPLE = DemoOptions()
_File = Annotated[Path, typer.Option("--file", help="an iCalendar file")]
_Tasks = Annotated[Path, typer.Option("--tasks", help="a task list in JSON")]
_Say = Annotated[str, typer.Option("--say", help="what should change, in Chinese or English")]
_Keep = Annotated[bool, typer.Option("--keep", help="leave everything up until Ctrl-C")]


@app.callback()
def daywright() -> None:
    """Plans your days: place tasks around a timetable, refine in plain words, confirm."""


@app.command()
def demo(
    file: _File = _EXAMPLE.file, tasks: _Tasks = _EXAMPLE.tasks, say: _Say = _EXAMPLE.say, keep: _Keep = False
) -> None:
    """Plan and refine a real week on a stack of its own, and show what happens."""
    _run(run_demo(Settings(), DemoOptions(file, tasks, say, keep), Console()))


@app.command()
def dev() -> None:
    """Run the whole stack on your own data until Ctrl-C."""
    _run(run_dev(Settings(), Console()))


def _run(work: Coroutine[Any, Any, None]) -> None:
    """Run to the end; what goes wrong is one sentence on standard error, and exit code 1."""
    settings = Settings()
    # People read the output of a command; the log of its parts is theirs only if they ask for it.
    configure_logging(settings.log_level if "log_level" in settings.model_fields_set else "warning")
    try:
        asyncio.run(_stoppable(work))
    except asyncio.CancelledError:
        raise SystemExit(128 + signal.SIGTERM) from None
    except DaywrightError as error:
        Console(stderr=True).print(f"daywright: {error}", style="red", highlight=False, soft_wrap=True)
        raise SystemExit(1) from None
    except KeyboardInterrupt:
        raise SystemExit(130) from None


async def _stoppable(work: Coroutine[Any, Any, None]) -> None:
    """A request to end is a reason to stop everything in order, as Ctrl-C is."""
    task = asyncio.ensure_future(work)
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    await task


def main() -> None:
    """Entry point of the command."""
    app()
