"""``daywright runs``: list, show, watch and cancel runs."""

from typing import Annotated

import typer
from rich.console import Console

from api.schemas.pages import Page
from api.schemas.runs import RunEventView, RunView
from runtime.cli.abbreviations import whole_id
from runtime.cli.asking import Json, ask
from runtime.cli.following import check_completed, follow_to_end, language_of
from runtime.cli.render.lists import facts, listing, moment
from runtime.cli.screen import Screen
from runtime.client.api import Api, every

runs = typer.Typer(help="List, show, watch and cancel runs.")

_Run = Annotated[str, typer.Argument(metavar="ID", help="id of the run, or its last characters")]
_Limit = Annotated[int, typer.Option("--limit", min=1, max=200, help="how many at most")]
_Cursor = Annotated[str | None, typer.Option("--cursor", help="next_cursor of the page before")]


@runs.callback(invoke_without_command=True)
def index(context: typer.Context, limit: _Limit = 20, cursor: _Cursor = None, as_json: Json = False) -> None:
    """List the runs, newest first; or show, watch or cancel one."""
    if context.invoked_subcommand is None:
        ask(lambda api, screen: _list(api, screen, limit, cursor), as_json)


@runs.command()
def show(run_id: _Run, as_json: Json = False) -> None:
    """Show a run as it stands."""

    async def question(api: Api, screen: Screen) -> None:
        run = await api.run(await _id(api, run_id))
        screen.answer(run)
        show_run(screen.console, run)

    ask(question, as_json)


@runs.command()
def watch(run_id: _Run, as_json: Json = False) -> None:
    """Show the stages of a run from its beginning, and new ones as they happen, until it has ended."""
    ask(lambda api, screen: _watch(api, screen, run_id), as_json)


@runs.command()
def cancel(run_id: _Run, as_json: Json = False) -> None:
    """Ask a run to stop; what it has not saved by then is not saved."""

    async def question(api: Api, screen: Screen) -> None:
        run = await api.cancel_run(await _id(api, run_id))
        screen.answer(run)
        if run.is_open:
            screen.console.print(f"Run {run.id} was asked to stop. See it with `daywright runs watch {run.id}`.")
        else:
            screen.console.print(f"Run {run.id} had ended already: {run.status}.")

    ask(question, as_json)


def show_run(console: Console, run: RunView) -> None:
    """Print a run as it stands."""
    rows = {
        "run": run.id,
        "session": run.session_id,
        "kind": run.kind,
        "status": run.status if run.code in (None, run.status) else f"{run.status} ({run.code})",
        "asked": str(run.request.get("message") or f"{run.request.get('first')} to {run.request.get('last')}"),
        "started": moment(run.created_at),
        "ended": moment(run.finished_at) if run.finished_at else "",
        "told": run.detail or "",
        "asks": " ".join(run.question.questions) if run.question else "",
    }
    console.print(facts(rows))
    if run.links.web_ui is not None:
        # A person clicks it, or copies it: it must not be broken at the edge.
        console.print(run.links.web_ui, soft_wrap=True)


async def _list(api: Api, screen: Screen, limit: int, cursor: str | None) -> None:
    page = await api.runs(cursor, limit)
    screen.answer(page)
    if not page.items:
        screen.console.print("No runs yet: start one with `daywright plan`.")
        return
    rows = [(run.id, run.kind, run.status, moment(run.created_at), run.session_id) for run in page.items]
    screen.console.print(listing(("run", "kind", "status", "started", "session"), rows))
    _tell_more(screen.console, page)


def _tell_more(console: Console, page: Page[RunView]) -> None:
    if page.next_cursor is not None:
        console.print(f"There are more: daywright runs --cursor {page.next_cursor}", style="dim", soft_wrap=True)


async def _watch(api: Api, screen: Screen, run_id: str) -> None:
    run = await api.run(await _id(api, run_id))
    events: list[RunEventView] = []
    ended = await follow_to_end(api, run, screen, language_of(run), events.append, stays=True)
    screen.answer({"run": ended, "events": events})
    check_completed(ended)


async def _id(api: Api, given: str) -> str:
    return await whole_id(given, "run", every(api.runs))
