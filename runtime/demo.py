"""The demo: a calendar and a task list go in, a plan is made and refined, and all of it is shown."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from urllib.parse import quote

from pydantic import ValidationError
from rich.console import Console
from sqlalchemy.ext.asyncio import AsyncEngine
from temporalio.client import Client, WorkflowFailureError

from domain.errors import DaywrightError, InvalidInput
from domain.preview.body import PreviewBody
from domain.preview.difference import touched_weeks
from domain.refine.wording import locale_of
from domain.requests import PlanRequest, RefineRequest
from domain.schedule.state import Locale
from domain.term.calendar import Term
from domain.timetable.choice import TermChoice
from domain.timetable.report import ImportReport
from runtime.cli.render.cells import printable
from runtime.cli.render.difference import difference_table
from runtime.cli.render.stages import StagePrinter
from runtime.cli.render.week_grid import week_grid
from runtime.clock import now
from runtime.embedded.stack import Stack, running_stack
from runtime.settings import Settings
from services.import_tasks import import_tasks
from services.import_timetable import import_timetable
from services.open_session import open_session
from services.read_calendar import read_calendar
from services.read_tasks import TaskFile, read_tasks
from services.start_run import RunOrder, start_run, workflow_id
from storage.engine import create_engine
from storage.live_events import follow_events
from storage.migrate import upgrade
from storage.notifications import Notifications
from storage.previews import load_preview
from storage.runs import RunRecord, load_run
from workflows.connection import connect

OWNER = "local"
EXAMPLES = Path(__file__).parents[1] / "examples"
EXAMPLE_REQUEST = "把第5周周四到周五的任务均匀分散到周一到周三"

# A row follows its workflow at once; longer than this and it will not.
_GRACE_SECONDS = 5

_BEFORE: dict[Locale, str] = {"zh-CN": "之前", "en": "before"}
_AFTER: dict[Locale, str] = {"zh-CN": "之后", "en": "after"}


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
class _Setting:
    """What was imported, and where the plan takes place."""

    session_id: str
    term: Term
    request: PlanRequest


async def run_demo(settings: Settings, options: DemoOptions, console: Console) -> None:
    """Import, place, refine and show; then everything stops, unless it is to be kept.

    Raises:
        InvalidInput: a file or the request cannot be used; nothing was started.
        DaywrightError: a run failed; the message is its reason.
    """
    calendar, tasks = _read(options.file), read_tasks(_read(options.tasks))
    # What cannot be used is refused before anything is started.
    read_calendar(calendar)
    request = _request(options.say)
    console.print("Starting PostgreSQL, Temporal and a worker …", style="dim")
    async with (
        running_stack(settings, upgrade, ephemeral=True, report=console.print) as stack,
        _opened(stack, settings) as demo,
    ):
        await demo.play(calendar, tasks, request, console)
        if options.keep:
            console.print(f"\nTemporal Web UI: {stack.web_ui_url}   Everything stays up until Ctrl-C.")
            await stack.wait()


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise InvalidInput(f"{path} cannot be read ({error.strerror}): give the path of a readable file") from None


def _request(say: str) -> RefineRequest:
    try:
        return RefineRequest(message=say, today=now().date())
    except ValidationError:
        shown = say if len(say) <= 40 else f"{say[:40]}…"
        raise InvalidInput(f"--say {shown!r} has {len(say)} characters: say it in 1 to 2,000, without U+0000") from None


@asynccontextmanager
async def _opened(stack: Stack, settings: Settings) -> AsyncIterator["_Demo"]:
    engine = create_engine(stack.database_url)
    try:
        client = await connect(stack.temporal_address, settings.temporal_namespace, settings.codec_keys)
        yield _Demo(engine, client, stack.web_ui_url, settings.temporal_namespace)
    finally:
        await engine.dispose()


@dataclass(frozen=True, slots=True)
class _Demo:
    engine: AsyncEngine
    client: Client
    web_ui_url: str | None
    namespace: str

    async def play(self, calendar: bytes, tasks: TaskFile, request: RefineRequest, console: Console) -> None:
        setting = await self._prepare(calendar, tasks, request.message, console)
        locale = setting.request.locale
        await self._run(RunOrder(setting.session_id, setting.request), StagePrinter(console, locale))
        before = await self._preview(setting.session_id, 1)
        console.print(f"\n» {printable(request.message)}\n", style="bold")
        run = await self._run(RunOrder(setting.session_id, request), StagePrinter(console, locale))
        await self._show(setting, run, before, console)

    async def _prepare(self, calendar: bytes, tasks: TaskFile, say: str, console: Console) -> _Setting:
        imported = await import_timetable(OWNER, self.engine, content=calendar, choice=TermChoice.of(tasks.term))
        _show_import(imported, console)
        assert imported.term_id is not None
        stored = await import_tasks(OWNER, self.engine, tasks)
        first, last = _window(tasks, imported.term)
        request = PlanRequest(
            term_id=imported.term_id, first=first, last=last, class_ids=stored.class_ids, locale=locale_of(say)
        )
        session = await open_session(OWNER, self.engine, now())
        return _Setting(session.id, imported.term, request)

    async def _run(self, order: RunOrder, stages: StagePrinter) -> RunRecord:
        run = await start_run(OWNER, self.engine, self.client, order, now())
        try:
            async with Notifications(self.engine) as notifications, asyncio.TaskGroup() as watching:
                gone = watching.create_task(self._outlived(run))
                async for event in follow_events(self.engine, OWNER, run.id, 0, notifications):
                    if event is not None:
                        stages.show(event)
                gone.cancel()
        except* DaywrightError as errors:
            raise errors.exceptions[0] from None
        async with self.engine.connect() as connection:
            ended = await load_run(OWNER, connection, run.id)
        if ended.status != "completed":
            raise DaywrightError(ended.outcome_detail or f"the run ended as {ended.status}")
        return ended

    async def _outlived(self, run: RunRecord) -> None:
        """Notice a run that has ended in Temporal and will never say so in its row."""
        with suppress(WorkflowFailureError):
            await self.client.get_workflow_handle(workflow_id(run)).result()
        await asyncio.sleep(_GRACE_SECONDS)
        raise DaywrightError(
            f"run {run.id} ended in Temporal, but not in this database: does another Daywright serve this Temporal? "
            "Set DAYWRIGHT_TEMPORAL_NAMESPACE to give each its own"
        )

    async def _preview(self, session_id: str, revision: int) -> PreviewBody:
        async with self.engine.connect() as connection:
            preview = await load_preview(OWNER, connection, session_id, revision)
        return PreviewBody.model_validate(preview.body)

    async def _show(self, setting: _Setting, run: RunRecord, before: PreviewBody, console: Console) -> None:
        body = await self._preview(setting.session_id, 2)
        changes = body.diff.previous
        for week in touched_weeks(body.window, changes):
            for shown, caption in ((before, _BEFORE), (body, _AFTER)):
                console.print()
                console.print(week_grid(shown, week, term=setting.term, changes=changes, caption=caption[body.locale]))
        console.print()
        console.print(difference_table(changes, body.window, body.locale))
        console.print(f"\n{body.summary}\n")
        if self.web_ui_url is not None:
            address = f"{self.web_ui_url}/namespaces/{self.namespace}/workflows/{quote(workflow_id(run), safe='')}"
            console.print(f"Temporal Web UI: {address}", soft_wrap=True)


def _show_import(report: ImportReport, console: Console) -> None:
    counts = f"{len(report.courses)} courses, {report.section_rows} sections, {len(report.timed_events)} timed events"
    console.print(f"Imported: {counts}, {len(report.skipped)} skipped.")
    for skipped in report.skipped:
        console.print(f"  – {skipped.name or skipped.uid}: {skipped.reason}", style="yellow")


def _window(tasks: TaskFile, term: Term) -> tuple[date, date]:
    """First and last day of the plan: as the task list says, else the first two weeks of the term."""
    if tasks.window is None:
        return term.first_monday, min(term.last_day, term.date_of(min(2, term.weeks), 7))
    return tasks.window.first.in_term(term), tasks.window.last.in_term(term)
