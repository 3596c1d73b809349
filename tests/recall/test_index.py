"""What is kept is found by its index, however much there is (rules RECALL-6 and RECALL-20)."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime

import pytest
from sqlalchemy import event, text
from sqlalchemy.ext.asyncio import AsyncEngine

from domain.context.recall.ranges import Axes, Span
from domain.context.recall.words import probes_of, words_of
from storage.recall_search import Wanted, search_times, search_words
from tests.recall.conftest import Thrown
from tests.recall.large import ITEMS, OWNER, fill, pairs

DAY = Span(datetime(2026, 3, 1, tzinfo=UTC), datetime(2026, 3, 2, tzinfo=UTC))


@pytest.fixture
async def engine(thrown_away: Thrown) -> AsyncIterator[AsyncEngine]:
    async with thrown_away("large") as engine:
        await fill(engine)
        yield engine


async def test_words_and_times_are_looked_up_in_indexes(engine: AsyncEngine) -> None:
    """Among 100,000 items of one person, words of two characters that fewer than one in fifty has; none of them by
    reading the table from end to end."""
    asked: list[tuple[str, tuple[object, ...]]] = []
    event.listen(engine.sync_engine, "before_cursor_execute", lambda *told: asked.append((told[2], told[3])))
    words = pairs(1, 2, 3, 4)
    async with engine.connect() as conn:
        counts = ", ".join(f"count(*) FILTER (WHERE text LIKE '%{word}%')" for word in words)
        frequencies = (await conn.execute(text(f"SELECT {counts} FROM recall_items WHERE user_id = '{OWNER}'"))).one()
        asked.clear()
        found = await search_words(OWNER, conn, Wanted("chat"), probes_of(words_of(words)), Axes(DAY, DAY), 200)
        on_day = await search_times(OWNER, conn, Wanted("chat"), Axes(DAY, DAY), 50)
        plans = [str((await conn.exec_driver_sql(f"EXPLAIN {said}", given)).all()) for said, given in list(asked)]
    assert all(0 < count < ITEMS / 50 for count in frequencies)
    assert len(found) == 200
    assert all(any(word in item.text for word in words) for item in found)
    assert len(on_day) == 50
    assert "ix_recall_items_terms" in plans[0]
    assert "ix_recall_items_mention_at" in plans[1]
    assert not any("Seq Scan on recall_items" in plan for plan in plans)
