"""Reminders: how fast they are set, what one that waits costs, and how late many are that are due in one second.

Each figure is held against bare workflows with a timer and as many activities on the same stack.
"""

import asyncio
import json
import os
import statistics
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TypeVar

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine
from temporalio.client import Client
from ulid import ULID

from bench.bare_timer import BareTimer
from bench.bare_workflow import QUEUE
from bench.load import rate, request
from bench.report import BenchRow, at_most
from bench.runs import bare_worker
from domain.reminders.answers import ReminderView
from runtime.clock import now
from runtime.embedded.stack import Stack, running_stack
from runtime.settings import Settings
from services.issue_key import issue_key
from services.reminder_desk import ReminderDesk
from services.reminders import create_reminder
from services.ulids import ascending_ulids
from storage.engine import create_engine
from storage.migrate import upgrade
from storage.sessions import SessionRecord, insert_session
from workflows.connection import connect

Thing = TypeVar("Thing")

_OWNER = "bench"
_CONNECTIONS = 16
_AT_ONCE = 32
_IN_A_SESSION = 10
_FAR = 7 * 24 * 3600
_LATEST_SECONDS = 600
_SETTLING_SECONDS = 5
"""Each has looked once by then, and waits."""


@dataclass(frozen=True, slots=True)
class Size:
    """How much is measured.

    Attributes:
        pending: reminders that wait for days.
        due: reminders that are due in one second, each in a session of its own.
        ahead_seconds: how long before that second they begin to be set.
    """

    pending: int = 1_000
    due: int = 200
    ahead_seconds: int = 20


def rows() -> list[BenchRow]:
    """Measure on a stack of its own."""
    return asyncio.run(measured(Size()))


async def measured(size: Size) -> list[BenchRow]:
    """The rows of this size."""
    os.environ.update(DAYWRIGHT_RATE_LIMIT="10000000/minute", DAYWRIGHT_RUN_RATE_LIMIT="10000000/minute")
    settings = Settings().model_copy(update={"database_url": None, "temporal_address": None})
    async with running_stack(settings, upgrade, ephemeral=True) as stack, bare_worker(stack.temporal_address):
        engine = create_engine(stack.database_url)
        client = await connect(stack.temporal_address, "default", None)
        try:
            return [*await _waiting(stack, engine, client, size), *await _late(engine, client, size)]
        finally:
            await engine.dispose()


async def _waiting(stack: Stack, engine: AsyncEngine, client: Client, size: Size) -> list[BenchRow]:
    """How fast they are set over HTTP, and how much memory they take while they wait."""
    requests = await _orders(stack, engine, size.pending)
    await rate(stack.api_url, await _orders(stack, engine, 50), _CONNECTIONS, 201)
    empty = _memory_kb()
    set_a_second = await rate(stack.api_url, requests, _CONNECTIONS, 201)
    await asyncio.sleep(_SETTLING_SECONDS)
    ours = (_memory_kb() - empty) / size.pending
    begin, empty = time.perf_counter(), _memory_kb()
    await _bare(client, [time.time() + _FAR] * size.pending)
    bare_a_second = size.pending / (time.perf_counter() - begin)
    await asyncio.sleep(_SETTLING_SECONDS)
    bare = (_memory_kb() - empty) / size.pending
    told = f"{size.pending:,} reminders set: {set_a_second:.0f} a second, to {bare_a_second:.0f} bare timers started"
    memory = f"memory of one that waits, all processes; a bare timer {bare:.0f} KB"
    return [
        BenchRow(told, set_a_second / bare_a_second, "x", None, "no aim"),
        BenchRow(memory, ours, "KB", None, "no aim"),
    ]


