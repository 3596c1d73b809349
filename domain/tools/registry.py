"""The registry: every tool by name, and the one way to run them (rules TOOL-1, TOOL-2 and TOOL-12)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Generic, Literal

from domain.phrases.say import joined, say
from domain.schedule.state import Locale, ScheduleState
from domain.tools.arguments import Model, parse_arguments, quoted
from domain.tools.context import PLAIN, ToolContext
from domain.tools.move import MoveArguments, move
from domain.tools.query_available_slots import QueryAvailableSlotsArguments, query_available_slots
from domain.tools.query_target_tasks import QueryTargetTasksArguments, query_target_tasks
from domain.tools.queue import (
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
from domain.tools.verify import VerifyArguments, verify

Outcome = tuple[ScheduleState, ToolResult]
Kind = Literal["read", "write", "composite"]


@dataclass(frozen=True, slots=True)
class Tool(Generic[Model]):
    """A tool as models see it and as the registry runs it.

    Attributes:
        name: its name in snake case.
        aliases: further names that are understood and not advertised.
        kind: a read leaves every task where it is; a composite rearranges a set.
        arguments: model of its arguments.
        run: the tool itself, given what ``run_tool`` is given; it raises ``Refused``.
    """

    name: str
    aliases: tuple[str, ...]
    kind: Kind
    arguments: type[Model]
    run: Callable[[ScheduleState, Model, ToolContext], Outcome]

    def description(self, locale: Locale) -> str:
        """What the tool is for, in one sentence."""
        return say(locale, f"tool.{self.name}")

    def schema(self) -> dict[str, Any]:
        """JSON schema of the arguments."""
        return self.arguments.model_json_schema()


def _simple(run: Callable[[ScheduleState, Model], Outcome]) -> Callable[[ScheduleState, Model, ToolContext], Outcome]:
    return lambda state, arguments, _context: run(state, arguments)


_ALL: Final[tuple[Tool[Any], ...]] = (
    Tool(
        "query_available_slots",
        ("QueryAvailableSlots", "GetAvailableSlots"),
        "read",
        QueryAvailableSlotsArguments,
        _simple(query_available_slots),
    ),
    Tool("query_target_tasks", ("QueryTargetTasks",), "read", QueryTargetTasksArguments, _simple(query_target_tasks)),
    Tool("move", ("Move",), "write", MoveArguments, _simple(move)),
    Tool("queue_pop_head", (), "read", QueuePopHeadArguments, _simple(queue_pop_head)),
    Tool("queue_apply_head_move", (), "write", QueueApplyHeadMoveArguments, _simple(queue_apply_head_move)),
    Tool("queue_skip_head", (), "read", QueueSkipHeadArguments, _simple(queue_skip_head)),
    Tool("queue_status", (), "read", QueueStatusArguments, _simple(queue_status)),
    Tool("spread_even", ("SpreadEven",), "composite", SpreadEvenArguments, spread_even),
    Tool("verify", ("Verify",), "read", VerifyArguments, _simple(verify)),
)
TOOLS: Final[Mapping[str, Tool[Any]]] = {tool.name: tool for tool in _ALL}
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
