"""Items of classes: put in, moved, taken out, always numbered from 1 without a gap (rules EDGE-30 and EDGE-31)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ARRAY, Text, delete, func, insert, literal, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from domain.errors import InUse
from domain.schedule.rows import ItemRow
from storage.refusals import not_found, refusing
from storage.tables import schedule_events, task_classes, task_items


@dataclass(frozen=True, slots=True)
class ItemRecord:
    """An item as stored.

    Attributes:
        class_version: version of its class, which every change of the item raises.
    """

    class_id: str
    class_version: int
    item: ItemRow


async def insert_items(owner: str, conn: AsyncConnection, class_id: str, items: Sequence[ItemRow]) -> None:
    """Store more items of a class.

    Raises:
        NotFound: this owner has no such class.
    """
    rows = [_values(owner, class_id, item) for item in items]
    if rows:
        async with refusing(conn, {"fk_task_items_class_id": not_found("class", class_id)}):
            await conn.execute(insert(task_items), rows)


def _values(owner: str, class_id: str, item: ItemRow) -> dict[str, Any]:
    values = {"id": item.id, "content": item.content, "item_order": item.order, "status": item.status}
    return {"user_id": owner, "class_id": class_id, **values}


async def load_item(owner: str, conn: AsyncConnection, class_id: str, item_id: str) -> ItemRecord:
    """An item of a class, in one statement.

    Raises:
        NotFound: this owner has no such class, or it has no such item.
    """
    # An outer join, so that what is missing can be named.
    query = (
        select(task_classes.c.version, *task_items.c["id", "content", "item_order", "status"])
        .outerjoin(task_items, (task_items.c.class_id == task_classes.c.id) & (task_items.c.id == item_id))
        .where(task_classes.c.user_id == owner, task_classes.c.id == class_id)
    )
    row = (await conn.execute(query)).one_or_none()
    if row is None:
        raise not_found("class", class_id)
    if row.id is None:
        raise not_found("item", item_id)
    return ItemRecord(class_id, row.version, ItemRow(row.id, row.content, row.item_order, row.status))


async def rename_item(owner: str, conn: AsyncConnection, item_id: str, content: str) -> None:
    """Give an item another content; an item that is not there is passed over."""
    await conn.execute(
        update(task_items).where(task_items.c.user_id == owner, task_items.c.id == item_id).values(content=content)
    )


async def renumber_items(owner: str, conn: AsyncConnection, class_id: str, item_ids: Sequence[str]) -> None:
    """Number the items of a class in the order given, from 1; only rows whose number changes are written."""
    items, place = task_items.c, func.array_position(literal(list(item_ids), ARRAY(Text)), task_items.c.id)
    await conn.execute(
        update(task_items)
        .where(items.user_id == owner, items.class_id == class_id, items.item_order != place)
        .values(item_order=place)
    )


async def delete_items(owner: str, conn: AsyncConnection, class_id: str, item_ids: Sequence[str]) -> None:
    """Take items out of a class; those that are not there are passed over.

    Raises:
        InUse: an event carries one of them out.
    """
    refusal = InUse(f"a task of class {class_id!r} stands in a timetable: take it out of the timetable first")
    items = task_items.c
    going = items.id == func.any(literal(list(item_ids), ARRAY(Text)))
    async with refusing(conn, {"fk_schedule_events_item_id": refusal}):
        await conn.execute(delete(task_items).where(items.user_id == owner, items.class_id == class_id, going))


async def release_items(owner: str, conn: AsyncConnection, term_id: str) -> None:
    """Let every item that stands in a term wait again, and raise the versions of their classes (rule EDGE-28).

    To be called while their events are still there.
    """
    carried_out = (
        select(schedule_events.c.item_id)
        .where(schedule_events.c.user_id == owner, schedule_events.c.term_id == term_id)
        .where(schedule_events.c.item_id.is_not(None))
    )
    theirs = select(task_items.c.class_id).where(task_items.c.user_id == owner, task_items.c.id.in_(carried_out))
    # Classes before items, and both in the order of their ids, as whoever changes a class locks them.
    locked = (
        select(task_classes.c.id)
        .where(task_classes.c.user_id == owner, task_classes.c.id.in_(theirs))
        .order_by(task_classes.c.id)
        .with_for_update(key_share=True)
    )
    raised = update(task_classes).where(task_classes.c.id.in_(locked)).values(version=task_classes.c.version + 1)
    await conn.execute(raised)
    await conn.execute(
        update(task_items)
        .where(task_items.c.user_id == owner, task_items.c.id.in_(carried_out))
        .values(status="pending")
    )
