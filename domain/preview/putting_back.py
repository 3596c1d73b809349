"""Putting one task back to where an earlier state has it (rule PREVIEW-15)."""

from collections.abc import Iterable

from domain.phrases.say import say
from domain.schedule.arrangement import release_guests, withdraw
from domain.schedule.occupancy import Position
from domain.schedule.state import ScheduleState, Task
from domain.tools.checks import existing_task, landing, obstacle, occupied
from domain.tools.refusal import Refused


def check_no_course(state: ScheduleState, task_id: int) -> None:
    """Refuse what is no task of the state, and a course: nothing ever moves it, so nothing can be said of it.

    Raises:
        Refused: ``task_not_found`` or ``wrong_status``.
    """
    task = existing_task(state, task_id)
    if task.is_course:
        deed = say(state.locale, "deed.move")
        raise Refused("wrong_status", say(state.locale, "wrong_status.course", task=task.label, deed=deed))


def as_kept(state: ScheduleState, earlier: ScheduleState, kept: Iterable[int]) -> ScheduleState:
    """The earlier state for tasks that the newest revision put back: where they are now is where they were.

    Without it the revision before would be the one from which they were put back, and putting back twice would undo it.
    """
    return earlier.with_tasks([state.by_id[task_id] for task_id in kept])


def put_back(state: ScheduleState, earlier: ScheduleState, task_id: int) -> ScheduleState:
    """The state in which the task stands where the earlier one has it, or waits as it did there.

    Tasks that it hosts wait with it, or lose a host that is not around them any more, as when it is moved.

    Raises:
        Refused: ``task_not_found``, ``wrong_status``, ``pinned`` for a guest that would have to wait,
            ``slot_conflict`` or ``host_taken``.
    """
    check_no_course(state, task_id)
    task, then = state.by_id[task_id], earlier.by_id[task_id]
    if (task.slots, task.embed_host) == (then.slots, then.embed_host):
        return state
    return _placed(state, task, then) if then.slots else _waiting(state, task)


def _waiting(state: ScheduleState, task: Task) -> ScheduleState:
    guests = [state.by_id[guest] for guest in task.guests]
    for guest in guests:
        if guest.pinned:
            raise Refused("pinned", say(state.locale, "pinned", task=guest.label))
    return withdraw(state, [task, *guests])


def _placed(state: ScheduleState, task: Task, then: Task) -> ScheduleState:
    places = [landing(state, slot, {task.state_id}) for slot in then.slots]
    fields = {"slots": then.slots, "embed_host": _host(state, task, places)}
    back = task.model_copy(update=fields | {"status": then.status, "duration": then.duration})
    return release_guests(state.with_tasks([back]), [task.state_id])


def _host(state: ScheduleState, task: Task, places: list[Position]) -> int | None:
    """The one host of all places, or none; a task is the guest of one other task as a whole."""
    hosts = {place.host for place in places}
    if len(hosts) == 1:
        return hosts.pop()
    taken = next(place for place in places if place.host is not None)
    raise occupied(state, taken.slot, obstacle(state, taken.slot, {task.state_id}))
