"""What a person can do to a preview by hand, in the form in which it is asked for (rule PREVIEW-13)."""

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Discriminator, Field, Strict, Tag

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


def _whole(value: object) -> object:
    """JSON has one kind of number: 3.0 is 3. A numeral in quotes is none."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


class _Edit(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class ToolEdit(_Edit):
    """Moves something by a tool: what it names is unpinned for the call, and pinned where it then stands."""

    tool: HandTool
    arguments: Annotated[dict[str, Any], AfterValidator(_is_text)] = Field(
        description="the arguments of the tool, with the numbers of tasks that entries have as state_id",
        examples=[{"task_id": 35, "new_day": 5, "new_slot_start": 3}],
    )


Whole = BeforeValidator(_whole)
"""Makes an integer of whatever JSON writes for one; bounds stand before it, so that they reach the schema."""

Number = Annotated[int, Strict(), Field(ge=0, le=1_000_000_000, description="state_id of a task"), Whole]


class PinEdit(_Edit):
    """Lets a task stay where it is, whatever later runs do, until one names it."""

    pin: Number


class UnpinEdit(_Edit):
    """Lets later runs move a task."""

    unpin: Number


class KeepEdit(_Edit):
    """Puts a task back to where the revision before has it, and pins it there."""

    keep: Number


KINDS: Final = ("tool", "pin", "unpin", "keep")
"""The one member that tells which edit is meant."""


def _kind(edit: object) -> str | None:
    """The first kind whose member is there, so that what is wrong is told of the edit that was meant."""
    has = edit if isinstance(edit, Mapping) else vars(edit) if isinstance(edit, _Edit) else {}
    return next((kind for kind in KINDS if kind in has), None)


Edit = Annotated[
    Annotated[ToolEdit, Tag("tool")]
    | Annotated[PinEdit, Tag("pin")]
    | Annotated[UnpinEdit, Tag("unpin")]
    | Annotated[KeepEdit, Tag("keep")],
    Discriminator(
        _kind, custom_error_type="unknown_edit", custom_error_message=f"an edit has one of {', '.join(KINDS)}"
    ),
]


def action_of(edit: Edit) -> str:
    """What an edit does, in a word: the name of its tool, ``pin``, ``unpin`` or ``keep``."""
    return edit.tool if isinstance(edit, ToolEdit) else next(iter(edit.model_dump()))
