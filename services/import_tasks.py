"""Import a task list as classes whose items wait for a place (rule IMPORT-16)."""

from dataclasses import dataclass

from sqlalchemy.ext.asyncio import AsyncEngine

from services.add_class import class_record
from services.read_tasks import TaskFile
from services.ulids import ascending_ulids
from storage.classes import insert_class
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
            await insert_class(owner, conn, class_record(class_id, task_class))
    return ImportedTasks(tuple(class_ids), sum(len(task_class.items) for task_class in tasks.classes))
