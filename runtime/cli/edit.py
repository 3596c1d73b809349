"""``daywright edit``: change one task of the newest plan by hand (rules PREVIEW-13 to PREVIEW-16 and CLI-9)."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import typer

from api.schemas.previews import PreviewView
from domain.errors import DaywrightError, InvalidInput
from domain.preview.difference import touched_weeks
from domain.preview.hand_edits import Edit, KeepEdit, PinEdit, ToolEdit, UnpinEdit
from runtime.cli.asking import Json, ask
from runtime.cli.outcome import term_of
from runtime.cli.plan_tasks import PlanTasks, plan_tasks
from runtime.cli.planned_session import Session, planned_session
from runtime.cli.render.plan_pages import show_plan
from runtime.cli.screen import Screen
from runtime.client.api import Api

_PLACE = re.compile(r"([0-9]{1,3})-([1-7])-([0-9]{1,2})")
_TASK = "number of a change as shown (3 or ❸), or name of a task, a part of it, or its class and a part of it"

_Task = Annotated[str, typer.Argument(metavar="TASK", help=_TASK)]
_To = Annotated[
    str | None, typer.Option("--to", metavar="WEEK-DAY-SECTION", help="where it shall begin: 5-3-1; Monday is 1")
]
_Swap = Annotated[str | None, typer.Option("--swap", metavar="TASK", help="a task to exchange places with")]
_Wait = Annotated[bool, typer.Option("--wait", help="take it back, to wait for a place")]
_Pin = Annotated[bool | None, typer.Option("--pin/--unpin", help="let no run move it, or let runs move it again")]
_Keep = Annotated[bool, typer.Option("--keep", help="put it back to where the revision before has it")]


def edit(
    task: _Task,
    to: _To = None,
    swap: _Swap = None,
    wait: _Wait = False,
    pin: _Pin = None,
    keep: _Keep = False,
    session: Session = None,
    as_json: Json = False,
) -> None:
    """Change one task of the newest plan by hand: move, swap, take back, pin, keep.

    It makes a new revision. What a hand moves is pinned: no run moves it unless its words name it.
    """
    wishes = {"--to": to, "--swap": swap, "--wait": wait, "--pin": pin, "--unpin": pin is False, "--keep": keep}
    given = [name for name, value in wishes.items() if value]
    if len(given) != 1:
        told = f"{' and '.join(given)} were given" if given else "nothing was given"
        raise typer.BadParameter(f"{told}: give one of {', '.join(wishes)}")
    value = to or swap or ""
    ask(lambda api, screen: _edit(api, screen, session, task, (given[0], value)), as_json)


async def _edit(api: Api, screen: Screen, session: str | None, task: str, wish: tuple[str, str]) -> None:
    found = await planned_session(api, session)
    before = await api.preview(found.id)
    tasks = await plan_tasks(api, before)
    with _in_weeks():
        after = await api.edit_preview(found.id, [_edit_of(before, tasks, task, *wish)], before.revision)
    await show_revision(api, screen, before, after)


async def show_revision(api: Api, screen: Screen, before: PreviewView, after: PreviewView) -> None:
    """Show what became of a plan, week by week before and after."""
    screen.answer(after)
    if after.revision == before.revision:
        screen.console.print(f"Nothing changes: revision {after.revision} is so already.")
        return
    weeks = touched_weeks(after.window, after.diff.previous)
    is_one_plan = before.window == after.window
    show_plan(screen.console, after, term_of(await api.term(after.term_id)), weeks, before if is_one_plan else None)
    then = f"Go back with `daywright back {before.revision}`, see all with `daywright revisions`."
    screen.console.print(f"Revision {after.revision}. {then}", style="dim", soft_wrap=True)


@contextmanager
def _in_weeks() -> Iterator[None]:
    """Say a refusal of the API as it is said to people: by week and weekday, and not by numbers that they never see."""
    try:
        yield
    except DaywrightError as refusal:
        if "told" not in refusal.facts:
            raise
        raise type(refusal)(str(refusal.facts["told"]), **refusal.facts) from None


def _edit_of(preview: PreviewView, tasks: PlanTasks, task: str, wish: str, value: str) -> Edit:
    number = tasks.number_of(task)
    if wish == "--to":
        return _moving(preview, number, value)
    if wish == "--swap":
        return ToolEdit(tool="swap", arguments={"task_a": number, "task_b": tasks.number_of(value)})
    if wish == "--wait":
        return ToolEdit(tool="unplace", arguments={"task_id": number})
    if wish == "--keep":
        return KeepEdit(keep=number)
    return PinEdit(pin=number) if wish == "--pin" else UnpinEdit(unpin=number)


def _moving(preview: PreviewView, number: int, place: str) -> ToolEdit:
    fits = _PLACE.fullmatch(place.strip())
    if fits is None:
        raise InvalidInput(f"{place!r} is no place: write WEEK-DAY-SECTION, such as 5-3-1 for Wednesday of week 5")
    week, day_of_week, section = map(int, fits.groups())
    day = preview.window.day_of(week, day_of_week)
    if day is None:
        first, last = preview.window.day_mapping[0], preview.window.day_mapping[-1]
        span = f"{first.week}-{first.day_of_week} to {last.week}-{last.day_of_week}"
        raise InvalidInput(f"{place!r} is not a day of this plan: it goes from {span}")
    if any(row.state_id == number for row in preview.entries):
        return ToolEdit(tool="move", arguments={"task_id": number, "new_day": day, "new_slot_start": section})
    return ToolEdit(tool="place", arguments={"task_id": number, "day": day, "slot_start": section})
