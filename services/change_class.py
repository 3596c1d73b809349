"""Change what a class is called and what it asks of a placement."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from sqlalchemy.ext.asyncio import AsyncEngine

from domain.schedule.class_items import within_bounds
from services.class_forms import ClassChange
from storage.classes import ClassRecord, StoredClass, load_class, raise_class_version, update_class

_OF_ROW = ("name", "total_slots")


async def change_class(
    owner: str, engine: AsyncEngine, class_id: str, change: ClassChange, version: int | None = None
) -> StoredClass:
    """The class as the change leaves it (rules EDGE-28 and EDGE-29).

    Args:
        version: the version that the caller has seen; None changes whichever there is.

    Raises:
        VersionMismatch: the class was changed by somebody else since.
        InvalidTasks: each item would take more sections than a day has.
        NotFound: this owner has no such class.
    """
    async with engine.begin() as conn:
        await raise_class_version(owner, conn, class_id, version)
        stored = await load_class(owner, conn, class_id)
        changed = _changed(stored.record, change.named)
        within_bounds(changed.row)
        await update_class(owner, conn, changed)
    return replace(stored, record=changed)


def _changed(record: ClassRecord, named: Mapping[str, Any]) -> ClassRecord:
    of_row = {name: value for name, value in named.items() if name in _OF_ROW}
    of_wishes = {name: value for name, value in named.items() if name not in _OF_ROW}
    return ClassRecord(replace(record.row, **of_row), replace(record.preferences, **of_wishes))
