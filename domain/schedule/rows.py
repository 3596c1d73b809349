"""Rows of the timetable, and the state they make up (rules STATE-2 to STATE-4)."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from domain.errors import InvalidState
from domain.schedule.state import ScheduleState, Slot, Task
from domain.term.window import Window

DEFAULT_DURATION = 2
COURSE_CATEGORY = "课程"
UNCLASSED_CATEGORY = "任务"


@dataclass(frozen=True, slots=True)
class SectionRow:
    """One section of one day that an event occupies; ``(week, day_of_week, section)`` is unique in a term.

    Attributes:
        guest_event_id: the task event embedded here. A guest has no section rows of its own.
    """

    id: str
    event_id: str
    week: int
    day_of_week: int
    section: int
    guest_event_id: str | None = None


@dataclass(frozen=True, slots=True)
class EventRow:
    """A course or a placed task.

    Attributes:
        item_id: the class item that a task event carries out, if it came from one.
        sections: its rows, in any order; rows outside the window are passed over.
    """

    id: str
    type: Literal["course", "task"]
    name: str
    can_be_embedded: bool = False
    item_id: str | None = None
    sections: tuple[SectionRow, ...] = ()


@dataclass(frozen=True, slots=True)
class ItemRow:
    """A task of a class; ``arranged`` once an event carries it out, in this window or outside it."""

    id: str
    content: str
    order: int
    status: Literal["pending", "arranged"] = "pending"


@dataclass(frozen=True, slots=True)
class ClassRow:
    """A class of tasks; ``total_slots`` sections are shared out evenly among its items."""

    id: str
    name: str
    items: tuple[ItemRow, ...]
    total_slots: int | None = None

    @property
    def duration(self) -> int:
        """Consecutive sections one of its items needs."""
        if self.total_slots is None or not self.items:
            return DEFAULT_DURATION
        return max(1, self.total_slots // len(self.items))


def load_state(window: Window, events: Sequence[EventRow], classes: Sequence[ClassRow]) -> ScheduleState:
    """The state of a window. Ids depend on the rows alone: events by id, then items by class, order and id.

    Raises:
        InvalidState: a guest stands in two hosts, or a section names a guest that is not among ``events``.
    """
    hosts = _hosts_of(window, events)
    slots = {event.id: _slots(window, (*event.sections, *hosts.get(event.id, ()))) for event in events}
    present = sorted((event for event in events if slots[event.id]), key=lambda event: event.id)
    number = {event.id: n for n, event in enumerate(present, start=1)}
    category = {item.id: group.name for group in classes for item in group.items}
    placed = [
        _event_task(number, event, slots[event.id], _category(event, category), hosts.get(event.id, ()))
        for event in present
    ]
    return ScheduleState(window=window, tasks=(*placed, *_pending(classes, first_id=len(placed) + 1)))


def _hosts_of(window: Window, events: Sequence[EventRow]) -> dict[str, list[SectionRow]]:
    """The section rows inside the window that each guest stands in."""
    known = {event.id for event in events}
    rows: dict[str, list[SectionRow]] = defaultdict(list)
    for row in (row for event in events for row in event.sections if row.guest_event_id is not None):
        if window.day_of(row.week, row.day_of_week) is not None:
            rows[row.guest_event_id or ""].append(row)
    for guest, stands_in in rows.items():
        if guest not in known:
            raise InvalidState(f"section {stands_in[0].id} names guest {guest}, which was not loaded: load its event")
        if len({row.event_id for row in stands_in}) > 1:
            raise InvalidState(f"guest {guest} stands in more than one host: clear all pointers but one host's")
    return rows


def _slots(window: Window, rows: Iterable[SectionRow]) -> tuple[Slot, ...]:
    """Sections of each day as runs; a run with a hole becomes two."""
    runs: list[Slot] = []
    for day, section in sorted((window.day_of(row.week, row.day_of_week) or 0, row.section) for row in rows):
        if runs and (runs[-1].day, runs[-1].slot_end + 1) == (day, section):
            runs[-1] = Slot(day=day, slot_start=runs[-1].slot_start, slot_end=section)
        elif day:
            runs.append(Slot(day=day, slot_start=section, slot_end=section))
    return tuple(runs)


def _category(event: EventRow, class_names: dict[str, str]) -> str:
    if event.type == "course":
        return COURSE_CATEGORY
    return class_names.get(event.item_id or "", UNCLASSED_CATEGORY)


def _event_task(
    number: dict[str, int], event: EventRow, slots: tuple[Slot, ...], category: str, stands_in: Sequence[SectionRow]
) -> Task:
    return Task(
        state_id=number[event.id],
        source="event",
        source_id=event.id,
        name=event.name,
        category=category,
        status="existing",
        locked=event.type == "course" and not event.can_be_embedded,
        slots=slots,
        event_type=event.type,
        can_embed=event.can_be_embedded,
        embed_host=number[stands_in[0].event_id] if stands_in else None,
    )


def _pending(classes: Sequence[ClassRow], first_id: int) -> list[Task]:
    waiting = [
        (group, item)
        for group in sorted(classes, key=lambda group: group.id)
        for item in sorted(group.items, key=lambda item: (item.order, item.id))
        if item.status == "pending"
    ]
    return [_item_task(n, group, item) for n, (group, item) in enumerate(waiting, start=first_id)]


def _item_task(state_id: int, group: ClassRow, item: ItemRow) -> Task:
    return Task(
        state_id=state_id,
        source="task_item",
        source_id=item.id,
        name=item.content,
        category=group.name,
        status="pending",
        duration=group.duration,
        category_id=group.id,
        event_type="task",
        order=item.order,
    )
