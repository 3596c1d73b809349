"""Slots and tasks as programs and models see them in JSON (rule TOOL-3)."""

from typing import Any

from domain.schedule.state import ScheduleState, Slot, Task


def slot_row(state: ScheduleState, slot: Slot) -> dict[str, Any]:
    """A slot with its place in the term."""
    at = state.window.place(slot.day)
    place = {"day": slot.day, "week": at.week, "day_of_week": at.day_of_week}
    return {**place, "slot_start": slot.slot_start, "slot_end": slot.slot_end}


def task_row(state: ScheduleState, task: Task) -> dict[str, Any]:
    """A task as programs and models see it: never by its source."""
    row: dict[str, Any] = {"task_id": task.state_id, "name": task.name, "status": task.status}
    row["category"] = task.category
    if task.status == "pending":
        row["duration"] = task.length
    return {**row, "slots": [slot_row(state, slot) for slot in task.slots]}


def detail_row(state: ScheduleState, task: Task) -> dict[str, Any]:
    """A task with all that holds of it; ``guests`` and ``embed_host`` are ids."""
    return task_row(state, task) | {
        "course": task.is_course,
        "locked": task.locked,
        "pinned": task.pinned,
        "can_embed": task.can_embed,
        "embed_host": task.embed_host,
        "guests": list(task.guests),
    }
