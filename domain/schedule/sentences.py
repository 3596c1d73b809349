"""Facts of a state as sentences (rule TOOL-3): places, what a day holds, what is free."""

from collections.abc import Iterable
from functools import lru_cache

from domain.phrases.say import joined, say
from domain.schedule.days import Day, days, is_fixed
from domain.schedule.state import Locale, ScheduleState, Slot, Task
from domain.term.calendar import SECTIONS_PER_DAY


def sections_text(locale: Locale, slot: Slot, short: bool = False) -> str:
    """The sections of a slot; ``short`` is the form inside brackets."""
    return _sections_text(locale, slot.slot_start, slot.slot_end, "slot.short" if short else "slot")


# A day has few ranges, and an overview names hundreds.
@lru_cache(maxsize=512)
def _sections_text(locale: Locale, start: int, end: int, kind: str) -> str:
    return say(locale, f"{kind}.one" if start == end else f"{kind}.many", start=start, end=end)


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


def slots_text(locale: Locale, slots: Iterable[Slot]) -> str:
    """Day and sections of each slot in the short form of lists."""
    return " ".join(
        say(locale, "slot.listed", day=slot.day, slot=sections_text(locale, slot, short=True)) for slot in slots
    )


def marks(state: ScheduleState, task: Task, embeddable: bool) -> list[str]:
    """What holds of a task beside its status: fixed, open to guests, a guest itself, pinned."""
    found = {
        "mark.fixed": is_fixed(state, task),
        "mark.embeddable": embeddable,
        "mark.guest": task.embed_host is not None,
        "mark.pinned": task.pinned,
    }
    host = "" if task.embed_host is None else state.by_id[task.embed_host].label
    return [say(state.locale, mark, host=host) for mark, holds in found.items() if holds]


def marked(locale: Locale, text: str, words: list[str]) -> str:
    """A text with such words after it in brackets; without words the text alone."""
    if not words:
        return text
    return say(locale, "marked", text=text, marks=say(locale, "mark.separator").join(words))


def day_text(state: ScheduleState, day: int) -> str:
    """What a day holds, task by task, and how many of its sections are taken; a guest adds none to its host's."""
    return days_text(state, [day])[0]


def days_text(state: ScheduleState, numbers: Iterable[int]) -> list[str]:
    """What each of the days holds, as ``day_text`` says it."""
    return [_day_text(state.locale, day) for day in days(state, numbers)]


def _day_text(locale: Locale, day: Day) -> str:
    if not day.seats:
        return say(locale, "day.empty", day=day.number, total=SECTIONS_PER_DAY)
    entries = " ".join(entry_text(locale, task, slot) for slot, task in day.seats)
    taken = day.taken.bit_count()
    return say(locale, "day.taken", day=day.number, entries=entries, taken=taken, total=SECTIONS_PER_DAY)


def entry_text(locale: Locale, task: Task, slot: Slot) -> str:
    """A task with its sections of one day, as days are listed."""
    key = "day.entry" if task.embed_host is None else "day.entry.guest"
    return say(locale, key, task=task.label, slot=sections_text(locale, slot, short=True))


def free_text(state: ScheduleState, day: int) -> str:
    """The free sections of a day as ranges."""
    slots = [sections_text(state.locale, slot) for slot in days(state, [day])[0].free]
    return say(state.locale, "day.free", slots=joined(state.locale, slots))
