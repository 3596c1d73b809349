"""Memories, inputs and what programs tell of a person, as they are given (rules MEMORY-2, MEMORY-8 and MEMORY-11)."""

import re
from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, PlainValidator, WithJsonSchema

from domain.context.person.snapshot import FactValue
from domain.context.plan.contract import TargetType
from services.class_forms import StrictForm

LONGEST_MEMORY = 2_000
LONGEST_INPUT = 10_000
MOST_TOLD = 100
"""How many keys of a section one ingest tells."""

_LARGEST = 1e15
_LISTED = 20
_LONGEST_VALUE = 500
_LONGEST_LISTED = 200
_BLANK = re.compile(r"[\s\x00]*")


def _checked(longest: int) -> AfterValidator:
    def checked(text: str) -> str:
        if not 1 <= len(text) <= longest:
            raise ValueError(f"string should have 1 to {longest} characters, it has {len(text)}")
        if _BLANK.fullmatch(text):
            raise ValueError("string should not be blank")
        return text

    return AfterValidator(checked)


def _described(longest: int) -> WithJsonSchema:
    pattern = r"^[\s\S]*[^\s\x00\x1c-\x1f\x85][\s\S]*$"
    return WithJsonSchema({"type": "string", "minLength": 1, "maxLength": longest, "pattern": pattern})


# Checked by hand: half of a surrogate pair is a text too, and no bound of the library takes one.
MemoryText = Annotated[str, _checked(LONGEST_MEMORY), _described(LONGEST_MEMORY)]
InputText = Annotated[str, _checked(LONGEST_INPUT), _described(LONGEST_INPUT)]

App = Annotated[
    str, Field(min_length=1, max_length=100, pattern=r"^[^\x00-\x1f\x7f]*[^\s\x00-\x1f\x7f\x85][^\x00-\x1f\x7f]*$")
]
Importance = Annotated[float, Field(ge=0, le=1)]
Status = Literal["active", "done"]
Key = Annotated[str, Field(pattern=r"^[A-Za-z0-9_.-]{1,64}$")]
Name = Annotated[str, Field(min_length=1, max_length=330, pattern=r"^[!-~]+$")]
"""A user id, or ``provider:subject``."""


def _value(given: Any) -> FactValue:
    """One check in place of a union, whose flaws would be told of every form that was not meant."""
    match given:
        case bool():
            return given
        case int() | float() if abs(given) <= _LARGEST:
            return given
        case str() if len(given) <= _LONGEST_VALUE:
            return given
        case [*parts] if len(parts) <= _LISTED and all(_is_listed(part) for part in parts):
            return tuple(parts)
    raise ValueError(_VALUES)


def _is_listed(part: Any) -> bool:
    return isinstance(part, str) and len(part) <= _LONGEST_LISTED


_VALUES = (
    f"value should be a text of at most {_LONGEST_VALUE} characters, a number of at most 10^15 either way, true, "
    f"false, or a list of at most {_LISTED} texts of at most {_LONGEST_LISTED} characters"
)
_VALUE = {
    "anyOf": [
        {"type": "string", "maxLength": _LONGEST_VALUE},
        {"type": "number", "minimum": -_LARGEST, "maximum": _LARGEST},
        {"type": "boolean"},
        {"type": "array", "items": {"type": "string", "maxLength": _LONGEST_LISTED}, "maxItems": _LISTED},
    ]
}
# The library tells which keys there may be, and leaves open whether there may be others.
_BY_KEY = Field(max_length=MOST_TOLD, json_schema_extra={"additionalProperties": False})
Value = Annotated[FactValue, PlainValidator(_value), WithJsonSchema(_VALUE)]


class NewMemoryForm(StrictForm):
    """Something to be remembered."""

    text: MemoryText
    kind: TargetType = "note"
    importance: Importance = 0.5


class MemoryChange(StrictForm):
    """What becomes different of a memory; what is not named stays."""

    text: MemoryText = ""
    kind: TargetType = "note"
    importance: Importance = 0.5
    status: Status = "active"

    @property
    def named(self) -> Mapping[str, Any]:
        """The fields that were given."""
        return {name: getattr(self, name) for name in self.model_fields_set}


class CommitmentForm(StrictForm):
    """A commitment that a program tells of."""

    text: MemoryText
    importance: Importance = 0.6
    status: Status = "active"


class Told(StrictForm):
    """What a program tells of a person, by key; null takes a key back."""

    profile: Annotated[dict[Key, Value | None], _BY_KEY] = Field(default={})
    preferences: Annotated[dict[Key, Value | None], _BY_KEY] = Field(default={})
    commitments: Annotated[dict[Key, CommitmentForm | None], _BY_KEY] = Field(default={})
