"""``daywright confirm``, ``undo`` and ``history``: the plan becomes part of the timetable, and is taken back."""

import sys
from collections.abc import Sequence
from typing import Annotated, Any

import typer

from api.schemas.commits import CommitView, ForeseenConfirmView
from domain.errors import CommitConflict, DaywrightError, NotFound, UndoConflict
from runtime.cli.abbreviations import whole_id
from runtime.cli.asking import Json, ask
from runtime.cli.planned_session import planned_session
from runtime.cli.render.cells import printable
from runtime.cli.render.foreseen import foreseen_page
from runtime.cli.render.history import show_commit, show_history
from runtime.cli.running import console
from runtime.cli.screen import Screen
from runtime.client.api import Api, every

_Session = Annotated[
    str | None,
    typer.Argument(metavar="SESSION", help="a session by the end of its id; the newest with a plan if left out"),
]
_Commit = Annotated[
    str | None,
    typer.Argument(metavar="COMMIT", help="a commit by the end of its id; the newest that stands if left out"),
]
_Shown = Annotated[
    str | None, typer.Argument(metavar="COMMIT", help="show the changes of this commit, by the end of its id")
]
_Yes = Annotated[bool, typer.Option("--yes", help="do not ask")]
_Limit = Annotated[int, typer.Option("--limit", min=1, max=200, help="how many at most")]
_Cursor = Annotated[str | None, typer.Option("--cursor", help="next_cursor of the page before")]


def confirm(session: _Session = None, yes: _Yes = False, as_json: Json = False) -> None:
    """Write the newest plan into the timetable, all of it or nothing.

    It shows what will be written into the timetable as it is now, or all that is in the way, and asks.
    """
    found: list[ForeseenConfirmView] = []

    async def look(api: Api, screen: Screen) -> None:
        found.append(await api.foresee_confirm((await planned_session(api, session)).id))
        screen.console.print(foreseen_page(found[0]))
        if found[0].conflicts:
            raise CommitConflict(found[0].summary)

    async def write(api: Api, screen: Screen) -> None:
        _show_commit(screen, await _listing_obstacles(api.confirm(found[0].session_id, found[0].revision), screen))

    ask(look, as_json)
    # The question is asked outside of what handles signals, so that Ctrl-C ends it at once.
    if not yes:
        _ask_for_a_yes(found[0])
    ask(write, as_json)


def undo(commit: _Commit = None, as_json: Json = False) -> None:
    """Take back what a commit wrote, all of it or nothing; later changes elsewhere stay."""

    async def question(api: Api, screen: Screen) -> None:
        undone = await _listing_obstacles(api.undo(await _commit_id(api, commit)), screen)
        screen.answer(undone)
        screen.console.print(f"Commit {undone.id} was undone: {printable(undone.summary)}", soft_wrap=True)
        if undone.session_id is not None:
            screen.console.print("Write it again with `daywright confirm`.", style="dim", soft_wrap=True)

    ask(question, as_json)


def history(commit: _Shown = None, limit: _Limit = 20, cursor: _Cursor = None, as_json: Json = False) -> None:
    """List what was written into the timetable, by whom and when, newest first, or all that one commit changed."""

    async def one(api: Api, screen: Screen, given: str) -> None:
        found = await api.commit(await whole_id(given, "commit", every(api.commits)))
        screen.answer(found)
        show_commit(screen.console, found)

    async def question(api: Api, screen: Screen) -> None:
        if commit is not None:
            await one(api, screen, commit)
            return
        page = await api.commits(cursor, limit)
        screen.answer(page)
        if not page.items:
            screen.console.print("Nothing was written yet: confirm a plan with `daywright confirm`.")
            return
        show_history(screen.console, page.items)
        if page.next_cursor is not None:
            more = f"There are more: daywright history --cursor {page.next_cursor}"
            screen.console.print(more, style="dim", soft_wrap=True)

    ask(question, as_json)


def _ask_for_a_yes(foreseen: ForeseenConfirmView) -> None:
    """Ask on standard error, which leaves standard output to what is shown; anything but a yes is a no."""
    errors = console(stderr=True)
    errors.print(f"{_question(len(foreseen.changes))} [y/N]", end=" ", soft_wrap=True)
    if sys.stdin.buffer.readline().strip().lower() not in (b"y", b"yes"):
        errors.print("daywright: nothing was written: answer y, or give --yes", style="red", soft_wrap=True)
        raise typer.Exit(1)


def _question(count: int) -> str:
    if count == 0:
        return "Note in the history that the timetable is as the plan wants it?"
    return "Write this change into the timetable?" if count == 1 else f"Write these {count} changes into the timetable?"


def _show_commit(screen: Screen, commit: CommitView) -> None:
    screen.answer(commit)
    screen.console.print(printable(commit.summary), soft_wrap=True)
    then = f"Commit {commit.id}. Take it back with `daywright undo`, list all with `daywright history`."
    screen.console.print(then, style="dim", soft_wrap=True)


async def _listing_obstacles(work: Any, screen: Screen) -> CommitView:
    """The commit; where it is refused, each thing in the way stands in a line of its own before the refusal."""
    try:
        commit: CommitView = await work
    except (CommitConflict, UndoConflict) as refusal:
        for line in _obstacles(refusal):
            screen.console.print(f"- {printable(line)}", soft_wrap=True)
        raise
    return commit


def _obstacles(refusal: DaywrightError) -> Sequence[str]:
    found: Any = refusal.facts.get("conflicts", refusal.facts.get("dependents", ()))
    return [str(one["message"]) for one in found]


async def _commit_id(api: Api, given: str | None) -> str:
    if given is not None:
        return await whole_id(given, "commit", every(api.commits))
    async for commit in every(api.commits):
        if commit.status == "applied":
            return commit.id
    raise NotFound("nothing that was written stands: confirm a plan with `daywright confirm` first")
