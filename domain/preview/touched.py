"""Tasks of the timetable that hands moved, and where they stood there (rule PREVIEW-17)."""

from collections.abc import Iterator, Mapping

from domain.commit.standing import Standing, slots_in, standing_of
from domain.schedule.state import ScheduleState, Task

Touched = Mapping[str, Standing]
"""Where events stood in the timetable, by event id."""


def touch(touched: Touched, before: ScheduleState, after: ScheduleState) -> tuple[ScheduleState, dict[str, Standing]]:
    """What is touched after a change, and the state in which tasks that are back are existing ones again.

    Args:
        touched: what was touched before the change.
        before, after: states of one plan.
    """
    found = {str(task.source_id): base for task, base in _events(touched, before, after)}
    away = {
        str(task.source_id)
        for task in after.tasks
        if str(task.source_id) in found and not standing_of(after, task).is_at(found[str(task.source_id)])
    }
    back = [task for task, _ in _events(touched, before, after) if str(task.source_id) not in away]
    restored = [_existing(task) for task in back if task.status != "existing"]
    state = after.with_tasks(restored) if restored else after
    return state, {event_id: base for event_id, base in found.items() if event_id in away}


def timetable_of(state: ScheduleState, touched: Touched | None = None) -> ScheduleState:
    """The state as the timetable knows it: suggested tasks wait, and touched ones are where they stood."""
    numbers = {str(task.source_id): task.state_id for task in state.tasks if task.source == "event"}
    known = touched or {}
    changed = []
    for task in state.tasks:
        if task.source == "event" and str(task.source_id) in known:
            changed.append(_standing(state, task, known[str(task.source_id)], numbers))
        elif task.status == "suggested":
            changed.append(_waiting(task))
    return state.with_tasks(changed)


def _events(touched: Touched, before: ScheduleState, after: ScheduleState) -> Iterator[tuple[Task, Standing]]:
    """The tasks of the timetable that are or were touched, as they are now, with where they stood in it."""
    for task in after.tasks:
        if task.source != "event" or task.is_course:
            continue
        base = touched.get(str(task.source_id)) or standing_of(before, before.by_id[task.state_id])
        if str(task.source_id) in touched or not standing_of(after, task).is_at(base):
            yield task, base


def _existing(task: Task) -> Task:
    return task.model_copy(update={"status": "existing", "duration": None})


def _standing(state: ScheduleState, task: Task, place: Standing, numbers: Mapping[str, int]) -> Task:
    slots = slots_in(state.window, place.places) or ()
    host = numbers.get(place.host_id) if place.host_id else None
    return _existing(task).model_copy(update={"slots": slots, "embed_host": host})


def _waiting(task: Task) -> Task:
    return task.model_copy(update={"status": "pending", "slots": (), "embed_host": None, "duration": task.length})
