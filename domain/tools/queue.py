"""The tools that work off the queue, one task at a time (rule TOOL-15)."""

from typing import Any, Final

from pydantic import Field

from domain.schedule.state import ATTEMPTS_PER_HEAD, ScheduleState, Task, TaskQueue
from domain.tools.arguments import Arguments, Number, Word
from domain.tools.move import MoveArguments, move
from domain.tools.outcome import json_result
from domain.tools.refusal import Refused, refused
from domain.tools.results import Code
from domain.tools.rows import slot_row
from domain.tools.tool import PLACE_CODES, Outcome

HEAD_REFUSALS: Final[tuple[Code, ...]] = ("locked", "wrong_status", "pinned", *PLACE_CODES)
"""Refusals of a move that count as an attempt on the head."""

_OUT_OF_ATTEMPTS = "attempts"


class QueuePopHeadArguments(Arguments):
    """No arguments."""


class QueueApplyHeadMoveArguments(Arguments):
    """Where the current task goes."""

    new_day: Number = Field(description="day of the window, from 1")
    new_slot_start: Number = Field(description="first section, 1 to 12")


class QueueSkipHeadArguments(Arguments):
    """Why the current task is given up."""

    reason: Word | None = Field(None, description="why, in a few words")


class QueueStatusArguments(Arguments):
    """No arguments."""


def queue_pop_head(state: ScheduleState, _arguments: QueuePopHeadArguments) -> Outcome:
    """Make the first waiting task the current one, or tell the one that already is."""
    queue = state.queue.with_head()
    current = None if queue.current is None else _head_row(state, state.by_id[queue.current])
    report = {
        "tool": "queue_pop_head",
        "has_head": current is not None,
        "pending_count": len(queue.pending),
        "current": current,
    }
    return _queued(state, queue), json_result(report)


def queue_apply_head_move(state: ScheduleState, arguments: QueueApplyHeadMoveArguments) -> Outcome:
    """Move the current task as ``move`` does; a refused move is counted in the queue, and the third is the last.

    Raises:
        Refused: ``queue_empty``.
    """
    task_id = _current(state)
    wanted = MoveArguments(task_id=task_id, new_day=arguments.new_day, new_slot_start=arguments.new_slot_start)
    try:
        after, moved = move(state, wanted)
    except Refused as refusal:
        if refusal.code not in HEAD_REFUSALS:
            raise
        return _attempted(state, task_id, refusal)
    queue = state.queue.with_head_completed()
    result = json_result(_move_report(task_id, queue, True, moved.text.partition("\n")[0]))
    return after.with_queue(queue), result.model_copy(update={"changes": moved.changes})


def queue_skip_head(state: ScheduleState, arguments: QueueSkipHeadArguments) -> Outcome:
    """Give the current task up; it stays where it is.

    Raises:
        Refused: ``queue_empty``.
    """
    task_id = _current(state)
    queue = state.queue.with_head_skipped(arguments.reason)
    report = {
        "tool": "queue_skip_head",
        "success": True,
        "skipped_task_id": task_id,
        "pending_count": len(queue.pending),
        "skipped_count": len(queue.skipped),
    }
    return state.with_queue(queue), json_result(report)


def queue_status(state: ScheduleState, _arguments: QueueStatusArguments) -> Outcome:
    """How far the queue is; the data also has the tasks in it and why some were skipped."""
    queue = state.queue
    result = json_result(
        {
            "tool": "queue_status",
            "pending_count": len(queue.pending),
            "completed_count": len(queue.completed),
            "skipped_count": len(queue.skipped),
            "current_task_id": queue.current,
            "current_attempt": queue.attempt + len(queue.head),
        }
    )
    members = queue.model_dump(mode="json", include={"pending", "completed", "skipped", "reasons"})
    return state, result.model_copy(update={"data": {**(result.data or {}), **members}})


def _current(state: ScheduleState) -> int:
    if state.queue.current is None:
        raise refused("queue_empty", state.locale)
    return state.queue.current


def _attempted(state: ScheduleState, task_id: int, refusal: Refused) -> Outcome:
    """The attempt counted; once there were too many, the head is skipped."""
    queue = state.queue.with_attempt_failed()
    given_up = queue.attempt >= ATTEMPTS_PER_HEAD
    if given_up:
        queue = queue.with_head_skipped(_OUT_OF_ATTEMPTS)
    report = _move_report(task_id, queue, False, refusal.sentence(state.locale, "move"))
    if given_up:
        report |= {"skipped_task_id": task_id, "skipped_count": len(queue.skipped), "skip_reason": _OUT_OF_ATTEMPTS}
    failed = {"ok": False, "code": refusal.code}
    return state.with_queue(queue), json_result(report).model_copy(update=failed)


def _move_report(task_id: int, queue: TaskQueue, success: bool, sentence: str) -> dict[str, Any]:
    return {
        "tool": "queue_apply_head_move",
        "success": success,
        "task_id": task_id,
        "pending_count": len(queue.pending),
        "completed_count": len(queue.completed),
        "result": sentence,
    }


def _head_row(state: ScheduleState, task: Task) -> dict[str, Any]:
    row: dict[str, Any] = {"task_id": task.state_id, "name": task.name, "status": task.status}
    if task.status == "pending":
        row["duration"] = task.length
    return {**row, "slots": [slot_row(state, slot) for slot in task.slots]}


def _queued(state: ScheduleState, queue: TaskQueue) -> ScheduleState:
    return state if queue is state.queue else state.with_queue(queue)
