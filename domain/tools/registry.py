"""The registry: every tool by name, and the one way to run them (rules TOOL-1, TOOL-2 and TOOL-12)."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from domain.phrases.say import joined, say
from domain.reminders.tools import REMINDER_TOOLS, ReminderTool
from domain.schedule.state import ScheduleState
from domain.tools.arguments import Model, parse_arguments, quoted
from domain.tools.batch_move import BatchMoveArguments, batch_move
from domain.tools.context import PLAIN, ToolContext
from domain.tools.get_overview import GetOverviewArguments, get_overview
from domain.tools.get_task_info import GetTaskInfoArguments, get_task_info
from domain.tools.list_tasks import ListTasksArguments, list_tasks
from domain.tools.min_context_switch import MinContextSwitchArguments, min_context_switch
from domain.tools.move import MoveArguments, move
from domain.tools.place import PlaceArguments, place
from domain.tools.query_available_slots import QueryAvailableSlotsArguments, query_available_slots
from domain.tools.query_range import QueryRangeArguments, query_range
from domain.tools.query_target_tasks import QueryTargetTasksArguments, query_target_tasks
from domain.tools.queue import (
    HEAD_REFUSALS,
    QueueApplyHeadMoveArguments,
    QueuePopHeadArguments,
    QueueSkipHeadArguments,
    QueueStatusArguments,
    queue_apply_head_move,
    queue_pop_head,
    queue_skip_head,
    queue_status,
)
from domain.tools.refusal import Refused
from domain.tools.results import ToolResult
from domain.tools.spread_even import SpreadEvenArguments, spread_even
from domain.tools.swap import SwapArguments, swap
from domain.tools.tool import PLACE_CODES, TASK_CODES, Outcome, Tool
from domain.tools.unplace import UnplaceArguments, unplace
from domain.tools.verify import VerifyArguments, verify


def _simple(run: Callable[[ScheduleState, Model], Outcome]) -> Callable[[ScheduleState, Model, ToolContext], Outcome]:
    return lambda state, arguments, _context: run(state, arguments)


_ALL: Final[tuple[Tool[Any], ...]] = (
    Tool("get_overview", (), "read", GetOverviewArguments, _simple(get_overview)),
    Tool(
        "query_range", ("TimeAvailable",), "read", QueryRangeArguments, _simple(query_range), codes=("out_of_window",)
    ),
    Tool(
        "query_available_slots",
        ("QueryAvailableSlots", "GetAvailableSlots"),
        "read",
        QueryAvailableSlotsArguments,
        _simple(query_available_slots),
        codes=("out_of_window",),
    ),
    Tool("list_tasks", (), "read", ListTasksArguments, _simple(list_tasks)),
    Tool("get_task_info", (), "read", GetTaskInfoArguments, _simple(get_task_info), codes=("task_not_found",)),
    Tool(
        "query_target_tasks",
        ("QueryTargetTasks",),
        "read",
        QueryTargetTasksArguments,
        _simple(query_target_tasks),
        codes=("task_not_found", "out_of_window"),
    ),
    Tool("verify", ("Verify",), "read", VerifyArguments, _simple(verify), codes=("task_not_found",)),
    Tool(
        "place",
        (),
        "write",
        PlaceArguments,
        _simple(place),
        codes=("task_not_found", "wrong_status", "pinned", *PLACE_CODES),
    ),
    Tool("move", ("Move",), "write", MoveArguments, _simple(move), codes=(*TASK_CODES, "pinned", *PLACE_CODES)),
    Tool(
        "swap", ("Swap",), "write", SwapArguments, swap, codes=(*TASK_CODES, "pinned", "span_mismatch", "slot_conflict")
    ),
    Tool(
        "batch_move",
        ("BatchMove",),
        "write",
        BatchMoveArguments,
        _simple(batch_move),
        codes=("batch_limit", *TASK_CODES, "pinned", *PLACE_CODES),
    ),
    Tool("unplace", (), "write", UnplaceArguments, unplace, codes=(*TASK_CODES, "pinned")),
    Tool("queue_pop_head", (), "read", QueuePopHeadArguments, _simple(queue_pop_head)),
    Tool(
        "queue_apply_head_move",
        (),
        "write",
        QueueApplyHeadMoveArguments,
        _simple(queue_apply_head_move),
        codes=("queue_empty", *HEAD_REFUSALS),
    ),
    Tool("queue_skip_head", (), "read", QueueSkipHeadArguments, _simple(queue_skip_head), codes=("queue_empty",)),
    Tool("queue_status", (), "read", QueueStatusArguments, _simple(queue_status)),
    Tool(
        "spread_even",
        ("SpreadEven",),
        "composite",
        SpreadEvenArguments,
        spread_even,
        codes=(*TASK_CODES, "out_of_window", "not_enough_slots"),
    ),
    Tool(
        "min_context_switch",
        ("MinContextSwitch",),
        "composite",
        MinContextSwitchArguments,
        min_context_switch,
        codes=(*TASK_CODES, "reorder_not_allowed"),
    ),
)
TOOLS: Final[Mapping[str, Tool[Any]]] = {tool.name: tool for tool in _ALL}
SESSION_TOOLS: Final[Mapping[str, ReminderTool]] = REMINDER_TOOLS
"""The tools of a session, which work on its log and need no schedule state; they are run where that log is."""

_BY_ANY_NAME: Final = {name: tool for tool in _ALL for name in (tool.name, *tool.aliases)}


def find_tool(name: str) -> Tool[Any] | None:
    """The tool of that name or alias."""
    return _BY_ANY_NAME.get(name)


def run_tool(state: ScheduleState, name: str, arguments: Mapping[str, Any], context: ToolContext = PLAIN) -> Outcome:
    """Run a tool. It never raises: whatever cannot be done is a result with ``ok`` false and the very same state.

    Only ``queue_apply_head_move`` counts a refused move in the queue of the state (rule TOOL-15).

    Args:
        state: the schedule, taken to hold every invariant.
        name: name or alias of the tool.
        arguments: as a model gives them; they are checked here and nowhere else.
        context: what the caller allows and supplies.
    """
    tool = find_tool(name)
    if tool is None:
        text = say(state.locale, "unknown_tool", name=quoted(name), known=joined(state.locale, list(TOOLS)))
        return state, ToolResult(ok=False, code="unknown_tool", text=text)
    try:
        return tool.run(state, parse_arguments(tool.arguments, arguments, state.locale), context)
    except Refused as refusal:
        return state, _failed(state, tool, refusal)


def _failed(state: ScheduleState, tool: Tool[Any], refusal: Refused) -> ToolResult:
    lines = [refusal.sentence(state.locale, tool.name), *refusal.facts]
    return ToolResult(ok=False, code=refusal.code, text="\n".join(lines))
