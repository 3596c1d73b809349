"""``daywright open``: the page in the browser, signed in."""

import os
import sys
import webbrowser
from typing import Annotated

import typer

from runtime.cli.asking import Json, ask
from runtime.cli.render.lists import moment
from runtime.cli.screen import Screen
from runtime.client.api import Api

_Print = Annotated[bool, typer.Option("--print", help="only print the address")]
_DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")


def open_(only_print: _Print = False, as_json: Json = False) -> None:
    """Open the page in the browser, signed in by a link that works once."""
    ask(lambda api, screen: _open(api, screen, only_print or as_json), as_json)


async def _open(api: Api, screen: Screen, only_print: bool) -> None:
    link = await api.sign_in_link()
    screen.answer(link)
    screen.console.print(link.url, soft_wrap=True)
    if only_print:
        return
    opened = has_display() and webbrowser.open(link.url)
    told = "It was opened in the browser." if opened else f"Open it before {moment(link.expires_at)}; it works once."
    screen.console.print(told, style="dim")


def has_display() -> bool:
    """Whether a browser with a window can be at hand: one of the terminal would take the terminal."""
    return sys.platform in ("darwin", "win32") or any(os.environ.get(name) for name in _DISPLAYS)
