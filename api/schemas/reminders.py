"""Reminders as programs see them; what is answered are the values of the reminder tools (rules REMIND-13 to 15)."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, WithJsonSchema

from domain.reminders.change import LONGEST_DELAY
from domain.reminders.tools import DeletionValue, ReminderValue

__all__ = ["DeletionValue", "ReminderDraft", "ReminderValue"]

MOST_CHARACTERS = 10_000
"""How long a prompt may be over HTTP; the log takes any length."""

# Blanks, bounds and further members are the tool's to refuse, with codes of its own (rule REMIND-10).
_Prompt = Annotated[
    str,
    Field(max_length=MOST_CHARACTERS, pattern=r"^[^\x00]*$"),
    WithJsonSchema({"type": "string", "maxLength": MOST_CHARACTERS, "pattern": r"^[^\x00]*[^\s\x00][^\x00]*$"}),
]
_Delay = Annotated[int | float, WithJsonSchema({"type": "integer", "minimum": 1, "maximum": LONGEST_DELAY})]


class ReminderDraft(BaseModel):
    """A reminder to be set, told once, so many seconds from now."""

    model_config = ConfigDict(
        frozen=True,
        extra="allow",
        strict=True,
        json_schema_extra={"additionalProperties": False, "examples": [{"prompt": "喝水", "after_seconds": 1800}]},
    )

    prompt: _Prompt
    after_seconds: _Delay
