"""``daywright classes item``: the tasks of one class."""

from typing import Annotated

import typer

from api.schemas.classes import ClassView, ItemView
from domain.errors import NotFound
from runtime.cli.abbreviations import FEWEST, fitting_id
from runtime.cli.asking import Json, ask
from runtime.cli.class_names import ClassName, chosen_class
from runtime.cli.render.class_page import show_class
from runtime.cli.screen import Screen
from runtime.client.api import Api

items = typer.Typer(help="Add, rename and remove tasks of a class.", no_args_is_help=True)

_Item = Annotated[str, typer.Argument(metavar="TASK", help="number of the task in its class, or the end of its id")]
_Content = Annotated[str, typer.Argument(metavar="WORDS", help="what is to be done")]
_At = Annotated[int | None, typer.Option("--at", min=1, help="place in the class; the last if left out")]


@items.command("add")
def add_item(name: ClassName, content: _Content, at: _At = None, as_json: Json = False) -> None:
    """Add a task to a class."""

    async def question(api: Api, screen: Screen) -> None:
        found = await chosen_class(api, name)
        await _answer(api, screen, found.id, await api.add_item(found.id, content, at))

    ask(question, as_json)


@items.command("rename")
def rename_item(name: ClassName, task: _Item, content: _Content, as_json: Json = False) -> None:
    """Give a task other words."""

    async def question(api: Api, screen: Screen) -> None:
        found = await chosen_class(api, name)
        renamed = await api.rename_item(found.id, item_named(task, found).id, content, found.version)
        await _answer(api, screen, found.id, renamed)

    ask(question, as_json)


@items.command("remove")
def remove_item(name: ClassName, task: _Item, as_json: Json = False) -> None:
    """Remove a task from its class; one that stands in a timetable stays."""

    async def question(api: Api, screen: Screen) -> None:
        found = await chosen_class(api, name)
        removed = item_named(task, found)
        await api.remove_item(found.id, removed.id, found.version)
        await _answer(api, screen, found.id, removed)

    ask(question, as_json)


def item_named(given: str, found: ClassView) -> ItemView:
    """The task of that number in its class, or whose id begins or ends so.

    Raises:
        InvalidInput: several fit, or what is given is neither.
        NotFound: none fits.
    """
    if given.isascii() and given.isdecimal() and len(given) < FEWEST:
        by_order = {item.order: item for item in found.items}
        if int(given) not in by_order:
            raise NotFound(f"{found.name} has no task {given}: it has {len(found.items)}")
        return by_order[int(given)]
    meant = fitting_id(given, "task", [item.id for item in found.items])
    return next(item for item in found.items if item.id == meant)


async def _answer(api: Api, screen: Screen, class_id: str, item: ItemView) -> None:
    screen.answer(item)
    show_class(screen.console, await api.class_(class_id))
