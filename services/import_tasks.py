"""Import a task list as classes whose items wait for a place (rule IMPORT-16)."""

from dataclasses import dataclass

from sqlalchemy.ext.asyncio import AsyncEngine

from domain.optimise.placement_problem import PlacementGroup
from domain.schedule.rows import ClassRow, ItemRow
from services.read_tasks import TaskClass, TaskFile
from services.ulids import ascending_ulids
from storage.classes import ClassRecord, insert_class
from storage.users import ensure_user


@dataclass(frozen=True, slots=True)
class ImportedTasks:
    """What was stored: the classes in the order of the file, and how many items they have together."""

    class_ids: tuple[str, ...]
    item_count: int


async def import_tasks(owner: str, engine: AsyncEngine, tasks: TaskFile) -> ImportedTasks:
    """Store every class of a task list with its items, in one transaction."""
    class_ids = ascending_ulids(len(tasks.classes))
    async with engine.begin() as conn:
        await ensure_user(owner, conn)
        for class_id, task_class in zip(class_ids, tasks.classes, strict=True):
            await insert_class(owner, conn, _record(class_id, task_class))
    return ImportedTasks(tuple(class_ids), sum(len(task_class.items) for task_class in tasks.classes))


def _record(class_id: str, task_class: TaskClass) -> ClassRecord:
    ids = ascending_ulids(len(task_class.items))
    items = tuple(
        ItemRow(item_id, item.content, order)
        for order, (item_id, item) in enumerate(zip(ids, task_class.items, strict=True), start=1)
    )
    preferences = PlacementGroup(
        key=class_id,
        strategy=task_class.strategy,
        excluded_sections=task_class.excluded_sections,
        excluded_days_of_week=task_class.excluded_days_of_week,
        preferred_sections=task_class.preferred_sections,
        allow_embed=task_class.allow_embed,
    )
    return ClassRecord(ClassRow(class_id, task_class.name, items, task_class.total_slots), preferences)
