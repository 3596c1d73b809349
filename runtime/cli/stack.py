"""``daywright demo`` and ``daywright dev``: the whole stack on this machine."""

from pathlib import Path
from typing import Annotated

import typer

from runtime.cli.running import run_command
from runtime.demo import DemoOptions, run_demo
from runtime.dev import run_dev

_EXAMPLE = DemoOptions()
_File = Annotated[Path, typer.Option("--file", help="an iCalendar file")]
_Tasks = Annotated[Path, typer.Option("--tasks", help="a task list in JSON")]
_Say = Annotated[str, typer.Option("--say", help="what should change, in Chinese or English")]
_Keep = Annotated[bool, typer.Option("--keep", help="leave everything up until Ctrl-C")]


def demo(
    file: _File = _EXAMPLE.file, tasks: _Tasks = _EXAMPLE.tasks, say: _Say = _EXAMPLE.say, keep: _Keep = False
) -> None:
    """Plan and refine a real week on a stack of its own, and show what happens."""
    options = DemoOptions(file, tasks, say, keep)
    run_command(lambda settings, console: run_demo(settings, options, console))


def dev() -> None:
    """Run the whole stack on your own data until Ctrl-C."""
    run_command(run_dev)
