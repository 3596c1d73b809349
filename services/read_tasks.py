"""Read a task list (rules IMPORT-13 to IMPORT-15)."""

import datetime
import re
from collections import Counter
from collections.abc import Sequence
from typing import Annotated, Any, LiteralString, Self

from pydantic import (
    AfterValidator,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
    field_validator,
    model_validator,
)
from pydantic_core import PydanticCustomError

from domain.errors import InvalidTasks, InvalidTerm, InvalidWindow, OutOfTerm
from domain.term.calendar import Term
from domain.term.window import Window
from domain.whole import WHOLE
from services.class_forms import DayOfWeek, StrictForm, TaskClass, some

MAX_BYTES = 1_000_000

_LISTED = 10
_REPEATED: LiteralString = "repeated_name"
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)


def _iso_date(value: object) -> object:
    return datetime.date.fromisoformat(value) if isinstance(value, str) and _DATE.fullmatch(value) else value


def _or_date(schema: dict[str, Any]) -> None:
    """Tell in the description of a day that its date may stand for it."""
    day = dict(schema)
    schema.clear()
    schema.update(anyOf=[day, {"type": "string", "format": "date"}])


class TermDay(StrictForm):
    """A day, named by its date or by its place in the term; a date alone is enough."""

    model_config = ConfigDict(json_schema_extra=_or_date)

    date: Annotated[datetime.date | None, BeforeValidator(_iso_date)] = None
    week: Annotated[int, Field(ge=1, le=60), WHOLE] | None = None
    day_of_week: DayOfWeek | None = None

    @model_validator(mode="before")
    @classmethod
    def _from_text(cls, value: Any) -> Any:
        return {"date": value} if isinstance(value, str) else value

    @model_validator(mode="after")
    def _one_form(self) -> Self:
        placed = self.week is not None and self.day_of_week is not None
        partly = self.week is not None or self.day_of_week is not None
        if placed == (self.date is not None) or partly != placed:
            raise ValueError('give either a date or {"week", "day_of_week"}')
        return self

    def in_term(self, term: Term) -> datetime.date:
        """The date of the day.

        Raises:
            OutOfTerm: the term has no such day.
        """
        if self.date is not None:
            return self.date
        assert self.week is not None
        assert self.day_of_week is not None
        return term.date_of(self.week, self.day_of_week)


class WindowChoice(StrictForm):
    """First and last day that a plan may use."""

    first: TermDay
    last: TermDay

    def in_term(self, term: Term) -> Window:
        """The window of a term.

        Raises:
            InvalidWindow: the last day lies before the first.
            OutOfTerm: a day lies outside the term.
        """
        return Window.between(term, self.first.in_term(term), self.last.in_term(term))


class TaskFile(StrictForm):
    """A task list: classes of tasks and, where given, the term and the window they are for."""

    term: Term | None = None
    window: WindowChoice | None = None
    classes: Annotated[tuple[TaskClass, ...], Field(max_length=100), AfterValidator(some)]

    @field_validator("classes")
    @classmethod
    def _named_once(cls, classes: tuple[TaskClass, ...]) -> tuple[TaskClass, ...]:
        counts = Counter(task_class.name for task_class in classes)
        repeated = [f"{times} classes are named {_quoted(name)}" for name, times in counts.items() if times > 1]
        if repeated:
            raise PydanticCustomError(_REPEATED, "{names}: give each its own name", {"names": _listed(repeated)})
        return classes

    @model_validator(mode="after")
    def _window_in_term(self) -> Self:
        if self.term is not None and self.window is not None:
            self.window.in_term(self.term)
        return self


def read_tasks(content: bytes) -> TaskFile:
    """The task list of a JSON file.

    Raises:
        InvalidTasks: the file cannot be read or holds no task; the message names ten wrong places with their values,
            and the number of others.
    """
    if len(content) > MAX_BYTES:
        raise InvalidTasks(f"the task file has {len(content)} bytes, {MAX_BYTES} are allowed: split it")
    try:
        return TaskFile.model_validate_json(content.removeprefix(b"\xef\xbb\xbf"), strict=True)
    except ValidationError as error:
        raise InvalidTasks(_explained(error)) from None
    except InvalidTerm as error:
        raise InvalidTasks(f"term: {error.message}") from None
    except (InvalidWindow, OutOfTerm) as error:
        raise InvalidTasks(f"window: {error.message}") from None


def _explained(error: ValidationError) -> str:
    return _listed([_line(detail["loc"], detail["type"], detail["msg"], detail["input"]) for detail in error.errors()])


def _listed(lines: Sequence[str]) -> str:
    more = f"; and {len(lines) - _LISTED} more" if len(lines) > _LISTED else ""
    return "; ".join(lines[:_LISTED]) + more


def _line(place: tuple[int | str, ...], kind: str, message: str, value: object) -> str:
    path = _cut("".join(c if c.isprintable() else " " for c in ".".join(map(str, place)))) or "the task file"
    message = message.removeprefix("Value error, ")
    if kind == "json_invalid":
        return f"the task file is no JSON: {message}: correct it"
    if kind == _REPEATED:
        return message
    if kind == "missing":
        return f"{path} is missing: add it"
    if kind == "extra_forbidden":
        return f"{path} is unknown: remove it or correct its name"
    return f"{path} is {_quoted(value)}: {message[:1].lower()}{message[1:]}"


def _quoted(value: object) -> str:
    return _cut(repr(value))


def _cut(text: str) -> str:
    return text if len(text) <= 80 else text[:79] + "…"
