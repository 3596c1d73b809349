"""The tool that takes one task back (rule TOOL-9)."""

from collections.abc import Sequence

from pydantic import Field

from domain.phrases.say import joined, say
from domain.schedule.arrangement import withdraw
from domain.schedule.sentences import places_text
from domain.schedule.state import ScheduleState, Task
from domain.tools.arguments import Arguments, Number
from domain.tools.checks import check_releasable, existing_task
from domain.tools.context import ToolContext
from domain.tools.outcome import affected_days, pending_left, write_result
from domain.tools.results import ToolResult


class UnplaceArguments(Arguments):
    """Which task is taken back."""

    task_id: Number = Field(description="id of a suggested or existing task that is no course")


def unplace(
    state: ScheduleState, arguments: UnplaceArguments, context: ToolContext
) -> tuple[ScheduleState, ToolResult]:
    """Make a placed task wait again; the guests of a host wait with it and are checked after it."""
    task = existing_task(state, arguments.task_id)
    guests = [state.by_id[guest] for guest in task.guests]
    check_releasable(state, [task], "unplace", context)
    check_releasable(state, guests, "unplace", context)
    after = withdraw(state, [task, *guests])
    lines = [*_told(state, task, guests), *affected_days(after, task.slots), pending_left(after)]
    return after, write_result(state, after, lines)


def _told(state: ScheduleState, task: Task, guests: Sequence[Task]) -> list[str]:
    origin = places_text(state.locale, task.slots)
    done = say(state.locale, "unplace.done", task=task.label, origin=origin)
    names = [guest.label for guest in guests]
    return [done, say(state.locale, "unplace.guests", tasks=joined(state.locale, names))] if names else [done]
