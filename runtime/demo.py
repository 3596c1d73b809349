"""The demo: a calendar and a task list go in, a plan is made and refined over the HTTP API, and all of it is shown."""

import asyncio
from contextlib import AsyncExitStack
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from rich.console import Console

from api.schemas.imports import ImportView
from api.schemas.runs import PlanOrder, RefineOrder, RunAccepted, RunView
from domain.errors import DaywrightError, InvalidInput
from domain.preview.difference import touched_weeks
from domain.refine.wording import locale_of
from domain.schedule.state import Locale
from domain.term.calendar import Term
from domain.timetable.choice import TermChoice
from runtime.cli.files import content_of
from runtime.cli.following import check_completed, show_stages
from runtime.cli.outcome import before, result_of
from runtime.cli.refine import refine_order
from runtime.cli.render.cells import printable
from runtime.cli.render.import_report import show_import
from runtime.cli.render.plan_pages import show_plan
from runtime.cli.screen import Screen
from runtime.client.address import Address
from runtime.client.api import Api, TermWish
from runtime.embedded.stack import running_stack
from runtime.settings import Settings
from services.read_tasks import TaskFile, read_tasks
from services.read_timetable import read_timetable
from storage.migrate import upgrade

EXAMPLES = Path(__file__).parents[1] / "examples"
EXAMPLE_REQUEST = "把第5周周四到周五的任务均匀分散到周一到周三"

GRACE_SECONDS = 10
"""A run that works begins in less than a second; whoever else took its first step will not tell our database."""


@dataclass(frozen=True, slots=True)
class DemoOptions:
    """What the demo works on.

    Attributes:
        file: a calendar file.
        tasks: a task list.
        say: the refine request.
        keep: leave the stack up until the process is interrupted.
    """

    file: Path = EXAMPLES / "timetable.ics"
    tasks: Path = EXAMPLES / "tasks.json"
    say: str = EXAMPLE_REQUEST
    keep: bool = False


@dataclass(frozen=True, slots=True)
class _Material:
    """What the demo was given, found usable.

    Attributes:
        stated: the term as the task list has it; None where the calendar decides.
        term: the term that the calendar is read for.
        first, last: first and last day of the plan.
    """

    calendar: bytes
    tasks: bytes
    words: str
    stated: Term | None
    term: Term
    first: date
    last: date

    @property
    def locale(self) -> Locale:
        return locale_of(self.words)


async def run_demo(settings: Settings, options: DemoOptions, console: Console) -> None:
    """Import, place, refine and show; then everything stops, unless it is to be kept.

    Raises:
        InvalidInput: a file or the request cannot be used; nothing was started.
        DaywrightError: a run failed; the message is its reason.
    """
    material = _usable(options)
    console.print("Starting PostgreSQL, Temporal, a worker and the API …", style="dim")
    async with AsyncExitStack() as opened:
        stack = await opened.enter_async_context(running_stack(settings, upgrade, ephemeral=True, report=console.print))
        api = await opened.enter_async_context(Api(Address(stack.api_url, stack.local_key)))
        # Only a Temporal of one's own has other workers, which may take what is meant for ours.
        await _Demo(api, console, GRACE_SECONDS if settings.temporal_address else None).play(material)
        if options.keep:
            console.print(f"\nTemporal Web UI: {stack.web_ui_url}   Everything stays up until Ctrl-C.")
            await stack.wait()


def _usable(options: DemoOptions) -> _Material:
    """What was given, read once before anything is started."""
    calendar, tasks = content_of(options.file), content_of(options.tasks)
    listed = read_tasks(tasks)
    term, timetable = read_timetable(calendar, TermChoice.of(listed.term))
    if not (timetable.courses or timetable.timed_events):
        raise InvalidInput(f"nothing of {options.file} falls into the term from {term.first_monday}: give another file")
    refine_order(options.say, None, "--say")
    return _Material(calendar, tasks, options.say, listed.term, term, *_window(listed, term))


def _window(tasks: TaskFile, term: Term) -> tuple[date, date]:
    """First and last day of the plan: as the task list says, else the first two weeks of the term.

    Raises:
        OutOfTerm, InvalidWindow: the term has no such days.
    """
    if tasks.window is None:
        return term.first_monday, min(term.last_day, term.date_of(min(2, term.weeks), 7))
    tasks.window.in_term(term)
    return tasks.window.first.in_term(term), tasks.window.last.in_term(term)


@dataclass(frozen=True, slots=True)
class _Demo:
    api: Api
    console: Console
    grace_seconds: float | None

    async def play(self, material: _Material) -> None:
        imported = await self._imported(material)
        show_import(self.console, imported)
        added = await self.api.import_classes(material.tasks)
        assert imported.term.id is not None
        order = PlanOrder(
            kind="plan",
            term_id=imported.term.id,
            first=material.first,
            last=material.last,
            class_ids=tuple(found.id for found in added.classes),
            locale=material.locale,
        )
        planned = await self._run(order, material.locale)
        self.console.print(f"\n» {printable(material.words)}\n", style="bold")
        await self._show(await self._run(refine_order(material.words, planned.session_id), material.locale), material)

    async def _imported(self, material: _Material) -> ImportView:
        """A term that the task list states is made first: a calendar file has no table of sections."""
        stated = (await self.api.make_term(material.stated)).id if material.stated else None
        return await self.api.import_timetable(material.calendar, TermWish(term_id=stated))

    async def _run(self, order: PlanOrder | RefineOrder, locale: Locale) -> RunView:
        accepted = await self.api.start_run(order)
        run = await watched(self.api, accepted, Screen(self.console), locale, self.grace_seconds)
        check_completed(run)
        return run

    async def _show(self, run: RunView, material: _Material) -> None:
        body = await result_of(self.api, run)
        weeks = touched_weeks(body.window, body.diff.previous)
        show_plan(self.console, body, material.term, weeks, await before(self.api, run))
        if run.links.web_ui is not None:
            self.console.print(f"Temporal Web UI: {run.links.web_ui}", soft_wrap=True)


async def watched(api: Api, run: RunAccepted, screen: Screen, locale: Locale, grace_seconds: float | None) -> RunView:
    """Show the stages of a run; the run as it ended.

    Args:
        grace_seconds: how long it may take to begin; None for as long as it takes.

    Raises:
        DaywrightError: nobody has begun it after ``grace_seconds``.
    """
    try:
        async with asyncio.TaskGroup() as watching:
            unbegun = watching.create_task(_refuse_unbegun(api, run.id, grace_seconds))
            ended = await show_stages(api, run, screen, locale)
            unbegun.cancel()
    except* DaywrightError as errors:
        raise errors.exceptions[0] from None
    return ended


async def _refuse_unbegun(api: Api, run_id: str, grace_seconds: float | None) -> None:
    if grace_seconds is None:
        return
    await asyncio.sleep(grace_seconds)
    if (await api.run(run_id)).status == "queued":
        raise DaywrightError(
            f"run {run_id} was not begun in {grace_seconds:g} s: does another Daywright serve this Temporal? Set "
            "DAYWRIGHT_TEMPORAL_NAMESPACE to give each its own"
        )
