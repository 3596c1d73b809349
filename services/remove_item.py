"""Remove a task from its class."""

from sqlalchemy.ext.asyncio import AsyncEngine

from domain.schedule.class_items import without_item
from storage.classes import load_class, raise_class_version
from storage.items import delete_items, renumber_items


async def remove_item(owner: str, engine: AsyncEngine, class_id: str, item_id: str, version: int | None = None) -> None:
    """Remove an item that stands in no timetable; the others close up (rules EDGE-28 to EDGE-31).

    Args:
        version: the version of the class that the caller has seen; None for whichever there is.

    Raises:
        VersionMismatch: the class was changed by somebody else since.
        InUse: the item stands in a timetable; message and facts name it.
        InvalidTasks: each of the others would take more sections than a day has.
        NotFound: this owner has no such class, or it has no such item.
    """
    async with engine.begin() as conn:
        await raise_class_version(owner, conn, class_id, version)
        row = without_item((await load_class(owner, conn, class_id)).record.row, item_id)
        await delete_items(owner, conn, class_id, [item_id])
        await renumber_items(owner, conn, class_id, [item.id for item in row.items])
