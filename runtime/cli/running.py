"""How every command is run: settings, logs, a sentence for what goes wrong, and an orderly end."""

import asyncio
import signal
from collections.abc import Callable, Coroutine, Mapping
from types import MappingProxyType
from typing import Any

from rich.console import Console

from domain.errors import DaywrightError
from runtime.logging import configure_logging
from runtime.settings import Settings, read_settings

Command = Callable[[Settings, Console], Coroutine[Any, Any, None]]
ExitCodes = Mapping[type[DaywrightError], int]

_ALL_ALIKE: ExitCodes = MappingProxyType({})


def run_command(command: Command, exit_codes: ExitCodes = _ALL_ALIKE) -> None:
    """Run to the end; what goes wrong is one sentence on standard error, and an exit code.

    Args:
        exit_codes: codes of errors and of those derived from them; any other error ends with 1.
    """
    try:
        settings = read_settings()
        # People read the output of a command; the log of its parts is theirs only if they ask for it.
        level = settings.log_level if "log_level" in settings.model_fields_set else "warning"
        configure_logging(level, settings.model_secrets())
        asyncio.run(_stoppable(command(settings, console())))
    except asyncio.CancelledError:
        raise SystemExit(128 + signal.SIGTERM) from None
    except DaywrightError as error:
        tell_error(error)
        raise SystemExit(_exit_code(error, exit_codes)) from None


def tell_error(error: DaywrightError) -> None:
    """One sentence on standard error."""
    console(stderr=True).print(f"daywright: {error}", style="red", soft_wrap=True)


def console(stderr: bool = False) -> Console:
    """A console that takes every text as it is: names of people's tasks are no markup."""
    return Console(stderr=stderr, markup=False, highlight=False, emoji=False)


def _exit_code(error: DaywrightError, exit_codes: ExitCodes) -> int:
    return next((exit_codes[kind] for kind in type(error).__mro__ if kind in exit_codes), 1)


async def _stoppable(work: Coroutine[Any, Any, None]) -> None:
    """A request to end, or a terminal that was closed, stops everything in order, as Ctrl-C does."""
    task = asyncio.ensure_future(work)
    for number in (signal.SIGTERM, signal.SIGHUP):
        asyncio.get_running_loop().add_signal_handler(number, task.cancel)
    await task
