"""Classes of tasks and their items as programs see them."""

from datetime import datetime
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from domain.ids import Ulid
from services.class_forms import ClassChange, ItemChange, NewClass, NewItem, or_text


class ClassDraft(NewClass):
    """Tasks that belong together and keep their order; there may be none yet."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "name": "概率论",
                    "items": ["第一章 随机事件", {"content": "第二章 随机变量"}],
                    "total_slots": 4,
                    "strategy": "steady",
                    "excluded_days_of_week": [6, 7],
                    "preferred_sections": [3, 4],
                }
            ]
        }
    )


def _as_change(schema: dict[str, Any]) -> None:
    """What is left out keeps the value that the class has, so no default is told."""
    for field in schema["properties"].values():
        field.pop("default", None)
    schema["examples"] = [{"name": "概率论复习", "total_slots": 6, "allow_embed": False}]


class ClassPatch(ClassChange):
    """What becomes different of a class; what is left out stays. Without ``total_slots`` (null) an item takes two."""

    model_config = ConfigDict(json_schema_extra=_as_change)


def _as_item(schema: dict[str, Any]) -> None:
    schema["examples"] = [{"content": "第三章 多维随机变量", "order": 3}]
    or_text(schema)


class ItemDraft(NewItem):
    """A task to be added to a class; ``order`` is its place, the last where it is left out or beyond the last."""

    model_config = ConfigDict(json_schema_extra=_as_item)


class ItemPatch(ItemChange):
    """What becomes different of a task: its content, its place, or both; what is left out stays."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"content": "第三章 复习", "order": 1}]})


class ItemView(BaseModel):
    """A task of a class.

    Attributes:
        order: its place in the class, from 1 without a gap; tasks are planned in this order.
        status: ``arranged`` while it stands in a timetable.
    """

    model_config = ConfigDict(frozen=True)

    id: Ulid
    content: str
    order: int
    status: Literal["pending", "arranged"]


class ClassView(BaseModel):
    """A class of tasks and what it asks of a placement.

    Attributes:
        total_slots: sections for all its items together, shared out evenly; null for two an item.
        version: raised by every change of the class or of its items; the ``ETag`` of both.
        items: by order.
    """

    model_config = ConfigDict(frozen=True)

    id: Ulid
    name: str
    total_slots: int | None
    strategy: Literal["steady", "rapid"]
    allow_embed: bool
    excluded_sections: tuple[int, ...]
    excluded_days_of_week: tuple[int, ...]
    preferred_sections: tuple[int, ...]
    version: int
    created_at: datetime
    items: tuple[ItemView, ...]
