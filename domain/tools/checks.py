"""What every write checks before it acts, in this order (rule TOOL-5)."""

from collections.abc import Collection
from typing import Literal

from domain.phrases.say import joined, say
from domain.schedule.occupancy import Position, free_hosts
from domain.schedule.sentences import day_text, free_text, place_text
from domain.schedule.state import ScheduleState, Slot, Task
from domain.term.calendar import SECTIONS_PER_DAY
from domain.tools.refusal import Refused, refused

Deed = Literal["move", "swap", "unplace"]


def existing_task(state: ScheduleState, task_id: int) -> Task:
    """The task of that id.

    Raises:
        Refused: ``task_not_found``.
    """
    if task_id not in state.by_id:
        raise refused("task_not_found", state.locale, task_id=task_id)
    return state.by_id[task_id]


def check_unlocked(state: ScheduleState, task: Task, deed: Deed = "move") -> None:
    """Refuse a locked task, and a guest whose host is locked; ``deed`` is what was to be done with it."""
    done = say(state.locale, f"deed.{deed}")
    host = state.by_id.get(task.embed_host) if task.embed_host is not None else None
    if host is not None and host.locked:
        raise refused("locked", state.locale, "locked.guest", task=task.label, host=host.label, deed=done)
    if task.locked:
        key = "locked.course" if task.is_course else "locked.task"
        raise refused("locked", state.locale, key, task=task.label, deed=done)


def check_suggested(state: ScheduleState, task: Task, tool: str) -> None:
    """Refuse whatever is not a suggested task; a course is not, whatever its status says."""
    if task.status == "pending":
        raise refused("wrong_status", state.locale, "wrong_status.pending", task=task.label)
    if task.status == "existing" or task.is_course:
        raise refused("wrong_status", state.locale, "wrong_status.existing", task=task.label, tool=tool)


def check_unpinned(state: ScheduleState, task: Task) -> None:
    """Refuse a task that the person placed by hand."""
    if task.pinned:
        raise refused("pinned", state.locale, task=task.label)


def landing(state: ScheduleState, day: int, start: int, length: int, lifted: Collection[int]) -> Position:
    """The position there once ``lifted`` tasks are taken out: empty sections, or inside a host without a guest.

    Raises:
        Refused: ``out_of_window``, ``section_invalid``, ``slot_conflict`` or ``host_taken``.
    """
    last, end = state.window.total_days, start + length - 1
    if not 1 <= day <= last:
        raise refused("out_of_window", state.locale, day=day, last=last)
    if start < 1 or end > SECTIONS_PER_DAY:
        raise refused("section_invalid", state.locale, start=start, end=end, total=SECTIONS_PER_DAY)
    slot = Slot(day=day, slot_start=start, slot_end=end)
    occupants = _occupants(state, slot, lifted)
    if not occupants:
        return Position(day, start, end, None, slot.mask)
    for host, occurrence in free_hosts(state, lifted):
        if slot.within(occurrence):
            return Position(day, start, end, host.state_id, occurrence.mask)
    raise _conflict(state, slot, occupants)


def _occupants(state: ScheduleState, slot: Slot, lifted: Collection[int]) -> list[Task]:
    found = [t for t in state.tasks if t.state_id not in lifted and any(slot.overlaps(s) for s in t.slots)]
    return sorted(found, key=lambda t: (t.embed_host is not None, t.slots[0].key, t.state_id))


def _conflict(state: ScheduleState, slot: Slot, occupants: list[Task]) -> Refused:
    place = place_text(state.locale, slot)
    facts = day_text(state, slot.day) + free_text(state, slot.day)
    for host in occupants:
        guest = _guest_around(state, host, slot)
        if guest is not None:
            refusal = refused("host_taken", state.locale, place=place, host=host.label, guest=guest.label)
            return Refused(refusal.code, refusal.reason, facts)
    tasks = joined(state.locale, [task.label for task in occupants])
    return Refused("slot_conflict", refused("slot_conflict", state.locale, place=place, tasks=tasks).reason, facts)


def _guest_around(state: ScheduleState, host: Task, slot: Slot) -> Task | None:
    """The guest that keeps the host's occurrence around a slot taken, if the host wholly covers the slot."""
    occurrence = next((o for o in host.slots if slot.within(o)), None)
    guests = (state.by_id[task_id] for task_id in host.guests)
    if occurrence is None:
        return None
    return next((guest for guest in guests if any(s.overlaps(occurrence) for s in guest.slots)), None)
