"""Change the content of a task, or its place among the tasks of its class."""

from sqlalchemy.ext.asyncio import AsyncEngine

from domain.schedule.class_items import item_of, with_item
from services.class_forms import ItemChange
from storage.classes import load_class, raise_class_version
from storage.items import ItemRecord, load_item, rename_item, renumber_items


async def change_item(
    owner: str, engine: AsyncEngine, class_id: str, item_id: str, change: ItemChange, version: int | None = None
) -> ItemRecord:
    """The item as the change leaves it (rules EDGE-28, EDGE-30 and EDGE-31).

    Args:
        version: the version of the class that the caller has seen; None changes whichever there is.

    Raises:
        VersionMismatch: the class was changed by somebody else since.
        NotFound: this owner has no such class, or it has no such item.
    """
    async with engine.begin() as conn:
        await raise_class_version(owner, conn, class_id, version)
        row = (await load_class(owner, conn, class_id)).record.row
        item = item_of(row, item_id)
        if change.content is not None:
            await rename_item(owner, conn, item_id, change.content)
        if change.order is not None:
            moved = with_item(row, item, change.order)
            await renumber_items(owner, conn, class_id, [item.id for item in moved.items])
        return await load_item(owner, conn, class_id, item_id)
