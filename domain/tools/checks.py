"""What every write checks before it acts, in this order (rule TOOL-5)."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

from domain.phrases.say import joined, say
from domain.schedule.occupancy import Position, place_at, tasks_at
from domain.schedule.sentences import day_text, free_text, place_text
from domain.schedule.state import ScheduleState, Slot, Task
from domain.term.calendar import SECTIONS_PER_DAY
from domain.tools.context import ToolContext
from domain.tools.filters import check_day
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


def check_pending(state: ScheduleState, task: Task) -> None:
    """Refuse whatever does not wait for a place."""
    if task.status != "pending":
        raise refused("wrong_status", state.locale, "wrong_status.placed", task=task.label)


def check_suggested(state: ScheduleState, task: Task, tool: str) -> None:
    """Refuse whatever is not a suggested task; a course is not, whatever its status says."""
    if task.status == "pending":
        raise refused("wrong_status", state.locale, "wrong_status.pending", task=task.label)
    if task.status == "existing":
        raise refused("wrong_status", state.locale, "wrong_status.existing", task=task.label, tool=tool)
    _check_no_course(state, task, "move")


def check_arranged(state: ScheduleState, task: Task, deed: Literal["swap", "unplace"], context: ToolContext) -> None:
    """Refuse a pending task and any course, and an existing task where only suggested ones may be written."""
    if task.status == "pending":
        raise refused("wrong_status", state.locale, "wrong_status.pending", task=task.label)
    _check_no_course(state, task, deed)
    if context.suggested_only:
        check_suggested(state, task, deed)


def _check_no_course(state: ScheduleState, task: Task, deed: Deed) -> None:
    if task.is_course:
        done = say(state.locale, f"deed.{deed}")
        raise refused("wrong_status", state.locale, "wrong_status.course", task=task.label, deed=done)


def check_unpinned(state: ScheduleState, task: Task) -> None:
    """Refuse a task that the person placed by hand."""
    if task.pinned:
        raise refused("pinned", state.locale, task=task.label)


def check_movable(state: ScheduleState, tasks: Collection[Task], tool: str) -> None:
    """Refuse unless all are unlocked, then all suggested, then none pinned."""
    for task in tasks:
        check_unlocked(state, task)
    for task in tasks:
        check_suggested(state, task, tool)
    for task in tasks:
        check_unpinned(state, task)


def check_releasable(
    state: ScheduleState, tasks: Collection[Task], deed: Literal["swap", "unplace"], context: ToolContext
) -> None:
    """Refuse unless all are unlocked, then all arranged tasks that may be written, then none pinned."""
    for task in tasks:
        check_unlocked(state, task, deed)
    for task in tasks:
        check_arranged(state, task, deed, context)
    for task in tasks:
        check_unpinned(state, task)


def target_slot(state: ScheduleState, day: int, start: int, length: int) -> Slot:
    """The slot that begins there.

    Raises:
        Refused: ``out_of_window`` or ``section_invalid``.
    """
    check_day(state, day)
    end = start + length - 1
    if start < 1 or end > SECTIONS_PER_DAY:
        raise refused("section_invalid", state.locale, start=start, end=end, total=SECTIONS_PER_DAY)
    return Slot(day=day, slot_start=start, slot_end=end)


def landing(state: ScheduleState, slot: Slot, lifted: Collection[int]) -> Position:
    """The position at a slot once ``lifted`` tasks are taken out: empty sections, or inside a host without a guest.

    Raises:
        Refused: ``slot_conflict`` or ``host_taken``, with what the day holds.
    """
    place = place_at(state, slot, lifted)
    if place is None:
        raise occupied(state, slot, obstacle(state, slot, lifted))
    return place


@dataclass(frozen=True, slots=True)
class Obstacle:
    """Why a slot cannot be had.

    Attributes:
        tasks: those that stand there, hosts before their guests.
        guest: the one that keeps the occurrence of the first of ``tasks`` taken, where the slot lies within that.
    """

    tasks: tuple[Task, ...]
    guest: Task | None = None


def obstacle(state: ScheduleState, slot: Slot, lifted: Collection[int]) -> Obstacle:
    """What keeps a slot taken once ``lifted`` tasks are taken out; only for a slot that is."""
    found = tuple(tasks_at(state, slot, lifted))
    host = found[0]
    occurrence = next((o for o in host.slots if slot.within(o)), None)
    if host.locked or occurrence is None:
        return Obstacle(found)
    guests = (state.by_id[n] for n in host.guests if n not in lifted)
    return Obstacle(found, next((guest for guest in guests if any(s.overlaps(occurrence) for s in guest.slots)), None))


def occupied(state: ScheduleState, slot: Slot, found: Obstacle) -> Refused:
    """The refusal of a slot: who stands there, what the day holds and what is free."""
    place = place_text(state.locale, slot)
    facts = say(state.locale, "sentences", first=day_text(state, slot.day), second=free_text(state, slot.day))
    if found.guest is not None:
        host, guest = found.tasks[0].label, found.guest.label
        refusal = refused("host_taken", state.locale, place=place, host=host, guest=guest)
    else:
        tasks = joined(state.locale, [task.label for task in found.tasks])
        refusal = refused("slot_conflict", state.locale, place=place, tasks=tasks)
    return Refused(refusal.code, refusal.reason, facts)
