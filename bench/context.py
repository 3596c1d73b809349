"""What a context plan costs: in the domain, and over HTTP to a route behind the same gate that does nothing."""

import asyncio
import json
import os
import statistics
import sys
import time

from sqlalchemy.ext.asyncio import AsyncEngine

from bench.api import IDLE
from bench.empty_api import PATH as EMPTY
from bench.load import rate, request
from bench.report import BenchRow, at_least, at_most
from domain.context.plan.answer import answer_text
from domain.context.plan.planner import make_plan
from runtime.clock import now
from runtime.embedded.stack import Stack, running_stack
from runtime.settings import Settings
from services.issue_key import issue_key
from storage.engine import create_engine
from storage.migrate import upgrade
from tests.domain.context.plan.goldens import Golden, goldens

ROUNDS = 5
POSTS = 400
CONNECTIONS = 16
OWNER = "bench-plans"
PLAN = "/api/v1/context/plan"
SERVED = (sys.executable, "-m", "bench.empty_api")


def rows() -> list[BenchRow]:
    """The golden queries, each planned for; then the same over HTTP, each at a moment of its own."""
    kept = [*goldens("keywords"), *goldens("queries")]
    os.environ.update(DAYWRIGHT_RATE_LIMIT="1000000/minute")
    return [_in_the_domain(kept), asyncio.run(_over_http(kept))]


def _in_the_domain(kept: list[Golden]) -> BenchRow:
    seconds = []
    for _ in range(ROUNDS):
        for golden in kept:
            moment = golden.moment
            began = time.perf_counter()
            answer_text(make_plan(golden.query, moment, golden.locale))
            seconds.append(time.perf_counter() - began)
    return at_most(f"context plan, {len(kept)} queries: median", statistics.median(seconds) * 1000, "ms", 1)


async def _over_http(kept: list[Golden]) -> BenchRow:
    settings = Settings().model_copy(update={"database_url": None, "temporal_address": None})
    async with running_stack(settings, upgrade, ephemeral=True, worker_command=IDLE, api_command=SERVED) as stack:
        engine = create_engine(stack.database_url)
        try:
            return await _posts(stack, engine, kept)
        finally:
            await engine.dispose()


async def _posts(stack: Stack, engine: AsyncEngine, kept: list[Golden]) -> BenchRow:
    key = (await issue_key(OWNER, engine, now())).text
    headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
    planned: list[float] = []
    empty: list[float] = []
    for turn in range(ROUNDS):
        bodies = [_body(kept[n % len(kept)], turn * POSTS + n) for n in range(POSTS)]
        for path, rates in ((PLAN, planned), (EMPTY, empty)):
            posts = [request(stack.api_url, "POST", path, headers, body) for body in bodies]
            rates.append(await rate(stack.api_url, posts, CONNECTIONS, 200))
    ours, nothing = statistics.median(planned), statistics.median(empty)
    label = f"plans over HTTP: {ours:.0f} a second, to {nothing:.0f} of an empty route"
    return at_least(label, ours / nothing, "x", 0.8)


def _body(golden: Golden, number: int) -> bytes:
    """A question that nobody has asked before at that moment."""
    at = f"2026-09-03T{number // 3600 % 24:02}:{number // 60 % 60:02}:{number % 60:02}+08:00"
    return json.dumps({"query": golden.query, "user_id": OWNER, "now": at, "locale": golden.locale}).encode()
