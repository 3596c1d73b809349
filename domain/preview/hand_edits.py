"""What a person can do to a preview by hand, in the form in which it is asked for (rule PREVIEW-13)."""

from typing import Annotated, Any, Final, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from domain.canonical import digest

HandTool = Literal["place", "move", "swap", "unplace", "batch_move"]
"""The tools that a hand uses."""

MOST_EDITS: Final = 50


def _is_text(arguments: dict[str, Any]) -> dict[str, Any]:
    try:
        digest(arguments)
    except ValueError:
        raise ValueError("they hold a character that is none") from None
    return arguments


class _Edit(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class ToolEdit(_Edit):
    """Moves something by a tool: what it names is unpinned for the call, and pinned where it then stands."""

    tool: HandTool
    arguments: Annotated[dict[str, Any], AfterValidator(_is_text)] = Field(
        description="the arguments of the tool, with the numbers of tasks that entries have as state_id",
        examples=[{"task_id": 35, "new_day": 5, "new_slot_start": 3}],
    )


Number = Annotated[int, Field(ge=0, le=1_000_000_000, strict=True, description="state_id of a task")]


class PinEdit(_Edit):
    """Lets a task stay where it is, whatever later runs do, until one names it."""

    pin: Number


class UnpinEdit(_Edit):
    """Lets later runs move a task."""

    unpin: Number


class KeepEdit(_Edit):
    """Puts a task back to where the revision before has it, and pins it there."""

    keep: Number


Edit = ToolEdit | PinEdit | UnpinEdit | KeepEdit


def action_of(edit: Edit) -> str:
    """What an edit does, in a word: the name of its tool, ``pin``, ``unpin`` or ``keep``."""
    return edit.tool if isinstance(edit, ToolEdit) else next(iter(edit.model_dump()))
