"""Where a task may stand, read off the sections one by one: a second opinion on what the tools accept."""

from collections.abc import Collection
from dataclasses import dataclass, replace

from domain.schedule.state import ScheduleState, Slot, Task
from domain.tools.results import Code

SECTIONS = 12
Sections = frozenset[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Spot:
    """A day and consecutive sections of it, and what becomes of a task that is sent there.

    Attributes:
        code: ``ok``, or why it cannot stand there.
        host: whose guest it becomes there.
        room: of a host the sections of the occurrence around it, as day and number.
    """

    day: int
    start: int
    length: int
    code: Code = "ok"
    host: int | None = None
    room: Sections = frozenset()

    @property
    def sections(self) -> Sections:
        """Day and number of each section."""
        return frozenset((self.day, section) for section in range(self.start, self.start + self.length))


def spot_at(state: ScheduleState, day: int, start: int, length: int, lifted: Collection[int] = ()) -> Spot:
    """What becomes of a task sent there, once the lifted tasks are taken out."""
    spot = Spot(day, start, length)
    if not 1 <= day <= state.window.total_days:
        return replace(spot, code="out_of_window")
    if start < 1 or start + length - 1 > SECTIONS:
        return replace(spot, code="section_invalid")
    met = [t for t in state.tasks if t.state_id not in lifted and sections_of(*t.slots) & spot.sections]
    rooms = [(task, _room(task, spot)) for task in met if task.can_embed and not task.locked and not task.embed_host]
    host, room = next(((task, room) for task, room in rooms if room), (None, frozenset()))
    if host is None:
        return replace(spot, code="slot_conflict") if met else spot
    guests = (t for t in state.tasks if t.embed_host == host.state_id and t.state_id not in lifted)
    if any(sections_of(*guest.slots) & room for guest in guests):
        return replace(spot, code="host_taken")
    return replace(spot, host=host.state_id, room=room)


def spots(state: ScheduleState, length: int, lifted: Collection[int] = ()) -> list[Spot]:
    """Every day and start, some of them outside the window and outside the day."""
    days, starts = range(state.window.total_days + 2), range(SECTIONS + 2)
    return [spot_at(state, day, start, length, lifted) for day in days for start in starts]


def sections_of(*slots: Slot) -> Sections:
    """Day and number of each section."""
    return frozenset((slot.day, n) for slot in slots for n in range(slot.slot_start, slot.slot_end + 1))


def _room(task: Task, spot: Spot) -> Sections:
    """The sections of the one slot of a task in which the whole spot lies; none where there is no such slot."""
    return next((sections_of(slot) for slot in task.slots if spot.sections <= sections_of(slot)), frozenset())
