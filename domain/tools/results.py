"""What every tool returns (rules TOOL-1 to TOOL-4)."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from domain.schedule.state import Slot

Code = Literal[
    "ok",
    "unknown_tool",
    "unknown_argument",
    "missing_argument",
    "invalid_argument",
    "task_not_found",
    "wrong_status",
    "locked",
    "pinned",
    "out_of_window",
    "section_invalid",
    "slot_conflict",
    "host_taken",
    "span_mismatch",
    "batch_limit",
    "reorder_not_allowed",
    "queue_empty",
    "not_enough_slots",
]


class Change(BaseModel):
    """One task before and after a write."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    task_id: int
    name: str
    from_slots: tuple[Slot, ...]
    to_slots: tuple[Slot, ...]
    from_host: int | None = None
    to_host: int | None = None


class ObjectiveReport(BaseModel):
    """What a composite tool optimised.

    Attributes:
        before, after: the objective's terms in order of weight; smaller is better.
        moved: tasks that changed place, out of ``of``.
        optimal: True only where it is proved.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    before: tuple[int, ...]
    after: tuple[int, ...]
    moved: int
    of: int
    optimal: bool


class ToolResult(BaseModel):
    """Outcome of one tool call. ``text`` is what people and models read; ``data`` is the same for programs."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    ok: bool
    code: Code
    text: str
    changes: tuple[Change, ...] = ()
    objective: ObjectiveReport | None = None
    data: dict[str, Any] | None = None
