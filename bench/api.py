"""What the edge costs: a read against a route that does nothing, a started run against a bare workflow started."""

import asyncio
import json
import os
import statistics
import sys
import time
from dataclasses import dataclass
from datetime import date

import httpx2
from sqlalchemy.ext.asyncio import AsyncEngine
from temporalio.client import Client
from ulid import ULID

from bench.bare_workflow import BareWorkflow
from bench.load import rate, request
from bench.report import BenchRow, at_least
from domain.term.calendar import Term
from runtime.clock import now
from runtime.embedded.stack import Stack, running_stack
from runtime.settings import Settings
from services.issue_key import issue_key
from services.ulids import ascending_ulids
from storage.engine import create_engine
from storage.migrate import upgrade
from storage.previews import PreviewRecord, save_preview
from storage.sessions import SessionRecord, insert_session
from storage.terms import insert_term
from workflows.connection import connect

ROUNDS = 5
READS = 3000
STARTS = 150
CONNECTIONS = 16
# Nobody takes tasks here, so that what is compared is starting alone.
IDLE = (sys.executable, "-c", "import signal; print('ready', flush=True); signal.pause()")
QUEUE = "bench-idle"
_TERM = Term(first_monday=date(2026, 8, 31), weeks=18)


@dataclass(frozen=True)
class _Order:
    """A run that somebody may start, and the key to do it with."""

    key: str
    body: bytes

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.key}", "Content-Type": "application/json"}

    def look(self, url: str) -> bytes:
        return request(url, "GET", "/api/v1/runs", self.headers)

    def sent_to(self, url: str) -> bytes:
        return request(url, "POST", "/api/v1/runs", self.headers, self.body)


def rows() -> list[BenchRow]:
    """Measure on a stack of its own, with one API process and no worker."""
    os.environ.update(DAYWRIGHT_RATE_LIMIT="1000000/minute", DAYWRIGHT_RUN_RATE_LIMIT="1000000/minute")
    return asyncio.run(_measured())


async def _measured() -> list[BenchRow]:
    settings = Settings().model_copy(update={"database_url": None, "temporal_address": None})
    async with running_stack(settings, upgrade, ephemeral=True, worker_command=IDLE) as stack:
        engine = create_engine(stack.database_url)
        client = await connect(stack.temporal_address, "default", None)
        try:
            return [await _reads(stack, engine), await _starts(stack, engine, client)]
        finally:
            await engine.dispose()


async def _reads(stack: Stack, engine: AsyncEngine) -> BenchRow:
    order = await _order(engine)
    async with httpx2.AsyncClient(headers=order.headers) as client:
        run = (await client.post(f"{stack.api_url}/api/v1/runs", content=order.body)).raise_for_status().json()["id"]
    reading: list[float] = []
    empty: list[float] = []
    for _ in range(ROUNDS):
        for path, rates in ((f"/api/v1/runs/{run}", reading), ("/health/live", empty)):
            asked = request(stack.api_url, "GET", path, order.headers)
            rates.append(await rate(stack.api_url, [asked] * READS, CONNECTIONS, 200))
    read, nothing = statistics.median(reading), statistics.median(empty)
    return at_least(f"reads: {read:.0f} a second, to {nothing:.0f} of an empty route", read / nothing, "x", 0.5)


async def _starts(stack: Stack, engine: AsyncEngine, client: Client) -> BenchRow:
    ours: list[float] = []
    bare: list[float] = []
    for _ in range(ROUNDS):
        orders = [await _order(engine) for _ in range(STARTS)]
        # People who are at work: their keys were used a moment ago.
        await rate(stack.api_url, [order.look(stack.api_url) for order in orders], CONNECTIONS, 200)
        ours.append(await rate(stack.api_url, [order.sent_to(stack.api_url) for order in orders], CONNECTIONS, 202))
        bare.append(await _bare_rate(client))
    started, nothing = statistics.median(ours), statistics.median(bare)
    label = f"runs started: {started:.0f} a second, to {nothing:.0f} bare workflows"
    return at_least(label, started / nothing, "x", 0.8)


async def _bare_rate(client: Client) -> float:
    begin = time.perf_counter()
    async with asyncio.TaskGroup() as group:
        for share in range(CONNECTIONS):
            group.create_task(_start_bare(client, len(range(share, STARTS, CONNECTIONS))))
    return STARTS / (time.perf_counter() - begin)


async def _start_bare(client: Client, times: int) -> None:
    for _ in range(times):
        await client.start_workflow(BareWorkflow.run, 1, id=f"bare:{ULID()}", task_queue=QUEUE)


async def _order(engine: AsyncEngine) -> _Order:
    """A refine run of somebody new, whose session has a preview."""
    owner, term_id, session_id = ascending_ulids(3)
    key = (await issue_key(owner, engine, now())).text
    preview = PreviewRecord(session_id, 1, term_id, 1, "", True, {}, "{}", now())
    async with engine.begin() as connection:
        await insert_term(owner, connection, term_id, _TERM)
        await insert_session(owner, connection, SessionRecord(session_id, now()))
        await save_preview(owner, connection, preview)
    body = {"kind": "refine", "session_id": session_id, "message": "把周五的任务都挪到周一"}
    return _Order(key, json.dumps(body).encode())
