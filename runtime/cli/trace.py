"""``daywright trace``: what a run did, step by step (rules RUN-17 and CLI-14)."""

from typing import Annotated

import typer
from rich.console import Console

from api.schemas.runs import RunView
from api.schemas.trace import TraceView
from domain.errors import NotFound
from runtime.cli.abbreviations import whole_id
from runtime.cli.asking import Json, ask
from runtime.cli.render.trace import show_call, show_steps
from runtime.cli.screen import Screen
from runtime.client.api import Api, every

_Run = Annotated[
    str | None, typer.Argument(metavar="[RUN]", help="id of the run, or its last characters; else the newest")
]
_Prompts = Annotated[bool, typer.Option("--prompts", help="show prompts and answers of the model word for word")]
_Cursor = Annotated[str | None, typer.Option("--cursor", help="next_cursor of the page before")]


def trace(run: _Run = None, prompts: _Prompts = False, cursor: _Cursor = None, as_json: Json = False) -> None:
    """Show what a run did, step by step, and what its model was asked."""

    async def question(api: Api, screen: Screen) -> None:
        page = await api.trace(await _run_id(api, run), cursor)
        screen.answer(page)
        show_trace(screen.console, page, prompts=prompts)

    ask(question, as_json)


def show_trace(console: Console, page: TraceView, *, prompts: bool = False) -> None:
    """Print a page of a trace.

    Args:
        prompts: prompts and answers too, word for word.
    """
    show_steps(console, page)
    for step in page.items if prompts else ():
        for call in step.model_calls:
            show_call(console, step, call)
    if page.next_cursor is not None:
        more = f"There is more: daywright trace {page.run_id} --cursor {page.next_cursor}"
        console.print(more, style="dim", soft_wrap=True)


async def _run_id(api: Api, given: str | None) -> str:
    if given is not None:
        return await whole_id(given, "run", every(api.runs))
    newest: tuple[RunView, ...] = (await api.runs(limit=1)).items
    if not newest:
        raise NotFound("there is no run to trace: start one with `daywright plan`")
    return newest[0].id
