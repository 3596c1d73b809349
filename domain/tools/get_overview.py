"""The tool that shows the whole window (rule TOOL-13)."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from typing import Any, get_args

from domain.phrases.say import joined, say
from domain.schedule.days import Day, days, takes_guests
from domain.schedule.sentences import marks, sections_text, slots_text
from domain.schedule.state import Locale, ScheduleState, Slot, Status, Task
from domain.term.calendar import SECTIONS_PER_DAY
from domain.tools.arguments import Arguments
from domain.tools.order import in_order
from domain.tools.results import ToolResult
from domain.tools.rows import detail_row


class GetOverviewArguments(Arguments):
    """No arguments."""


def get_overview(state: ScheduleState, _arguments: GetOverviewArguments) -> tuple[ScheduleState, ToolResult]:
    """How much of the window and of each day is taken, and every task; courses only count."""
    window, tasks = days(state), in_order(task for task in state.tasks if not task.is_course)
    counts = _counts(state, window, tasks)
    heading = [say(state.locale, "overview.window", **counts), say(state.locale, "overview.counts", **counts)]
    lines = [*heading, *_day_lines(state.locale, window), *_task_lines(state, tasks)]
    data = counts | {
        "days": [{"day": day.number, **_load(day)} for day in window],
        "tasks": [detail_row(state, task) for task in tasks],
    }
    return state, ToolResult(ok=True, code="ok", text="\n".join(lines), data=data)


def _counts(state: ScheduleState, window: Collection[Day], tasks: Collection[Task]) -> dict[str, Any]:
    statuses = Counter(task.status for task in tasks)
    total = len(window) * SECTIONS_PER_DAY
    taken = sum(day.taken.bit_count() for day in window)
    return {
        "total_days": len(window),
        "sections_per_day": SECTIONS_PER_DAY,
        "total": total,
        "taken": taken,
        "free": total - taken,
        "courses": len(state.tasks) - len(tasks),
        **{status: statuses[status] for status in get_args(Status)},
    }


def _day_lines(locale: Locale, window: Iterable[Day]) -> Iterator[str]:
    yield say(locale, "overview.days")
    for day in window:
        entries = [_entry(locale, slot, task) for slot, task in day.seats if not task.is_course]
        yield say(locale, "overview.day", day=day.number, entries=joined(locale, entries), **_load(day))


def _load(day: Day) -> dict[str, int]:
    """Sections of the day that are taken, by courses and by tasks."""
    sections = {"taken": day.taken, "courses": day.courses, "tasks": day.tasks}
    return {name: mask.bit_count() for name, mask in sections.items()} | {"total": SECTIONS_PER_DAY}


def _entry(locale: Locale, slot: Slot, task: Task) -> str:
    key = "overview.entry" if task.embed_host is None else "overview.entry.guest"
    return say(locale, key, task=task.label, status=task.status, slot=sections_text(locale, slot))


def _task_lines(state: ScheduleState, tasks: Collection[Task]) -> Iterator[str]:
    yield say(state.locale, "overview.tasks" if tasks else "overview.no_tasks")
    for task in tasks:
        yield _task_line(state, task)


def _task_line(state: ScheduleState, task: Task) -> str:
    """A task with its places or its need, and what else holds of it."""
    locale = state.locale
    facts = [_place(locale, task), *marks(state, task, takes_guests(task))]
    line = say(locale, "overview.task", task=task.label, status=task.status, category=task.category)
    return " | ".join([line, *facts])


def _place(locale: Locale, task: Task) -> str:
    if not task.slots:
        return say(locale, "needs", count=task.length)
    return say(locale, "overview.slots", slots=slots_text(locale, task.slots))
