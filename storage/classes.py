"""Classes of tasks with their items and what they ask of a placement."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import JSON, Select, Text, any_, delete, func, insert, literal, select, update
from sqlalchemy.dialects.postgresql import ARRAY, aggregate_order_by
from sqlalchemy.engine import Row
from sqlalchemy.ext.asyncio import AsyncConnection

from domain.errors import InUse, VersionMismatch
from domain.optimise.placement_problem import PlacementGroup
from domain.schedule.rows import ClassRow, ItemRow
from storage.items import insert_items
from storage.pages import newest_first
from storage.refusals import not_found, refusing
from storage.tables import task_classes, task_items


@dataclass(frozen=True, slots=True)
class ClassRecord:
    """A class as planning sees it.

    Attributes:
        row: name, sections in all, and every item; arranged ones keep their status.
        preferences: what it asks of a placement; its key is the class id.
    """

    row: ClassRow
    preferences: PlacementGroup


@dataclass(frozen=True, slots=True)
class StoredClass:
    """A class as it stands.

    Attributes:
        version: raised by every change of the class or of its items; starts at 1 (rule EDGE-28).
    """

    record: ClassRecord
    version: int
    created_at: datetime

    @property
    def id(self) -> str:
        """Id of the class."""
        return self.record.row.id


async def insert_class(owner: str, conn: AsyncConnection, record: ClassRecord) -> None:
    """Store a class with its items.

    Raises:
        NotFound: no such owner.
    """
    async with refusing(conn, {"fk_task_classes_user_id": not_found("user", owner)}):
        await conn.execute(insert(task_classes).values(user_id=owner, id=record.row.id, **_values(record)))
    await insert_items(owner, conn, record.row.id, record.row.items)


def _values(record: ClassRecord) -> dict[str, Any]:
    wishes = record.preferences
    return {
        "name": record.row.name,
        "total_slots": record.row.total_slots,
        "strategy": wishes.strategy,
        "allow_embed": wishes.allow_embed,
        "excluded_sections": sorted(wishes.excluded_sections),
        "excluded_days_of_week": sorted(wishes.excluded_days_of_week),
        "preferred_sections": sorted(wishes.preferred_sections),
    }


async def load_classes(
    owner: str, conn: AsyncConnection, class_ids: Collection[str] | None = None
) -> list[ClassRecord]:
    """The classes asked for, or all of the owner, by id, with their items by order.

    Raises:
        NotFound: a class that was asked for does not exist for this owner.
    """
    return [stored.record for stored in await load_stored_classes(owner, conn, class_ids)]


async def load_stored_classes(
    owner: str, conn: AsyncConnection, class_ids: Collection[str] | None = None
) -> list[StoredClass]:
    """The same with the version of each class.

    Raises:
        NotFound: a class that was asked for does not exist for this owner.
    """
    query = _classes(owner).order_by(task_classes.c.id)
    if class_ids is not None:
        # One parameter however many ids, so that the statement is compiled once.
        query = query.where(task_classes.c.id == any_(literal(list(class_ids), ARRAY(Text))))
    found = [_stored(row) for row in await conn.execute(query)]
    missing = sorted(set(class_ids or ()) - {stored.id for stored in found})
    if missing:
        raise not_found("class", missing[0])
    return found


async def load_class(owner: str, conn: AsyncConnection, class_id: str) -> StoredClass:
    """The class with its items by order, in one statement.

    Raises:
        NotFound: this owner has no such class.
    """
    row = (await conn.execute(_classes(owner).where(task_classes.c.id == class_id))).one_or_none()
    if row is None:
        raise not_found("class", class_id)
    return _stored(row)


async def list_classes(
    owner: str, conn: AsyncConnection, *, limit: int, before: str | None = None
) -> list[StoredClass]:
    """At most ``limit`` classes with their items, newest first, from below the id ``before``; one statement."""
    query = newest_first(_classes(owner), task_classes.c.id, before, limit)
    return [_stored(row) for row in await conn.execute(query)]


async def raise_class_version(owner: str, conn: AsyncConnection, class_id: str, version: int | None = None) -> int:
    """The next version of the class, which counts from now on; nobody else changes the class meanwhile.

    To be called before the class is read for a change: what is read afterwards is what others left behind.

    Args:
        version: the version that it must have; None for any.

    Raises:
        VersionMismatch: it has another; the facts name it.
        NotFound: this owner has no such class.
    """
    raising = update(task_classes).where(task_classes.c.user_id == owner, task_classes.c.id == class_id)
    if version is not None:
        raising = raising.where(task_classes.c.version == version)
    values = {"version": task_classes.c.version + 1}
    raised: int | None = await conn.scalar(raising.values(values).returning(task_classes.c.version))
    if raised is None:
        found = (await load_class(owner, conn, class_id)).version
        message = f"class {class_id!r} has version {found}, not {version}: read it again"
        raise VersionMismatch(message, version=found)
    return raised


async def update_class(owner: str, conn: AsyncConnection, record: ClassRecord) -> None:
    """Store the name, the total and the wishes of a class anew, not its items; one that is not there is passed over."""
    mine = (task_classes.c.user_id == owner, task_classes.c.id == record.row.id)
    await conn.execute(update(task_classes).where(*mine).values(_values(record)))


async def delete_class(owner: str, conn: AsyncConnection, class_id: str) -> None:
    """Remove a class without items.

    Raises:
        InUse: it has items.
        NotFound: this owner has no such class.
    """
    refusal = InUse(f"class {class_id!r} has items: remove them first")
    mine = (task_classes.c.user_id == owner, task_classes.c.id == class_id)
    async with refusing(conn, {"fk_task_items_class_id": refusal}):
        gone = await conn.scalar(delete(task_classes).where(*mine).returning(task_classes.c.id))
    if gone is None:
        raise not_found("class", class_id)


def _classes(owner: str) -> Select[Any]:
    return _CLASSES.where(task_classes.c.user_id == owner)


def _every_class() -> Select[Any]:
    """Classes with all their items in one column, by order."""
    item = task_items.c
    fields = func.json_build_array(item.id, item.content, item.item_order, item.status)
    items = (
        select(func.json_agg(aggregate_order_by(fields, item.item_order, item.id), type_=JSON))
        .where(item.user_id == task_classes.c.user_id, item.class_id == task_classes.c.id)
        .scalar_subquery()
    )
    return select(task_classes, items.label("items"))


# Made once: building it would take longer than it takes to run.
_CLASSES = _every_class()


def _stored(row: Row[Any]) -> StoredClass:
    preferences = PlacementGroup(
        key=row.id,
        strategy=row.strategy,
        excluded_sections=frozenset(row.excluded_sections),
        excluded_days_of_week=frozenset(row.excluded_days_of_week),
        preferred_sections=frozenset(row.preferred_sections),
        allow_embed=row.allow_embed,
    )
    items = tuple(ItemRow(*item) for item in row.items or ())
    record = ClassRecord(ClassRow(id=row.id, name=row.name, items=items, total_slots=row.total_slots), preferences)
    return StoredClass(record, row.version, row.created_at)
