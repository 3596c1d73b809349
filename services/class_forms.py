"""Classes of tasks and their items as people give them (rules IMPORT-14 and EDGE-29)."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, Self, TypeVar

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainSerializer,
    Strict,
    StringConstraints,
    model_validator,
)
from pydantic_core import PydanticKnownError

from domain.schedule.class_items import MAX_ITEMS, share_fault
from domain.term.calendar import SECTIONS_PER_DAY
from domain.whole import WHOLE

_Value = TypeVar("_Value")

# Whoever reads the description learns from the pattern that blanks alone are no name.
_NAME = r"^[^\x00-\x1f\x7f]*[^\s\x00-\x1f\x7f\x85][^\x00-\x1f\x7f]*$"
Name = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200, pattern=_NAME)]
DayOfWeek = Annotated[int, Field(ge=1, le=7), WHOLE]
Order = Annotated[int, Field(ge=1, le=MAX_ITEMS), WHOLE]

_Section = Annotated[int, Field(ge=1, le=SECTIONS_PER_DAY), WHOLE]


def _repeatable(schema: dict[str, Any]) -> None:
    """A number that comes twice in a set counts once."""
    schema.pop("uniqueItems")


_Repeatable = Field(json_schema_extra=_repeatable)
# A JSON array is a list in Python, which a strict model would not take for a set or a tuple.
_Sections = Annotated[frozenset[_Section], Strict(False), _Repeatable, PlainSerializer(sorted, when_used="json")]
_DaysOfWeek = Annotated[frozenset[DayOfWeek], Strict(False), _Repeatable, PlainSerializer(sorted, when_used="json")]


def some(values: tuple[_Value, ...]) -> tuple[_Value, ...]:
    """The values, of which there must be at least one.

    Raises:
        ValueError: there is none.
    """
    if not values:
        raise ValueError("there is nothing to plan: list at least one")
    return values


class StrictForm(BaseModel):
    """A value from outside: nothing unknown, nothing of another type."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


def or_text(schema: dict[str, Any]) -> None:
    """Tell in the description of an item that its text may stand for it."""
    item = dict(schema)
    schema.clear()
    schema.update(anyOf=[item, item["properties"]["content"]])


class TaskItem(StrictForm):
    """One task of a class, or only its text."""

    model_config = ConfigDict(json_schema_extra=or_text)

    content: Name

    @model_validator(mode="before")
    @classmethod
    def _from_text(cls, value: Any) -> Any:
        return {"content": value} if isinstance(value, str) else value


class ClassWishes(StrictForm):
    """What a class asks of a placement.

    Attributes:
        total_slots: sections for the whole class, shared out evenly; unset means two a task.
        strategy: ``steady`` spreads the tasks over the window, ``rapid`` finishes early.
        allow_embed: whether the tasks may be done in embeddable courses.
    """

    total_slots: Annotated[int, Field(ge=1, le=SECTIONS_PER_DAY * MAX_ITEMS), WHOLE] | None = None
    strategy: Literal["steady", "rapid"] = "steady"
    allow_embed: bool = True
    excluded_sections: _Sections = frozenset()
    excluded_days_of_week: _DaysOfWeek = frozenset()
    preferred_sections: _Sections = frozenset()


def _countable(items: object) -> object:
    """Refuse a long list for its length before each of its items is looked at."""
    if not isinstance(items, list):
        return items
    if len(items) > MAX_ITEMS:
        bound = {"field_type": "Tuple", "max_length": MAX_ITEMS, "actual_length": len(items)}
        raise PydanticKnownError("too_long", bound)
    return tuple(items)


_Items = Annotated[tuple[TaskItem, ...], Field(max_length=MAX_ITEMS), BeforeValidator(_countable)]


class NewClass(ClassWishes):
    """Tasks that belong together and keep their order; there may be none yet."""

    name: Name
    items: _Items = ()

    @model_validator(mode="after")
    def _fits_a_day(self) -> Self:
        fault = share_fault(self.total_slots, len(self.items))
        if fault:
            raise ValueError(fault)
        return self


class TaskClass(NewClass):
    """A class of a task list, which has something to plan."""

    items: Annotated[_Items, AfterValidator(some)]


class ClassChange(ClassWishes):
    """What becomes different of a class; what is not named stays."""

    name: Name = ""

    @property
    def named(self) -> Mapping[str, Any]:
        """The fields that were given."""
        return {name: getattr(self, name) for name in self.model_fields_set}


class NewItem(TaskItem):
    """A task to be added to a class; ``order`` is its place, the last where it is not given."""

    order: Order | None = None


class ItemChange(StrictForm):
    """What becomes different of an item: its content, its place, or both; what is not named stays."""

    content: Name | None = None
    order: Order | None = None
