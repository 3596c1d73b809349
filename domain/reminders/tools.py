"""The three tools of reminders as models and programs see them: arguments, values, codes (rules REMIND-10 to 16)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, RootModel
from pydantic.alias_generators import to_camel

from domain.reminders.answers import DomainCode
from domain.reminders.change import LONGEST_DELAY
from domain.reminders.wording import say
from domain.schedule.state import Locale

ToolName = Literal["schedule_create", "schedule_list", "schedule_delete"]
Delay = Annotated[int, Field(ge=1, le=LONGEST_DELAY)]

_EVERY_TOOL: Final[tuple[DomainCode, ...]] = ("corrupt_schedule_log", "persistence_uncertain", "internal_error")


class CreateArguments(BaseModel):
    """What ``schedule_create`` is given."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    prompt: Annotated[str, Field(min_length=1, description="what to remind of, in the person's own words")]
    after_seconds: Annotated[Delay, Field(description="after how many seconds it is due, counted from now")]


class ListArguments(BaseModel):
    """What ``schedule_list`` is given: nothing."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class DeleteArguments(BaseModel):
    """What ``schedule_delete`` is given."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: Annotated[str, Field(min_length=1, description="id of the reminder, as `schedule_list` gives it")]


class ReminderValue(BaseModel):
    """A reminder that waits."""

    model_config = ConfigDict(frozen=True, extra="forbid", alias_generator=to_camel, populate_by_name=True)

    id: Annotated[str, Field(description="its id, known in this session only", examples=["schedule-1"])]
    kind: Literal["after"]
    prompt: Annotated[str, Field(description="without blanks at its ends", examples=["喝水"])]
    after_seconds: Annotated[Delay, Field(description="the delay that was asked for", examples=[1800])]
    scheduled_at: Annotated[
        str, Field(description="when it is due, in UTC", examples=["2026-09-28T08:30:00.000Z"], min_length=24)
    ]
    state: Annotated[Literal["scheduled", "overdue"], Field(description="overdue from the millisecond it is due on")]
    delivery_mode: Annotated[Literal["session-local"], Field(description="only this session is told")]


class ReminderList(RootModel[tuple[ReminderValue, ...]]):
    """Every reminder that waits, in the order in which they were set."""


class DeletionValue(BaseModel):
    """What came of a deletion.

    Attributes:
        code: why nothing was deleted; not there where something was.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: Annotated[str, Field(description="the id that was asked for", examples=["schedule-1"])]
    deleted: bool
    code: Annotated[
        Literal["schedule_not_found"] | None, Field(description="that no reminder that waits has the id")
    ] = None


@dataclass(frozen=True, slots=True)
class ReminderTool:
    """A tool of a session.

    Attributes:
        arguments, value: models of what it is given and of what it answers.
        codes: the errors that it may answer with instead, beside ``INVALID_ARGS``.
    """

    name: ToolName
    arguments: type[BaseModel]
    value: type[BaseModel]
    codes: tuple[DomainCode, ...]

    def description(self, locale: Locale) -> str:
        """What the tool is for, in one sentence."""
        return say(locale, f"tool.{self.name}")

    def schema(self) -> dict[str, Any]:
        """JSON schema of the arguments."""
        return self.arguments.model_json_schema()

    def value_schema(self) -> dict[str, Any]:
        """JSON schema of the answer."""
        return self.value.model_json_schema(by_alias=True)

    def function(self, locale: Locale) -> dict[str, Any]:
        """The tool as it is offered to models that call functions."""
        about = {"name": self.name, "description": self.description(locale), "parameters": self.schema()}
        return {"type": "function", "function": about}


_ALL: Final = (
    ReminderTool(
        "schedule_create",
        CreateArguments,
        ReminderValue,
        ("invalid_prompt", "invalid_selector", "invalid_rule", "time_out_of_range", *_EVERY_TOOL),
    ),
    ReminderTool("schedule_list", ListArguments, ReminderList, _EVERY_TOOL),
    ReminderTool("schedule_delete", DeleteArguments, DeletionValue, ("invalid_rule", *_EVERY_TOOL)),
)
REMINDER_TOOLS: Final[Mapping[str, ReminderTool]] = {tool.name: tool for tool in _ALL}
"""By name. They read and write the log of a session, not a schedule state, and are run by ``services.reminders``."""
