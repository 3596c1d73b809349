"""Importing task lists into a real database (rule IMPORT-16)."""

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncEngine

from domain.errors import IdempotencyKeyReused, InvalidInput, NotFound
from services.delete_class import delete_class
from services.import_tasks import import_tasks
from services.read_tasks import TaskFile, read_tasks
from storage.classes import load_classes
from storage.tables import task_classes, task_items, users

EXAMPLES = Path(__file__).parents[2] / "examples"


def example(name: str = "tasks.json") -> TaskFile:
    return read_tasks((EXAMPLES / name).read_bytes())


async def counts(engine: AsyncEngine) -> list[int]:
    async with engine.connect() as conn:
        return [await conn.scalar(select(func.count()).select_from(t)) or 0 for t in (users, task_classes, task_items)]


@pytest.mark.parametrize("name", ["tasks.json", "exchange-tasks.json"])
async def test_a_task_list_becomes_classes_in_order(engine: AsyncEngine, name: str) -> None:
    """Classes and items keep the order of the file, with all their wishes; what is returned is what is stored."""
    tasks = example(name)
    imported = await import_tasks("ann", engine, tasks)
    async with engine.connect() as conn:
        records = await load_classes("ann", conn)
    assert [stored.record for stored in imported.classes] == records
    assert {stored.version for stored in imported.classes} == {1}
    assert [record.row.id for record in records] == list(imported.class_ids)
    assert [record.row.name for record in records] == [task_class.name for task_class in tasks.classes]
    assert imported.item_count == sum(len(task_class.items) for task_class in tasks.classes)
    for record, task_class in zip(records, tasks.classes, strict=True):
        assert [item.content for item in record.row.items] == [item.content for item in task_class.items]
        assert {item.status for item in record.row.items} == {"pending"}
        assert record.row.total_slots == task_class.total_slots
        assert record.preferences.excluded_sections == task_class.excluded_sections
        assert record.preferences.preferred_sections == task_class.preferred_sections
        assert record.preferences.strategy == task_class.strategy
        assert record.preferences.allow_embed is task_class.allow_embed


async def test_the_largest_list_is_imported(engine: AsyncEngine) -> None:
    """A hundred classes of five hundred items."""
    tasks = TaskFile.model_validate(
        {"classes": [{"name": f"{n}", "items": ["x"] * 500} for n in range(100)]}, strict=False
    )
    imported = await import_tasks("ann", engine, tasks)
    assert (len(imported.classes), imported.item_count) == (100, 50_000)


@pytest.mark.parametrize("at_once", [False, True])
async def test_the_same_key_stores_once_and_answers_the_same(engine: AsyncEngine, at_once: bool) -> None:
    """One after the other and at the same time."""
    calls = [import_tasks("ann", engine, example(), "k") for _ in range(2)]
    first, second = await asyncio.gather(*calls) if at_once else [await call for call in calls]
    assert first == second
    assert await counts(engine) == [1, 3, first.item_count]


async def test_the_same_key_with_another_list_is_refused(engine: AsyncEngine) -> None:
    """Nothing is stored, nor by a key that is none."""
    await import_tasks("ann", engine, example(), "k")
    before = await counts(engine)
    with pytest.raises(IdempotencyKeyReused):
        await import_tasks("ann", engine, example("exchange-tasks.json"), "k")
    with pytest.raises(InvalidInput, match="256 characters"):
        await import_tasks("ann", engine, example(), "k" * 256)
    assert await counts(engine) == before


async def test_classes_that_were_removed_are_not_made_again(engine: AsyncEngine) -> None:
    """The same key says that one is gone (EDGE-20)."""
    first = await import_tasks("ann", engine, example(), "k")
    await delete_class("ann", engine, first.class_ids[1], None)
    with pytest.raises(NotFound, match=first.class_ids[1]):
        await import_tasks("ann", engine, example(), "k")
