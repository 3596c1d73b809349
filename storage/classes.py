"""Classes of tasks with their items and what they ask of a placement."""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Text, any_, insert, literal, select
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.engine import Row
from sqlalchemy.ext.asyncio import AsyncConnection

from domain.optimise.placement_problem import PlacementGroup
from domain.schedule.rows import ClassRow, ItemRow
from storage.refusals import not_found, refusing
from storage.tables import task_classes, task_items


@dataclass(frozen=True, slots=True)
class ClassRecord:
    """A class as stored.

    Attributes:
        row: name, sections in all, and every item; arranged ones keep their status.
        preferences: what it asks of a placement; its key is the class id.
    """

    row: ClassRow
    preferences: PlacementGroup


async def insert_class(owner: str, conn: AsyncConnection, record: ClassRecord) -> None:
    """Store a class with its items.

    Raises:
        NotFound: no such owner.
    """
    row, wishes = record.row, record.preferences
    values = {
        "user_id": owner,
        "id": row.id,
        "name": row.name,
        "total_slots": row.total_slots,
        "strategy": wishes.strategy,
        "allow_embed": wishes.allow_embed,
        "excluded_sections": sorted(wishes.excluded_sections),
        "excluded_days_of_week": sorted(wishes.excluded_days_of_week),
        "preferred_sections": sorted(wishes.preferred_sections),
    }
    async with refusing(conn, {"fk_task_classes_user_id": not_found("user", owner)}):
        await conn.execute(insert(task_classes).values(values))
    for item in row.items:
        await insert_item(owner, conn, row.id, item)


async def insert_item(owner: str, conn: AsyncConnection, class_id: str, item: ItemRow) -> None:
    """Store one more item of a class.

    Raises:
        NotFound: this owner has no such class.
    """
    values = {"id": item.id, "content": item.content, "item_order": item.order, "status": item.status}
    async with refusing(conn, {"fk_task_items_class_id": not_found("class", class_id)}):
        await conn.execute(insert(task_items).values(user_id=owner, class_id=class_id, **values))


async def load_classes(
    owner: str, conn: AsyncConnection, class_ids: Collection[str] | None = None
) -> list[ClassRecord]:
    """The classes asked for, or all of the owner, by id, with their items by order.

    Raises:
        NotFound: a class that was asked for does not exist for this owner.
    """
    query = select(task_classes).where(task_classes.c.user_id == owner).order_by(task_classes.c.id)
    if class_ids is not None:
        query = query.where(_is_among(task_classes.c.id, class_ids))
    rows = (await conn.execute(query)).all()
    missing = sorted(set(class_ids or ()) - {row.id for row in rows})
    if missing:
        raise not_found("class", missing[0])
    items = await _items_of(owner, conn, [row.id for row in rows])
    return [_record(row, tuple(items[row.id])) for row in rows]


async def _items_of(owner: str, conn: AsyncConnection, class_ids: Collection[str]) -> dict[str, list[ItemRow]]:
    query = (
        select(task_items)
        .where(task_items.c.user_id == owner, _is_among(task_items.c.class_id, class_ids))
        .order_by(task_items.c.class_id, task_items.c.item_order, task_items.c.id)
    )
    items: dict[str, list[ItemRow]] = defaultdict(list)
    for row in await conn.execute(query):
        items[row.class_id].append(ItemRow(id=row.id, content=row.content, order=row.item_order, status=row.status))
    return items


def _is_among(column: ColumnElement[str], values: Collection[str]) -> ColumnElement[bool]:
    """One parameter however many values, so that the statement is compiled once."""
    return column == any_(literal(list(values), ARRAY(Text)))


def _record(row: Row[Any], items: tuple[ItemRow, ...]) -> ClassRecord:
    preferences = PlacementGroup(
        key=row.id,
        strategy=row.strategy,
        excluded_sections=frozenset(row.excluded_sections),
        excluded_days_of_week=frozenset(row.excluded_days_of_week),
        preferred_sections=frozenset(row.preferred_sections),
        allow_embed=row.allow_embed,
    )
    return ClassRecord(ClassRow(id=row.id, name=row.name, items=items, total_slots=row.total_slots), preferences)
