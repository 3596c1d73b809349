"""Cells of a timetable, and where a task may go: read off the fields of a state and nothing else."""

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from domain.schedule.state import ScheduleState, Task

Arguments = Mapping[str, Any]
"""What a tool is called with."""

LAST_SECTION = 12


class Place(NamedTuple):
    """Where a task may stand, and the cells that nobody else can have then; a cell is a bit."""

    day: int
    start: int
    end: int
    host: int | None
    cells: int


def cells(day: int, start: int, end: int) -> int:
    return sum(1 << day * 16 + section for section in range(start, end + 1))


def taken(state: ScheduleState, lifted: Collection[int]) -> int:
    """Every cell that a task stands on which is not lifted."""
    found = 0
    for task in state.tasks:
        if task.state_id not in lifted:
            for slot in task.slots:
                found |= cells(slot.day, slot.slot_start, slot.slot_end)
    return found


def places(state: ScheduleState, length: int, lifted: Collection[int], embed: bool = True) -> list[Place]:
    """Runs of empty sections, then runs inside an occurrence of a host that has no guest there."""
    full = taken(state, lifted)
    found = []
    for day in range(1, state.window.total_days + 1):
        for start in range(1, LAST_SECTION - length + 2):
            wanted = cells(day, start, start + length - 1)
            if wanted & full == 0:
                found.append(Place(day, start, start + length - 1, None, wanted))
    return found + (_hosted(state, length, lifted) if embed else [])


def _hosted(state: ScheduleState, length: int, lifted: Collection[int]) -> list[Place]:
    found = []
    for host in state.tasks:
        if host.can_embed and host.embed_host is None and host.state_id not in lifted:
            for slot in host.slots:
                whole = cells(slot.day, slot.slot_start, slot.slot_end)
                if not whole & _guests(state, host.state_id, lifted):
                    for start in range(slot.slot_start, slot.slot_end - length + 2):
                        found.append(Place(slot.day, start, start + length - 1, host.state_id, whole))
    return found


def _guests(state: ScheduleState, host: int, lifted: Collection[int]) -> int:
    """Cells of the guests that stay with a host."""
    others = [t.state_id for t in state.tasks if t.embed_host != host]
    return taken(state, {*lifted, *others})


def admitted(state: ScheduleState, asked: Arguments, place: Place) -> bool:
    """Whether a place passes the filters of a call."""
    if place.day not in allowed_days(state, asked):
        return False
    if any(place.start <= section <= place.end for section in asked.get("exclude_sections", [])):
        return False
    after, before = asked.get("after_section", 0), asked.get("before_section", LAST_SECTION + 1)
    return bool(after < place.start and place.end < before)


def allowed_days(state: ScheduleState, asked: Arguments) -> list[int]:
    weekdays = {"workday": {1, 2, 3, 4, 5}, "weekend": {6, 7}}.get(asked.get("day_scope", "all"), set(range(1, 8)))
    if asked.get("day_of_week"):
        weekdays &= set(asked["day_of_week"])
    first = asked.get("day", asked.get("day_start", 1))
    last = asked.get("day", asked.get("day_end", state.window.total_days))
    return [
        day.day_index
        for day in state.window.day_mapping
        if first <= day.day_index <= last and day.day_of_week in weekdays and _week_passes(day.week, asked)
    ]


def _week_passes(week: int, asked: Arguments) -> bool:
    named = [*asked.get("week", []), *asked.get("week_filter", [])]
    return (not named or week in named) and bool(asked.get("week_from", week) <= week <= asked.get("week_to", week))


def standing(task: Task) -> tuple[int, int, int | None]:
    """Day, start and host of a task with a single slot."""
    return task.slots[0].day, task.slots[0].slot_start, task.embed_host


def may_move(state: ScheduleState, task: Task) -> bool:
    """Whether a composite may move a task of its set: a pinned one stays, and so does a host that has a guest."""
    return not task.pinned and all(guest.embed_host != task.state_id for guest in state.tasks)


def class_of(task: Task) -> str:
    return str(task.category_id) if task.category_id is not None else task.category


def rank(task: Task) -> tuple[int, int]:
    return task.state_id if task.order is None else task.order, task.state_id


def faults(state: ScheduleState) -> list[str]:
    """What is wrong with an arrangement: cells that two tasks share without being guest and host, guests astray."""
    found = []
    stood = [
        (task, slot, cells(slot.day, slot.slot_start, slot.slot_end)) for task in state.tasks for slot in task.slots
    ]
    for number, (one, slot, mine) in enumerate(stood):
        if not (1 <= slot.day <= state.window.total_days and 1 <= slot.slot_start <= slot.slot_end <= LAST_SECTION):
            found.append(f"{one.label} is outside")
        for other, _, theirs in stood[:number]:
            if mine & theirs and one.embed_host != other.state_id and other.embed_host != one.state_id:
                found.append(f"{one.label} meets {other.label}")
    for guest in state.tasks:
        if guest.embed_host is not None and not _sits_well(state, guest):
            found.append(f"{guest.label} is no proper guest")
    return found


def _sits_well(state: ScheduleState, guest: Task) -> bool:
    """Wholly inside one free occurrence of a host that may have guests."""
    day, start, host = standing(guest)
    return any(
        (place.day, place.start, place.host) == (day, start, host)
        for place in _hosted(state, guest.slots[0].length, {guest.state_id})
    )
