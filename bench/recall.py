"""Recall: how much of what answers a query is found, and how long it takes in 100,000 items of one person."""

import asyncio
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy.ext.asyncio import AsyncEngine

from bench.report import BenchRow, at_least, at_most
from domain.context.plan.contract import ContextPlan
from domain.context.plan.planner import make_plan
from domain.context.recall.ranges import Axes
from domain.context.recall.words import probes_of, words_of
from runtime.embedded.postgres import PostgresServer
from services.recall import recall
from storage.engine import create_engine
from storage.migrate import upgrade
from storage.recall_search import Wanted, search_words
from tests.recall import large, store
from tests.recall.facts import ASKS, NOW, Ask

_TIMES = 40
_WORDS_AT_ONCE = 4
_WIDTH = 60


@dataclass(frozen=True, slots=True)
class Found:
    """What of an answer was among the first ten, and which keys were not."""

    ask: Ask
    missed: tuple[str, ...]

    @property
    def share(self) -> float:
        """From 0 to 1."""
        return 1 - len(self.missed) / len(self.ask.relevant)


def rows() -> list[BenchRow]:
    """Recall at ten on the labelled queries with its misses, and the medians of searches."""
    with tempfile.TemporaryDirectory(prefix="daywright-bench-") as folder:
        return asyncio.run(_rows(Path(folder)))


async def _rows(folder: Path) -> list[BenchRow]:
    server = PostgresServer(folder, print, durable=False)
    await server.start()
    try:
        return [*await _with(server, "labelled", _labelled), *await _with(server, "large", _large)]
    finally:
        await server.stop()


async def _with(
    server: PostgresServer, name: str, measure: Callable[[AsyncEngine], Awaitable[list[BenchRow]]]
) -> list[BenchRow]:
    connection = await server.connect()
    await connection.execute(f"CREATE DATABASE {name}")
    await connection.close()
    await upgrade(server.database_url(name))
    engine = create_engine(server.database_url(name))
    try:
        return await measure(engine)
    finally:
        await engine.dispose()


async def _labelled(engine: AsyncEngine) -> list[BenchRow]:
    ids = await store.fill(engine)
    found = [await _found(engine, ask, ids) for ask in ASKS]
    at_ten = statistics.mean(each.share for each in found)
    plans = [make_plan(ask.query, NOW, ask.locale) for ask in ASKS]
    seconds = await _median(len(plans), lambda n: _recalled(engine, store.OWNER, plans[n], NOW))
    misses = [f"{each.ask.query} {', '.join(each.missed)}"[:_WIDTH] for each in found if each.missed]
    return [
        at_least(f"recall@10, {len(ASKS)} labelled queries in a store of 5,000", at_ten, "", 0.9),
        *(BenchRow("  missed", miss, "", None, "no aim") for miss in misses),
        at_most("a recall in a store of 5,000, median", seconds * 1000, "ms", None),
    ]


async def _found(engine: AsyncEngine, ask: Ask, ids: dict[str, str]) -> Found:
    async with engine.connect() as connection:
        answer = await recall(store.OWNER, connection, make_plan(ask.query, NOW, ask.locale), NOW)
    first = {item.id for item in answer.items[:10]}
    return Found(ask, tuple(key for key in ask.relevant if ids[key] not in first))


async def _large(engine: AsyncEngine) -> list[BenchRow]:
    await large.fill(engine)
    search = await _median(_TIMES, lambda n: _searched(engine, n))
    now = datetime(2026, 6, 1, tzinfo=UTC)
    template = make_plan("我昨天提到的合同", now.astimezone(NOW.tzinfo))
    whole = await _median(_TIMES, lambda n: _recalled(engine, large.OWNER, _asking(template, n), now))
    name = f"of {large.ITEMS:,} items, {_WORDS_AT_ONCE} words in less than 2 % each, median"
    return [
        at_most(f"a search {name}", search * 1000, "ms", 50),
        at_most(f"a recall {name}", whole * 1000, "ms", 50),
    ]


def _words(number: int) -> list[str]:
    return large.pairs(*range(_WORDS_AT_ONCE * number, _WORDS_AT_ONCE * (number + 1)))


def _asking(template: ContextPlan, number: int) -> ContextPlan:
    asked = tuple(each.model_copy(update={"expanded_queries": tuple(_words(number))}) for each in template.retrievals)
    return template.model_copy(update={"retrievals": asked})


async def _searched(engine: AsyncEngine, number: int) -> None:
    async with engine.connect() as connection:
        probes = probes_of(words_of(_words(number)))
        await search_words(large.OWNER, connection, Wanted("chat"), probes, Axes(None, None), 200)


async def _recalled(engine: AsyncEngine, owner: str, plan: ContextPlan, now: datetime) -> None:
    async with engine.connect() as connection:
        await recall(owner, connection, plan, now)


async def _median(times: int, once: Callable[[int], Awaitable[None]]) -> float:
    await once(0)
    taken = []
    for number in range(times):
        begun = time.perf_counter()
        await once(number)
        taken.append(time.perf_counter() - begun)
    return statistics.median(taken)
