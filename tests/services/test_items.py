"""Adding, changing and removing items (rules EDGE-20 and EDGE-28 to EDGE-31)."""

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest
from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncEngine

from domain.errors import DaywrightError, IdempotencyKeyReused, InUse, InvalidTasks, NotFound, VersionMismatch
from services.add_class import add_class
from services.add_item import add_item
from services.change_item import change_item
from services.class_forms import ItemChange, NewClass, NewItem
from services.remove_item import remove_item
from storage.classes import StoredClass, load_class
from storage.tables import task_items


async def stored(engine: AsyncEngine, owner: str, *items: str, **wishes: Any) -> StoredClass:
    return await add_class(owner, engine, NewClass.model_validate({"name": "概率论", "items": list(items), **wishes}))


async def order_and_version(engine: AsyncEngine, owner: str, class_id: str) -> tuple[str, int]:
    """Contents by order, once the numbers are right, and the version."""
    async with engine.connect() as conn:
        found = await load_class(owner, conn, class_id)
    items = found.record.row.items
    assert [item.order for item in items] == list(range(1, len(items) + 1))
    return "".join(item.content for item in items), found.version


@pytest.mark.parametrize(
    ("order", "expected"), [(None, "甲乙丙新"), (1, "新甲乙丙"), (3, "甲乙新丙"), (99, "甲乙丙新")]
)
async def test_an_item_is_added_at_its_place(engine: AsyncEngine, owner: str, order: int | None, expected: str) -> None:
    """The others make room; the answer has the place and the version that the class has now."""
    group = await stored(engine, owner, "甲", "乙", "丙")
    added = await add_item(owner, engine, group.id, NewItem(content="新", order=order), 1)
    assert (added.item.content, added.item.status, added.class_version) == ("新", "pending", 2)
    assert added.item.order == expected.index("新") + 1
    assert await order_and_version(engine, owner, group.id) == (expected, 2)


@pytest.mark.parametrize(("order", "expected"), [(1, "丙甲乙"), (2, "甲丙乙"), (3, "甲乙丙"), (99, "甲乙丙")])
async def test_an_item_is_moved_and_renamed(engine: AsyncEngine, owner: str, order: int, expected: str) -> None:
    """Each alone, or both at once."""
    group = await stored(engine, owner, "甲", "乙", "丙")
    item = group.record.row.items[2]
    moved = await change_item(owner, engine, group.id, item.id, ItemChange(order=order), 1)
    assert moved.item.order == min(order, 3)
    assert await order_and_version(engine, owner, group.id) == (expected, 2)
    renamed = await change_item(owner, engine, group.id, item.id, ItemChange(content="丁"), 2)
    assert (renamed.item.content, renamed.item.order, renamed.class_version) == ("丁", min(order, 3), 3)
    await change_item(owner, engine, group.id, item.id, ItemChange(content="戊", order=1), 3)
    assert await order_and_version(engine, owner, group.id) == ("戊甲乙", 4)


async def test_an_item_is_removed_and_the_others_close_up(engine: AsyncEngine, owner: str) -> None:
    """Down to none."""
    group = await stored(engine, owner, "甲", "乙", "丙")
    first, second, third = group.record.row.items
    await remove_item(owner, engine, group.id, second.id, 1)
    assert await order_and_version(engine, owner, group.id) == ("甲丙", 2)
    await remove_item(owner, engine, group.id, first.id, 2)
    await remove_item(owner, engine, group.id, third.id)
    assert await order_and_version(engine, owner, group.id) == ("", 4)


async def test_a_refused_change_leaves_the_version(engine: AsyncEngine, owner: str) -> None:
    """For each of its reasons, which the message has in figures."""
    group = await stored(engine, owner, "甲", "乙", total_slots=24)
    first, second = group.record.row.items
    async with engine.begin() as conn:
        await conn.execute(update(task_items).where(task_items.c.id == first.id).values(status="arranged"))
    with pytest.raises(InUse, match="task '甲' stands in a timetable: take it out"):
        await remove_item(owner, engine, group.id, first.id, 1)
    with pytest.raises(InvalidTasks, match="total_slots 24 for 1 tasks: each task would take 24 sections"):
        await remove_item(owner, engine, group.id, second.id, 1)
    with pytest.raises(VersionMismatch, match="has version 1, not 7"):
        await add_item(owner, engine, group.id, NewItem(content="新"), 7)
    with pytest.raises(NotFound, match="item 'nothing' does not exist"):
        await change_item(owner, engine, group.id, "nothing", ItemChange(order=1), 1)
    assert await order_and_version(engine, owner, group.id) == ("甲乙", 1)


