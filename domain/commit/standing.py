"""Where a task stands in its term, whatever window somebody looks through (rule CONFIRM-3)."""

from collections.abc import Iterable

from pydantic import BaseModel, ConfigDict

from domain.schedule.state import ScheduleState, Slot, Task
from domain.term.window import Window


class Stretch(BaseModel):
    """Consecutive sections of one day of the term; both ends belong to it, and 1 is Monday."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    week: int
    day_of_week: int
    section_from: int
    section_to: int

    @property
    def key(self) -> tuple[int, int, int, int]:
        """Sort key: week, day, sections."""
        return self.week, self.day_of_week, self.section_from, self.section_to


class Host(BaseModel):
    """What a task is embedded in: an event by its id, and what it is called."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    event_id: str
    name: str = ""


class Standing(BaseModel):
    """All that a task takes of its term; nothing while it waits.

    Attributes:
        places: in order; empty for a task that waits.
        host: what it is a guest of.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    places: tuple[Stretch, ...] = ()
    host: Host | None = None

    def is_at(self, other: "Standing") -> bool:
        """Whether both take the same sections, of the same host or of none; what the host is called does not count."""
        return self.places == other.places and self.host_id == other.host_id

    @property
    def host_id(self) -> str | None:
        """Id of the host's event."""
        return self.host.event_id if self.host else None


WAITING = Standing()


def standing_of(state: ScheduleState, task: Task) -> Standing:
    """Where a task of a state stands."""
    host = state.by_id.get(task.embed_host) if task.embed_host is not None else None
    told = Host(event_id=str(host.source_id), name=host.name) if host else None
    return Standing(places=stretches(state.window, task.slots), host=told)


def stretches(window: Window, slots: Iterable[Slot]) -> tuple[Stretch, ...]:
    """Slots of numbered days as places of the term."""
    return tuple(_stretch(window, slot) for slot in slots)


def slots_in(window: Window, places: Iterable[Stretch]) -> tuple[Slot, ...] | None:
    """Places of the term as slots of a window's numbered days; None if one of them lies outside."""
    found = [(window.day_of(place.week, place.day_of_week), place) for place in places]
    slots = [
        Slot(day=day, slot_start=place.section_from, slot_end=place.section_to)
        for day, place in found
        if day is not None
    ]
    return tuple(slots) if len(slots) == len(found) else None


def _stretch(window: Window, slot: Slot) -> Stretch:
    day = window.place(slot.day)
    return Stretch(week=day.week, day_of_week=day.day_of_week, section_from=slot.slot_start, section_to=slot.slot_end)
