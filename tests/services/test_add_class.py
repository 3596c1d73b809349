"""Adding classes (rules EDGE-20, EDGE-28 and EDGE-29)."""

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from domain.errors import IdempotencyKeyReused
from services.add_class import add_class
from services.class_forms import NewClass
from storage.classes import list_classes

FULL = {
    "name": "概率论",
    "total_slots": 4,
    "strategy": "rapid",
    "allow_embed": False,
    "excluded_sections": [12, 11],
    "excluded_days_of_week": [6, 7],
    "preferred_sections": [3, 4],
    "items": ["第一章", {"content": "第二章"}],
}


async def test_a_class_is_stored_as_it_was_given(engine: AsyncEngine, owner: str) -> None:
    """Its items in order from 1, waiting; its version is 1."""
    added = await add_class(owner, engine, NewClass.model_validate(FULL))
    row, wishes = added.record.row, added.record.preferences
    assert [(item.content, item.order, item.status) for item in row.items] == [
        ("第一章", 1, "pending"),
        ("第二章", 2, "pending"),
    ]
    assert (row.name, row.total_slots, wishes.strategy, wishes.allow_embed) == ("概率论", 4, "rapid", False)
    assert wishes.excluded_sections == frozenset({11, 12})
    assert wishes.excluded_days_of_week == frozenset({6, 7})
    assert wishes.preferred_sections == frozenset({3, 4})
    assert (wishes.key, added.version) == (row.id, 1)
    async with engine.connect() as conn:
        assert await list_classes(owner, conn, limit=9) == [added]


async def test_a_class_may_be_empty(engine: AsyncEngine, owner: str) -> None:
    """A name is enough; a total is shared out once there are items."""
    plain = await add_class(owner, engine, NewClass(name="阅读"))
    assert (plain.record.row.items, plain.record.row.total_slots) == ((), None)
    assert (await add_class(owner, engine, NewClass(name="阅读", total_slots=100))).record.row.total_slots == 100


async def test_a_key_adds_one_class(engine: AsyncEngine, owner: str) -> None:
    """The same body in another form, with sets in another order, is the same; any other is refused."""
    added = await add_class(owner, engine, NewClass.model_validate(FULL), "k")
    other_form = FULL | {"items": [{"content": "第一章"}, "第二章"], "excluded_sections": [11, 12]}
    assert await add_class(owner, engine, NewClass.model_validate(other_form), "k") == added
    with pytest.raises(IdempotencyKeyReused):
        await add_class(owner, engine, NewClass.model_validate(FULL | {"name": "统计"}), "k")
    async with engine.connect() as conn:
        assert await list_classes(owner, conn, limit=9) == [added]
