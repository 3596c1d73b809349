"""``daywright not-done``: a placed task waits again (rules READ-7 and CLI-5)."""

from typing import Annotated

import typer

from domain.errors import InvalidInput, NoTermToday
from domain.schedule.week import TimedEventView
from runtime.cli.abbreviations import fitting_id, is_whole
from runtime.cli.asking import Json, ask
from runtime.cli.screen import Screen
from runtime.client.api import Api, every

_Task = Annotated[str, typer.Argument(metavar="TASK", help="its words, or the end of its id as `today` shows it")]


def not_done(task: _Task, as_json: Json = False) -> None:
    """Let a placed task that was not done wait again.

    It leaves the timetable. `daywright plan-rest` gives it another place; the commit that this makes can be undone.
    """

    async def question(api: Api, screen: Screen) -> None:
        commit = await api.not_done(await _item(api, task))
        screen.answer(commit)
        screen.console.print(commit.summary)
        screen.console.print(f"Commit {commit.id}. Plan it again with `daywright plan-rest`.", style="dim")

    ask(question, as_json)


async def _item(api: Api, given: str) -> str:
    """The placed task that is meant: one of today by its words, else any by its words or its id.

    Raises:
        InvalidInput: several fit, or what is given is neither the words nor an id of one.
        NotFound: none fits.
    """
    if is_whole(given):
        return given.strip().upper()
    words = given.strip()
    today = {event.item_id for event in await _today(api) if event.item_id and event.name == words}
    if len(today) == 1:
        return today.pop()
    placed = {
        item.id: item.content async for one in every(api.classes) for item in one.items if item.status == "arranged"
    }
    named = [item_id for item_id, content in placed.items() if content == words]
    if len(named) > 1:
        raise InvalidInput(f"{len(named)} placed tasks are called {words!r}: give the id of the one that is meant")
    return named[0] if named else fitting_id(given, "placed task", placed)


async def _today(api: Api) -> tuple[TimedEventView, ...]:
    try:
        day = await api.today()
    except NoTermToday:
        return ()
    return (*day.entries, *day.timed_events)
