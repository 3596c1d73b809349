"""``daywright prepare history`` and ``forget``: what was learned from preparations, and forgetting it (rule CLI-52)."""

from typing import Annotated

import typer

from domain.errors import InvalidInput
from runtime.cli.asking import Json, ask
from runtime.cli.render.lists import listing
from runtime.cli.screen import Screen
from runtime.client.api import Api

_Booker = Annotated[str | None, typer.Option("--booker", metavar="ID", help="of this person only")]
_Room = Annotated[str | None, typer.Option("--room", metavar="ID", help="in this room only")]
_All = Annotated[bool, typer.Option("--all", help="of everybody whose rooms are prepared for you")]
_Limit = Annotated[
    int, typer.Option("--limit", min=1, max=200, help="how many preparations are looked through at most")
]
_Cursor = Annotated[str | None, typer.Option("--cursor", help="next_cursor of the page before")]


def history(
    booker: _Booker = None, room: _Room = None, limit: _Limit = 20, cursor: _Cursor = None, as_json: Json = False
) -> None:
    """List what was decided in each preparation, the last reported first, in the words in which a model is told."""

    async def question(api: Api, screen: Screen) -> None:
        page = await api.preparations.history(cursor, limit, booker, room)
        screen.answer(page)
        if page.items:
            rows = [(one.preparation_id, one.room_id, one.booker_id, one.line) for one in page.items]
            screen.console.print(listing(("preparation", "room", "booker", "decision"), rows))
        else:
            screen.console.print("Nothing was learned." if page.next_cursor is None else "Nothing on this page.")
        if page.next_cursor is not None:
            more = f"There are more: daywright prepare history --cursor {page.next_cursor}"
            screen.console.print(more, style="dim", soft_wrap=True)

    ask(question, as_json)


def forget(booker: _Booker = None, everybody: _All = False, as_json: Json = False) -> None:
    """Forget for good what was decided: preparations that are over are removed, others count for nothing."""

    async def question(api: Api, screen: Screen) -> None:
        if (booker is None) != everybody:
            raise InvalidInput("whose history is not said: write either --booker ID or --all")
        gone = await api.preparations.forget(booker)
        screen.answer(gone)
        said = f"{gone.removed} that were over are gone; {gone.kept} at hand count for nothing from now on."
        screen.console.print(said, highlight=False, soft_wrap=True)

    ask(question, as_json)
