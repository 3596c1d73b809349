"""Nobody finds what is somebody else's, whatever both have in common (rule RECALL-6)."""

import random
from datetime import UTC, datetime, timedelta

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from domain.context.plan.contract import TextSource
from domain.context.plan.planner import make_plan
from domain.context.recall.item import KeptItem
from services.recall import recall
from services.ulids import ascending_ulids
from storage.recall_items import forget_items, index_items
from storage.sessions import SessionRecord, insert_session
from storage.users import ensure_user

OWNERS = ("ann", "an", "ann'", "@ann", "bob")
"""Names that are parts of each other, or hold what queries are made of."""

SOURCES: tuple[TextSource, ...] = ("chat", "meinput", "memory_v2")
TEXTS = ("张三说考试推迟了", "明天和张三开会", "the exam was moved", "Ann owes me money @ann", "重要：合同签字")
QUERIES = (
    "张三昨天说了什么",
    "明天有什么安排",
    "what did I say about the exam yesterday",
    "我昨天有什么重要的事情安排吗",
    "did I mention ann's money",
)
NOW = datetime(2026, 9, 3, 14, tzinfo=UTC)
CASES = 25


async def _keep(conn: AsyncConnection, dice: random.Random, owner: str) -> dict[str, str]:
    """Some texts under refs that others have as well; the text of each item by its id, marked as the owner's."""
    await ensure_user(owner, conn)
    [session_id] = ascending_ulids(1)
    await insert_session(owner, conn, SessionRecord(session_id, NOW))
    items = [
        KeptItem(
            source=dice.choice(SOURCES),
            ref=f"item-{number}",
            session_id=session_id,
            target_type="note",
            text=f"{dice.choice(TEXTS)}<{owner}>",
            mention_at=NOW - timedelta(hours=dice.randrange(72)),
            event_start=(begins := NOW + timedelta(hours=dice.randrange(-48, 48))),
            event_end=begins + timedelta(hours=1),
            importance=0.8,
        )
        for number in range(dice.randrange(1, 25))
    ]
    await index_items(owner, conn, items)
    return {f"{item.source}:{item.ref}": item.text for item in items}


async def _found(conn: AsyncConnection, owner: str, query: str) -> dict[str, str]:
    answer = await recall(owner, conn, make_plan(query, NOW), NOW, 50)
    repeated = {other: "" for each in answer.stats.merged for other in each.others}
    return {item.id: item.text for item in answer.items} | repeated


async def test_only_ones_own_is_found(engine: AsyncEngine) -> None:
    """Several people with equal texts, times and refs: each finds texts of their own, and some of them."""
    dice = random.Random(11)
    hits = 0
    for _ in range(CASES):
        async with engine.connect() as conn:
            kept = {owner: await _keep(conn, dice, owner) for owner in OWNERS}
            owner = dice.choice(OWNERS)
            found = await _found(conn, owner, dice.choice(QUERIES))
            assert found.keys() <= kept[owner].keys()
            assert all(text in ("", kept[owner][item]) for item, text in found.items())
            hits += len(found)
    assert hits > CASES


async def test_what_one_forgets_others_keep(engine: AsyncEngine) -> None:
    """Also under the same refs; and it is gone from every answer."""
    dice = random.Random(3)
    async with engine.connect() as conn:
        kept = {owner: await _keep(conn, dice, owner) for owner in OWNERS[:2]}
        for source in SOURCES:
            await forget_items("ann", conn, source, [f"item-{number}" for number in range(25)])
        for query in QUERIES:
            assert await _found(conn, "ann", query) == {}
        assert await _found(conn, "an", QUERIES[0])
        assert kept["ann"]
