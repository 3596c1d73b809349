"""Putting tasks where they are wanted while embedding stays true (rules STATE-6 and STATE-7)."""

from collections.abc import Collection, Mapping

from domain.schedule.occupancy import Position
from domain.schedule.state import ScheduleState, Slot, Task


def arrange(state: ScheduleState, assignment: Mapping[int, Position]) -> ScheduleState:
    """The state with each task at its position, pending ones as suggested.

    A guest whose host moved from under it stays where it is, as an ordinary task. The positions must be free
    once all these tasks are lifted, and must not exclude each other.
    """
    return release_guests(state.with_tasks(_put(state.by_id[n], place) for n, place in assignment.items()), assignment)


def _put(task: Task, place: Position) -> Task:
    status = "suggested" if task.status == "pending" else task.status
    return task.model_copy(update={"slots": (place.slot,), "embed_host": place.host, "status": status})


def exchange(state: ScheduleState, first: Task, second: Task) -> ScheduleState:
    """The state in which two placed tasks have each other's slots and host.

    Their slots must be free once both are lifted, and neither may be the other's guest.
    """
    return state.with_tasks(
        new.model_copy(update={"slots": old.slots, "embed_host": old.embed_host})
        for new, old in ((first, second), (second, first))
    )


def withdraw(state: ScheduleState, tasks: Collection[Task]) -> ScheduleState:
    """The state in which these placed tasks wait for a place again; they must include the guests of each of them."""
    return state.with_tasks(_waiting(task) for task in tasks)


def _waiting(task: Task) -> Task:
    duration = sum(slot.length for slot in task.slots)
    return task.model_copy(update={"status": "pending", "slots": (), "embed_host": None, "duration": duration})


def release_guests(state: ScheduleState, moved: Collection[int]) -> ScheduleState:
    """The state in which no task is the guest of a moved host that is no longer around it."""
    hosts = [state.by_id[task_id] for task_id in moved]
    orphans = [
        state.by_id[guest].model_copy(update={"embed_host": None})
        for host in hosts
        for guest in host.guests
        if not is_inside(state.by_id[guest], host.slots)
    ]
    return state.with_tasks(orphans) if orphans else state


def is_inside(guest: Task, host_slots: Collection[Slot]) -> bool:
    """Whether each slot of the guest lies wholly within one slot of the host."""
    return all(any(slot.within(occurrence) for occurrence in host_slots) for slot in guest.slots)


def current_position(state: ScheduleState, task: Task) -> Position:
    """Where a task with a single slot stands now."""
    slot = task.slots[0]
    hosts = state.by_id[task.embed_host].slots if task.embed_host is not None else ()
    mask = next((host.mask for host in hosts if slot.within(host)), slot.mask)
    return Position(slot.day, slot.slot_start, slot.slot_end, task.embed_host, mask)
