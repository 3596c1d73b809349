"""``daywright prepare`` and ``briefing``: rooms for meetings, and what is told of past ones (CLI-50 and CLI-51)."""

from typing import Annotated, Any

import typer

from api.schemas.preparation import PreparationView
from domain.errors import NotFound
from domain.schedule.state import Locale
from runtime.cli.abbreviations import whole_id
from runtime.cli.asking import Json, ask
from runtime.cli.preparation_history import forget, history
from runtime.cli.render.cells import printable
from runtime.cli.render.lists import listing
from runtime.cli.render.preparations import line_of, show_preparation, span
from runtime.cli.room_values import room_values
from runtime.cli.screen import Screen
from runtime.client.api import Api, every

prepare = typer.Typer(
    help="Have rooms prepared for meetings; show, adjust, confirm, move and cancel that, and see what was learned."
)

_Id = Annotated[
    str | None,
    typer.Argument(metavar="ID", help="of the preparation, or its last characters; the newest if left out"),
]
_Of = Annotated[
    str | None,
    typer.Option("--of", metavar="ID", help="of the preparation, or its last characters; the newest if left out"),
]
_Room = Annotated[str, typer.Argument(metavar="ROOM", help="id of the room")]
_Start = Annotated[str, typer.Argument(metavar="START", help='of the meeting, such as "2026-12-01 14:00"')]
_End = Annotated[str, typer.Argument(metavar="END", help="of the meeting")]
_At = Annotated[
    str | None,
    typer.Option("--at", metavar="TIME", help="when it is prepared; a quarter of an hour before if left out"),
]
_Moved = Annotated[str, typer.Argument(metavar="START", help='of the meeting from now on, such as "2026-12-01 16:00"')]
_Until = Annotated[
    str | None, typer.Argument(metavar="END", help="of the meeting; as long after its start as before if left out")
]
_Before = Annotated[
    str | None,
    typer.Option("--at", metavar="TIME", help="when it is prepared; as long before the start as before if left out"),
]
_Zone = Annotated[
    str | None,
    typer.Option("--zone", metavar="ZONE", help="of the clocks of the room, such as Asia/Tokyo; yours if left out"),
]
_Auto = Annotated[bool, typer.Option("--auto", help="execute what is recommended at once, without asking")]
_Name = Annotated[str, typer.Option("--name", metavar="NAME", help="how you are called where you are told of it")]
_Language = Annotated[Locale, typer.Option("--locale", help="language in which you are told")]
_Values = Annotated[
    list[str], typer.Argument(metavar="KEY=VALUE...", help="such as hvac_target_temp=22 light_power=off")
]
_Limit = Annotated[int, typer.Option("--limit", min=1, max=200, help="how many at most")]
_Cursor = Annotated[str | None, typer.Option("--cursor", help="next_cursor of the page before")]
_Temp = Annotated[float | None, typer.Option("--temp", min=-90, max=70, help="outdoors, in °C; else as triggered")]
_Locale = Annotated[Locale | None, typer.Option("--locale", help="language of the briefing; else of the preparation")]


@prepare.callback(invoke_without_command=True)
def index(context: typer.Context, as_json: Json = False) -> None:
    """List the preparations, newest first; or create, show, adjust, confirm, move or cancel one."""
    if context.invoked_subcommand is None:
        list_(20, None, as_json)


@prepare.command(name="list")
def list_(limit: _Limit = 20, cursor: _Cursor = None, as_json: Json = False) -> None:
    """List the preparations, newest first."""

    async def question(api: Api, screen: Screen) -> None:
        page = await api.preparations.page(cursor, limit)
        screen.answer(page)
        if not page.items:
            screen.console.print("No room is prepared: `daywright prepare create ROOM START END` has one prepared.")
            return
        rows = [(one.id, one.room_id, span(one), one.prep_type, one.status) for one in page.items]
        screen.console.print(listing(("preparation", "room", "meeting", "type", "status"), rows))
        if page.next_cursor is not None:
            more = f"There are more: daywright prepare list --cursor {page.next_cursor}"
            screen.console.print(more, style="dim", soft_wrap=True)

    ask(question, as_json)


