"""Remove a class with its items."""

from sqlalchemy.ext.asyncio import AsyncEngine

from domain.schedule.class_items import refuse_arranged
from storage.classes import delete_class as delete_stored
from storage.classes import load_class, raise_class_version
from storage.items import delete_items


async def delete_class(owner: str, engine: AsyncEngine, class_id: str, version: int | None = None) -> None:
    """Remove a class of which no item stands in a timetable (rule EDGE-31).

    Args:
        version: the version that the caller has seen; None removes whichever there is.

    Raises:
        VersionMismatch: the class was changed by somebody else since.
        InUse: an item stands in a timetable; message and facts name it.
        NotFound: this owner has no such class.
    """
    async with engine.begin() as conn:
        await raise_class_version(owner, conn, class_id, version)
        row = (await load_class(owner, conn, class_id)).record.row
        refuse_arranged(row.items)
        await delete_items(owner, conn, class_id, [item.id for item in row.items])
        await delete_stored(owner, conn, class_id)
