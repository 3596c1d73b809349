"""Calls of tools as runs make and tell them: in the language of the message, days by their names (rule REACT-15)."""

import re
from typing import Final

from domain.optimise.spread_problem import SpreadSolver
from domain.refine.guards import tool_context
from domain.refine.memory import RefineMemory
from domain.refine.prompts.facts import day_label
from domain.schedule.state import Locale, ScheduleState
from domain.steps import ToolCall
from domain.tools.registry import run_tool
from domain.tools.results import ToolResult

_DAY: Final[dict[Locale, re.Pattern[str]]] = {
    "zh-CN": re.compile(r"第(\d+)天"),
    "en": re.compile(r"\b[Dd]ay (\d+)\b"),
}


def called(
    state: ScheduleState, memory: RefineMemory, call: ToolCall, solver: SpreadSolver | None = None
) -> tuple[ScheduleState, ToolResult]:
    """Run a tool. It never raises; the plan keeps its own language.

    Args:
        state: the plan.
        memory: of the run, whose language counts.
        call: the tool and its arguments.
        solver: for a composite.
    """
    spoken = speaking(state, memory)
    after, result = run_tool(spoken, call.tool, call.arguments, tool_context(memory, solver))
    kept = state if after is spoken else after.model_copy(update={"locale": state.locale})
    return kept, result.model_copy(update={"text": with_days_named(result.text, state, memory.locale)})


def speaking(state: ScheduleState, memory: RefineMemory) -> ScheduleState:
    """The same plan, whose sentences are in the language of the message."""
    return state.model_copy(update={"locale": memory.locale})


def with_days_named(text: str, state: ScheduleState, locale: Locale) -> str:
    """A text of a tool with week and weekday in place of the number of a day; names of tasks stay as they are."""
    pattern = _DAY[locale]
    names = sorted({task.name for task in state.tasks if pattern.search(task.name)}, key=len, reverse=True)
    whole = re.compile("|".join([*map(re.escape, names), pattern.pattern]))

    def named(found: re.Match[str]) -> str:
        day = found[1]
        if day is None or not 1 <= int(day) <= state.window.total_days:
            return found[0]
        name = day_label(state.window, int(day), locale)
        return name[0].upper() + name[1:] if found[0][0].isupper() else name

    return whole.sub(named, text)
