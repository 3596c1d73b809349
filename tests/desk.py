"""Confirms and undos of the example week, and all rows that they may touch."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine

from domain.canonical import canonical_json
from domain.commit.standing import Standing
from domain.preview.body import PreviewHeader, preview_body
from domain.schedule.state import ScheduleState, Slot, Task
from runtime.clock import now
from services.request_commit import CommitDesk, request_confirm, request_undo
from storage.commits import CommitRecord
from storage.notifications import Notifications
from storage.previews import PreviewRecord, latest_preview, save_preview
from storage.tables import schedule_events, schedules, task_classes, task_items, terms
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

    async def edit(self, session: str, *tasks: Task, touched: dict[str, Standing] | None = None) -> int:
        """Save the next revision, in which these tasks are as given."""
        newest = await self._newest(session)
        before = ScheduleState.model_validate_json(newest.state)
        after = before.with_tasks(tasks)
        header = PreviewHeader(session=session, revision=newest.revision + 1, summary="", completed=True)
        body = preview_body(header, before, after, ()).model_dump(mode="json")
        known = self.touched.setdefault(session, {})
        known |= touched or {}
        body["touched"] = {event_id: place.model_dump(mode="json") for event_id, place in known.items()}
        record = PreviewRecord(
            session_id=session,
            revision=newest.revision + 1,
            parent_revision=newest.revision,
            term_id=newest.term_id,
            timetable_version=newest.timetable_version,
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
