"""Classes and items."""

from dataclasses import replace

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection

from domain.errors import NotFound
from domain.optimise.placement_problem import PlacementGroup
from domain.schedule.rows import ClassRow, ItemRow
from storage.classes import ClassRecord, insert_class, insert_item, load_classes
from tests.storage.world import World, new_id


async def test_a_class_comes_back_as_it_was_stored(world: World, conn: AsyncConnection) -> None:
    """With its items in order and all that it asks of a placement."""
    assert await load_classes(world.owner, conn, [world.tasks.row.id]) == [world.tasks]


async def test_without_ids_all_classes_come_by_id(world: World, conn: AsyncConnection) -> None:
    """A class without items, preferences and total is one too."""
    class_id = new_id()
    plain = ClassRecord(ClassRow(class_id, "阅读", ()), PlacementGroup(class_id))
    await insert_class(world.owner, conn, plain)
    assert await load_classes(world.owner, conn) == [world.tasks, plain]
    assert await load_classes(world.owner, conn, []) == []


async def test_items_come_by_order_and_arranged_ones_say_so(world: World, conn: AsyncConnection) -> None:
    """Two of the same order come by id."""
    row = world.tasks.row
    items = [ItemRow(new_id(), "first", 0, "arranged"), ItemRow(new_id(), "late", 9), ItemRow(new_id(), "later", 9)]
    for item in (items[1], items[2], items[0]):
        await insert_item(world.owner, conn, row.id, item)
    [loaded] = await load_classes(world.owner, conn)
    assert loaded.row == replace(row, items=(items[0], *row.items, *items[1:]))


async def test_an_unknown_class_is_quoted(world: World, conn: AsyncConnection) -> None:
    """Both where it is asked for and where an item is to join it."""
    with pytest.raises(NotFound, match="class 'nothing' does not exist"):
        await load_classes(world.owner, conn, [world.tasks.row.id, "nothing"])
    with pytest.raises(NotFound, match="class 'nothing' does not exist"):
        await insert_item(world.owner, conn, "nothing", ItemRow(new_id(), "x", 1))


async def test_a_class_needs_an_owner_who_exists(world: World, conn: AsyncConnection) -> None:
    """The message quotes the user."""
    record = replace(world.tasks, row=replace(world.tasks.row, id=new_id()))
    with pytest.raises(NotFound, match="user 'nobody' does not exist"):
        await insert_class("nobody", conn, record)
