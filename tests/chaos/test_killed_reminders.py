"""The worker is killed at each await of a delivery, and servers are away at the due moment: told once, all the same."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import structlog
from temporalio.testing import WorkflowEnvironment

from activities.ledger import Ledger
from runtime.clock import now
from runtime.embedded.postgres import PostgresServer
from runtime.embedded.temporal import TemporalServer
from storage.engine import create_engine
from storage.migrate import upgrade
from storage.users import ensure_user
from tests.bells import Bells, eventually
from tests.chaos.test_killed_worker import WorkerKeeper
from tests.sample import stride
from tests.week import OWNER
from worker.build import working
from workflows.connection import connect

_STRIDE = stride(10)
"""With 1 every boundary is tried, which takes minutes."""


@asynccontextmanager
async def bells_over(database: str, client: object) -> AsyncIterator[Bells]:
    engine = create_engine(database)
    async with engine.begin() as connection:
        await ensure_user(OWNER, connection)
    async with Bells.over(engine, client) as bells:  # type: ignore[arg-type]
        yield bells
    await engine.dispose()


async def told(bells: Bells, session: str) -> list[str]:
    """What was presented in a session, once something was."""
    await eventually(lambda: bells.said(session, "assistant"), 120)
    return await bells.told_once(session)


async def test_a_worker_killed_at_every_await_of_a_delivery_tells_each_reminder_once(
    database: str, temporal: WorkflowEnvironment, tmp_path: Path
) -> None:
    for name in ("orders", "done", "counted"):
        (tmp_path / name).touch()
    address = temporal.client.service_client.config.target_host
    keeper = WorkerKeeper(database, address, str(tmp_path), program="killed_reminder_worker.py")
    async with bells_over(database, temporal.client) as bells, keeper.kept():
        calm = await bells.session()
        await bells.set(calm, "calm", 1)
        assert await told(bells, calm) == ["calm"]
        counted = int(await eventually(lambda: _line(tmp_path / "counted", calm)))
        assert counted > 15
        # The last ones are the commit, what Temporal is told of it, and the start of the turn: each is another case.
        for boundary in sorted({*range(counted + 1, 0, -_STRIDE), counted - 1}, reverse=True):
            session = await bells.session()
            with (tmp_path / "orders").open("a") as orders:
                orders.write(f"{session} {boundary} worker\n")
            await bells.set(session, f"killed at {boundary}", 1)
            await eventually(lambda s=session: _line(tmp_path / "done", s))
            assert await told(bells, session) == [f"killed at {boundary}"]
            await asyncio.wait_for(bells.handle(session).result(), 60)
            assert await bells.told_once(session) == [f"killed at {boundary}"]


async def _line(file: Path, session: str) -> str | None:
    """What was noted last of a session."""
    noted = [line.split()[1] for line in file.read_text().splitlines() if line.startswith(session)]
    return noted[-1] if noted else None


async def test_servers_that_are_away_at_the_due_moment_delay_a_reminder_and_no_more(tmp_path: Path) -> None:
    """First the database is stopped, then Temporal is killed; each comes back after the reminder was due."""
    postgres = PostgresServer(tmp_path / "postgres", print, durable=False)
    temporal = TemporalServer(tmp_path / "temporal", print, durable=False)
    await asyncio.gather(postgres.start(), temporal.start())
    try:
        structlog.configure(processors=[_silent])
        await upgrade(postgres.url)
        client = await connect(temporal.address, "default", None)
        async with bells_over(postgres.url, client) as bells, working(client, Ledger(bells.engine, now)):
            session = await bells.session()
            await bells.set(session, "no database", 2)
            await postgres.stop()
            await eventually(lambda: _is_tried_in_vain(bells, session))
            await postgres.start()
            assert await told(bells, session) == ["no database"]

            session = await bells.session()
            await bells.set(session, "no Temporal", 2)
            assert temporal.pid is not None
            os.killpg(temporal.pid, signal.SIGKILL)
            await temporal.wait()
            await asyncio.sleep(2.5)
            await temporal.start()
            assert await told(bells, session) == ["no Temporal"]
            await asyncio.wait_for(bells.handle(session).result(), 60)
            assert await bells.told_once(session) == ["no Temporal"]
    finally:
        structlog.reset_defaults()
        await asyncio.gather(postgres.stop(), temporal.stop())


def _silent(*_: object) -> dict[str, Any]:
    """Nothing is printed: to set out a failed attempt with all that led to it takes seconds."""
    raise structlog.DropEvent


async def _is_tried_in_vain(bells: Bells, session: str) -> bool:
    """Whether attempts to deliver have failed for so long that the next one waits for a timer."""
    history = await bells.handle(session).fetch_history()
    return sum(event.HasField("timer_started_event_attributes") for event in history.events) > 1
