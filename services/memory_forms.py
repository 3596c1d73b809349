"""Memories, inputs and what programs tell of a person, as they are given (rules MEMORY-2, MEMORY-8 and MEMORY-11)."""

import re
from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, Strict, WithJsonSchema

from domain.context.plan.contract import TargetType
from services.class_forms import StrictForm

LONGEST_MEMORY = 2_000
LONGEST_INPUT = 10_000
MOST_TOLD = 100
"""How many keys of a section one ingest tells."""

_LARGEST = 1e15
_LISTED = 20
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
Importance = Annotated[float, Field(ge=0, le=1, strict=False)]
Status = Literal["active", "done"]
Key = Annotated[str, Field(pattern=r"^[A-Za-z0-9_.-]{1,64}$")]
Name = Annotated[str, Field(min_length=1, max_length=330, pattern=r"^[!-~]+$")]
"""A user id, or ``provider:subject``."""

_Line = Annotated[str, Field(max_length=500)]
_Entry = Annotated[str, Field(max_length=200)]
_Lines = Annotated[tuple[_Entry, ...], Strict(False), Field(max_length=_LISTED)]
_Whole = Annotated[int, Field(ge=-int(_LARGEST), le=int(_LARGEST))]
_Number = Annotated[float, Field(ge=-_LARGEST, le=_LARGEST)]
# The library tells which keys there may be, and leaves open whether there may be others.
_BY_KEY = Field(max_length=MOST_TOLD, json_schema_extra={"additionalProperties": False})
Value = _Line | bool | _Whole | _Number | _Lines


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
