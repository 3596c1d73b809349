"""Removing classes (rules EDGE-28 and EDGE-31)."""

import asyncio

import pytest
from sqlalchemy import func, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from domain.errors import InUse, NotFound, VersionMismatch
from services.add_class import add_class
from services.add_item import add_item
from services.class_forms import NewClass, NewItem
from services.delete_class import delete_class
from storage.classes import StoredClass
from storage.items import ItemRecord
from storage.tables import task_classes, task_items


async def stored(engine: AsyncEngine, owner: str) -> StoredClass:
    return await add_class(owner, engine, NewClass.model_validate({"name": "概率论", "items": ["一", "二"]}))


async def counts(engine: AsyncEngine) -> list[int]:
    async with engine.connect() as conn:
        tables = (task_classes, task_items)
        return [await conn.scalar(select(func.count()).select_from(table)) or 0 for table in tables]


async def test_a_class_goes_with_its_items(engine: AsyncEngine, owner: str) -> None:
    """Other classes stay."""
    going, _ = await stored(engine, owner), await stored(engine, owner)
    await delete_class(owner, engine, going.id, 1)
    assert await counts(engine) == [1, 2]
    with pytest.raises(NotFound, match=going.id):
        await delete_class(owner, engine, going.id, 1)


async def test_a_class_that_was_changed_stays(engine: AsyncEngine, owner: str) -> None:
    """Until the version is named that there is now, or none."""
    group = await stored(engine, owner)
    await add_item(owner, engine, group.id, NewItem(content="三"))
    with pytest.raises(VersionMismatch, match="has version 2, not 1"):
        await delete_class(owner, engine, group.id, 1)
    assert await counts(engine) == [1, 3]
    await delete_class(owner, engine, group.id)
    assert await counts(engine) == [0, 0]


async def test_a_class_with_an_arranged_item_stays_and_the_item_is_named(engine: AsyncEngine, owner: str) -> None:
    """Nothing of it is removed."""
    group = await stored(engine, owner)
    item = group.record.row.items[1]
    async with engine.begin() as conn:
        await conn.execute(update(task_items).where(task_items.c.id == item.id).values(status="arranged"))
    with pytest.raises(InUse, match="task '二' stands in a timetable") as refused:
        await delete_class(owner, engine, group.id, 1)
    assert refused.value.facts == {"item_id": item.id}
    assert await counts(engine) == [1, 2]


async def test_removing_and_adding_at_one_time_leave_all_or_nothing(engine: AsyncEngine, owner: str) -> None:
    """Whichever is first: no item is left without its class."""
    for _ in range(5):
        group = await stored(engine, owner)
        outcomes = await asyncio.gather(
            delete_class(owner, engine, group.id, 1),
            add_item(owner, engine, group.id, NewItem(content="三")),
            return_exceptions=True,
        )
        deleted = outcomes[0] is None
        assert isinstance(outcomes[1], NotFound if deleted else ItemRecord)
        assert deleted or isinstance(outcomes[0], VersionMismatch)
        assert await counts(engine) == ([0, 0] if deleted else [1, 3])
        if not deleted:
            await delete_class(owner, engine, group.id)
