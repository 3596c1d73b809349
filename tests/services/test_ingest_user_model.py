"""Merging what programs tell of a person (rules MEMORY-11 to MEMORY-14)."""

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from domain.errors import IdempotencyKeyReused, InvalidInput
from services.ingest_user_model import ingest
from services.memories import correct, forget
from services.memory_forms import Told
from services.user_snapshot import load_snapshot
from storage.memories import Memory, list_memories

NOON = datetime(2026, 9, 28, 12, tzinfo=UTC)


def _minutes(number: int) -> datetime:
    return NOON + timedelta(minutes=number)


async def _tell(engine: AsyncEngine, owner: str, minute: int = 0, key: str | None = None, **told: Any) -> None:
    await ingest(owner, engine, Told.model_validate(told), None, _minutes(minute), _minutes(60), key)


async def _known(engine: AsyncEngine, owner: str) -> tuple[dict[str, Any], dict[str, Any]]:
    async with engine.connect() as connection:
        found = await load_snapshot(owner, connection, NOON)
    return found.profile, found.preferences


async def _memories(engine: AsyncEngine, owner: str) -> list[Memory]:
    async with engine.connect() as connection:
        return await list_memories(owner, connection, limit=50)


async def test_sections_are_merged_key_by_key(engine: AsyncEngine, owner: str) -> None:
    """The newest wins, null takes back, what is not named stays, and what arrives late changes nothing newer."""
    await _tell(engine, owner, 10, profile={"a": 1, "b": "x\x00"}, preferences={"c": ["p", "q"], "d": True})
    await _tell(engine, owner, 20, profile={"b": None, "e": 2.5})
    await _tell(engine, owner, 15, profile={"b": "late", "a": 2}, preferences={"d": False})
    await _tell(engine, owner, 5, profile={"a": "later still", "f": "first"})
    assert await _known(engine, owner) == ({"a": 2, "e": 2.5, "f": "first"}, {"c": ("p", "q"), "d": False})


async def test_requests_at_one_time_are_all_merged(engine: AsyncEngine, owner: str) -> None:
    """Each has its keys in the end; the profile of a person who had none is made by one of them."""
    await asyncio.gather(*(_tell(engine, owner, profile={f"k{n}": n}, preferences={"same": n}) for n in range(8)))
    profile, preferences = await _known(engine, owner)
    assert profile == {f"k{n}": n for n in range(8)}
    assert preferences["same"] in range(8)


async def test_a_commitment_is_a_memory_that_its_key_corrects_and_takes_back(engine: AsyncEngine, owner: str) -> None:
    """Told again as it is it changes nothing."""
    told = {"report": {"text": "周五之前交报告", "importance": 0.8}, "call": {"text": "给妈妈打电话"}}
    await _tell(engine, owner, 1, commitments=told)
    first = {memory.text: memory for memory in await _memories(engine, owner)}
    report = first["周五之前交报告"]
    assert (report.kind, report.origin, report.importance, report.learned_at) == (
        "commitment",
        "ingest",
        0.8,
        _minutes(1),
    )
    await _tell(engine, owner, 2, commitments=told)
    assert {memory.text: memory for memory in await _memories(engine, owner)} == first
    await _tell(engine, owner, 3, commitments={"report": {"text": "周四之前交报告"}, "call": None})
    [left] = await _memories(engine, owner)
    assert (left.id, left.text, left.corrected_from, left.corrected_at) == (
        report.id,
        "周四之前交报告",
        "周五之前交报告",
        _minutes(3),
    )
    await _tell(engine, owner, 2, commitments={"report": None, "call": {"text": "late"}})
    assert await _memories(engine, owner) == [left]


async def test_what_its_owner_corrected_later_stays(engine: AsyncEngine, owner: str) -> None:
    """And what its owner forgot comes back only by what is told as of later."""
    await _tell(engine, owner, 1, commitments={"k": {"text": "told"}})
    [memory] = await _memories(engine, owner)
    async with engine.begin() as connection:
        await correct(owner, connection, memory.id, {"text": "mine"}, _minutes(10))
    await _tell(engine, owner, 5, commitments={"k": {"text": "told again"}})
    assert [each.text for each in await _memories(engine, owner)] == ["mine"]
    await _tell(engine, owner, 11, commitments={"k": {"text": "told anew"}})
    assert [each.text for each in await _memories(engine, owner)] == ["told anew"]
    async with engine.begin() as connection:
        await forget(owner, connection, memory.id)
    await _tell(engine, owner, 10, commitments={"k": {"text": "late"}})
    assert await _memories(engine, owner) == []
    await _tell(engine, owner, 12, commitments={"k": {"text": "back"}})
    assert [each.text for each in await _memories(engine, owner)] == ["back"]


async def test_a_key_with_one_body_is_done_once(engine: AsyncEngine, owner: str) -> None:
    """However many arrive at one time; sent again after something newer it does nothing."""
    told: dict[str, Any] = {"profile": {"a": 1}, "commitments": {"k": {"text": "x\ud800"}}}
    await asyncio.gather(*(_tell(engine, owner, 1, "key", **told) for _ in range(5)))
    assert [memory.text for memory in await _memories(engine, owner)] == ["x\ud800"]
    await _tell(engine, owner, 2, profile={"a": None})
    await _tell(engine, owner, 3, "key", **told)
    assert await _known(engine, owner) == ({}, {})
    with pytest.raises(IdempotencyKeyReused):
        await _tell(engine, owner, 4, "key", profile={"a": 2})


async def test_what_is_refused_stores_nothing_of_it(engine: AsyncEngine, owner: str) -> None:
    """Neither the sections that were sound, nor the key."""
    full = {f"k{number}": 1 for number in range(100)}
    await _tell(engine, owner, preferences=full)
    await _tell(engine, owner, preferences={f"l{number}": 1 for number in range(100)})
    before = await _known(engine, owner)
    sound = {"commitments": {"c": {"text": "x"}}}
    with pytest.raises(InvalidInput, match="zone is 'Nowhere'"):
        await _tell(engine, owner, 1, "key", profile={"zone": "Nowhere"}, **sound)
    with pytest.raises(InvalidInput, match="201 keys would be known"):
        await _tell(engine, owner, 1, "key", profile={"x": 1}, preferences={"more": 1}, **sound)
    assert await _known(engine, owner) == before
    assert await _memories(engine, owner) == []
    await _tell(engine, owner, 1, "key", profile={"y": 1})
