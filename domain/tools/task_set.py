"""What composite tools share: a set of suggested tasks, and telling what became of it (rules TOOL-10 and TOOL-16)."""

from typing import Any

from pydantic import Field, field_validator, model_validator
from pydantic_core import PydanticCustomError

from domain.phrases.say import say
from domain.schedule.sentences import hosted_text, weekday_text
from domain.schedule.state import ScheduleState, Task
from domain.tools.arguments import Arguments, TaskIds
from domain.tools.checks import check_suggested, check_unlocked, existing_task
from domain.tools.outcome import affected_days, changes_between
from domain.tools.results import Change

_LEAST_TASKS = 2


class TaskSetArguments(Arguments):
    """Which tasks are rearranged together."""

    task_ids: TaskIds = Field(description="at least 2 suggested tasks")

    @model_validator(mode="before")
    @classmethod
    def _take_single(cls, raw: Any) -> Any:
        """``task_id`` is a single further task; it is understood and not advertised."""
        if not isinstance(raw, dict) or "task_id" not in raw:
            return raw
        name = "task_item_ids" if "task_item_ids" in raw else "task_ids"
        given = raw.get(name, [])
        ids = [*(given if isinstance(given, list | tuple) else [given]), raw["task_id"]]
        return {key: value for key, value in raw.items() if key != "task_id"} | {name: ids}

    @field_validator("task_ids")
    @classmethod
    def _distinct(cls, task_ids: tuple[int, ...]) -> tuple[int, ...]:
        distinct = tuple(dict.fromkeys(task_ids))
        if len(distinct) < _LEAST_TASKS:
            raise PydanticCustomError("two_tasks", "too few tasks", {"least": _LEAST_TASKS})
        return distinct


def movable_tasks(state: ScheduleState, task_ids: tuple[int, ...], tool: str) -> list[Task]:
    """The tasks of a set, pinned ones among them, which the caller leaves where they are.

    Raises:
        Refused: ``task_not_found``, ``locked`` or ``wrong_status``, each for the first task it fits.
    """
    tasks = named_tasks(state, task_ids)
    check_movable(state, tasks, tool)
    return tasks


def named_tasks(state: ScheduleState, task_ids: tuple[int, ...]) -> list[Task]:
    """The tasks of those ids.

    Raises:
        Refused: ``task_not_found`` for the first that is missing.
    """
    return [existing_task(state, task_id) for task_id in task_ids]


def check_movable(state: ScheduleState, tasks: list[Task], tool: str) -> None:
    """Refuse a set with a locked task, then one with a task that is not suggested."""
    for task in tasks:
        check_unlocked(state, task)
    for task in tasks:
        check_suggested(state, task, tool)


def change_lines(before: ScheduleState, after: ScheduleState) -> list[str]:
    """Each task that moved with its places, and what the days concerned hold now; one line where none moved."""
    changes = changes_between(before, after)
    if not changes:
        return [say(before.locale, "changes.none")]
    slots = [slot for change in changes for slot in (*change.from_slots, *change.to_slots)]
    lines = [_change_line(before, change) for change in changes]
    return [say(before.locale, "changes.some"), *lines, *affected_days(after, slots)]


def _change_line(state: ScheduleState, change: Change) -> str:
    target = hosted_text(state, weekday_text(state, change.to_slots[0]), change.to_host)
    origin = weekday_text(state, change.from_slots[0])
    return say(state.locale, "changes.line", task=state.by_id[change.task_id].label, origin=origin, target=target)
