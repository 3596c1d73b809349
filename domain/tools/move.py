"""The tool that moves one task (rule TOOL-9)."""

from pydantic import Field

from domain.phrases.say import say
from domain.schedule.arrangement import arrange
from domain.schedule.sentences import hosted_text, place_text, places_text
from domain.schedule.state import ScheduleState
from domain.tools.arguments import Arguments, Number
from domain.tools.checks import check_movable, existing_task, landing, target_slot
from domain.tools.outcome import affected_days, write_result
from domain.tools.results import ToolResult


class MoveArguments(Arguments):
    """Where one task goes."""

    task_id: Number = Field(description="id of a suggested task")
    new_day: Number = Field(description="day of the window, from 1")
    new_slot_start: Number = Field(description="first section, 1 to 12")


def move(state: ScheduleState, arguments: MoveArguments) -> tuple[ScheduleState, ToolResult]:
    """Move a suggested task; inside a free host occurrence it becomes a guest, away from a host it frees it."""
    task = existing_task(state, arguments.task_id)
    check_movable(state, [task], "move")
    slot = target_slot(state, arguments.new_day, arguments.new_slot_start, task.length)
    target = landing(state, slot, {task.state_id})
    after = arrange(state, {task.state_id: target})
    place = hosted_text(state, place_text(state.locale, slot), target.host)
    origin = places_text(state.locale, task.slots)
    done = say(state.locale, "move.done", task=task.label, origin=origin, target=place)
    return after, write_result(state, after, [done, *affected_days(after, (*task.slots, slot))])
