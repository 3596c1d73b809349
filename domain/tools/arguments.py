"""The one way in which arguments of a tool are read (rule TOOL-4)."""

import json
import math
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

_INTEGER = re.compile(r"\s*[+-]?[0-9]{1,30}\s*")
_LARGEST = 10**9 - 1
_QUOTED_LENGTH = 60

Location = tuple[int | str, ...]
"""Where something is inside the arguments: names, and numbers in a list."""


def _number(value: object) -> object:
    number = int(value) if isinstance(value, str) and _INTEGER.fullmatch(value) else value
    if isinstance(number, int | float) and _LARGEST < abs(number) < math.inf:
        raise PydanticCustomError("number_range", "out of range", {"most": _LARGEST})
    return int(number) if isinstance(number, float) and number.is_integer() else number


def _listed(value: object) -> object:
    return value if isinstance(value, list | tuple) else [value]


def _given(value: Any) -> Any:
    """An object without its nulls; a null counts as not given."""
    if not isinstance(value, Mapping):
        return value
    return {_name(name): inner for name, inner in value.items() if inner is not None}


def _name(name: object) -> str:
    """A key as the name of an argument; what no argument could be called is quoted."""
    return _clean(name) if isinstance(name, str) and name.isidentifier() else quoted(name)


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
    given = _given(raw)
    try:
        return model.model_validate(given)
    except ValidationError as error:
        raise _refusal(model, given, error.errors(include_url=False), locale) from None


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


def _refusal(model: type[Arguments], given: object, errors: list[ErrorDetails], locale: Locale) -> Refused:
    unknown, missing = (_of_type(errors, kind) for kind in ("extra_forbidden", "missing"))
    if unknown:
        known = joined(locale, _known(model, unknown[0]))
        return refused("unknown_argument", locale, names=_paths(given, unknown, locale), known=known)
    if missing:
        return refused("missing_argument", locale, names=_paths(given, missing, locale))
    first = errors[0]
    if first["type"] == "misused":
        facts = first["ctx"]
        return _invalid(locale, facts["name"], facts["value"], say(locale, f"expected.{facts['case']}", **facts))
    return _invalid(locale, _path(given, first["loc"]), first["input"], _expected(first, locale))


def _of_type(errors: list[ErrorDetails], kind: str) -> list[Location]:
    return [error["loc"] for error in errors if error["type"] == kind]


def _paths(given: object, locations: list[Location], locale: Locale) -> str:
    return joined(locale, [_path(given, location) for location in locations])


def _path(given: object, location: Location) -> str:
    """The argument, or what is wrong inside of it; a single value that stands for a list of one has no number."""
    path = ""
    for key in location:
        if isinstance(key, str):
            path += f".{key}" if path else key
            given = given.get(key) if isinstance(given, Mapping) else None
        elif isinstance(given, list | tuple) and key < len(given):
            path += f"[{key}]"
            given = given[key]
    return path


def _known(model: type[Arguments], location: Location) -> list[str]:
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