async def _orders(stack: Stack, engine: AsyncEngine, count: int) -> list[bytes]:
    key = (await issue_key(_OWNER, engine, now())).text
    headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
    body = json.dumps({"prompt": "喝水", "after_seconds": _FAR}).encode()
    sessions = await _sessions(engine, -(-count // _IN_A_SESSION))
    paths = [f"/api/v1/sessions/{sessions[n // _IN_A_SESSION]}/reminders" for n in range(count)]
    return [request(stack.api_url, "POST", path, headers, body) for path in paths]


async def _sessions(engine: AsyncEngine, count: int) -> list[str]:
    ids = ascending_ulids(count)
    async with engine.begin() as connection:
        for session_id in ids:
            await insert_session(_OWNER, connection, SessionRecord(session_id, now()))
    return ids


async def _late(engine: AsyncEngine, client: Client, size: Size) -> list[BenchRow]:
    """How late a message is, and the sentence that presents it, for reminders due in one second."""
    ours = await _ours_late(engine, client, size)
    due = [time.time() + size.ahead_seconds + n / size.due for n in range(size.due)]
    bare = await asyncio.wait_for(_bare(client, due, wait=True), _LATEST_SECONDS)
    found = []
    for what, place in (("message", 0), ("presentation", 1)):
        late, other = (statistics.median(each[place] for each in some) for some in (ours, bare))
        worst, worst_other = (max(each[place] for each in some) for some in (ours, bare))
        told = f"{size.due:,} due in one second: {what} late by {late:.2f} s (worst {worst:.2f})"
        bare_told = f"to {other:.2f} s (worst {worst_other:.2f}) of bare timers"
        found.append(at_most(f"{told} {bare_told}", late / max(other, 0.001), "x", None))
    return found


async def _ours_late(engine: AsyncEngine, client: Client, size: Size) -> list[tuple[float, float]]:
    desk, sessions = ReminderDesk(engine, client), await _sessions(engine, size.due)
    second = time.time() + size.ahead_seconds

    async def set_one(session_id: str) -> None:
        seconds = max(1, round(second - time.time()))
        answer = await create_reminder(_OWNER, desk, session_id, {"prompt": "喝水", "after_seconds": seconds})
        assert isinstance(answer, ReminderView)

    await _each(sessions, set_one)
    if time.time() > second - 1:
        raise RuntimeError("the reminders were not set in time: let them be due later")
    async with asyncio.timeout(_LATEST_SECONDS):
        while await _presented(engine, sessions) < size.due:
            await asyncio.sleep(0.5)
    return await _lateness(engine, sessions)


async def _presented(engine: AsyncEngine, sessions: Sequence[str]) -> int:
    query = text("SELECT count(*) FROM turns WHERE session_id = ANY(:sessions) AND finished_at IS NOT NULL")
    async with engine.connect() as connection:
        return int(await connection.scalar(query, {"sessions": list(sessions)}) or 0)


async def _lateness(engine: AsyncEngine, sessions: Sequence[str]) -> list[tuple[float, float]]:
    """Seconds from the target to the message, and to the end of its turn, of each session."""
    query = text(
        """
        SELECT created.data -> 'schedule' ->> 'scheduledAt', delivery.delivered_at, turn.finished_at
        FROM reminder_deliveries delivery
        JOIN turns turn ON turn.id = delivery.turn_id
        JOIN session_events created ON created.session_id = delivery.session_id AND created.seq = 1
        WHERE delivery.session_id = ANY(:sessions)
        """
    )
    async with engine.connect() as connection:
        found = (await connection.execute(query, {"sessions": list(sessions)})).all()
    assert len(found) == len(sessions)
    return [(_after(delivered, due), _after(presented, due)) for due, delivered, presented in found]


def _after(moment: datetime, due: str) -> float:
    return (moment - datetime.fromisoformat(due)).total_seconds()


async def _bare(client: Client, due: Sequence[float], *, wait: bool = False) -> list[tuple[float, float]]:
    """Start bare timers; where they are waited for, how late each was."""
    handles = []

    async def start(moment: float) -> None:
        handles.append(await client.start_workflow(BareTimer.run, moment, id=f"bare:{ULID()}", task_queue=QUEUE))

    await _each(due, start)
    return list(await asyncio.gather(*(handle.result() for handle in handles))) if wait else []


async def _each(things: Sequence[Thing], act: Callable[[Thing], Awaitable[None]]) -> None:
    limit = asyncio.Semaphore(_AT_ONCE)

    async def limited(thing: Thing) -> None:
        async with limit:
            await act(thing)

    await asyncio.gather(*map(limited, things))


def _memory_kb() -> int:
    """Memory that this process's descendants have to themselves, and their shares of what they have in common."""
    return sum(_share_kb(pid) for pid in _descendants(os.getpid()))


def _share_kb(pid: int) -> int:
    try:
        rollup = Path(f"/proc/{pid}/smaps_rollup").read_text()
    except (OSError, ValueError):  # It has ended.
        return 0
    return next((int(line.split()[1]) for line in rollup.splitlines() if line.startswith("Pss:")), 0)


def _descendants(root: int) -> list[int]:
    parents: dict[int, list[int]] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
        parents.setdefault(parent, []).append(int(folder.name))
    found, waiting = [], [root]
    while waiting:
        children = parents.get(waiting.pop(), [])
        found += children
        waiting += children
    return found
