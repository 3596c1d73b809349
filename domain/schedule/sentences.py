"""Facts of a state as sentences (rule TOOL-3): places, what a day holds, what is free."""

from collections.abc import Iterable, Iterator

from domain.phrases.say import joined, say
from domain.schedule.occupancy import occupancy
from domain.schedule.state import Locale, ScheduleState, Slot, Task
from domain.term.calendar import SECTIONS_PER_DAY


def sections_text(locale: Locale, slot: Slot, short: bool = False) -> str:
    """The sections of a slot; ``short`` is the form inside brackets."""
    kind = "slot.short" if short else "slot"
    count = "one" if slot.length == 1 else "many"
    return say(locale, f"{kind}.{count}", start=slot.slot_start, end=slot.slot_end)


def place_text(locale: Locale, slot: Slot) -> str:
    """Day and sections of a slot."""
    return say(locale, "place", day=slot.day, slot=sections_text(locale, slot))


def places_text(locale: Locale, slots: Iterable[Slot]) -> str:
    """Day and sections of each slot of a task."""
    return joined(locale, [place_text(locale, slot) for slot in slots])


def weekday_text(state: ScheduleState, slot: Slot) -> str:
    """Day, day of week and sections of a slot inside the window."""
    day_of_week = state.window.place(slot.day).day_of_week
    sections = sections_text(state.locale, slot)
    return say(state.locale, "place.weekday", day=slot.day, day_of_week=day_of_week, slot=sections)


def hosted_text(state: ScheduleState, place: str, host: int | None) -> str:
    """A place with the host named, if there is one."""
    if host is None:
        return place
    return say(state.locale, "place.hosted", place=place, host=state.by_id[host].label)


def day_text(state: ScheduleState, day: int) -> str:
    """What a day holds, task by task, and how many of its sections are taken; a guest adds none to its host's."""
    entries = [_entry(state.locale, task, slot) for slot, task in _entries(state, day)]
    if not entries:
        return say(state.locale, "day.empty", day=day, total=SECTIONS_PER_DAY)
    taken = occupancy(state)[day].bit_count()
    text = " ".join(entries)
    return say(state.locale, "day.taken", day=day, entries=text, taken=taken, total=SECTIONS_PER_DAY)


def free_text(state: ScheduleState, day: int) -> str:
    """The free sections of a day as ranges."""
    slots = [sections_text(state.locale, slot) for slot in free_slots(state, day)]
    return say(state.locale, "day.free", slots=joined(state.locale, slots))


def free_slots(state: ScheduleState, day: int) -> list[Slot]:
    """The longest runs of free sections of a day."""
    mask = occupancy(state)[day]
    runs: list[Slot] = []
    for section in range(1, SECTIONS_PER_DAY + 1):
        if mask >> section & 1:
            continue
        if runs and runs[-1].slot_end == section - 1:
            runs[-1] = Slot(day=day, slot_start=runs[-1].slot_start, slot_end=section)
        else:
            runs.append(Slot(day=day, slot_start=section, slot_end=section))
    return runs


def _entries(state: ScheduleState, day: int) -> Iterator[tuple[Slot, Task]]:
    """Slots of the day by start, hosts before their guests."""
    found = [(slot, task) for task in state.tasks for slot in task.slots if slot.day == day]
    yield from sorted(found, key=lambda e: (e[0].slot_start, e[1].embed_host is not None, e[1].state_id))


def _entry(locale: Locale, task: Task, slot: Slot) -> str:
    key = "day.entry" if task.embed_host is None else "day.entry.guest"
    return say(locale, key, task=task.label, slot=sections_text(locale, slot, short=True))