@prepare.command()
def create(  # noqa: PLR0913, PLR0917 - one parameter for each option of the command
    room: _Room,
    start: _Start,
    end: _End,
    at: _At = None,
    zone: _Zone = None,
    auto: _Auto = False,
    name: _Name = "",
    locale: _Language = "zh-CN",
    as_json: Json = False,
) -> None:
    """Have a room prepared for a meeting of yours; it asks you first, unless --auto is given."""
    kind = "auto_notify" if auto else "confirm"
    given = {"prep_trigger_at": at, "booker_name": name or None, "zone": zone}
    draft: dict[str, Any] = {"room_id": room, "meeting_start": start, "meeting_end": end, "prep_type": kind}
    draft |= {"locale": locale} | {key: value for key, value in given.items() if value is not None}

    async def question(api: Api, screen: Screen) -> None:
        made = await api.preparations.make(draft)
        screen.answer(made)
        screen.console.print(line_of(made), highlight=False, markup=False, soft_wrap=True)
        screen.console.print(f"See it with `daywright prepare show {made.id}`.", style="dim", soft_wrap=True)

    ask(question, as_json)


@prepare.command()
def show(preparation: _Id = None, as_json: Json = False) -> None:
    """Show a preparation: where it stands, what is recommended, what holds, and what happened."""

    async def question(api: Api, screen: Screen) -> None:
        found = await api.preparations.one(await _chosen(api, preparation))
        screen.answer(found)
        show_preparation(screen.console, found)

    ask(question, as_json)


@prepare.command()
def adjust(values: _Values, of: _Of = None, as_json: Json = False) -> None:
    """Let the room have other settings; nothing that is recommended later overwrites them."""

    async def question(api: Api, screen: Screen) -> None:
        standing = await api.preparations.one(await _chosen(api, of))
        changed = await api.preparations.adjust(standing.id, room_values(values, standing.ranges))
        screen.answer(changed)
        show_preparation(screen.console, changed)

    ask(question, as_json)


@prepare.command()
def confirm(preparation: _Id = None, as_json: Json = False) -> None:
    """Let what was recommended be executed, but for what you adjusted."""

    async def question(api: Api, screen: Screen) -> None:
        confirmed = await api.preparations.confirm(await _chosen(api, preparation))
        screen.answer(confirmed)
        show_preparation(screen.console, confirmed)

    ask(question, as_json)


@prepare.command()
def move(start: _Moved, end: _Until = None, of: _Of = None, at: _Before = None, as_json: Json = False) -> None:
    """Move a meeting; its room is prepared anew where the time for that lies ahead again."""
    given = {"meeting_start": start, "meeting_end": end, "prep_trigger_at": at}
    _change(of, {name: value for name, value in given.items() if value is not None}, as_json)


@prepare.command()
def cancel(preparation: _Id = None, as_json: Json = False) -> None:
    """Call a meeting off: nothing more is done for it."""
    _change(preparation, {"status": "cancelled"}, as_json)


def _change(preparation: str | None, changes: dict[str, str], as_json: bool) -> None:
    async def question(api: Api, screen: Screen) -> None:
        changed = await api.preparations.change(await _chosen(api, preparation), changes)
        screen.answer(changed)
        screen.console.print(line_of(changed), highlight=False, markup=False, soft_wrap=True)

    ask(question, as_json)


prepare.command()(history)
prepare.command()(forget)


def briefing(preparation: _Id = None, temp: _Temp = None, locale: _Locale = None, as_json: Json = False) -> None:
    """Show what a model is told of your decisions in like cases."""

    async def question(api: Api, screen: Screen) -> None:
        found = await api.preparations.context(await _chosen(api, preparation), temp, locale)
        screen.answer(found)
        if not found.history:
            name = printable(found.booker_name or found.booker_id)
            told = f"Nothing is told: no decision of {name} in room {printable(found.room_id)} in the last 30 days."
            screen.console.print(told, markup=False, highlight=False, soft_wrap=True)
        for line in found.briefing.strip("\n").splitlines():
            screen.console.print(_kept(line), markup=False, highlight=False, soft_wrap=True)

    ask(question, as_json)


def _kept(line: str) -> str:
    """The line with its columns, without what could steer the terminal."""
    return "".join(char for char in line if char.isprintable())


async def _chosen(api: Api, given: str | None) -> str:
    """The preparation that is meant.

    Raises:
        NotFound: there is none.
    """
    if given is not None:
        return await whole_id(given, "preparation", every(api.preparations.page))
    newest: tuple[PreparationView, ...] = (await api.preparations.page(limit=1)).items
    if not newest:
        raise NotFound("no room is prepared yet: have one prepared with `daywright prepare create ROOM START END`")
    return newest[0].id
