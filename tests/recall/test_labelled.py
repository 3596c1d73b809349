"""Queries whose answers are known, in a store of 5,000 (rules RECALL-15 to RECALL-22)."""

from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from domain.context.plan.planner import make_plan
from services.recall import recall
from tests.recall.conftest import Thrown
from tests.recall.facts import ASKS, NOW, Ask
from tests.recall.store import OWNER, fill


@dataclass(frozen=True, slots=True)
class Store:
    """A filled database, and the ids of what is asked for by their keys."""

    engine: AsyncEngine
    ids: dict[str, str]

    async def missed(self, ask: Ask) -> set[str]:
        """The keys of what answers a query and is not among the first ten items."""
        async with self.engine.connect() as conn:
            answer = await recall(OWNER, conn, make_plan(ask.query, NOW, ask.locale), NOW)
        first = {item.id for item in answer.items[:10]}
        return {key for key in ask.relevant if self.ids[key] not in first}


@pytest.fixture(scope="module")
async def store(thrown_away: Thrown) -> AsyncIterator[Store]:
    async with thrown_away("labelled") as engine:
        yield Store(engine, await fill(engine))


async def test_nine_tenths_of_what_answers_a_query_are_among_the_first_ten(store: Store) -> None:
    """On the average of all queries."""
    missed = {ask.query: await store.missed(ask) for ask in ASKS}
    found = [1 - len(missed[ask.query]) / len(ask.relevant) for ask in ASKS]
    assert len(ASKS) >= 40
    assert sum(found) / len(found) >= 0.9, {query: keys for query, keys in missed.items() if keys}


async def test_the_store_is_of_all_sources(store: Store) -> None:
    """5,000 items, each source with hundreds or, for the calendar, a term of courses."""
    async with store.engine.connect() as conn:
        rows = await conn.execute(text("SELECT source, count(*) AS items FROM recall_items GROUP BY 1"))
        counted = {str(row.source): int(row.items) for row in rows}
    lessons = sum(1 for key in store.ids if key.startswith("course:"))
    assert sum(counted.values()) + lessons == 5_000
    assert min(counted["chat"], counted["meinput"], counted["memory_v2"]) > 500
    assert lessons == 180
