"""The API as a process of its own, people to ask it as, and an eye on the tables behind it."""

import asyncio
import os
import threading
from collections.abc import Coroutine
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine
from temporalio.client import Client
from temporalio.worker import Worker

from activities.commits import StoredCommitSteps
from activities.ledger import Ledger
from activities.previews import StoredPreviewSteps
from activities.reminders import StoredReminderSteps
from activities.turn_desk import TurnDesk
from activities.turn_ledger import TurnLedger
from domain.canonical import canonical_json
from domain.preview.body import PreviewBody, PreviewDiff
from domain.preview.entries import Entry
from domain.schedule.state import ScheduleState
from domain.term.window import Window
from runtime.clock import now
from runtime.embedded.ports import free_port
from runtime.embedded.program import Program
from services.issue_key import issue_key
from services.reminder_desk import ReminderDesk
from storage.api_keys import KeyScope
from storage.engine import create_engine
from storage.runs import finish_run
from storage.tables import metadata
from storage.turns import close_turn_and_next
from tests import forking
from tests.api.routes import INTERNAL, ids_of
from tests.storage.world import World, make_world, store_world
from worker.turns import turn_steps
from workflows.confirm_commit import ConfirmCommit
from workflows.connection import connect
from workflows.not_done import NotDone
from workflows.policies import RUN_QUEUE
from workflows.preview_expiry import PreviewExpiry
from workflows.reminder import Reminder
from workflows.turn import Turn
from workflows.undo import Undo

Result = TypeVar("Result")
Contents = tuple[tuple[Any, ...], ...]

_NUMBERS = count(1)
_SCOPES: tuple[KeyScope, KeyScope] = ("person", "service")
# A row's xmin is the transaction that wrote it, so that a changed row counts as much as a new or a removed one. A
# preview is also written when its timer starts, and a reminder when its workflow does, which the reconciler sees to
# whenever it looks, whatever is asked.
_WRITTEN = {
    "previews": "hashtextextended((to_jsonb(previews) - 'timed_at')::text, 0)::numeric",
    "pending_reminders": "hashtextextended((to_jsonb(pending_reminders) - 'armed_at')::text, 0)::numeric",
}
_CONTENTS = text(
    " UNION ALL ".join(
        f"SELECT '{table.name}', count(*), coalesce(sum({_WRITTEN.get(table.name, 'xmin::text::numeric')}), 0)"
        f" FROM {table.name}"
        for table in metadata.sorted_tables
    )
)
# Whoever writes a row gets a number for its transaction first, which shows here for good.
_SNAPSHOT = text("SELECT pg_current_snapshot()::text")


@dataclass(frozen=True)
class Person:
    """Somebody with a key and one of everything, by the names under which routes ask for it."""

    key: str
    service_key: str
    ids: dict[str, Any]

    def headers(self, path: str) -> dict[str, str]:
        """What this person, or a service of this person, sends with a request to the path."""
        key = self.service_key if path.startswith(INTERNAL) else self.key
        return {"Authorization": f"Bearer {key}"}


async def new_person(engine: AsyncEngine) -> Person:
    """Somebody new, whose one run has failed and whose one turn has ended."""
    owner = f"person-{next(_NUMBERS)}"
    world = _with_preview(make_world(owner))
    async with engine.begin() as connection:
        await store_world(world, connection)
        await finish_run(owner, connection, world.run.id, "failed", "placement_impossible", "no room", now())
        await close_turn_and_next(owner, connection, world.turn.id, "completed", None, None, now())
    key, service_key = [(await issue_key(owner, engine, now(), scope=scope)).text for scope in _SCOPES]
    return Person(key, service_key, ids_of(world))


