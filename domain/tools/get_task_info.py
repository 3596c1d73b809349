"""The tool that shows one task (rule TOOL-13)."""

from collections.abc import Iterator
from typing import Any, Literal

from pydantic import Field

from domain.phrases.say import joined, say
from domain.schedule.days import is_fixed, takes_guests
from domain.schedule.sentences import marked, place_text, sections_text
from domain.schedule.state import Locale, ScheduleState, Task
from domain.tools.arguments import Arguments, Number
from domain.tools.checks import existing_task
from domain.tools.results import ToolResult
from domain.tools.rows import detail_row, slot_row


class GetTaskInfoArguments(Arguments):
    """Which task."""

    task_id: Number = Field(description="id of a task")


def get_task_info(state: ScheduleState, arguments: GetTaskInfoArguments) -> tuple[ScheduleState, ToolResult]:
    """All that holds of a task: class, status, places, host and guests; never by what rows of the source it is.

    Raises:
        Refused: ``task_not_found``.
    """
    task = existing_task(state, arguments.task_id)
    lines = [*_identity(state, task), *_embedding(state, task), *_places(state.locale, task), *_guests(state, task)]
    data = detail_row(state, task) | {"origin": _origin(task), "guest_slots": _guest_rows(state, task)}
    return state, ToolResult(ok=True, code="ok", text="\n".join(lines), data=data)


def _identity(state: ScheduleState, task: Task) -> Iterator[str]:
    """What it is called, its class and status, and where it comes from in a word."""
    locale = state.locale
    fixed = {"mark.fixed": is_fixed(state, task), "mark.pinned": task.pinned}
    words = [say(locale, mark) for mark, holds in fixed.items() if holds]
    yield task.label
    status = marked(locale, say(locale, f"status.{task.status}"), words)
    yield say(locale, "info.class", category=task.category, status=status)
    yield say(locale, "info.origin", origin=say(locale, f"origin.{_origin(task)}"))


def _origin(task: Task) -> Literal["timetable", "calendar", "class"]:
    if task.is_course:
        return "timetable"
    return "calendar" if task.source == "event" else "class"


def _embedding(state: ScheduleState, task: Task) -> Iterator[str]:
    if takes_guests(task):
        yield say(state.locale, "info.embeddable")
    if task.embed_host is not None:
        yield say(state.locale, "info.host", host=state.by_id[task.embed_host].label)


def _places(locale: Locale, task: Task) -> Iterator[str]:
    if not task.slots:
        yield say(locale, "info.unplaced", needs=say(locale, "needs", count=task.length))
        return
    yield say(locale, "info.places")
    for slot in task.slots:
        yield say(locale, "info.place", day=slot.day, slot=sections_text(locale, slot))


def _guests(state: ScheduleState, task: Task) -> Iterator[str]:
    """The guests of a host, each with its place."""
    if takes_guests(task) or task.guests:
        guests = [state.by_id[task_id] for task_id in task.guests]
        told = [marked(state.locale, g.label, [place_text(state.locale, slot) for slot in g.slots]) for g in guests]
        yield say(state.locale, "info.guests", guests=joined(state.locale, told))


def _guest_rows(state: ScheduleState, task: Task) -> list[dict[str, Any]]:
    guests = (state.by_id[task_id] for task_id in task.guests)
    return [{"task_id": guest.state_id, **slot_row(state, slot)} for guest in guests for slot in guest.slots]
