"""Confirms a second, each of another user, to bare workflows with one activity of nothing, measured turn about."""

import asyncio
import os
import statistics
import time
from dataclasses import dataclass
from datetime import date, timedelta

from sqlalchemy.ext.asyncio import AsyncEngine
from temporalio.client import Client
from ulid import ULID

from bench.bare_workflow import QUEUE, BareWorkflow
from bench.load import rate, request
from bench.report import BenchRow, at_least
from bench.runs import bare_worker
from domain.canonical import canonical_json
from domain.optimise.placement_problem import PlacementGroup
from domain.preview.body import PreviewHeader, preview_body
from domain.schedule.rows import ClassRow, ItemRow, load_state
from domain.schedule.state import Slot
from domain.term.calendar import Term
from domain.term.window import Window
from runtime.clock import now
from runtime.embedded.stack import Stack, running_stack
from runtime.settings import Settings
from services.issue_key import issue_key
from services.ulids import ascending_ulids
from storage.classes import ClassRecord, insert_class
from storage.engine import create_engine
from storage.migrate import upgrade
from storage.previews import PreviewRecord, save_preview
from storage.sessions import SessionRecord, insert_session
from storage.terms import insert_term
from workflows.connection import connect

ROUNDS = 5
CONFIRMS = 120
CONNECTIONS = 16
TASKS = 3
_TERM = Term(first_monday=date(2026, 8, 31), weeks=18)
_WINDOW = Window.between(_TERM, _TERM.first_monday, _TERM.first_monday + timedelta(days=6))


@dataclass(frozen=True)
class _Order:
    """A preview that somebody may confirm, and the key to do it with."""

    key: str
    session_id: str

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.key}", "If-Match": '"1"', "Idempotency-Key": self.session_id}

    def look(self, url: str) -> bytes:
        return request(url, "GET", "/api/v1/commits", self.headers)

    def sent_to(self, url: str) -> bytes:
        return request(url, "POST", f"/api/v1/previews/{self.session_id}/confirm", self.headers)


def rows() -> list[BenchRow]:
    """Measure on a stack of its own, with one API process and one worker."""
    os.environ.update(DAYWRIGHT_RATE_LIMIT="1000000/minute", DAYWRIGHT_RUN_RATE_LIMIT="1000000/minute")
    return [asyncio.run(_measured())]


async def _measured() -> BenchRow:
    settings = Settings().model_copy(update={"database_url": None, "temporal_address": None})
    async with running_stack(settings, upgrade, ephemeral=True) as stack, bare_worker(stack.temporal_address):
        engine = create_engine(stack.database_url)
        client = await connect(stack.temporal_address, "default", None)
        try:
            return await _confirms(stack, engine, client)
        finally:
            await engine.dispose()


async def _confirms(stack: Stack, engine: AsyncEngine, client: Client) -> BenchRow:
    ours: list[float] = []
    bare: list[float] = []
    for round_ in range(ROUNDS + 1):
        orders = [await _order(engine) for _ in range(CONFIRMS)]
        # People who are at work: their keys were used a moment ago.
        await rate(stack.api_url, [order.look(stack.api_url) for order in orders], CONNECTIONS, 200)
        confirmed = await rate(stack.api_url, [order.sent_to(stack.api_url) for order in orders], CONNECTIONS, 201)
        nothing = await _bare_rate(client)
        # The first round warms up what is compiled once.
        if round_:
            ours.append(confirmed)
            bare.append(nothing)
    told = f"confirms: {statistics.median(ours):.0f} a second, to {statistics.median(bare):.0f} bare workflows"
    ratio = statistics.median(one / other for one, other in zip(ours, bare, strict=True))
    return at_least(f"{told} with one activity", ratio, "x", 0.8)


async def _bare_rate(client: Client) -> float:
    begin = time.perf_counter()
    async with asyncio.TaskGroup() as group:
        for share in range(CONNECTIONS):
            group.create_task(_bare(client, len(range(share, CONFIRMS, CONNECTIONS))))
    return CONFIRMS / (time.perf_counter() - begin)


async def _bare(client: Client, times: int) -> None:
    for _ in range(times):
        await client.execute_workflow(BareWorkflow.run, 1, id=f"bare:{ULID()}", task_queue=QUEUE)


async def _order(engine: AsyncEngine) -> _Order:
    """A preview of somebody new, in which each task has a place on a day of its own."""
    owner, term_id, session_id, class_id, *item_ids = ascending_ulids(4 + TASKS)
    key = (await issue_key(owner, engine, now())).text
    items = tuple(ItemRow(item_id, f"第{n}章", n) for n, item_id in enumerate(item_ids, start=1))
    group = ClassRow(class_id, "概率论", items)
    before = load_state(_WINDOW, [], [group])
    places = [Slot(day=n, slot_start=1, slot_end=2) for n in range(1, TASKS + 1)]
    placed = [
        task.model_copy(update={"slots": (slot,), "status": "suggested"})
        for task, slot in zip(before.tasks, places, strict=True)
    ]
    after = before.with_tasks(placed)
    header = PreviewHeader(session=session_id, revision=1, summary="", completed=True)
    body = preview_body(header, before, after, ()).model_dump(mode="json")
    preview = PreviewRecord(session_id, 1, term_id, 1, "", True, body, canonical_json(after), now())
    async with engine.begin() as connection:
        await insert_term(owner, connection, term_id, _TERM)
        await insert_class(owner, connection, ClassRecord(group, PlacementGroup(class_id)))
        await insert_session(owner, connection, SessionRecord(session_id, now()))
        await save_preview(owner, connection, preview)
    return _Order(key, session_id)
