"""``daywright memories``: what is remembered, listed, added, corrected and forgotten (rule CLI-30)."""

from typing import Annotated, Any

import typer

from api.schemas.memories import MemoryView
from domain.context.plan.contract import TargetType
from domain.errors import InvalidInput
from runtime.cli.abbreviations import whole_id
from runtime.cli.asking import Json, ask
from runtime.cli.render.cells import padded, printable
from runtime.cli.render.lists import listing, moment
from runtime.cli.screen import Screen
from runtime.client.api import Api, every

memories = typer.Typer(help="List, add, correct and forget what is remembered of you.")

_SHORTEST_TEXT = 20
_BESIDE_TEXT = 64

_Id = Annotated[str, typer.Argument(metavar="ID", help="id of the memory, or its last characters")]
_Text = Annotated[str, typer.Argument(metavar="TEXT", help="what is to be remembered")]
_NewText = Annotated[str | None, typer.Argument(metavar="TEXT", help="what is right")]
_Kind = Annotated[TargetType | None, typer.Option("--kind", help="only memories of this kind")]
_OfKind = Annotated[TargetType, typer.Option("--kind", help="what it is about")]
_NewKind = Annotated[TargetType | None, typer.Option("--kind", help="what it is about")]
_Weight = Annotated[float, typer.Option("--importance", min=0, max=1, help="how much it matters, from 0 to 1")]
_NewWeight = Annotated[
    float | None, typer.Option("--importance", min=0, max=1, help="how much it matters, from 0 to 1")
]
_Done = Annotated[bool | None, typer.Option("--done/--active", help="it is over with, or it is not")]
_Limit = Annotated[int, typer.Option("--limit", min=1, max=200, help="how many at most")]
_Cursor = Annotated[str | None, typer.Option("--cursor", help="next_cursor of the page before")]


@memories.callback(invoke_without_command=True)
def index(context: typer.Context, as_json: Json = False) -> None:
    """List what is remembered, newest first; or add, correct or forget something."""
    if context.invoked_subcommand is None:
        _list(None, 20, None, as_json)


@memories.command(name="list")
def list_(kind: _Kind = None, limit: _Limit = 20, cursor: _Cursor = None, as_json: Json = False) -> None:
    """List what is remembered, newest first, all of it or one kind."""
    _list(kind, limit, cursor, as_json)


@memories.command()
def add(text: _Text, kind: _OfKind = "note", importance: _Weight = 0.5, as_json: Json = False) -> None:
    """Remember something; what is remembered in the same words already is only shown."""

    async def question(api: Api, screen: Screen) -> None:
        made = await api.add_memory(text, kind, importance)
        screen.answer(made)
        told = "That is remembered already" if made.was_known else "Remembered"
        screen.console.print(f"{told} ({made.kind}): {printable(made.text)} ({made.id})", soft_wrap=True)

    ask(question, as_json)


@memories.command()
def correct(
    memory: _Id,
    text: _NewText = None,
    kind: _NewKind = None,
    importance: _NewWeight = None,
    done: _Done = None,
    as_json: Json = False,
) -> None:
    """Give a memory another text, kind or importance, or say that it is over with."""
    status = None if done is None else ("done" if done else "active")
    given = {"text": text, "kind": kind, "importance": importance, "status": status}
    changes: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
    if not changes:
        raise InvalidInput("nothing is to be changed: give a TEXT, --kind, --importance, --done or --active")

    async def question(api: Api, screen: Screen) -> None:
        found = await api.memory(await _id(api, memory))
        changed = await api.correct_memory(found.id, changes, found.version)
        screen.answer(changed)
        told = f"Now remembered ({changed.kind}, {changed.status}): {printable(changed.text)}"
        screen.console.print(told, soft_wrap=True)
        if changed.text != found.text:
            screen.console.print(f"Before: {printable(found.text)}", style="dim", soft_wrap=True)

    ask(question, as_json)


@memories.command()
def forget(memory: _Id, as_json: Json = False) -> None:
    """Forget something for good; what was said in a conversation stays in the log of that."""

    async def question(api: Api, screen: Screen) -> None:
        found = await api.memory(await _id(api, memory))
        await api.forget_memory(found.id, found.version)
        screen.answer(found)
        screen.console.print(f"Forgotten: {printable(found.text)}", soft_wrap=True)
        if found.origin == "chat":
            told = "The conversation in which you said it keeps it; recall does not find it there any more."
            screen.console.print(told, style="dim", soft_wrap=True)

    ask(question, as_json)


def _list(kind: TargetType | None, limit: int, cursor: str | None, as_json: bool) -> None:
    async def question(api: Api, screen: Screen) -> None:
        page = await api.memories(cursor, limit, kind)
        screen.answer(page)
        if not page.items:
            of_kind = f" of kind {kind}" if kind else ""
            screen.console.print(f"Nothing{of_kind} is remembered: `daywright memories add TEXT` does.")
            return
        zone = (await api.me()).snapshot.zone
        room = max(_SHORTEST_TEXT, screen.console.width - _BESIDE_TEXT)
        screen.console.print(
            listing(("memory", "learned", "kind", "what"), (_row(one, room, zone) for one in page.items))
        )
        if page.next_cursor is not None:
            kept = f"--kind {kind} " if kind else ""
            more = f"There are more: daywright memories list {kept}--cursor {page.next_cursor}"
            screen.console.print(more, style="dim", soft_wrap=True)

    ask(question, as_json)


def _row(memory: MemoryView, room: int, zone: str) -> tuple[str, str, str, str]:
    done = "(done) " if memory.status == "done" else ""
    text = padded(f"{done}{printable(memory.text)}", room).rstrip()
    return memory.id, moment(memory.learned_at, zone), memory.kind, text


async def _id(api: Api, given: str) -> str:
    return await whole_id(given, "memory", every(api.memories))