async def test_a_full_class_takes_no_more(engine: AsyncEngine, owner: str) -> None:
    """The message says how many it has."""
    group = await stored(engine, owner, *(["甲"] * 500))
    with pytest.raises(InvalidTasks, match="class '概率论' has 500 tasks"):
        await add_item(owner, engine, group.id, NewItem(content="新"))


async def test_what_is_arranged_may_be_renamed_and_moved(engine: AsyncEngine, owner: str) -> None:
    """It stays arranged."""
    group = await stored(engine, owner, "甲", "乙")
    item = group.record.row.items[0]
    async with engine.begin() as conn:
        await conn.execute(update(task_items).where(task_items.c.id == item.id).values(status="arranged"))
    changed = await change_item(owner, engine, group.id, item.id, ItemChange(content="丙", order=2), 1)
    assert (changed.item.content, changed.item.order, changed.item.status) == ("丙", 2, "arranged")


async def test_a_key_adds_one_item_and_shows_it_as_it_is_now(engine: AsyncEngine, owner: str) -> None:
    """Once removed it is not found; another place, content or class is another body."""
    group = await stored(engine, owner, "甲")
    added = await add_item(owner, engine, group.id, NewItem(content="新"), idempotency_key="k")
    await change_item(owner, engine, group.id, added.item.id, ItemChange(content="旧", order=1))
    again = await add_item(owner, engine, group.id, NewItem(content="新"), idempotency_key="k")
    assert (again.item.id, again.item.content, again.item.order) == (added.item.id, "旧", 1)
    assert await order_and_version(engine, owner, group.id) == ("旧甲", 3)
    other = await stored(engine, owner, "乙")
    for class_id, item in ((group.id, NewItem(content="新", order=1)), (other.id, NewItem(content="新"))):
        with pytest.raises(IdempotencyKeyReused):
            await add_item(owner, engine, class_id, item, idempotency_key="k")
    await remove_item(owner, engine, group.id, added.item.id)
    with pytest.raises(NotFound, match=added.item.id):
        await add_item(owner, engine, group.id, NewItem(content="新"), idempotency_key="k")


async def test_items_added_at_one_time_all_get_a_place(engine: AsyncEngine, owner: str) -> None:
    """Each sees what the one before left, so numbers have no gap and none comes twice."""
    group = await stored(engine, owner, "甲")
    added = await asyncio.gather(
        *(add_item(owner, engine, group.id, NewItem(content=str(n), order=2)) for n in range(6))
    )
    contents, version = await order_and_version(engine, owner, group.id)
    assert (contents[0], sorted(contents[1:]), version) == ("甲", list("012345"), 7)
    assert sorted(record.class_version for record in added) == [2, 3, 4, 5, 6, 7]


async def test_of_changes_from_one_version_one_is_made(engine: AsyncEngine, owner: str) -> None:
    """Whatever kinds they are."""
    group = await stored(engine, owner, "甲", "乙", "丙")
    first, second, _ = group.record.row.items
    outcomes: Sequence[object] = await asyncio.gather(
        remove_item(owner, engine, group.id, first.id, 1),
        change_item(owner, engine, group.id, second.id, ItemChange(order=1), 1),
        add_item(owner, engine, group.id, NewItem(content="新"), 1),
        return_exceptions=True,
    )
    refused = [outcome for outcome in outcomes if isinstance(outcome, DaywrightError)]
    assert [type(error) for error in refused] == [VersionMismatch, VersionMismatch]
    contents, version = await order_and_version(engine, owner, group.id)
    assert contents in ("乙丙", "乙甲丙", "甲乙丙新")
    assert version == 2
