"""Tools that look for free slots and for tasks (rules TOOL-7 and TOOL-8)."""

from collections.abc import Iterable
from itertools import groupby
from typing import Annotated, Any, Literal

from pydantic import AliasChoices, Field, Strict

from domain.schedule.occupancy import Position, positions
from domain.schedule.state import ScheduleState, Slot, Task, TaskQueue, class_key, class_rank
from domain.term.calendar import SECTIONS_PER_DAY
from domain.tools.arguments import Flag, Listed, Numeric, TaskIds, Word
from domain.tools.checks import existing_task
from domain.tools.filters import RangeFilters
from domain.tools.outcome import json_result
from domain.tools.results import ToolResult

SlotType = Literal["pure", "empty", "strict", "embedded_candidate"]
Limit = Annotated[int, Strict(), Field(ge=1, le=200), Numeric]
Span = Annotated[int, Strict(), Field(ge=1, le=SECTIONS_PER_DAY), Numeric]


class QueryAvailableSlotsArguments(RangeFilters):
    """Which free slots are looked for."""

    span: Span = Field(2, validation_alias=AliasChoices("span", "duration"), description="consecutive sections needed")
    limit: Limit = Field(12, description="most slots to return")
    allow_embed: Flag = Field(True, description="fill up with slots inside embeddable courses")
    slot_type: SlotType | None = Field(None, description="pure, empty and strict keep to empty slots")
    slot_types: Annotated[tuple[SlotType, ...], Listed] = Field((), description="as slot_type")

    @property
    def length(self) -> int:
        """Consecutive sections looked for; an exact range overrides ``span``."""
        return self.span if self.exact is None else self.exact[1] - self.exact[0] + 1

    @property
    def embeds(self) -> bool:
        """Whether slots inside embeddable courses may be returned."""
        return self.allow_embed and not {"pure", "empty", "strict"} & {self.slot_type, *self.slot_types}


def query_available_slots(
    state: ScheduleState, arguments: QueryAvailableSlotsArguments
) -> tuple[ScheduleState, ToolResult]:
    """Candidate slots: empty ones first, embeddable ones only for what is missing to the limit."""
    found = _candidates(state, arguments)
    empty = [place for place in found if place.host is None][: arguments.limit]
    hosted = [place for place in found if place.host is not None][: arguments.limit - len(empty)]
    week_from, week_to = arguments.week_bounds
    report = {
        "tool": "query_available_slots",
        "count": len(empty) + len(hosted),
        "strict_count": len(empty),
        "embedded_count": len(hosted),
        "fallback_used": bool(hosted),
        "day_scope": arguments.day_scope,
        "day_of_week": list(arguments.day_of_week),
        "week_filter": list(arguments.weeks),
        "week_from": week_from,
        "week_to": week_to,
        "span": arguments.length,
        "allow_embed": arguments.embeds,
        "exclude_sections": list(arguments.exclude_sections),
        "slots": [_candidate_row(state, place) for place in (*empty, *hosted)],
    }
    return state, json_result(report)


def _candidates(state: ScheduleState, arguments: QueryAvailableSlotsArguments) -> list[Position]:
    days = arguments.allowed_days(state)
    passing = [
        place
        for place in positions(state, arguments.length, allow_embed=arguments.embeds)
        if place.day in days and arguments.admits(place.slot) and arguments.exact in (None, (place.start, place.end))
    ]
    by_pool = sorted(passing, key=lambda place: (place.day, place.host is not None))
    return [place for _, pool in groupby(by_pool, key=lambda p: (p.day, p.host is None)) for place in _aligned(pool)]


def _aligned(places: Iterable[Position]) -> list[Position]:
    """Those that start a standard segment; where a day has none of them, all."""
    found = list(places)
    return [place for place in found if place.start % 2 == 1] or found


def _candidate_row(state: ScheduleState, place: Position) -> dict[str, Any]:
    slot_type = "empty" if place.host is None else "embedded_candidate"
    return {**slot_row(state, place.slot), "slot_type": slot_type}


def slot_row(state: ScheduleState, slot: Slot) -> dict[str, Any]:
    """A slot with its place in the term."""
    at = state.window.place(slot.day)
    place = {"day": slot.day, "week": at.week, "day_of_week": at.day_of_week}
    return {**place, "slot_start": slot.slot_start, "slot_end": slot.slot_end}


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
    return sorted(found, key=_target_order)


def _stands_there(task: Task, arguments: QueryTargetTasksArguments, days: tuple[int, ...]) -> bool:
    """Whether a slot of the task passes the filters; without a slot it passes only where nothing is filtered."""
    if not task.slots:
        return not arguments.restricts
    low, high = arguments.exact or (1, SECTIONS_PER_DAY)
    return any(
        slot.day in days and arguments.admits(slot) and low <= slot.slot_start and slot.slot_end <= high
        for slot in task.slots
    )


def _target_order(task: Task) -> tuple[Any, ...]:
    if task.slots:
        return (0, task.slots[0].day, task.slots[0].slot_start, task.state_id)
    return (1, class_key(task), *class_rank(task))


def _not_queued(queue: TaskQueue, tasks: Iterable[Task]) -> tuple[int, ...]:
    seen = {*queue.pending, *queue.completed, *queue.skipped, queue.current}
    return tuple(task.state_id for task in tasks if task.state_id not in seen)


def task_row(state: ScheduleState, task: Task) -> dict[str, Any]:
    """A task as programs and models see it: never by its source."""
    row: dict[str, Any] = {"task_id": task.state_id, "name": task.name, "status": task.status}
    row["category"] = task.category
    if task.status == "pending":
        row["duration"] = task.length
    return {**row, "slots": [slot_row(state, slot) for slot in task.slots]}
