"""Import a task list as classes whose items wait for a place (rule IMPORT-16)."""

from dataclasses import dataclass

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from services.add_class import class_record
from services.once import ids_once
from services.read_tasks import TaskFile
from services.ulids import ascending_ulids
from storage.classes import StoredClass, insert_class, load_stored_classes
from storage.users import ensure_user


@dataclass(frozen=True, slots=True)
class ImportedTasks:
    """What was stored: the classes in the order of the file."""

    classes: tuple[StoredClass, ...]

    @property
    def class_ids(self) -> tuple[str, ...]:
        """Ids of the classes."""
        return tuple(stored.id for stored in self.classes)

    @property
    def item_count(self) -> int:
        """How many items they have together."""
        return sum(len(stored.record.row.items) for stored in self.classes)


async def import_tasks(
    owner: str, engine: AsyncEngine, tasks: TaskFile, idempotency_key: str | None = None
) -> ImportedTasks:
    """Store every class of a task list with its items, in one transaction; the same key gives the same classes.

    Raises:
        IdempotencyKeyReused: the key came with another list before.
        NotFound: a class that the key made has been removed.
    """
    new_ids = ascending_ulids(len(tasks.classes))
    async with engine.begin() as conn:
        await ensure_user(owner, conn)
        class_ids = await ids_once(owner, conn, "import_tasks", idempotency_key, tasks, new_ids)
        if class_ids == new_ids:
            await _store(owner, conn, class_ids, tasks)
        return ImportedTasks(tuple(await load_stored_classes(owner, conn, class_ids)))


async def _store(owner: str, conn: AsyncConnection, class_ids: list[str], tasks: TaskFile) -> None:
    for class_id, task_class in zip(class_ids, tasks.classes, strict=True):
        await insert_class(owner, conn, class_record(class_id, task_class))
