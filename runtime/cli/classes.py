"""``daywright classes``: the tasks that a plan places."""

from pathlib import Path
from typing import Annotated

import typer

from api.schemas.classes import ClassView
from api.schemas.imports import ImportedTasksView
from api.schemas.pages import Page
from runtime.cli.asking import Json, ask
from runtime.cli.class_items import items
from runtime.cli.class_names import ClassName, chosen_class
from runtime.cli.files import content_of, named_in_refusals
from runtime.cli.outcome import term_of
from runtime.cli.plan import pending
from runtime.cli.render.cells import printable
from runtime.cli.render.class_page import show_class
from runtime.cli.render.lists import listing
from runtime.cli.screen import Screen
from runtime.client.api import Api, every

classes = typer.Typer(help="Add, list, show and delete classes of tasks.")
classes.add_typer(items, name="item")

_File = Annotated[Path, typer.Argument(metavar="FILE.json", help="a task list, as in examples/tasks.json")]


@classes.callback(invoke_without_command=True)
def index(context: typer.Context, as_json: Json = False) -> None:
    """List the classes, newest first; or add, show or delete one."""
    if context.invoked_subcommand is None:
        ask(_list, as_json)


@classes.command()
def add(file: _File, as_json: Json = False) -> None:
    """Add the classes of a task list, all of them or none."""

    async def question(api: Api, screen: Screen) -> None:
        content = content_of(file)
        with named_in_refusals(file):
            added = await api.import_classes(content)
        screen.answer(added)
        for found in added.classes:
            screen.console.print(f"Added {printable(found.name)} with {len(found.items)} tasks: {found.id}")
        screen.console.print(next_step(added), style="dim")

    ask(question, as_json)


def next_step(added: ImportedTasksView) -> str:
    """How to plan what was added, in the window that the list names."""
    if added.window is None or added.term is None:
        return "Place them with `daywright plan`."
    days = added.window.in_term(term_of(added.term)).day_mapping
    first, last = (term_of(added.term).date_of(day.week, day.day_of_week) for day in (days[0], days[-1]))
    return f"Place them with `daywright plan --from {first} --to {last}`."


@classes.command()
def show(name: ClassName, as_json: Json = False) -> None:
    """Show a class with its tasks in their order."""

    async def question(api: Api, screen: Screen) -> None:
        found = await chosen_class(api, name)
        screen.answer(found)
        show_class(screen.console, found)

    ask(question, as_json)


@classes.command()
def delete(name: ClassName, as_json: Json = False) -> None:
    """Delete a class with its tasks; one of which a task stands in a timetable stays."""

    async def question(api: Api, screen: Screen) -> None:
        found = await chosen_class(api, name)
        await api.delete_class(found.id, found.version)
        screen.answer(found)
        screen.console.print(f"Deleted {printable(found.name)} with {len(found.items)} tasks.")

    ask(question, as_json)


async def _list(api: Api, screen: Screen) -> None:
    found = [one async for one in every(api.classes)]
    screen.answer(Page[ClassView](items=tuple(found)))
    if not found:
        screen.console.print("No classes yet: add some with `daywright classes add FILE.json`.")
        return
    rows = [(one.id, one.name, f"{pending(one)} of {len(one.items)} waiting", one.strategy) for one in found]
    screen.console.print(listing(("class", "name", "tasks", "strategy"), rows))
