"""What differs between two states of one plan, task by task (rule PREVIEW-3)."""

from collections.abc import Iterable
from typing import Literal

from domain.schedule.state import ScheduleState, Task
from domain.term.window import Window
from domain.tools.results import Change

MoveKind = Literal["placed", "moved", "embedded", "taken_back"]


class Moved(Change):
    """One task that stands elsewhere than before.

    Attributes:
        kind: ``embedded`` where it became a guest, wherever it came from; else ``placed`` from the waiting tasks,
            ``moved`` between places, or ``taken_back`` to the waiting tasks.
    """

    kind: MoveKind


def difference(before: ScheduleState, after: ScheduleState) -> tuple[Moved, ...]:
    """Every task whose slots or host differ, in the order of the new places; tasks taken back come last.

    Both states must hold the same ``state_id`` numbers, as all states of one session do.
    """
    pairs = ((before.by_id[task.state_id], task) for task in after.tasks)
    return tuple(sorted((_moved(old, new) for old, new in pairs if _differs(old, new)), key=_reading_order))


def touched_weeks(window: Window, changes: Iterable[Change]) -> tuple[int, ...]:
    """Weeks of the term in which a task left or took a place, ascending."""
    slots = (slot for change in changes for slot in (*change.from_slots, *change.to_slots))
    return tuple(sorted({window.place(slot.day).week for slot in slots}))


def _differs(old: Task, new: Task) -> bool:
    return old.slots != new.slots or old.embed_host != new.embed_host


def _moved(old: Task, new: Task) -> Moved:
    return Moved(
        task_id=new.state_id,
        name=new.name,
        from_slots=old.slots,
        to_slots=new.slots,
        from_host=old.embed_host,
        to_host=new.embed_host,
        kind=_kind(old, new),
    )


def _kind(old: Task, new: Task) -> MoveKind:
    if not new.slots:
        return "taken_back"
    if new.embed_host is not None:
        return "embedded"
    return "moved" if old.slots else "placed"


def _reading_order(change: Moved) -> tuple[bool, list[tuple[int, int, int]], int]:
    slots = change.to_slots or change.from_slots
    return not change.to_slots, [slot.key for slot in slots], change.task_id
