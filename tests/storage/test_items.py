"""Items of classes (rules EDGE-28, EDGE-30 and EDGE-31)."""

from dataclasses import replace

import pytest
from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncConnection

from domain.errors import InUse, NotFound
from domain.schedule.rows import ItemRow
from storage.classes import load_class
from storage.items import ItemRecord, delete_items, load_item, release_items, rename_item, renumber_items
from storage.tables import task_items
from tests.storage.world import World, new_id


async def _items(world: World, conn: AsyncConnection) -> tuple[ItemRow, ...]:
    return (await load_class(world.owner, conn, world.tasks.row.id)).record.row.items


async def test_an_item_comes_with_its_class_and_version(world: World, conn: AsyncConnection) -> None:
    """The version is the one that a change has to name."""
    row = world.tasks.row
    assert await load_item(world.owner, conn, row.id, row.items[1].id) == ItemRecord(row.id, 1, row.items[1])


async def test_what_is_missing_is_named(world: World, conn: AsyncConnection) -> None:
    """The class, or the item in it; an item of another class is missing too."""
    row = world.tasks.row
    with pytest.raises(NotFound, match="class 'nothing' does not exist"):
        await load_item(world.owner, conn, "nothing", row.items[0].id)
    with pytest.raises(NotFound, match="item 'nothing' does not exist"):
        await load_item(world.owner, conn, row.id, "nothing")


async def test_an_item_is_renamed(world: World, conn: AsyncConnection) -> None:
    """The others stay."""
    first, second, third = world.tasks.row.items
    await rename_item(world.owner, conn, second.id, "新")
    assert await _items(world, conn) == (first, replace(second, content="新"), third)


async def test_items_are_numbered_in_the_order_given(world: World, conn: AsyncConnection) -> None:
    """From 1, whatever their numbers were."""
    first, second, third = world.tasks.row.items
    await conn.execute(update(task_items).where(task_items.c.id == third.id).values(item_order=90))
    await renumber_items(world.owner, conn, world.tasks.row.id, [third.id, second.id, first.id])
    assert await _items(world, conn) == (replace(third, order=1), second, replace(first, order=3))


async def test_an_item_with_an_event_cannot_be_removed(world: World, conn: AsyncConnection) -> None:
    """Whatever its status says; the others can, and the transaction stays usable."""
    row = world.tasks.row
    with pytest.raises(InUse, match=f"a task of class '{row.id}' stands in a timetable"):
        await delete_items(world.owner, conn, row.id, [item.id for item in row.items])
    await delete_items(world.owner, conn, row.id, [item.id for item in row.items[1:]] + [new_id()])
    assert await _items(world, conn) == row.items[:1]


async def test_items_of_a_term_wait_again_and_their_class_has_a_new_version(
    world: World, conn: AsyncConnection
) -> None:
    """Those without an event there are left alone."""
    first, second, third = world.tasks.row.items
    await conn.execute(update(task_items).where(task_items.c.id.in_([first.id, second.id])).values(status="arranged"))
    await release_items(world.owner, conn, world.term_id)
    stored = await load_class(world.owner, conn, world.tasks.row.id)
    assert stored.record.row.items == (first, replace(second, status="arranged"), third)
    assert stored.version == 2
    await release_items(world.owner, conn, new_id())
    assert (await load_class(world.owner, conn, world.tasks.row.id)).version == 2
