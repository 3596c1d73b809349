"""Confirms and undos of the example week, and all rows that they may touch."""

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine

from domain.canonical import canonical_json
from domain.commit.standing import Standing, standing_of
from domain.preview.body import PreviewHeader, preview_body
from domain.schedule.rows import load_state
from domain.schedule.state import ScheduleState, Slot, Task
from domain.term.window import Window
from runtime.clock import now
from services.open_session import open_session
from services.request_commit import CommitDesk, request_confirm, request_undo
from storage.classes import load_classes
from storage.commits import CommitRecord, list_commits
from storage.notifications import Notifications
from storage.previews import PreviewRecord, latest_preview, save_preview
from storage.schedule import load_events
from storage.tables import schedule_events, schedules, task_classes, task_items, terms
from storage.terms import load_term
from tests.week import OWNER, Week

TABLES = (terms, schedule_events, schedules, task_classes, task_items)
VERSIONS = ("timetable_version", "version")
ACTOR = "dw_abcd1234"

Rows = dict[str, dict[str, dict[str, Any]]]


async def dump(engine: AsyncEngine, *, versions: bool = False) -> Rows:
    """Every row of the timetables and the classes, by table and id; versions only where they are asked for."""
    left_out = () if versions else VERSIONS
    found: Rows = {}
    async with engine.connect() as conn:
        for table in TABLES:
            rows = [dict(row._mapping) for row in await conn.execute(select(table))]
            found[table.name] = {row["id"]: {n: v for n, v in row.items() if n not in left_out} for row in rows}
    return found


def differing(before: Rows, after: Rows) -> dict[str, set[str]]:
    """Ids of the rows that were added, removed or changed, by table."""
    return {
        table: {
            row_id for row_id in before[table] | after[table] if before[table].get(row_id) != after[table].get(row_id)
        }
        for table in before
    }


@dataclass
class Desk:
    """Where previews are edited, confirmed and undone."""

    week: Week
    desk: CommitDesk
    touched: dict[str, dict[str, Standing]] = field(default_factory=dict)

    async def confirm(self, session: str, revision: int | None = None, key: str | None = None) -> CommitRecord:
        return await request_confirm(OWNER, self.desk, session, revision, ACTOR, key)

    async def undo(self, commit: CommitRecord, key: str | None = None) -> CommitRecord:
        return await request_undo(OWNER, self.desk, commit.id, ACTOR, key)

    async def commits(self) -> list[CommitRecord]:
        """All commits, newest first."""
        async with self.week.engine.connect() as conn:
            return await list_commits(OWNER, conn, limit=50)

    async def dump(self) -> Rows:
        return await dump(self.week.engine)

    async def state(self, session: str) -> ScheduleState:
        """The state of the newest revision."""
        return ScheduleState.model_validate_json((await self._newest(session)).state)

    async def _newest(self, session: str) -> PreviewRecord:
        async with self.week.engine.connect() as conn:
            newest = await latest_preview(OWNER, conn, session)
        assert newest is not None
        return newest

    async def live(self) -> ScheduleState:
        """The timetable as it is, with all classes, through the window of the example week."""
        request = self.week.request
        async with self.week.engine.connect() as conn:
            term = (await load_term(OWNER, conn, request.term_id)).term
            window = Window.between(term, *self.week.days)
            events = await load_events(OWNER, conn, request.term_id, window)
            classes = await load_classes(OWNER, conn)
        return load_state(window, events, [record.row for record in classes])

    async def opened(self, *tasks: Task, touched: Iterable[Task] = ()) -> str:
        """A new session whose preview is the timetable as it is, but for these tasks.

        Args:
            touched: tasks of the timetable among them, as they are in it.
        """
        session = (await open_session(OWNER, self.week.engine, now())).id
        state = await self.live()
        await self._save(session, None, state, state.with_tasks(tasks), touched)
        return session

    async def edit(self, session: str, *tasks: Task, touched: Iterable[Task] = ()) -> int:
        """Save the next revision, in which these tasks are as given."""
        newest = await self._newest(session)
        before = ScheduleState.model_validate_json(newest.state)
        return await self._save(session, newest.revision, before, before.with_tasks(tasks), touched)

    async def _save(
        self, session: str, parent: int | None, before: ScheduleState, after: ScheduleState, touched: Iterable[Task]
    ) -> int:
        header = PreviewHeader(session=session, revision=(parent or 0) + 1, summary="", completed=True)
        body = preview_body(header, before, after, ()).model_dump(mode="json")
        known = self.touched.setdefault(session, {})
        known |= {str(task.source_id): standing_of(before, task) for task in touched}
        body["touched"] = {event_id: place.model_dump(mode="json") for event_id, place in known.items()}
        record = PreviewRecord(
            session_id=session,
            revision=header.revision,
            parent_revision=parent,
            term_id=self.week.request.term_id,
            timetable_version=1,
            summary="",
            completed=True,
            body=body,
            state=canonical_json(after),
            created_at=now(),
        )
        async with self.week.engine.begin() as conn:
            await save_preview(OWNER, conn, record)
        return record.revision


def at(task: Task, day: int, start: int, end: int, host: Task | None = None) -> Task:
    """The task at another place of the window."""
    slot = Slot(day=day, slot_start=start, slot_end=end)
    status = "suggested" if task.status == "pending" else task.status
    host_id = host.state_id if host else None
    return task.model_copy(update={"slots": (slot,), "embed_host": host_id, "status": status})


def waiting(task: Task) -> Task:
    """The task without a place."""
    update = {"slots": (), "embed_host": None, "status": "pending", "duration": task.length}
    return task.model_copy(update=update)


@asynccontextmanager
async def commit_desk(week: Week, wait_seconds: float = 30.0) -> AsyncIterator[Desk]:
    """A desk over the parts of a week."""
    reads = week.engine.execution_options(isolation_level="AUTOCOMMIT")
    async with Notifications(week.engine) as notifications:
        yield Desk(week, CommitDesk(week.engine, reads, week.client, notifications, wait_seconds))


def free_place(state: ScheduleState, length: int, after_day: int = 0) -> tuple[int, int, int]:
    """The first day, later than ``after_day``, with so many empty sections in a row: day, first and last section."""
    taken = {(slot.day, n) for t in state.tasks for slot in t.slots for n in range(slot.slot_start, slot.slot_end + 1)}
    for day in range(after_day + 1, state.window.total_days + 1):
        for start in range(1, 14 - length):
            if not taken & {(day, section) for section in range(start, start + length)}:
                return day, start, start + length - 1
    raise AssertionError("no room")
