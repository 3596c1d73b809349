"""A week to plan: courses and tasks in a database, and short forms of what is done with them."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path
from typing import Self

from sqlalchemy.ext.asyncio import AsyncEngine
from temporalio.client import Client

from activities.ledger import Point
from domain.requests import PlanRequest, RefineRequest
from domain.timetable.choice import Consent, TermChoice
from runtime.clock import now
from services import start_run
from services.import_tasks import import_tasks
from services.import_timetable import import_timetable
from services.open_session import open_session
from services.read_tasks import read_tasks
from services.start_run import RunOrder
from storage.engine import create_engine
from storage.runs import RunRecord, load_run
from workflows.messages import StepInput

OWNER = "student"
EXAMPLES = Path(__file__).parents[1] / "examples"


def refine_request(words: str) -> RefineRequest:
    return RefineRequest(message=words, today=date(2026, 9, 30))


@dataclass
class Gate:
    """A hook that holds the steps of one node until it is opened, so that a test can act in the middle of a run."""

    node: str = ""
    reached: asyncio.Event = field(default_factory=asyncio.Event)
    opened: asyncio.Event = field(default_factory=asyncio.Event)

    async def __call__(self, point: Point, step: StepInput) -> None:
        if step.node == self.node and point == "before_write":
            self.reached.set()
            await self.opened.wait()


@dataclass(frozen=True)
class Week:
    """The example week, stored for one owner."""

    engine: AsyncEngine
    client: Client
    request: PlanRequest

    @property
    def days(self) -> tuple[date, date]:
        """First and last day of its plan."""
        assert self.request.days is not None
        return self.request.days

    @property
    def class_ids(self) -> tuple[str, ...]:
        """The classes of its plan."""
        assert self.request.class_ids is not None
        return self.request.class_ids

    @classmethod
    @asynccontextmanager
    async def stored(
        cls,
        database: str,
        client: Client,
        files: tuple[str, str] = ("timetable.ics", "tasks.json"),
        owner: str = OWNER,
    ) -> AsyncIterator[Self]:
        engine = create_engine(database)
        calendar, tasks = ((EXAMPLES / name).read_bytes() for name in files)
        listed = read_tasks(tasks)
        choice, again = TermChoice.of(listed.term), Consent(twin=True)
        imported = await import_timetable(owner, engine, content=calendar, choice=choice, consent=again)
        stored = await import_tasks(owner, engine, listed)
        assert imported.term_id is not None
        assert listed.window is not None
        first, last = listed.window.first.in_term(imported.term), listed.window.last.in_term(imported.term)
        yield cls(
            engine, client, PlanRequest(term_id=imported.term_id, first=first, last=last, class_ids=stored.class_ids)
        )
        await engine.dispose()

    async def start(self, session_id: str, request: PlanRequest | RefineRequest) -> RunRecord:
        return await start_run.start_run(OWNER, self.engine, self.client, RunOrder(session_id, request), now())

    async def reserve(self, session_id: str, request: PlanRequest | RefineRequest) -> RunRecord:
        """The row of a run whose workflow is not started yet."""
        async with self.engine.begin() as connection:
            return await start_run.reserve_run(OWNER, connection, RunOrder(session_id, request), now())

    async def launch(self, run: RunRecord) -> None:
        await start_run.start_workflow(OWNER, self.client, run)

    async def finished(self, run: RunRecord) -> RunRecord:
        """The row of the run once its workflow has ended."""
        await asyncio.wait_for(self.client.get_workflow_handle(start_run.workflow_id(run)).result(), 300)
        return await self.row(run)

    async def row(self, run: RunRecord) -> RunRecord:
        """The row of the run as it is now."""
        async with self.engine.connect() as connection:
            return await load_run(OWNER, connection, run.id)

    async def planned_session(self) -> str:
        """A new session whose first preview revision is saved."""
        session = await open_session(OWNER, self.engine, now())
        ended = await self.finished(await self.start(session.id, self.request))
        assert ended.status == "completed", ended
        return session.id

    def in_english(self) -> "Week":
        return replace(self, request=self.request.model_copy(update={"locale": "en"}))
