"""Which calls a round may not execute, and what those that it may can use (rules REACT-3 and CONTRACT-5)."""

from typing import Any, Literal

from domain.optimise.spread_problem import SpreadSolver
from domain.refine.memory import RefineMemory
from domain.steps import ToolCall
from domain.tools.context import ToolContext
from domain.tools.registry import find_tool

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
    if call.tool == "batch_move" and not memory.route.batch_allowed:
        return "BATCH_MOVE_DISABLED"
    if call.tool in WRITES and memory.route.required is not None and not memory.route.succeeded:
        return "COMPOSITE_REQUIRED"
    if call.tool in WRITES and memory.current not in written_tasks(call):
        return "CURRENT_TASK_MISMATCH"
    return _spent(call, memory)


def _spent(call: ToolCall, memory: RefineMemory) -> Refusal | None:
    if call.tool in WRITES and spent_on(memory, memory.current) >= memory.budgets.per_task:
        return "TASK_BUDGET_EXCEEDED"
    if call in memory.failed:
        return "REPEAT_FAILED_ACTION"
    return "QUERY_REDUNDANT" if call.tool in READS and call in memory.queries else None


def spent_on(memory: RefineMemory, task_id: int | None) -> int:
    """Writes tried on a task so far."""
    return memory.used.per_task.get(task_id, 0) if task_id is not None else 0


def written_tasks(call: ToolCall) -> tuple[Any, ...]:
    """The tasks that a basic write is about, as far as its arguments say."""
    arguments = call.arguments
    if call.tool == "batch_move":
        moves = arguments.get("moves")
        return tuple(move.get("task_id") for move in moves if isinstance(move, dict)) if isinstance(moves, list) else ()
    return tuple(arguments.get(key) for key in ("task_id", "task_a", "task_b") if key in arguments)


def tool_context(memory: RefineMemory, solver: SpreadSolver | None = None) -> ToolContext:
    """What the tools of a run may use; who asks for classes to be grouped gives their order free (CONTRACT-5)."""
    released = memory.objective.mode == "group" or not memory.contract.keep_order
    return ToolContext(solver, memory.objective.limits, reorder_allowed=released, suggested_only=True)
