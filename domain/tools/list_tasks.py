"""The tool that lists tasks by category and status (rule TOOL-13)."""

from collections.abc import Iterator
from typing import Any, Literal, get_args

from pydantic import Field

from domain.phrases.say import joined, say
from domain.schedule.days import takes_guests
from domain.schedule.sentences import marks, slots_text
from domain.schedule.state import ScheduleState, Status, Task
from domain.tools.arguments import Arguments, Word
from domain.tools.order import in_order
from domain.tools.results import ToolResult
from domain.tools.rows import detail_row

ByStatus = dict[Status, list[Task]]


class ListTasksArguments(Arguments):
    """Which tasks are listed."""

    category: Word | None = Field(None, description="exact name of a class, or 课程")
    status: Literal["existing", "suggested", "pending", "all"] = Field("all", description="one status or all")


def list_tasks(state: ScheduleState, arguments: ListTasksArguments) -> tuple[ScheduleState, ToolResult]:
    """The tasks of a category and a status, courses among them; all statuses are told group by group."""
    listed = [task for task in state.tasks if arguments.category in (None, task.category)]
    groups = _by_status(listed)
    if arguments.status == "all":
        lines = list(_all(state, groups))
    else:
        groups = {arguments.status: groups[arguments.status]}
        lines = list(_one(state, arguments.status, groups[arguments.status]))
    if not listed and arguments.category is not None:
        lines.append(_categories(state))
    return state, ToolResult(ok=True, code="ok", text="\n".join(lines), data=_data(state, groups))


def _by_status(tasks: list[Task]) -> ByStatus:
    statuses: tuple[Status, ...] = get_args(Status)
    return {status: in_order(task for task in tasks if task.status == status) for status in statuses}


def _all(state: ScheduleState, groups: ByStatus) -> Iterator[str]:
    counts = {status: len(tasks) for status, tasks in groups.items()}
    key = "list.total.suggested" if groups["suggested"] else "list.total"
    yield say(state.locale, key, total=sum(counts.values()), **counts)
    for status, tasks in groups.items():
        if tasks:
            yield say(state.locale, "list.group", status=say(state.locale, f"status.{status}"))
        yield from (_row(state, task) for task in tasks)


def _one(state: ScheduleState, status: Status, tasks: list[Task]) -> Iterator[str]:
    heading = "list.some" if tasks else "list.nothing"
    yield say(state.locale, heading, status=say(state.locale, f"status.{status}"), count=len(tasks))
    row = _pending_row if status == "pending" else _row
    yield from (row(state, task) for task in tasks)


def _row(state: ScheduleState, task: Task) -> str:
    locale = state.locale
    words = ",".join([task.category, *marks(state, task, takes_guests(task))])
    place = slots_text(locale, task.slots) if task.slots else say(locale, "needs.short", count=task.length)
    return say(locale, "list.row", task=task.label, words=words, place=place)


def _pending_row(state: ScheduleState, task: Task) -> str:
    needs = say(state.locale, "needs", count=task.length)
    return say(state.locale, "list.pending", task=task.label, needs=needs, category=task.category)


def _categories(state: ScheduleState) -> str:
    names = list(dict.fromkeys(task.category for task in state.tasks))
    return say(state.locale, "list.categories", categories=joined(state.locale, names))


def _data(state: ScheduleState, groups: ByStatus) -> dict[str, Any]:
    tasks = [task for group in groups.values() for task in group]
    counts = {status: len(group) for status, group in groups.items()}
    return {"count": len(tasks), "by_status": counts, "tasks": [detail_row(state, task) for task in tasks]}
