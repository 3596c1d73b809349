"""``daywright`` and its commands."""

import asyncio
import signal
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from domain.errors import DaywrightError
from runtime.demo import DemoOptions, run_demo
from runtime.dev import run_dev
from runtime.logging import configure_logging
from runtime.settings import Settings, read_settings

app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)

_EXAMPLE = DemoOptions()
_File = Annotated[Path, typer.Option("--file", help="an iCalendar file")]
_Tasks = Annotated[Path, typer.Option("--tasks", help="a task list in JSON")]
_Say = Annotated[str, typer.Option("--say", help="what should change, in Chinese or English")]
_Keep = Annotated[bool, typer.Option("--keep", help="leave everything up until Ctrl-C")]

Command = Callable[[Settings, Console], Coroutine[Any, Any, None]]


@app.callback()
def daywright() -> None:
    """Plans your days: place tasks around a timetable, refine in plain words, confirm."""


@app.command()
def demo(
    file: _File = _EXAMPLE.file, tasks: _Tasks = _EXAMPLE.tasks, say: _Say = _EXAMPLE.say, keep: _Keep = False
) -> None:
    """Plan and refine a real week on a stack of its own, and show what happens."""
    options = DemoOptions(file, tasks, say, keep)
    _run(lambda settings, console: run_demo(settings, options, console))


@app.command()
def dev() -> None:
    """Run the whole stack on your own data until Ctrl-C."""
    _run(run_dev)


def _run(command: Command) -> None:
    """Run to the end; what goes wrong is one sentence on standard error, and exit code 1."""
    try:
        settings = read_settings()
        # People read the output of a command; the log of its parts is theirs only if they ask for it.
        configure_logging(settings.log_level if "log_level" in settings.model_fields_set else "warning")
        asyncio.run(_stoppable(command(settings, _console())))
    except asyncio.CancelledError:
        raise SystemExit(128 + signal.SIGTERM) from None
    except DaywrightError as error:
        _console(stderr=True).print(f"daywright: {error}", style="red", soft_wrap=True)
        raise SystemExit(1) from None


def _console(stderr: bool = False) -> Console:
    """A console that takes every text as it is: names of people's tasks are no markup."""
    return Console(stderr=stderr, markup=False, highlight=False, emoji=False)


async def _stoppable(work: Coroutine[Any, Any, None]) -> None:
    """A request to end, or a terminal that was closed, stops everything in order, as Ctrl-C does."""
    task = asyncio.ensure_future(work)
    for number in (signal.SIGTERM, signal.SIGHUP):
        asyncio.get_running_loop().add_signal_handler(number, task.cancel)
    await task
