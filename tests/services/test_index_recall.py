"""Keeping for recall what was said before anything was kept (rules RECALL-8 and RECALL-10)."""

from datetime import UTC, datetime, timedelta

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from services.fork_session import ForkOrder, fork_session
from services.index_recall import index_recall
from services.ulids import ascending_ulids
from storage.sessions import SessionEntry, SessionRecord, append_session_events, insert_session

AT = datetime(2026, 9, 7, 8, 0, tzinfo=UTC)


def said(words: str, **beside: str) -> SessionEntry:
    return SessionEntry("message", {"role": "user", "text": words, "origin": "person"} | beside)


async def session_with(owner: str, engine: AsyncEngine, *entries: SessionEntry) -> str:
    [session_id] = ascending_ulids(1)
    async with engine.begin() as conn:
        await insert_session(owner, conn, SessionRecord(session_id, AT))
        await append_session_events(owner, conn, session_id, entries, AT)
    return session_id


async def kept(engine: AsyncEngine) -> list[tuple[str, str]]:
    async with engine.connect() as conn:
        rows = await conn.execute(text("SELECT ref, text FROM recall_items ORDER BY ref"))
        return [(row.ref, row.text) for row in rows]


async def test_what_a_person_says_is_kept_where_it_was_said(owner: str, engine: AsyncEngine) -> None:
    """Neither replies, nor reminders that fell due, nor entries of other kinds, nor what a fork took over."""
    session = await session_with(
        owner,
        engine,
        said("周五交报告"),
        said("好的", role="assistant"),
        said("该喝水了", origin="reminder"),
        SessionEntry("title", {"title": "报告"}),
        said(" \n"),
        said("坏\x00字\ud800"),
    )
    await fork_session(owner, engine, ForkOrder(session), AT)
    assert await kept(engine) == [(f"{session}:1", "周五交报告"), (f"{session}:6", "坏\ufffd字\ufffd")]
    assert await index_recall(engine) == 0


async def test_what_was_said_before_is_kept_in_bounded_batches(owner: str, engine: AsyncEngine) -> None:
    """A log that an older version wrote, and its fork; going on where it stopped, and no further than asked."""
    session = await session_with(owner, engine, *(said(f"第{n}句") for n in range(7)))
    fork = await fork_session(owner, engine, ForkOrder(session), AT + timedelta(days=1))
    expected = await kept(engine)
    async with engine.begin() as conn:
        await conn.execute(text("DELETE FROM recall_items"))
        await conn.execute(text("UPDATE sessions SET recalled_seq = 0"))
        await append_session_events(owner, conn, fork.id, [said("分叉之后说的")], AT)
        await conn.execute(text("DELETE FROM recall_items"))
    assert await index_recall(engine, batches=1, size=3) == 3
    assert len(await kept(engine)) == 3
    assert await index_recall(engine, size=3) == 4 + 2
    assert await kept(engine) == sorted([*expected, (f"{fork.id}:9", "分叉之后说的")])
    assert await index_recall(engine) == 0


async def test_only_one_process_goes_through_the_logs(owner: str, engine: AsyncEngine) -> None:
    """Another one leaves it, and what it would have kept, alone."""
    await session_with(owner, engine, said("周五交报告"))
    async with engine.connect() as conn:
        await conn.execute(text("UPDATE sessions SET recalled_seq = 0"))
        await conn.commit()
        await conn.execute(text("SELECT pg_advisory_lock(x'6461797265636c'::bigint)"))
        assert await index_recall(engine) == 0
    assert await index_recall(engine) == 1
