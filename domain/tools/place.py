"""The tool that places one waiting task (rule TOOL-9)."""

from pydantic import Field

from domain.phrases.say import say
from domain.schedule.arrangement import arrange
from domain.schedule.sentences import hosted_text, place_text
from domain.schedule.state import ScheduleState
from domain.tools.arguments import Arguments, Number
from domain.tools.checks import check_pending, check_unpinned, existing_task, landing, target_slot
from domain.tools.outcome import affected_days, pending_left, write_result
from domain.tools.results import ToolResult


class PlaceArguments(Arguments):
    """Where one task goes."""

    task_id: Number = Field(description="id of a pending task")
    day: Number = Field(description="day of the window, from 1")
    slot_start: Number = Field(description="first section, 1 to 12")


def place(state: ScheduleState, arguments: PlaceArguments) -> tuple[ScheduleState, ToolResult]:
    """Place a pending task, which becomes a suggested one; inside a free host occurrence it is a guest."""
    task = existing_task(state, arguments.task_id)
    check_pending(state, task)
    check_unpinned(state, task)
    slot = target_slot(state, arguments.day, arguments.slot_start, task.length)
    target = landing(state, slot, ())
    after = arrange(state, {task.state_id: target})
    key = "place.done" if target.host is None else "place.embedded"
    where = hosted_text(state, place_text(state.locale, slot), target.host)
    done = say(state.locale, key, task=task.label, target=where)
    return after, write_result(state, after, [done, *affected_days(after, [slot]), pending_left(after)])
