"""Memories and what recall keeps of them (rules MEMORY-3 to MEMORY-6 and MEMORY-9)."""

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine

from domain.errors import IdempotencyKeyReused, NotFound, VersionMismatch
from services.add_input import TypedText, add_input
from services.add_memory import add_memory
from services.memories import correct, forget, remember
from services.memory_forms import NewMemoryForm
from storage.memories import Memory, NewMemory, list_memories, load_memory
from storage.tables import metadata, recall_items

AT = datetime(2026, 9, 28, 12, tzinfo=UTC)
LATER = AT + timedelta(hours=1)
SECRET = "机密的约定"


async def _remembered(engine: AsyncEngine, owner: str, text: str = SECRET) -> Memory:
    async with engine.begin() as connection:
        return await remember(owner, connection, NewMemory(text, "commitment", AT, 0.7))


async def _corrected(
    engine: AsyncEngine, owner: str, memory: str, version: int | None = None, **changes: Any
) -> Memory:
    async with engine.begin() as connection:
        return await correct(owner, connection, memory, changes, LATER, version)


async def _forgotten(engine: AsyncEngine, owner: str, memory: str, version: int | None = None) -> None:
    async with engine.begin() as connection:
        await forget(owner, connection, memory, version)


async def _kept(engine: AsyncEngine, owner: str) -> list[Any]:
    columns = recall_items.c["source", "ref", "target_type", "text", "importance", "status", "mention_at"]
    async with engine.connect() as connection:
        return [tuple(row) for row in await connection.execute(select(*columns).where(recall_items.c.user_id == owner))]


async def _all_rows(engine: AsyncEngine) -> str:
    async with engine.connect() as connection:
        rows = [str((await connection.execute(select(table))).all()) for table in metadata.sorted_tables]
    return "".join(rows)


async def test_recall_has_a_memory_as_it_is(engine: AsyncEngine, owner: str) -> None:
    """From the moment it is remembered, and as corrected."""
    memory = await _remembered(engine, owner, "周五之前交报告")
    expected = ("memory_v2", memory.id, "commitment", "周五之前交报告", 0.7, "open", AT)
    assert await _kept(engine, owner) == [expected]
    changed = await _corrected(
        engine, owner, memory.id, text="周四之前交报告", kind="todo", importance=1.0, status="done"
    )
    assert await _kept(engine, owner) == [(*expected[:2], "todo", "周四之前交报告", 1.0, "done", AT)]
    assert (changed.version, changed.corrected_at, changed.corrected_from) == (2, LATER, "周五之前交报告")


async def test_the_times_of_a_memory_are_those_of_the_day_it_was_learned(engine: AsyncEngine, owner: str) -> None:
    """明天 is the day behind it in the person's zone, where it is still Monday evening at noon in UTC."""
    await _remembered(engine, owner, "明天交报告")
    async with engine.connect() as connection:
        start = await connection.scalar(select(recall_items.c.event_start))
    assert start == datetime(2026, 9, 28, 16, tzinfo=UTC)


async def test_what_is_forgotten_stands_nowhere(engine: AsyncEngine, owner: str) -> None:
    """Neither the text nor the one before, in any table; the key that made it finds nothing."""
    form = NewMemoryForm(text=SECRET, kind="preference")
    memory = (await add_memory(owner, engine, form, AT, "key")).memory
    await _corrected(engine, owner, memory.id, text=f"{SECRET}改了")
    assert SECRET in await _all_rows(engine)
    await _forgotten(engine, owner, memory.id)
    assert SECRET not in await _all_rows(engine)
    assert await _kept(engine, owner) == []
    with pytest.raises(NotFound):
        await add_memory(owner, engine, form, AT, "key")


async def test_a_correction_that_changes_nothing_raises_nothing(engine: AsyncEngine, owner: str) -> None:
    """And other changes than of the text leave what is known of the last correction."""
    memory = await _remembered(engine, owner)
    assert await _corrected(engine, owner, memory.id, 1, text=SECRET, importance=0.7) == memory
    await _corrected(engine, owner, memory.id, 1, text="一")
    changed = await _corrected(engine, owner, memory.id, 2, importance=0.1)
    assert (changed.version, changed.corrected_from, changed.text) == (3, SECRET, "一")


