"""The tool that looks for tasks and queues them (rule TOOL-8)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.schedule.state import ScheduleState, Task, TaskQueue
from domain.term.calendar import SECTIONS_PER_DAY
from domain.tools.arguments import Flag, Limit, TaskIds, Word
from domain.tools.checks import existing_task
from domain.tools.filters import RangeFilters
from domain.tools.order import in_order
from domain.tools.outcome import json_result
from domain.tools.results import ToolResult
from domain.tools.rows import task_row


class QueryTargetTasksArguments(RangeFilters):
    """Which tasks are looked for, and whether they are queued."""

    status: Literal["existing", "suggested", "pending", "all"] = Field("suggested", description="one status or all")
    category: Word | None = Field(None, description="name of a class")
    task_ids: TaskIds = Field((), description="only these tasks")
    limit: Limit = Field(16, description="most tasks to return")
    enqueue: Flag = Field(True, description="add the tasks to the queue")
    reset_queue: Flag = Field(False, description="empty the queue first")


def query_target_tasks(state: ScheduleState, arguments: QueryTargetTasksArguments) -> tuple[ScheduleState, ToolResult]:
    """The tasks that pass, by day, start and id, pending ones last in class order; courses are no tasks."""
    found = _targets(state, arguments)[: arguments.limit]
    queue = TaskQueue() if arguments.reset_queue else state.queue
    new = _not_queued(queue, found) if arguments.enqueue else ()
    queue = queue.model_copy(update={"pending": (*queue.pending, *new)})
    report = {
        "tool": "query_target_tasks",
        "count": len(found),
        "task_ids": [task.state_id for task in found],
        "enqueued": len(new),
        "pending_count": len(queue.pending),
        "tasks": [task_row(state, task) for task in found],
    }
    return (state if queue == state.queue else state.with_queue(queue)), json_result(report)


def _targets(state: ScheduleState, arguments: QueryTargetTasksArguments) -> list[Task]:
    named = {existing_task(state, task_id).state_id for task_id in arguments.task_ids}
    days = arguments.allowed_days(state)
    found = [
        task
        for task in state.tasks
        if not task.is_course
        and arguments.status in ("all", task.status)
        and arguments.category in (None, task.category)
        and (not named or task.state_id in named)
        and _stands_there(task, arguments, days)
    ]
    return in_order(found)


def _stands_there(task: Task, arguments: QueryTargetTasksArguments, days: tuple[int, ...]) -> bool:
    """Whether a slot of the task passes the filters; without a slot it passes only where nothing is filtered."""
    if not task.slots:
        return not arguments.restricts
    low, high = arguments.exact or (1, SECTIONS_PER_DAY)
    return any(
        slot.day in days and arguments.admits(slot) and low <= slot.slot_start and slot.slot_end <= high
        for slot in task.slots
    )


def _not_queued(queue: TaskQueue, tasks: Iterable[Task]) -> tuple[int, ...]:
    seen = queue.members
    return tuple(task.state_id for task in tasks if task.state_id not in seen)
