"""The tool that checks a state against every invariant (rule TOOL-11)."""

from pydantic import Field

from domain.phrases.say import say
from domain.schedule.invariants import breaches, order_breaches
from domain.schedule.state import ScheduleState
from domain.tools.arguments import Arguments, Flag, TaskIds
from domain.tools.checks import existing_task
from domain.tools.results import ToolResult


class VerifyArguments(Arguments):
    """What is checked besides the invariants."""

    check_order: Flag = Field(False, description="check class order too")
    task_ids: TaskIds = Field((), description="check the order of these tasks only")


def verify(state: ScheduleState, arguments: VerifyArguments) -> tuple[ScheduleState, ToolResult]:
    """Every breach, one a line; the call itself succeeds either way."""
    named = [existing_task(state, task_id).state_id for task_id in arguments.task_ids]
    found = breaches(state)
    if arguments.check_order:
        found += order_breaches(state, named or None)
    data = {
        "passed": not found,
        "breaches": [{"rule": b.rule, "task_ids": list(b.task_ids), "text": b.text} for b in found],
    }
    heading = say(state.locale, "verify.breaches" if found else "verify.passed", count=len(found))
    text = "\n".join([heading, *(breach.text for breach in found)])
    return state, ToolResult(ok=True, code="ok", text=text, data=data)
