"""Classes (rules EDGE-21 and EDGE-28)."""

from dataclasses import replace

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection

from domain.errors import InUse, NotFound, VersionMismatch
from domain.optimise.placement_problem import PlacementGroup
from domain.schedule.rows import ClassRow, ItemRow
from storage.classes import (
    ClassRecord,
    StoredClass,
    delete_class,
    insert_class,
    list_classes,
    load_class,
    load_classes,
    raise_class_version,
    update_class,
)
from storage.items import delete_items, insert_items
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
    await insert_items(world.owner, conn, row.id, [items[1], items[2], items[0]])
    [loaded] = await load_classes(world.owner, conn)
    assert loaded.row == replace(row, items=(items[0], *row.items, *items[1:]))


async def test_an_unknown_class_is_quoted(world: World, conn: AsyncConnection) -> None:
    """Wherever it is asked for, also where an item is to join it."""
    for function in (load_class, raise_class_version, delete_class):
        with pytest.raises(NotFound, match="class 'nothing' does not exist"):
            await function(world.owner, conn, "nothing")
    with pytest.raises(NotFound, match="class 'nothing' does not exist"):
        await load_classes(world.owner, conn, [world.tasks.row.id, "nothing"])
    with pytest.raises(NotFound, match="class 'nothing' does not exist"):
        await insert_items(world.owner, conn, "nothing", [ItemRow(new_id(), "x", 1)])


async def test_a_class_needs_an_owner_who_exists(world: World, conn: AsyncConnection) -> None:
    """The message quotes the user."""
    record = replace(world.tasks, row=replace(world.tasks.row, id=new_id()))
    with pytest.raises(NotFound, match="user 'nobody' does not exist"):
        await insert_class("nobody", conn, record)


async def test_a_class_alone_comes_with_its_version(world: World, conn: AsyncConnection) -> None:
    """Which begins at 1."""
    stored = await load_class(world.owner, conn, world.tasks.row.id)
    assert stored == StoredClass(world.tasks, 1, stored.created_at)
    assert stored.id == world.tasks.row.id


async def test_classes_are_listed_newest_first_in_pages(world: World, conn: AsyncConnection) -> None:
    """Each as it would be read alone, with or without items."""
    ids = [new_id() for _ in range(3)]
    for class_id in ids:
        await insert_class(world.owner, conn, ClassRecord(ClassRow(class_id, "阅读", ()), PlacementGroup(class_id)))
    await insert_items(world.owner, conn, ids[1], [ItemRow(new_id(), "x", 1)])
    expected = [await load_class(world.owner, conn, class_id) for class_id in (*reversed(ids), world.tasks.row.id)]
    assert await list_classes(world.owner, conn, limit=9) == expected
    assert await list_classes(world.owner, conn, limit=2, before=ids[2]) == expected[1:3]


async def test_a_version_is_raised_from_the_one_that_was_seen(world: World, conn: AsyncConnection) -> None:
    """Another is refused and named; without one whichever there is will do."""
    class_id = world.tasks.row.id
    assert await raise_class_version(world.owner, conn, class_id, 1) == 2
    with pytest.raises(VersionMismatch, match="has version 2, not 1: read it again") as refused:
        await raise_class_version(world.owner, conn, class_id, 1)
    assert refused.value.facts == {"version": 2}
    assert await raise_class_version(world.owner, conn, class_id) == 3


async def test_a_class_is_stored_anew_but_for_its_items(world: World, conn: AsyncConnection) -> None:
    """The total may be taken away."""
    class_id = world.tasks.row.id
    row = replace(world.tasks.row, name="阅读", total_slots=None)
    changed = ClassRecord(row, PlacementGroup(class_id, "steady", frozenset({12}), allow_embed=True))
    await update_class(world.owner, conn, replace(changed, row=replace(row, items=())))
    assert (await load_class(world.owner, conn, class_id)).record == changed


async def test_a_class_goes_after_its_items(world: World, conn: AsyncConnection) -> None:
    """Not before; the transaction stays usable."""
    class_id = new_id()
    item = ItemRow(new_id(), "x", 1)
    await insert_class(world.owner, conn, ClassRecord(ClassRow(class_id, "阅读", (item,)), PlacementGroup(class_id)))
    with pytest.raises(InUse, match=f"class '{class_id}' has items"):
        await delete_class(world.owner, conn, class_id)
    await delete_items(world.owner, conn, class_id, [item.id])
    await delete_class(world.owner, conn, class_id)
    assert await load_classes(world.owner, conn) == [world.tasks]