class Tables:
    """The tables of a database, which are read again only where a transaction may have written since the last look."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine.execution_options(isolation_level="AUTOCOMMIT")
        self._snapshot = ""
        self._contents: Contents = ()

    async def contents(self) -> Contents:
        """For each table its name, how many rows it has, and a number that any written row changes."""
        async with self._engine.connect() as connection:
            snapshot = await connection.scalar(_SNAPSHOT)
            if snapshot != self._snapshot:
                self._contents = tuple(tuple(row) for row in await connection.execute(_CONTENTS))
                self._snapshot = snapshot
        return self._contents


class Watched:
    """A running API and the database behind it, for tests that have no event loop.

    Commits and turns are carried out, because they are waited for; runs stay queued.
    """

    def __init__(self, url: str, database: str, temporal: str) -> None:
        self.url = url
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="watching")
        self._thread.start()
        self._engine = create_engine(database)
        self._tables = Tables(self._engine)
        self._worker = self._run(commit_worker(self._engine, temporal))

    def close(self) -> None:
        """Leave the database."""
        self._run(self._worker.shutdown())
        self._run(self._engine.dispose())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def contents(self) -> Contents:
        """What the tables hold now."""
        return self._run(self._tables.contents())

    def person(self) -> Person:
        """Somebody new."""
        return self._run(new_person(self._engine))

    def _run(self, work: Coroutine[Any, Any, Result]) -> Result:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(timeout=60)


async def commit_worker(engine: AsyncEngine, temporal: str) -> Worker:
    """A worker for commits, the timers of previews and turns, at work until it is shut down."""
    # Nothing expires while a test looks on, although the previews of a made-up world are old.
    steps, previews = StoredCommitSteps(engine, now), StoredPreviewSteps(engine, now, timedelta(days=3650))
    client = await connect(temporal, "default", None)
    turns = turn_steps(TurnDesk(TurnLedger(Ledger(engine, now)), client), ReminderDesk(engine, client))
    reminders = StoredReminderSteps(engine, clock=_long_ago)
    worker = Worker(
        client,
        task_queue=RUN_QUEUE,
        workflows=[ConfirmCommit, NotDone, Undo, PreviewExpiry, Turn, Reminder],
        activities=[
            steps.confirm,
            steps.not_done,
            steps.undo,
            previews.expire,
            reminders.look,
            reminders.deliver,
            *turns,
        ],
    )
    await worker.__aenter__()
    return worker


async def _long_ago(_connection: AsyncConnection) -> datetime:
    """A clock by which no reminder is due while a test looks on."""
    return datetime(2000, 1, 1, tzinfo=UTC)


def _with_preview(world: World) -> World:
    """The world with a preview of the form that previews have."""
    entry = Entry(
        week=3,
        day_of_week=2,
        section_from=5,
        section_to=6,
        name=world.secret,
        type="course",
        status="existing",
        state_id=1,
        source="event",
        source_id=world.course.id,
    )
    first = world.term.date_of(3, 1)
    body = PreviewBody(
        session=world.session.id,
        run=world.run.id,
        revision=world.preview.revision,
        summary=world.preview.summary,
        completed=True,
        locale="zh-CN",
        window=Window.between(world.term, first, first + timedelta(days=6)),
        entries=(entry,),
        candidate_plans=(),
        diff=PreviewDiff(previous=(), timetable=()),
    )
    state = canonical_json(ScheduleState(window=body.window, tasks=()))
    return replace(world, preview=replace(world.preview, body=body.model_dump(mode="json"), state=state))


def api_process(database: str, client: Client, folder: Path) -> tuple[Program, str]:
    """An API process that is not started yet, and where it will answer; no worker does what it starts."""
    port = free_port()
    environment = {
        "DATABASE_URL": database,
        "TEMPORAL_ADDRESS": client.service_client.config.target_host,
        "DAYWRIGHT_TEMPORAL_NAMESPACE": client.namespace,
        "DAYWRIGHT_API_PORT": str(port),
        "DAYWRIGHT_RATE_LIMIT": "1000000/minute",
        "DAYWRIGHT_RUN_RATE_LIMIT": "1000000/minute",
        "DAYWRIGHT_DATA_DIR": str(folder),
    }
    return Program(
        "The API", forking.command("runtime.api"), os.environ | environment, folder / "api.log"
    ), f"http://127.0.0.1:{port}"
