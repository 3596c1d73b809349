"""The one way in which arguments of a tool are read (rule TOOL-4)."""

import json
import re
from collections.abc import Mapping
from typing import Annotated, Any, TypeVar

from pydantic import (
    AliasChoices,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    Strict,
    StringConstraints,
    ValidationError,
)
from pydantic_core import ErrorDetails, PydanticCustomError

from domain.phrases.say import PHRASES, joined, say
from domain.schedule.state import Locale
from domain.tools.refusal import Refused, refused
from domain.tools.results import Code

_INTEGER = re.compile(r"\s*[+-]?[0-9]{1,9}\s*")
_LARGEST = 10**9
_QUOTED_LENGTH = 60


def _number(value: object) -> object:
    if isinstance(value, str) and _INTEGER.fullmatch(value):
        return int(value)
    if isinstance(value, int | float) and not -_LARGEST < value < _LARGEST:
        raise PydanticCustomError("int_type", "out of range")
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _listed(value: object) -> object:
    return value if isinstance(value, list | tuple) else [value]


def _given(value: Any) -> Any:
    """An object without its nulls; a null counts as not given."""
    if not isinstance(value, Mapping):
        return value
    return {_clean(str(name)): inner for name, inner in value.items() if inner is not None}


Numeric = BeforeValidator(_number)
"""Makes an integer of a numeric string. Bounds stand before it, so that they reach the JSON schema."""

Number = Annotated[int, Strict(), Numeric]
"""An integer; a numeric string counts, a boolean does not."""

Limit = Annotated[int, Strict(), Field(ge=1, le=200), Numeric]
"""How many of something a tool may return."""

Flag = Annotated[bool, Strict()]
"""true or false, nothing that merely looks like it."""

Word = Annotated[str, StringConstraints(strict=True, strip_whitespace=True, max_length=200)]
"""A short text."""

Listed = BeforeValidator(_listed)
"""Makes a list of one out of a single value."""

Given = BeforeValidator(_given)
"""Reads an object inside a list as the arguments themselves are read."""

TaskIds = Annotated[tuple[Number, ...], Listed, Field(validation_alias=AliasChoices("task_ids", "task_item_ids"))]
"""Ids of tasks, under either of their two names."""


class Arguments(BaseModel):
    """Base of all argument models; their fields, docstrings and bounds are what a model reads as JSON schema."""

    model_config = ConfigDict(frozen=True, extra="forbid")


Model = TypeVar("Model", bound=Arguments)


def misused(case: str, name: str, value: object, **values: object) -> PydanticCustomError:
    """The error of an argument whose value does not go with another argument, for use in validators."""
    return PydanticCustomError("misused", "misused", {"case": case, "name": name, "value": value, **values})


def parse_arguments(model: type[Model], raw: Mapping[str, Any], locale: Locale) -> Model:
    """The arguments as that model; a null counts as not given.

    Raises:
        Refused: with ``unknown_argument``, ``missing_argument`` or ``invalid_argument``, in that order.
    """
    if not isinstance(raw, Mapping):
        raise _invalid(locale, "arguments", raw, say(locale, "expected.mapping"))
    try:
        return model.model_validate(_given(raw))
    except ValidationError as error:
        raise _refusal(model, error.errors(include_url=False), locale) from None


def quoted(value: object) -> str:
    """The value as JSON, cut to a length that fits a sentence; works for any value."""
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        text = type(value).__name__
    return _clean(text)


def _clean(text: str) -> str:
    valid = text.encode("utf-8", "replace").decode()
    return valid if len(valid) <= _QUOTED_LENGTH else valid[: _QUOTED_LENGTH - 1] + "…"


def _refusal(model: type[Arguments], errors: list[ErrorDetails], locale: Locale) -> Refused:
    unknown = _named(errors, "extra_forbidden")
    if unknown:
        known = joined(locale, _known(model, next(e["loc"] for e in errors if e["type"] == "extra_forbidden")))
        return refused("unknown_argument", locale, names=joined(locale, unknown), known=known)
    missing = _named(errors, "missing")
    if missing:
        return refused("missing_argument", locale, names=joined(locale, missing))
    first = errors[0]
    if first["type"] == "misused":
        facts = first["ctx"]
        return _invalid(locale, facts["name"], facts["value"], say(locale, f"expected.{facts['case']}", **facts))
    return _invalid(locale, _path(first["loc"]), first["input"], _expected(first, locale))


def _named(errors: list[ErrorDetails], kind: str) -> list[str]:
    return [_path(error["loc"]) for error in errors if error["type"] == kind]


def _path(location: tuple[int | str, ...]) -> str:
    """The argument, or the field of an object in its list, at that place."""
    name, *rest = location
    return f"{name}[{rest[0]}].{rest[1]}" if len(rest) > 1 else str(name)


def _known(model: type[Arguments], location: tuple[int | str, ...]) -> list[str]:
    """The names that stand where the last one of ``location`` does not."""
    schema = model.model_json_schema()
    if len(location) == 1:
        return list(schema["properties"])
    name = schema["properties"][location[0]]["items"]["$ref"].rpartition("/")[2]
    return list(schema["$defs"][name]["properties"])


def _expected(error: ErrorDetails, locale: Locale) -> str:
    key = f"expected.{error['type']}"
    context = {name: str(value).replace(" or ", ", ").replace("'", "") for name, value in error.get("ctx", {}).items()}
    return say(locale, key if key in PHRASES else "expected.other", **context)


def _invalid(locale: Locale, name: str, value: object, expected: str) -> Refused:
    code: Code = "invalid_argument"
    return refused(code, locale, name=name, value=quoted(value), expected=expected)
