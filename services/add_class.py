"""Add a class of tasks that wait for a place."""

from sqlalchemy.ext.asyncio import AsyncEngine

from domain.optimise.placement_problem import PlacementGroup
from domain.schedule.rows import ClassRow, ItemRow
from services.class_forms import NewClass
from services.once import id_once
from services.ulids import ascending_ulids
from storage.classes import ClassRecord, StoredClass, insert_class, load_class


async def add_class(owner: str, engine: AsyncEngine, new: NewClass, idempotency_key: str | None = None) -> StoredClass:
    """A new class with its items; the one made before where the key says so (rules EDGE-20 and EDGE-29).

    Raises:
        IdempotencyKeyReused: the key came with another class before.
        InvalidInput: the key is empty or too long.
        NotFound: no such owner, or the class made before has been removed.
    """
    [new_id] = ascending_ulids(1)
    async with engine.begin() as conn:
        class_id = await id_once(owner, conn, "add_class", idempotency_key, new, new_id)
        if class_id == new_id:
            await insert_class(owner, conn, class_record(class_id, new))
        return await load_class(owner, conn, class_id)


def class_record(class_id: str, new: NewClass) -> ClassRecord:
    """What is stored of a class that a person gave; ids of its items ascend in their order."""
    ids = ascending_ulids(len(new.items))
    items = tuple(
        ItemRow(item_id, item.content, order)
        for order, (item_id, item) in enumerate(zip(ids, new.items, strict=True), start=1)
    )
    preferences = PlacementGroup(
        key=class_id,
        strategy=new.strategy,
        excluded_sections=new.excluded_sections,
        excluded_days_of_week=new.excluded_days_of_week,
        preferred_sections=new.preferred_sections,
        allow_embed=new.allow_embed,
    )
    return ClassRecord(ClassRow(class_id, new.name, items, new.total_slots), preferences)