async def test_of_corrections_at_one_time_one_is_made(engine: AsyncEngine, owner: str) -> None:
    """All that name the version that was seen; the others are told which there is now."""
    memory = await _remembered(engine, owner)
    tries = [_corrected(engine, owner, memory.id, 1, text=str(number)) for number in range(6)]
    outcomes = await asyncio.gather(*tries, return_exceptions=True)
    [made] = [each for each in outcomes if isinstance(each, Memory)]
    refused = [each for each in outcomes if isinstance(each, VersionMismatch)]
    assert (len(refused), {each.facts["version"] for each in refused}) == (5, {2})
    async with engine.connect() as connection:
        assert await load_memory(owner, connection, memory.id) == made
    [kept] = await _kept(engine, owner)
    assert kept[3] == made.text


async def test_forgetting_beats_or_loses_against_a_correction_whole(engine: AsyncEngine, owner: str) -> None:
    """Whichever comes first: a memory that is gone is gone from recall, one that stays is there as corrected."""
    for number in range(8):
        memory = await _remembered(engine, owner)
        version = 1 if number % 2 else None
        await asyncio.gather(
            _corrected(engine, owner, memory.id, version, text="改"),
            _forgotten(engine, owner, memory.id, version),
            return_exceptions=True,
        )
        async with engine.connect() as connection:
            left = await list_memories(owner, connection, limit=9)
        assert [(row[1], row[3]) for row in await _kept(engine, owner)] == [(one.id, one.text) for one in left]
        for one in left:
            await _forgotten(engine, owner, one.id)


async def test_what_is_remembered_already_is_not_added_again(engine: AsyncEngine, owner: str) -> None:
    """Also of posts at one time; of another kind, once it is done, or in other words it is a memory of its own."""
    form = NewMemoryForm(text="Hates  mornings.", kind="preference")
    first = await asyncio.gather(*(add_memory(owner, engine, form, AT) for _ in range(4)))
    assert (len({one.memory.id for one in first}), sorted(one.is_known for one in first)) == (1, [False, *[True] * 3])
    known = first[0].memory.id
    again = NewMemoryForm(text="hates mornings", kind="preference", importance=0.9)
    for _ in range(2):
        added = await add_memory(owner, engine, again, LATER, "again")
        assert (added.is_known, added.memory.id, added.memory.importance) == (True, known, 0.5)
    for other in (NewMemoryForm(text="hates mornings"), NewMemoryForm(text="hates evenings", kind="preference")):
        assert (await add_memory(owner, engine, other, LATER)).is_known is False
    await _corrected(engine, owner, known, status="done")
    assert (await add_memory(owner, engine, again, LATER)).is_known is False
    assert (await add_memory(owner, engine, again, LATER, "again")).memory.id == known


async def test_posts_at_one_time_with_one_key_are_done_once(engine: AsyncEngine, owner: str) -> None:
    """A memory, and a text typed elsewhere; another body with the key is refused and stores nothing."""
    form, typed = NewMemoryForm(text="a\ud800\x00"), TypedText("b\udfff\x00", "微信", AT)
    memories = await asyncio.gather(*(add_memory(owner, engine, form, AT, "key") for _ in range(5)))
    texts = await asyncio.gather(*(add_input(owner, engine, typed, LATER, "key") for _ in range(5)))
    assert len({each.memory.id for each in memories}) == len({each.id for each in texts}) == 1
    assert (texts[0].text, texts[0].app, texts[0].typed_at, texts[0].received_at) == ("b\udfff\x00", "微信", AT, LATER)
    before = sorted(await _kept(engine, owner))
    assert [row[:2] for row in before] == [("meinput", texts[0].id), ("memory_v2", memories[0].memory.id)]
    with pytest.raises(IdempotencyKeyReused):
        await add_memory(owner, engine, NewMemoryForm(text="a\ud801\x00"), AT, "key")
    with pytest.raises(IdempotencyKeyReused):
        await add_input(owner, engine, TypedText("b", "微信", AT), LATER, "key")
    assert sorted(await _kept(engine, owner)) == before


async def test_a_refused_memory_leaves_nothing(engine: AsyncEngine, owner: str) -> None:
    """Of a user who is not known, and in a session that is somebody else's."""
    new = [
        ("nobody", NewMemory(SECRET, "note", AT)),
        (owner, NewMemory(SECRET, "note", AT, session_id="01K" + "0" * 23)),
    ]
    for whose, memory in new:
        with pytest.raises(NotFound):
            async with engine.begin() as connection:
                await remember(whose, connection, memory)
    assert SECRET not in await _all_rows(engine)
