"""Add a task to a class."""

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from domain.schedule.class_items import item_of, with_item
from domain.schedule.rows import ItemRow
from services.class_forms import NewItem
from services.once import id_once
from services.ulids import ascending_ulids
from storage.classes import load_class, raise_class_version
from storage.items import ItemRecord, insert_items, load_item, renumber_items


async def add_item(
    owner: str,
    engine: AsyncEngine,
    class_id: str,
    new: NewItem,
    version: int | None = None,
    idempotency_key: str | None = None,
) -> ItemRecord:
    """The item at its place among the others; the one made before where the key says so (EDGE-20, EDGE-29, EDGE-30).

    Args:
        version: the version of the class that the caller has seen; None for whichever there is.

    Raises:
        VersionMismatch: the class was changed by somebody else since.
        InvalidTasks: the class is full, or each item would take more sections than a day has.
        IdempotencyKeyReused: the key came with another item before.
        InvalidInput: the key is empty or too long.
        NotFound: this owner has no such class, or the item made before has been removed.
    """
    [new_id] = ascending_ulids(1)
    body = {"class_id": class_id, **new.model_dump(mode="json")}
    async with engine.begin() as conn:
        item_id = await id_once(owner, conn, "add_item", idempotency_key, body, new_id)
        if item_id == new_id:
            await raise_class_version(owner, conn, class_id, version)
            await _insert(owner, conn, class_id, ItemRow(new_id, new.content, 0), new.order)
        return await load_item(owner, conn, class_id, item_id)


async def _insert(owner: str, conn: AsyncConnection, class_id: str, item: ItemRow, order: int | None) -> None:
    row = with_item((await load_class(owner, conn, class_id)).record.row, item, order)
    await insert_items(owner, conn, class_id, [item_of(row, item.id)])
    await renumber_items(owner, conn, class_id, [item.id for item in row.items])
