"""What has to change in the timetable so that it shows another state (rule STATE-9)."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from domain.errors import InvalidState
from domain.schedule.state import ScheduleState, Task


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """One section of one day of the term; it names at most one section row."""

    week: int
    day_of_week: int
    section: int


@dataclass(frozen=True, slots=True, order=True)
class EventRef:
    """An event by its id, or, where it is yet to be created, by the class item it carries out; the other is empty."""

    event_id: str = ""
    item_id: str = ""


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


_Key = tuple[str, str]


def diff_rows(before: ScheduleState, after: ScheduleState) -> RowDiff:
    """The row changes that lead from one state of a window to another.

    Tasks are matched by the rows they come from, not by ``state_id``. A task that only ``before`` knows was
    entered by somebody else since ``after`` was made; it is left alone.

    Raises:
        InvalidState: the two states have different windows, or two tasks need one place.
    """
    if before.window != after.window:
        raise InvalidState("the two states have different windows: load both for the same days")
    old, new = _stored(before), _by_row(before) | _by_row(after)
    deleted, inserted = _changed(_owners(before, old), _owners(before, new))
    cleared, pointed = _changed(_guests(before, old), _guests(before, new), renewed=inserted)
    return RowDiff(
        pointers_cleared=tuple(sorted(set(cleared) - set(deleted))),
        sections_deleted=tuple(sorted(deleted)),
        events_deleted=tuple(sorted(key[1] for key in old if not new[key].slots)),
        events_created=tuple(NewEvent(str(t.source_id), t.name) for key, t in sorted(new.items()) if _is_new(key, t)),
        sections_inserted=tuple(sorted(inserted.items())),
        pointers_set=tuple(sorted(pointed.items())),
    )


def _by_row(state: ScheduleState) -> dict[_Key, Task]:
    return {(task.source, str(task.source_id)): task for task in state.tasks}


def _stored(state: ScheduleState) -> dict[_Key, Task]:
    """The tasks that have rows of an event."""
    return {key: task for key, task in _by_row(state).items() if task.source == "event" and task.slots}


def _is_new(key: _Key, task: Task) -> bool:
    return key[0] == "task_item" and bool(task.slots)


def _owners(state: ScheduleState, tasks: Mapping[_Key, Task]) -> dict[Place, EventRef]:
    """The event that each section row belongs to."""
    return _claims(state, {key: task for key, task in tasks.items() if task.embed_host is None})


def _guests(state: ScheduleState, tasks: Mapping[_Key, Task]) -> dict[Place, EventRef]:
    """The guest that each section row points at."""
    return _claims(state, {key: task for key, task in tasks.items() if task.embed_host is not None})


def _claims(state: ScheduleState, tasks: Mapping[_Key, Task]) -> dict[Place, EventRef]:
    claims: dict[Place, EventRef] = {}
    for key, task in tasks.items():
        for place in _places(state, task):
            if place in claims:
                raise InvalidState(f"{task.name!r} needs {place}, which is taken: settle the conflict first")
            claims[place] = _ref(key)
    return claims


def _places(state: ScheduleState, task: Task) -> Iterator[Place]:
    for slot in task.slots:
        day = state.window.place(slot.day)
        for section in range(slot.slot_start, slot.slot_end + 1):
            yield Place(day.week, day.day_of_week, section)


def _ref(key: _Key) -> EventRef:
    return EventRef(event_id=key[1]) if key[0] == "event" else EventRef(item_id=key[1])


def _changed(
    old: Mapping[Place, EventRef], new: Mapping[Place, EventRef], renewed: Collection[Place] = ()
) -> tuple[list[Place], dict[Place, EventRef]]:
    """Places whose old value goes, and those that get a new one; at renewed places nothing of the old is left."""
    gone = [place for place, ref in old.items() if new.get(place) != ref]
    come = {place: ref for place, ref in new.items() if old.get(place) != ref or place in renewed}
    return gone, come
