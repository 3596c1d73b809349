"""Who occupies which section, and where a task could go (rules STATE-6 and STATE-7)."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from domain.schedule.state import ScheduleState, Slot, Task
from domain.term.calendar import SECTIONS_PER_DAY


@dataclass(frozen=True, slots=True, order=True)
class Position:
    """A place that a task of a certain length could take.

    Attributes:
        day: numbered day of the window.
        start: first section; ``end`` is the last one.
        host: the course or task it would be a guest of, or None for empty sections.
        mask: the sections that become unavailable to others, as bits. Of a host occurrence all sections count,
            because it takes one guest; so two positions of a day exclude each other exactly when masks meet.
    """

    day: int
    start: int
    end: int
    host: int | None
    mask: int

    @property
    def slot(self) -> Slot:
        """The sections as a slot of the state."""
        return Slot(day=self.day, slot_start=self.start, slot_end=self.end)

    @property
    def length(self) -> int:
        """Number of sections."""
        return self.end - self.start + 1


def occupancy(state: ScheduleState, lifted: Collection[int] = ()) -> dict[int, int]:
    """Occupied sections of each day as bits, without the tasks in ``lifted``."""
    masks = {day.day_index: 0 for day in state.window.day_mapping}
    for task in state.tasks:
        if task.state_id in lifted:
            continue
        for slot in task.slots:
            masks[slot.day] = masks.get(slot.day, 0) | slot.mask
    return masks


def free_hosts(state: ScheduleState, lifted: Collection[int] = ()) -> Iterator[tuple[Task, Slot]]:
    """Occurrences of unlocked hosts that have no guest once ``lifted`` tasks are taken out."""
    taken: dict[tuple[int, int], int] = {}
    for guest in state.tasks:
        if guest.embed_host is not None and guest.state_id not in lifted:
            for slot in guest.slots:
                at = (guest.embed_host, slot.day)
                taken[at] = taken.get(at, 0) | slot.mask
    for host in state.tasks:
        if not host.can_embed or host.locked or host.embed_host is not None or host.state_id in lifted:
            continue
        for slot in host.slots:
            if not taken.get((host.state_id, slot.day), 0) & slot.mask:
                yield host, slot


def tasks_at(state: ScheduleState, slot: Slot, lifted: Collection[int] = ()) -> list[Task]:
    """Who takes a section of the slot once ``lifted`` tasks are taken out; hosts before guests, then by first slot."""
    seats = ((task, taken) for task in state.tasks for taken in task.slots if taken.day == slot.day)
    found = {task.state_id: task for task, taken in seats if taken.overlaps(slot) and task.state_id not in lifted}
    return sorted(found.values(), key=lambda t: (t.embed_host is not None, t.slots[0].key, t.state_id))


def place_at(state: ScheduleState, slot: Slot, lifted: Collection[int] = ()) -> Position | None:
    """The position at that slot with ``lifted`` tasks taken out, or None where it is no place for a task."""
    if not tasks_at(state, slot, lifted):
        return Position(slot.day, slot.slot_start, slot.slot_end, None, slot.mask)
    for host, occurrence in free_hosts(state, lifted):
        if slot.within(occurrence):
            return Position(slot.day, slot.slot_start, slot.slot_end, host.state_id, occurrence.mask)
    return None


def positions(
    state: ScheduleState, length: int, lifted: Collection[int] = (), allow_embed: bool = True
) -> list[Position]:
    """Every place for ``length`` consecutive sections, by day, start and host, with ``lifted`` tasks taken out."""
    found = list(_empty(occupancy(state, lifted), length))
    if allow_embed:
        found += _hosted(free_hosts(state, lifted), length)
    return sorted(found, key=lambda p: (p.day, p.start, p.host is not None, p.host or 0))


def _empty(masks: dict[int, int], length: int) -> Iterator[Position]:
    for day, mask in masks.items():
        for start in range(1, SECTIONS_PER_DAY - length + 2):
            bits = (1 << start + length) - (1 << start)
            if not mask & bits:
                yield Position(day, start, start + length - 1, None, bits)


def _hosted(hosts: Iterable[tuple[Task, Slot]], length: int) -> Iterator[Position]:
    for host, slot in hosts:
        for start in range(slot.slot_start, slot.slot_end - length + 2):
            yield Position(slot.day, start, start + length - 1, host.state_id, slot.mask)


def task_load(state: ScheduleState, day: int, excluded: Collection[int] = (), courses: bool = False) -> int:
    """Sections that tasks take on a day; with ``courses`` those of courses too. Guests count beside their host."""
    return sum(
        slot.length
        for task in state.tasks
        if task.state_id not in excluded and (courses or not task.is_course)
        for slot in task.slots
        if slot.day == day
    )
