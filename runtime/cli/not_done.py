"""``daywright not-done``: a placed task waits again (rules READ-7 and CLI-9)."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Annotated

import typer

from domain.errors import InvalidInput, NotArranged, NoTermToday, NotFound
from domain.schedule.week import TimedEventView
from runtime.cli.abbreviations import fitting_id, is_part, is_whole
from runtime.cli.asking import Json, ask
from runtime.cli.screen import Screen
from runtime.cli.task_names import NamedTask, fitting, told
from runtime.client.api import Api, every

_NAMED = "its name, a part of it, or its class and a part of it; or the end of its id as `today` shows it"

_Task = Annotated[str, typer.Argument(metavar="TASK", help=_NAMED)]


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
    """The placed task that is meant, by its name as a person says it (rule CLI-9) or by its id.

    Raises:
        InvalidInput: several fit.
        NotArranged: a task fits that waits already.
        NotFound: none fits.
    """
    if is_whole(given):
        return given.strip().upper()
    placed, waiting = await _tasks(api)
    found = fitting(given, placed)
    if len(found) > 1:
        today = {event.item_id for event in await _today(api)}
        found = tuple(task for task in found if task.key in today) or found
    if len(found) > 1:
        raise InvalidInput(
            f"{given!r} fits more than one placed task ({told(found)}): give more of the name, or the id"
        )
    return found[0].key if found else _by_id(given, placed, waiting)


def _by_id(given: str, placed: Sequence[NamedTask[str]], waiting: Sequence[NamedTask[str]]) -> str:
    """The placed task whose id begins or ends so; raises as ``_item`` does."""
    if is_part(given):
        with suppress(NotFound):
            return fitting_id(given, "placed task", [task.key for task in placed])
    already = fitting(given, waiting)
    if already:
        raise NotArranged(f"{told(already)} waits already: `daywright plan` gives it a place")
    raise NotFound(
        f"no placed task is called {given!r}: looked in the names of {len(placed)} placed tasks, alone and behind "
        "those of their classes, and in the ids; see `daywright today` and `daywright week`"
    )


async def _tasks(api: Api) -> tuple[list[NamedTask[str]], list[NamedTask[str]]]:
    """The tasks that stand in a timetable, and those that wait."""
    classes = [one async for one in every(api.classes)]
    known = [(item.status, NamedTask(item.id, item.content, one.name)) for one in classes for item in one.items]
    return [task for status, task in known if status == "arranged"], [
        task for status, task in known if status == "pending"
    ]


async def _today(api: Api) -> tuple[TimedEventView, ...]:
    try:
        day = await api.today()
    except NoTermToday:
        return ()
    return (*day.entries, *day.timed_events)
