"""Changing classes (rules EDGE-28 and EDGE-29)."""

import asyncio
from dataclasses import replace

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from domain.errors import InvalidTasks, NotFound, VersionMismatch
from services.add_class import add_class
from services.change_class import change_class
from services.class_forms import ClassChange, NewClass
from storage.classes import StoredClass, load_class


async def stored(engine: AsyncEngine, owner: str) -> StoredClass:
    form = {"name": "概率论", "items": ["一", "二"], "total_slots": 4, "excluded_sections": [12]}
    return await add_class(owner, engine, NewClass.model_validate(form))


async def read(engine: AsyncEngine, owner: str, class_id: str) -> StoredClass:
    async with engine.connect() as conn:
        return await load_class(owner, conn, class_id)


async def test_only_what_is_named_becomes_different(engine: AsyncEngine, owner: str) -> None:
    """The version is the next one; the answer is what is stored."""
    before = await stored(engine, owner)
    change = ClassChange(name="统计", allow_embed=False, excluded_sections=frozenset({1, 2}))
    after = await change_class(owner, engine, before.id, change, 1)
    wishes = replace(before.record.preferences, allow_embed=False, excluded_sections=frozenset({1, 2}))
    record = replace(before.record, row=replace(before.record.row, name="统计"), preferences=wishes)
    assert after == replace(before, record=record, version=2) == await read(engine, owner, before.id)


async def test_a_total_can_be_taken_away(engine: AsyncEngine, owner: str) -> None:
    """Then each item takes two sections."""
    before = await stored(engine, owner)
    after = await change_class(owner, engine, before.id, ClassChange(total_slots=None), 1)
    assert (after.record.row.total_slots, after.record.row.duration) == (None, 2)


async def test_a_change_that_crowds_a_day_changes_nothing(engine: AsyncEngine, owner: str) -> None:
    """The version stays as well."""
    before = await stored(engine, owner)
    with pytest.raises(InvalidTasks, match="total_slots 26 for 2 tasks: each task would take 13 sections"):
        await change_class(owner, engine, before.id, ClassChange(name="统计", total_slots=26), 1)
    assert await read(engine, owner, before.id) == before


async def test_of_two_changes_from_one_version_one_is_made(engine: AsyncEngine, owner: str) -> None:
    """The other is told the version that there is now, and nothing of it is stored."""
    before = await stored(engine, owner)
    changes = [ClassChange(name="甲"), ClassChange(name="乙")]
    outcomes = await asyncio.gather(
        *(change_class(owner, engine, before.id, change, 1) for change in changes), return_exceptions=True
    )
    [made] = [outcome for outcome in outcomes if isinstance(outcome, StoredClass)]
    [refused] = [outcome for outcome in outcomes if isinstance(outcome, VersionMismatch)]
    assert refused.facts == {"version": 2}
    assert await read(engine, owner, before.id) == made


async def test_changes_without_a_version_are_all_made(engine: AsyncEngine, owner: str) -> None:
    """Each on top of the one before, so that none undoes another."""
    before = await stored(engine, owner)
    changes = [ClassChange(name="甲"), ClassChange(strategy="rapid"), ClassChange(allow_embed=False)]
    await asyncio.gather(*(change_class(owner, engine, before.id, change) for change in changes))
    after = await read(engine, owner, before.id)
    wishes = after.record.preferences
    assert (after.record.row.name, wishes.strategy, wishes.allow_embed, after.version) == ("甲", "rapid", False, 4)


async def test_a_class_of_somebody_else_is_not_found(engine: AsyncEngine, owner: str) -> None:
    """As one that never was."""
    before = await stored(engine, owner)
    with pytest.raises(NotFound, match=f"class '{before.id}' does not exist"):
        await change_class("bob", engine, before.id, ClassChange(name="x"), 1)
