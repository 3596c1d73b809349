"""``daywright terms``: the terms that there are (rule CLI-33)."""

from typing import Annotated

import typer

from api.schemas.pages import Page
from api.schemas.terms import TermView
from runtime.cli.abbreviations import whole_id
from runtime.cli.asking import Json, ask
from runtime.cli.outcome import term_of
from runtime.cli.render.lists import facts, listing, moment
from runtime.cli.screen import Screen
from runtime.client.api import Api, every

terms = typer.Typer(help="List, show and delete terms.")

_Term = Annotated[str, typer.Argument(metavar="TERM", help="id of the term, or a part of it")]


@terms.callback(invoke_without_command=True)
def index(context: typer.Context, as_json: Json = False) -> None:
    """List the terms, newest first; or show or delete one."""
    if context.invoked_subcommand is None:
        ask(_list, as_json)


@terms.command("list")
def list_(as_json: Json = False) -> None:
    """List the terms, newest first."""
    ask(_list, as_json)


@terms.command()
def show(term: _Term, as_json: Json = False) -> None:
    """Show a term with its section times."""

    async def question(api: Api, screen: Screen) -> None:
        found = await _chosen(api, term)
        screen.answer(found)
        rows = {
            "term": found.id,
            "days": _days(found),
            "weeks": str(found.weeks),
            "zone": found.zone,
            "version": str(found.timetable_version),
            "made": moment(found.created_at, found.zone),
        }
        screen.console.print(facts(rows))
        screen.console.print()
        times = [(f"{n}", f"{s.start:%H:%M}-{s.end:%H:%M}") for n, s in enumerate(found.sections, start=1)]
        screen.console.print(listing(("section", "time"), times))

    ask(question, as_json)


@terms.command()
def delete(term: _Term, as_json: Json = False) -> None:
    """Delete a term with everything that stands in it.

    Tasks that stood there wait again. A term for which a plan was made stays.
    """

    async def question(api: Api, screen: Screen) -> None:
        found = await _chosen(api, term)
        await api.delete_term(found.id, found.timetable_version)
        screen.answer(found)
        screen.console.print(f"Deleted the term {found.id} ({_days(found)}) and all that stood in it.")

    ask(question, as_json)


async def _chosen(api: Api, given: str) -> TermView:
    return await api.term(await whole_id(given, "term", every(api.terms)))


async def _list(api: Api, screen: Screen) -> None:
    found = [one async for one in every(api.terms)]
    screen.answer(Page[TermView](items=tuple(found)))
    if not found:
        screen.console.print("No terms yet: import a timetable with `daywright import FILE`.")
        return
    rows = [(one.id, _days(one), f"{one.weeks}", one.zone, f"{one.timetable_version}") for one in found]
    screen.console.print(listing(("term", "days", "weeks", "zone", "version"), rows))


def _days(view: TermView) -> str:
    return f"{view.first_monday} to {term_of(view).last_day}"
