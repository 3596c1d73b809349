"""The worker and PostgreSQL are killed at each statement boundary of a confirm and of an undo: all or nothing, once."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest
from sqlalchemy import func, select

from domain.errors import Unavailable
from runtime.embedded import supervision, temporal
from runtime.embedded.ports import free_port
from runtime.embedded.stack import running_stack
from runtime.settings import Settings
from storage.commits import CommitRecord
from storage.engine import OUTAGES, is_outage
from storage.migrate import upgrade
from storage.tables import commits, terms
from tests import forking
from tests.desk import Desk, Rows, at, commit_desk, free_place
from tests.sample import stride
from tests.week import OWNER, Week
from workflows.connection import connect

VICTIMS = ["worker", "postgres"]
_STRIDE = stride(5)
"""With 1 every boundary is tried, which takes minutes; else every so many, other ones for each victim."""

_SECONDS = 240


@dataclass
class Scene:
    """A stack with the example week in it, and sessions that each want one task placed in a place of its own."""

    desk: Desk
    folder: Path

    def order(self, name: str, boundary: int, victim: str) -> None:
        with (self.folder / "orders").open("a") as orders:
            orders.write(f"{name} {boundary} {victim}\n")

    def carried_out(self, name: str) -> bool:
        return any(line.startswith(f"{name} ") for line in (self.folder / "done").read_text().splitlines())

    async def boundaries(self, name: str) -> int:
        """How many boundaries the transaction of that name had, the one after it included."""
        async with asyncio.timeout(120):
            while name not in (self.folder / "counted").read_text():
                # The answer may be there before the worker has written this down.
                await asyncio.sleep(0.02)
        [count] = {line.split()[1] for line in (self.folder / "counted").read_text().splitlines() if name in line}
        return int(count) + 1

    async def sessions(self, count: int) -> list[str]:
        """Sessions, each with one more task in one more place."""
        state, found = await self.desk.live(), []
        for task in [task for task in state.tasks if task.status == "pending"][:count]:
            wanted = at(task, *free_place(state, task.length))
            found.append(await self.desk.opened(wanted))
            # The next one shall not want the same place; that this one is not written yet does not matter.
            state = state.with_tasks([wanted])
        assert len(found) == count
        return found

    async def counts(self) -> tuple[int, int]:
        """How many commits there are, and the version of the timetable."""
        async with self.desk.week.engine.connect() as conn:
            made = await conn.scalar(select(func.count()).select_from(commits))
            version = await conn.scalar(select(terms.c.timetable_version).where(terms.c.user_id == OWNER))
        return int(made or 0), int(version or 0)


@pytest.fixture
async def scene(tmp_path: Path) -> AsyncIterator[Scene]:
    for name in ("orders", "done", "counted"):
        (tmp_path / name).touch()
    program = str(Path(__file__).with_name("killed_commit_worker.py"))
    command = forking.command(program, str(tmp_path))
    settings = Settings(data_dir=tmp_path, database_url=None, temporal_address=None, api_port=free_port())
    async with AsyncExitStack() as running:
        patch = running.enter_context(pytest.MonkeyPatch.context())
        patch.setattr(temporal, "_USUAL_PORTS", (free_port(), free_port()))
        patch.setattr(supervision, "_DELAYS_S", (0.05, 0.05, 0.1, 0.2, 0.5))
        stack = await running.enter_async_context(
            running_stack(
                settings, upgrade, report=print, worker_command=command, api_command=forking.command("runtime.api")
            )
        )
        client = await connect(stack.temporal_address, "default", None)
        week = await running.enter_async_context(Week.stored(stack.database_url, client))
        yield Scene(await running.enter_async_context(commit_desk(week, wait_seconds=5)), tmp_path)


async def answered(ask: Callable[[], Awaitable[CommitRecord]]) -> CommitRecord:
    """What is answered in the end to somebody who sends the same request with the same key again and again."""
    async with asyncio.timeout(_SECONDS):
        while True:
            try:
                return await ask()
            except Unavailable:
                continue
            except OUTAGES as error:
                if not is_outage(error):
                    raise
            await asyncio.sleep(0.1)


async def when_up(read: Callable[[], Awaitable[Rows]]) -> Rows:
    """What is read, once the database is up again."""
    async with asyncio.timeout(60):
        while True:
            try:
                return await read()
            except OUTAGES as error:
                if not is_outage(error):
                    raise
                await asyncio.sleep(0.1)


def _tried(count: int, victim: str) -> list[int]:
    """Boundaries from the last one down, the one after the commit among those of the first victim."""
    return list(range(count - VICTIMS.index(victim), 0, -_STRIDE))


@pytest.mark.parametrize("victim", VICTIMS)
async def test_a_commit_killed_at_every_boundary_is_applied_and_undone_once(scene: Scene, victim: str) -> None:
    """Each session is killed at another boundary: each is written whole, once, and undone."""
    desk, before = scene.desk, await scene.desk.dump()
    [calm] = await scene.sessions(1)
    first = await answered(lambda: desk.confirm(calm, 1, "calm"))
    await answered(lambda: desk.undo(first, "calm"))
    confirming, undoing = [await scene.boundaries(name) for name in (f"confirm:{calm}", f"undo:{first.id}")]
    assert confirming > 10
    assert undoing > 8
    assert await desk.dump() == before

    killed = _tried(confirming, victim)
    sessions = await scene.sessions(len(killed))
    for boundary, session in zip(killed, sessions, strict=True):
        scene.order(f"confirm:{session}", boundary, victim)
    # One by one: whoever is killed takes the others along, and what those had just written is not killed again.
    applied = [await answered(lambda s=session: desk.confirm(s, 1, s)) for session in sessions]  # type: ignore[misc]
    assert all(scene.carried_out(f"confirm:{session}") for session in sessions)
    assert {commit.status for commit in applied} == {"applied"}
    after = await when_up(desk.dump)
    made = after["schedule_events"].keys() - before["schedule_events"].keys()
    assert made == {commit.changes[0]["event_id"] for commit in applied}
    sections = [row for row_id, row in after["schedules"].items() if row_id not in before["schedules"]]
    assert sorted(row["event_id"] for row in sections) == sorted([*made, *made])
    assert [row["status"] for row in after["task_items"].values()].count("arranged") == len(sessions)
    assert await scene.counts() == (len(sessions) + 1, len(sessions) + 3)

    ordered = list(zip(_tried(undoing, victim), applied, strict=False))
    for boundary, commit in ordered:
        scene.order(f"undo:{commit.id}", boundary, victim)
    undone = [await answered(lambda c=commit: desk.undo(c, c.id)) for commit in applied]  # type: ignore[misc]
    assert all(scene.carried_out(f"undo:{commit.id}") for _, commit in ordered)
    assert {commit.status for commit in undone} == {"undone"}
    assert await when_up(desk.dump) == before
    assert await scene.counts() == (len(sessions) + 1, 2 * len(sessions) + 3)
