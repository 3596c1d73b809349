"""Kill -9 of the worker while a model thinks aloud: nothing is counted twice, and who watches reads clean words."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from sqlalchemy.ext.asyncio import AsyncEngine
from temporalio.testing import WorkflowEnvironment

from activities.ledger import Ledger
from activities.models.client import ModelClients
from runtime.clock import now
from storage.run_events import RunEvent
from storage.runs import RunRecord
from tests.model_server.diligent import THOUGHT
from tests.model_server.musing import MusingServer
from tests.week import Week, refine_request
from tests.workflows.asking import LOOPBACK, MOVE, UNTOUCHED, endpoint, outcome_of, told
from worker.build import Limits, working

ROOT = Path(__file__).parents[2]
REASONING, RESET = "schedule_refine.reasoning", "schedule_refine.reset"


@asynccontextmanager
async def worker(*arguments: str) -> AsyncIterator[asyncio.subprocess.Process]:
    """A worker process, which is ended with SIGKILL."""
    program = (sys.executable, str(ROOT / "tests" / "chaos" / "model_worker.py"), *arguments)
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    process = await asyncio.create_subprocess_exec(
        *program, env=environment, stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.DEVNULL
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


def read(events: list[RunEvent]) -> dict[int, str]:
    """The blocks of reasoning as a client that follows the run has them at its end."""
    blocks: dict[int, str] = {}
    for event in events:
        if event.stage == RESET:
            blocks[event.data["block"]] = ""
        elif event.stage == REASONING:
            blocks[event.data["block"]] = blocks.get(event.data["block"], "") + event.data["text"]
    return blocks


async def some_reasoning(engine: AsyncEngine, run: RunRecord, block: int) -> None:
    """Wait until two batches of a block are told."""
    async with asyncio.timeout(60):
        while [event.data.get("block") for event in await told(engine, run)].count(block) < 2:
            await asyncio.sleep(0.05)


async def test_a_worker_killed_in_the_middle_of_a_stream(database: str, temporal: WorkflowEnvironment) -> None:
    """The next attempt resets the block and asks anew; the killed call has no row and no tokens."""
    first_round = 7
    address = temporal.client.service_client.config.target_host
    with MusingServer("react") as server:
        async with Week.stored(database, temporal.client) as week:
            async with worker(database, address, server.url):
                run = await week.start(await week.planned_session(), refine_request(MOVE))
                await some_reasoning(week.engine, run, first_round)
            assert server.hung_up.wait(10)
            models = ModelClients([endpoint(server)], LOOPBACK)
            async with working(week.client, Ledger(week.engine, now), Limits(plan_react=UNTOUCHED), models):
                outcome = await outcome_of(week, await week.finished(run))
    outcome.assert_sound()
    asked = [asked.name for asked in server.requests]
    assert asked == ["contract", "plan", "react", "react", "react", "summary"]
    assert outcome.deciders["react"] == ["model", "model"]
    (total,) = outcome.trace.totals
    assert (total.outcome, total.calls, total.prompt_tokens) == ("given", len(asked) - 1, 321 * (len(asked) - 1))
    blocks = read(outcome.events)
    assert blocks == dict.fromkeys(blocks, THOUGHT)
    # On a busy machine an attempt may be lost before its call; the one that follows tells it again.
    assert {event.data["block"] for event in outcome.events if event.stage == RESET} == {first_round}
    calls = {e.step.step: [call.attempt for call in e.calls] for e in outcome.trace.entries if e.calls}
    assert calls[first_round][0] >= 2
