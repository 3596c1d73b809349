"""What one ledgered step of a run yields (rules RUN-1 to RUN-4)."""

from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeVar

from pydantic import BaseModel, ConfigDict

from domain.events import StageEvent
from domain.schedule.state import ScheduleState
from domain.tools.results import ToolResult

DecidedBy = Literal["rules", "policy", "model", "person"]
MoveRule = Literal[
    "placement", "spread_even", "min_context_switch", "move", "order", "repair", "by_hand", "kept", "stepped_back"
]

Memory = TypeVar("Memory", bound=BaseModel)


class MoveNote(BaseModel):
    """Why a task stands where it stands; the last step that moved it leaves the note that counts.

    Attributes:
        rule: what moved it.
        decided_by: who chose the move.
        clause: the words of the request that asked for it, empty where none did.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    task_id: int
    rule: MoveRule
    decided_by: DecidedBy
    clause: str = ""


class ToolCall(BaseModel):
    """A tool by name with its arguments."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    tool: str
    arguments: dict[str, Any]


@dataclass(frozen=True, slots=True)
class NodeResult(Generic[Memory]):
    """Outcome of one node or round, before it is stored.

    Attributes:
        state: the schedule after the step.
        memory: what later nodes need to know.
        verdict: the word on which the workflow branches.
        brief: one line for operators, at most 300 characters, without a word of the person: Temporal keeps it.
        events: what watchers are told, in order.
        decided_by: who gave the answer behind the step.
        call, result: the tool call executed in the step and its outcome, if there was one.
    """

    state: ScheduleState
    memory: Memory
    verdict: str
    brief: str
    events: tuple[StageEvent, ...]
    decided_by: DecidedBy = "rules"
    call: ToolCall | None = None
    result: ToolResult | None = None
