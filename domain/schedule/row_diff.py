"""What has to change in the timetable so that it shows another state (rule STATE-9)."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """One section of one day of the term; it names at most one section row."""

    week: int
    day_of_week: int
    section: int


@dataclass(frozen=True, slots=True)
class EventRef:
    """An event by its id, or, where it is yet to be created, by the class item it carries out."""

    event_id: str | None = None
    item_id: str | None = None


@dataclass(frozen=True, slots=True)
class NewEvent:
    """A task event to create for a class item, whose status becomes ``arranged``."""

    item_id: str
    name: str


@dataclass(frozen=True, slots=True)
class RowDiff:
    """Row changes, to be applied in the order of the fields; rows not named here stay as they are.

    Attributes:
        pointers_cleared: section rows whose ``guest_event_id`` becomes null.
        sections_deleted: section rows to delete.
        events_deleted: task events that lost their place; their items become ``pending``.
        events_created: task events to create; their items become ``arranged``.
        sections_inserted: section rows to insert, each with its event.
        pointers_set: section rows, new ones among them, whose ``guest_event_id`` becomes the given event.
    """

    pointers_cleared: tuple[Place, ...] = ()
    sections_deleted: tuple[Place, ...] = ()
    events_deleted: tuple[str, ...] = ()
    events_created: tuple[NewEvent, ...] = ()
    sections_inserted: tuple[tuple[Place, EventRef], ...] = ()
    pointers_set: tuple[tuple[Place, EventRef], ...] = ()
