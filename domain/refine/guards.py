"""Which calls a round may not execute, and what those that it may can use (rules REACT-3, REACT-11 and CONTRACT-5)."""

from collections.abc import Collection
from typing import Any, Literal

from domain.optimise.spread_problem import SpreadSolver
from domain.refine.compile import movable
from domain.refine.limits import limits_for
from domain.refine.memory import RefineMemory
from domain.schedule.occupancy import Position
from domain.schedule.state import ScheduleState
from domain.steps import ToolCall
from domain.tools.arguments import Arguments, parse_arguments
from domain.tools.batch_move import BatchMoveArguments
from domain.tools.context import ToolContext
from domain.tools.move import MoveArguments
from domain.tools.refusal import Refused
from domain.tools.registry import find_tool
from domain.tools.results import Change, ToolResult
from domain.tools.swap import SwapArguments

Refusal = Literal[
    "TOOL_NOT_ALLOWED",
    "COMPOSITE_DISABLED",
    "BATCH_MOVE_DISABLED",
    "COMPOSITE_REQUIRED",
    "CURRENT_TASK_MISMATCH",
    "TASK_BUDGET_EXCEEDED",
    "REPEAT_FAILED_ACTION",
    "QUERY_REDUNDANT",
]

COMPOSITES = frozenset({"spread_even", "min_context_switch"})
WRITES = frozenset({"move", "swap", "batch_move"})
READS = frozenset({"query_available_slots", "query_target_tasks", "verify"})


def canonical(call: ToolCall) -> ToolCall:
    """The same call under the tool's own name, where an alias was used."""
    tool = find_tool(call.tool)
    return call if tool is None else ToolCall(tool=tool.name, arguments=call.arguments)


def refusal(call: ToolCall, memory: RefineMemory) -> Refusal | None:
    """Why a call must not be executed, None where it may be; ``call`` is canonical."""
    if call.tool not in COMPOSITES | WRITES | READS:
        return "TOOL_NOT_ALLOWED"
    if call.tool in COMPOSITES and memory.route.composite_disabled:
        return "COMPOSITE_DISABLED"
    if call.tool == "batch_move" and not batches(memory):
        return "BATCH_MOVE_DISABLED"
    if call.tool in WRITES and memory.route.required is not None and not memory.route.succeeded:
        return "COMPOSITE_REQUIRED"
    if call.tool in WRITES and memory.current not in written_tasks(call):
        return "CURRENT_TASK_MISMATCH"
    return _spent(call, memory)


def batches(memory: RefineMemory) -> bool:
    """Whether two tasks may be moved in one call: the plan says so, and the run is not in fallback mode."""
    return memory.route.batch_allowed and not memory.route.composite_disabled


def _spent(call: ToolCall, memory: RefineMemory) -> Refusal | None:
    if call.tool in WRITES and spent_on(memory, memory.current) >= memory.budgets.per_task:
        return "TASK_BUDGET_EXCEEDED"
    if _among(call, memory.failed):
        return "REPEAT_FAILED_ACTION"
    return "QUERY_REDUNDANT" if call.tool in READS and _among(call, memory.queries) else None


def _among(call: ToolCall, calls: Collection[ToolCall]) -> bool:
    """Whether the same was asked before, in whatever words: ``"34"`` for 34, a default written out, a null."""
    meant = _meaning(call)
    return any(call == other or (meant is not None and meant == _meaning(other)) for other in calls)


def _meaning(call: ToolCall) -> tuple[str, Arguments] | None:
    tool = find_tool(call.tool)
    try:
        return None if tool is None else (tool.name, parse_arguments(tool.arguments, call.arguments, "en"))
    except Refused:
        return None


def spent_on(memory: RefineMemory, task_id: int | None) -> int:
    """Writes tried on a task so far."""
    return memory.used.per_task.get(task_id, 0) if task_id is not None else 0


def written_tasks(call: ToolCall) -> tuple[Any, ...]:
    """The tasks that a basic write is about, as far as its arguments say."""
    meant = _meaning(call)
    match meant and meant[1]:
        case MoveArguments(task_id=task_id):
            return (task_id,)
        case SwapArguments(task_a=first, task_b=second):
            return first, second
        case BatchMoveArguments(moves=moves):
            return tuple(move.task_id for move in moves)
    return _said_tasks(call)


def _said_tasks(call: ToolCall) -> tuple[Any, ...]:
    """Arguments that the tool will refuse still say whose turn was meant."""
    arguments = call.arguments
    if call.tool == "batch_move":
        moves = arguments.get("moves")
        return tuple(move.get("task_id") for move in moves if isinstance(move, dict)) if isinstance(moves, list) else ()
    return tuple(arguments.get(key) for key in ("task_id", "task_a", "task_b") if key in arguments)


def free_tasks(state: ScheduleState, memory: RefineMemory) -> tuple[int, ...]:
    """What may move at all, in the order of the state: movable, not pinned, and not excluded by the request."""
    return tuple(
        task.state_id
        for task in state.tasks
        if movable(state, task) and not task.pinned and task.state_id not in memory.slice.excluded
    )


def oversteps(state: ScheduleState, memory: RefineMemory, result: ToolResult, allowed: Collection[int]) -> bool:
    """Whether a call that was tried changed another task than those allowed, or put one where its class may not stand.

    What the tool did is looked at rather than its arguments, so that no wording of them gets round it (REACT-11).
    """
    return any(
        change.task_id not in allowed or not _within_limits(state, memory, change, slot)
        for change in result.changes
        for slot in _new_places(change)
    )


def _new_places(change: Change) -> list[Position]:
    return [Position(s.day, s.slot_start, s.slot_end, change.to_host, s.mask) for s in change.to_slots]


def _within_limits(state: ScheduleState, memory: RefineMemory, change: Change, place: Position) -> bool:
    task = state.by_id[change.task_id]
    return limits_for(memory.objective.limits, task).admits(state.window, place)


def tool_context(memory: RefineMemory, solver: SpreadSolver | None = None) -> ToolContext:
    """What the tools of a run may use; who asks for classes to be grouped gives their order free (CONTRACT-5)."""
    grouped = memory.objective.mode == "group" and not memory.objective.layout and not memory.contract.held
    released = grouped or not memory.contract.keep_order
    return ToolContext(solver, memory.objective.limits, reorder_allowed=released, suggested_only=True)
