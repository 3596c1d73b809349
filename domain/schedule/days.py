"""The days of a state as they stand: what is where, what is taken and what is free (rule STATE-7)."""

from collections.abc import Iterable
from dataclasses import dataclass

from domain.schedule.state import ScheduleState, Slot, Task
from domain.term.calendar import SECTIONS_PER_DAY

Seat = tuple[Slot, Task]
"""A slot and who takes it."""


@dataclass(frozen=True, slots=True)
class Day:
    """One day as it stands. Sections are bits; section n is bit n.

    Attributes:
        number: numbered day of the window.
        seats: what stands there, by start, hosts before their guests.
        courses: sections that courses take.
        tasks: sections that other tasks take, those of guests among them.
    """

    number: int
    seats: tuple[Seat, ...]
    courses: int
    tasks: int

    @property
    def taken(self) -> int:
        """Sections that anything takes; those of a guest inside its host are there once."""
        return self.courses | self.tasks

    @property
    def free(self) -> list[Slot]:
        """The longest runs of free sections."""
        return free_runs(self.number, self.taken)


def days(state: ScheduleState, numbers: Iterable[int] | None = None) -> list[Day]:
    """The days of those numbers, by default all days of the window, in the order given."""
    wanted = range(1, state.window.total_days + 1) if numbers is None else tuple(numbers)
    seats: dict[int, list[Seat]] = {number: [] for number in wanted}
    for task in state.tasks:
        for slot in task.slots:
            if slot.day in seats:
                seats[slot.day].append((slot, task))
    return [_day(number, seats[number]) for number in wanted]


def _day(number: int, seats: list[Seat]) -> Day:
    courses = tasks = 0
    for slot, task in seats:
        if task.is_course:
            courses |= slot.mask
        else:
            tasks |= slot.mask
    return Day(number, tuple(sorted(seats, key=_seat_order)), courses, tasks)


def _seat_order(seat: Seat) -> tuple[int, bool, int]:
    slot, task = seat
    return slot.slot_start, task.embed_host is not None, task.state_id


def free_runs(day: int, taken: int) -> list[Slot]:
    """The longest runs of sections of a day that are not among the taken ones, by start."""
    runs: list[Slot] = []
    start = 1
    for section in range(1, SECTIONS_PER_DAY + 2):
        if taken >> section & 1 or section > SECTIONS_PER_DAY:
            if start < section:
                runs.append(Slot(day=day, slot_start=start, slot_end=section - 1))
            start = section + 1
    return runs


def within_segments(run: Slot) -> list[Slot]:
    """A run of sections cut where the standard segments 1-2, 3-4 and so on meet."""
    starts = [n for n in range(run.slot_start, run.slot_end + 1) if n == run.slot_start or n % 2]
    ends = [*(n - 1 for n in starts[1:]), run.slot_end]
    return [Slot(day=run.day, slot_start=a, slot_end=b) for a, b in zip(starts, ends, strict=True)]


def takes_guests(task: Task) -> bool:
    """Whether other tasks may be put inside its slots."""
    return task.can_embed and not task.locked and task.embed_host is None


def is_fixed(state: ScheduleState, task: Task) -> bool:
    """Whether the task is locked; a guest is while its host is."""
    host = None if task.embed_host is None else state.by_id.get(task.embed_host)
    return task.locked or (host is not None and host.locked)


def guest_in(state: ScheduleState, host: Task, occurrence: Slot) -> Task | None:
    """The guest of that occurrence of its host, if there is one."""
    guests = (state.by_id[task_id] for task_id in host.guests)
    return next((guest for guest in guests if any(slot.overlaps(occurrence) for slot in guest.slots)), None)
