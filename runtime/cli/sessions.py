"""``daywright sessions``: list, show, fork, end, resume and rename sessions (rule CLI-23)."""

from typing import Annotated

import typer
from rich.console import Console

from api.schemas.pages import Page
from api.schemas.sessions import EntryKind, SessionView
from runtime.cli.abbreviations import whole_id
from runtime.cli.asking import Json, ask
from runtime.cli.render.cells import printable
from runtime.cli.render.session_log import branch_list, session_facts, session_list, show_entries
from runtime.cli.screen import Screen
from runtime.client.api import Api, every

sessions = typer.Typer(help="List, show, fork, end, resume and rename sessions.")

_Session = Annotated[str, typer.Argument(metavar="ID", help="id of the session, or its last characters")]
_Limit = Annotated[int, typer.Option("--limit", min=1, max=200, help="how many at most")]
_Cursor = Annotated[str | None, typer.Option("--cursor", help="next_cursor of the page before")]
_Kind = Annotated[EntryKind | None, typer.Option("--kind", help="only entries of this kind")]
_Length = Annotated[
    int | None, typer.Option("--length", min=1, metavar="N", help="how many entries of the log; all if left out")
]
_Title = Annotated[str | None, typer.Option("--title", help="title of the fork; that of the session if left out")]
_NewTitle = Annotated[str, typer.Argument(metavar="TITLE", help="what it is to be called")]


@sessions.callback(invoke_without_command=True)
def index(context: typer.Context, limit: _Limit = 20, cursor: _Cursor = None, as_json: Json = False) -> None:
    """List the sessions, newest first; or show, fork, end, resume or rename one."""

    async def question(api: Api, screen: Screen) -> None:
        page = await api.sessions(cursor, limit)
        screen.answer(page)
        if not page.items:
            screen.console.print("No sessions yet: begin one with `daywright chat` or `daywright plan`.")
            return
        screen.console.print(session_list(page.items, screen.console.width))
        _tell_more(screen.console, page, "daywright sessions")

    if context.invoked_subcommand is None:
        ask(question, as_json)


@sessions.command()
def show(session: _Session, as_json: Json = False) -> None:
    """Show a session as it stands."""

    async def question(api: Api, screen: Screen) -> None:
        found = await api.session(await _id(api, session))
        screen.answer(found)
        screen.console.print(session_facts(found))

    ask(question, as_json)


@sessions.command()
def log(
    session: _Session, kind: _Kind = None, limit: _Limit = 20, cursor: _Cursor = None, as_json: Json = False
) -> None:
    """Show what was said and done in a session, to its end; earlier entries with --cursor."""

    async def question(api: Api, screen: Screen) -> None:
        session_id = await _id(api, session)
        page = await api.session_log(session_id, cursor, limit, kind)
        screen.answer(page)
        if not page.items:
            screen.console.print("Nothing was said or done in it yet.")
            return
        if page.next_cursor is not None:
            kept = f"--kind {kind} " if kind else ""
            earlier = f"There are earlier ones: daywright sessions log {session_id} {kept}--cursor {page.next_cursor}"
            screen.console.print(earlier, style="dim", soft_wrap=True)
        show_entries(screen.console, reversed(page.items))

    ask(question, as_json)


@sessions.command()
def fork(session: _Session, length: _Length = None, title: _Title = None, as_json: Json = False) -> None:
    """Begin another session with a copy of the log of this one, or of its first entries."""

    async def question(api: Api, screen: Screen) -> None:
        made = await api.fork_session(await _id(api, session), length, title)
        screen.answer(made)
        told = f"Forked {made.parent_id} after {made.seed_length} entries: {made.id}"
        screen.console.print(told, soft_wrap=True)

    ask(question, as_json)


@sessions.command()
def end(session: _Session, as_json: Json = False) -> None:
    """End a session: nothing is said, started or changed in it, and its reminders wait, until it is resumed."""

    async def question(api: Api, screen: Screen) -> None:
        ended = await api.end_session(await _id(api, session))
        screen.answer(ended)
        told = f"Ended {ended.id}. Go on in it with `daywright sessions resume {ended.id}`."
        screen.console.print(told, soft_wrap=True)

    ask(question, as_json)


@sessions.command()
def resume(session: _Session, as_json: Json = False) -> None:
    """Go on in a session that has ended or is cold; reminders that were due meanwhile are delivered."""

    async def question(api: Api, screen: Screen) -> None:
        resumed = await api.resume_session(await _id(api, session))
        screen.answer(resumed)
        screen.console.print(f"Session {resumed.id} is {resumed.state}.", soft_wrap=True)

    ask(question, as_json)


@sessions.command()
def children(session: _Session, limit: _Limit = 20, cursor: _Cursor = None, as_json: Json = False) -> None:
    """List what was opened inside a session and what was forked from it, newest first."""

    async def question(api: Api, screen: Screen) -> None:
        session_id = await _id(api, session)
        page = await api.session_children(session_id, cursor, limit)
        screen.answer(page)
        if not page.items:
            screen.console.print("Nothing was opened inside it or forked from it.")
            return
        screen.console.print(branch_list(page.items, screen.console.width))
        _tell_more(screen.console, page, f"daywright sessions children {session_id}")

    ask(question, as_json)


@sessions.command()
def rename(session: _Session, title: _NewTitle, as_json: Json = False) -> None:
    """Give a session another title."""

    async def question(api: Api, screen: Screen) -> None:
        named = await api.rename_session(await _id(api, session), title)
        screen.answer(named)
        screen.console.print(f"Session {named.id} is called {printable(named.title)}.", soft_wrap=True)

    ask(question, as_json)


def _tell_more(console: Console, page: Page[SessionView], command: str) -> None:
    if page.next_cursor is not None:
        console.print(f"There are more: {command} --cursor {page.next_cursor}", style="dim", soft_wrap=True)


async def _id(api: Api, given: str) -> str:
    return await whole_id(given, "session", every(api.sessions))
