"""What a tool is to those who run it, describe it and offer it to models (rule TOOL-12)."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Generic, Literal

from domain.phrases.say import say
from domain.schedule.state import Locale, ScheduleState
from domain.tools.arguments import Model
from domain.tools.context import ToolContext
from domain.tools.results import Code, ToolResult

Outcome = tuple[ScheduleState, ToolResult]
Kind = Literal["read", "write", "composite"]

ARGUMENT_CODES: Final[tuple[Code, ...]] = ("unknown_argument", "missing_argument", "invalid_argument")
"""Every tool refuses arguments that it cannot use."""

TASK_CODES: Final[tuple[Code, ...]] = ("task_not_found", "locked", "wrong_status")
"""A task that is not there, or that no tool of that kind may write."""

PLACE_CODES: Final[tuple[Code, ...]] = ("out_of_window", "section_invalid", "slot_conflict", "host_taken")
"""A place that does not exist, or that is not free."""


@dataclass(frozen=True, slots=True)
class Tool(Generic[Model]):
    """A tool as models see it and as the registry runs it.

    Attributes:
        name: its name in snake case.
        aliases: further names that are understood and not advertised.
        kind: a read leaves every task where it is; a composite rearranges a set.
        arguments: model of its arguments.
        run: the tool itself, given what ``run_tool`` is given; it raises ``Refused``.
        codes: how it can fail, once its arguments are read.
    """

    name: str
    aliases: tuple[str, ...]
    kind: Kind
    arguments: type[Model]
    run: Callable[[ScheduleState, Model, ToolContext], Outcome]
    codes: tuple[Code, ...] = ()

    def description(self, locale: Locale) -> str:
        """What the tool is for, in one sentence."""
        return say(locale, f"tool.{self.name}")

    def schema(self) -> dict[str, Any]:
        """JSON schema of the arguments."""
        return self.arguments.model_json_schema()

    def function(self, locale: Locale) -> dict[str, Any]:
        """The tool as it is offered to models that call functions."""
        about = {"name": self.name, "description": self.description(locale), "parameters": self.schema()}
        return {"type": "function", "function": about}
