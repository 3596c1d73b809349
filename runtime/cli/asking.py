"""How a command asks the API (rule CLI-1)."""

from collections.abc import Callable, Coroutine
from typing import Annotated, Any

import typer
from rich.console import Console

from runtime.cli.running import run_command
from runtime.cli.screen import Screen
from runtime.client.address import find_api
from runtime.client.api import Api
from runtime.settings import Settings

Question = Callable[[Api, Screen], Coroutine[Any, Any, None]]

Json = Annotated[bool, typer.Option("--json", help="print what the API answers, as one JSON document")]


def ask(question: Question, as_json: bool = False) -> None:
    """Ask the API that the settings name, and show the answer."""

    async def command(settings: Settings, out: Console) -> None:
        async with Api(find_api(settings)) as api:
            await question(api, Screen(out, as_json))

    run_command(command)
