"""Where everything of a preview stands, in numbered days of its window (rule PREVIEW-1)."""

from collections import defaultdict
from dataclasses import dataclass
from typing import Self

from domain.preview.body import PreviewBody
from domain.preview.difference import Moved
from domain.preview.entries import Entry
from domain.schedule.state import Slot


@dataclass(frozen=True, slots=True)
class Standing:
    """The entries of a preview with their slots.

    Attributes:
        placed: every entry with its slot, in the order of the preview.
        slots: slots of each task that has a place, by ``state_id``.
        hosts: host of each task that is a guest.
    """

    placed: tuple[tuple[Entry, Slot], ...]
    slots: dict[int, tuple[Slot, ...]]
    hosts: dict[int, int | None]

    @classmethod
    def of(cls, body: PreviewBody) -> Self:
        """The standing of every entry whose day the window numbers."""
        placed, slots = [], defaultdict[int, tuple[Slot, ...]](tuple)
        for entry in body.entries:
            day = body.window.day_of(entry.week, entry.day_of_week)
            if day is not None:
                slot = Slot(day=day, slot_start=entry.section_from, slot_end=entry.section_to)
                placed.append((entry, slot))
                slots[entry.state_id] += (slot,)
        return cls(tuple(placed), dict(slots), {entry.state_id: entry.embed_host for entry, _ in placed})

    def is_in_place(self, change: Moved) -> bool:
        """Whether the task stands in the sections to which the change leads."""
        return self.slots.get(change.task_id, ()) == change.to_slots

    def has_arrived(self, change: Moved) -> bool:
        """The same, and in the host to which the change leads."""
        return self.is_in_place(change) and self.hosts.get(change.task_id) == change.to_host

    def load(self, day: int) -> int:
        """Sections that tasks take on a day; guests count beside their host (rule PREVIEW-6)."""
        return sum(slot.length for entry, slot in self.placed if entry.type == "task" and slot.day == day)
