"""``daywright feed``: secret addresses to which calendars subscribe (rule CLI-41)."""

from typing import Annotated

import typer

from api.schemas.feeds import FeedDraft, FeedView
from runtime.cli.abbreviations import whole_id
from runtime.cli.asking import Json, ask
from runtime.cli.render.lists import listing, moment
from runtime.cli.running import console
from runtime.cli.screen import Screen
from runtime.client.api import Api, every

feed = typer.Typer(no_args_is_help=True, help="Make, list and revoke addresses to which calendars subscribe.")

_Name = Annotated[str, typer.Option("--name", help="what to tell it by in the list")]
_Term = Annotated[str | None, typer.Option("--term", metavar="ID", help="only this term; the newest ones if left out")]
_Alarm = Annotated[
    int | None, typer.Option("--alarm", metavar="MINUTES", min=0, max=10_080, help="an alarm before each start")
]
_Id = Annotated[str, typer.Argument(metavar="ID", help="id of the feed, or its last characters")]


@feed.command()
def create(name: _Name = "", term: _Term = None, alarm: _Alarm = None, as_json: Json = False) -> None:
    """Make a feed and print its address, this once."""

    async def question(api: Api, screen: Screen) -> None:
        term_id = await whole_id(term, "term", every(api.terms)) if term else None
        made = await api.exports.open_feed(FeedDraft(name=name, term_id=term_id, alarm_minutes=alarm))
        screen.answer(made)
        screen.console.print(made.url, soft_wrap=True, markup=False, highlight=False)
        if not as_json:
            sentence = "Subscribe to it in a calendar. It is not shown again: whoever has it reads your timetable."
            console(stderr=True).print(sentence, style="dim", soft_wrap=True)

    ask(question, as_json)


@feed.command(name="list")
def list_(as_json: Json = False) -> None:
    """Show the feeds, newest first, without their addresses."""

    async def question(api: Api, screen: Screen) -> None:
        page = await api.exports.feeds()
        screen.answer(page)
        if not page.items:
            screen.console.print("There are no feeds: `daywright feed create` makes one.")
            return
        screen.console.print(listing(("feed", "made", "term", "alarm", "name"), map(_row, page.items)))

    ask(question, as_json)


@feed.command()
def revoke(feed_id: _Id) -> None:
    """Let the address of a feed lead nowhere, at once and for ever."""

    async def question(api: Api, screen: Screen) -> None:
        found = await whole_id(feed_id, "feed", every(api.exports.feeds))
        await api.exports.revoke_feed(found)
        screen.console.print(f"Revoked: {found}. Its address leads nowhere now.")

    ask(question)


def _row(view: FeedView) -> tuple[str, str, str, str, str]:
    alarm = "" if view.alarm_minutes is None else f"{view.alarm_minutes} min"
    return view.id, moment(view.created_at), view.term_id or "newest", alarm, view.name
