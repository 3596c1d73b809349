"""What a preview wants of the timetable, task by task (rules CONFIRM-1 to CONFIRM-3)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from domain.commit.standing import WAITING, Standing, standing_of
from domain.schedule.state import ScheduleState, Task


@dataclass(frozen=True, slots=True)
class Wish:
    """Where a task shall stand.

    Attributes:
        row_id: the class item, or the event, that the task comes from.
        is_item: which of both.
        wanted: where it shall stand; nowhere if it shall wait.
        base: for an event, where it stood when the preview was made; None where that is not known. Where the session's
            own commits left an item is for the merge to know.
    """

    row_id: str
    is_item: bool
    name: str
    wanted: Standing
    base: Standing | None = None


def wishes_of(state: ScheduleState, touched: Mapping[str, Standing]) -> tuple[Wish, ...]:
    """The wishes of a preview, in the order of its tasks.

    Every class item is one: a suggested one wants its place, a waiting one wants none. Of the tasks that stood in the
    timetable already, those that a hand touched are, if they are elsewhere now. Courses never are.

    Args:
        touched: for events moved by hand, where the preview found them, by event id.
    """
    return tuple(_wishes(state, touched))


def touched_of(body: Mapping[str, Any]) -> dict[str, Standing]:
    """The events that hands moved, out of the body of a preview; a body that says nothing has none."""
    return {str(event_id): Standing.model_validate(place) for event_id, place in (body.get("touched") or {}).items()}


def _wishes(state: ScheduleState, touched: Mapping[str, Standing]) -> Iterator[Wish]:
    for task in state.tasks:
        wanted = standing_of(state, task)
        if task.source == "task_item":
            yield Wish(str(task.source_id), True, task.name, wanted)
        elif _is_moved(task, wanted, touched):
            yield Wish(str(task.source_id), False, task.name, wanted, touched.get(str(task.source_id)))


def _is_moved(task: Task, wanted: Standing, touched: Mapping[str, Standing]) -> bool:
    """Whether a hand moved a task of the timetable, and it is not back where it was."""
    base = touched.get(str(task.source_id))
    if task.is_course:
        return False
    if base is None:
        return task.status != "existing"
    return not wanted.is_at(base)


def is_waiting(wish: Wish) -> bool:
    """Whether the task shall have no place."""
    return wish.wanted.is_at(WAITING)
