"""Why tasks could not be put where they shall be: what takes the places asked for (rule HONEST-9)."""

from collections.abc import Iterator, Sequence

from domain.preview.places import day_name, sections_name, weekday_name
from domain.refine.limits import limits_for
from domain.refine.objective import Objective
from domain.refine.wording import listed, say
from domain.schedule.occupancy import Position, positions
from domain.schedule.state import ALL_SECTIONS, Locale, ScheduleState, Slot, Task

_DAYS, _HOLDERS = 2, 5


def taken_places(objective: Objective, state: ScheduleState, locale: Locale) -> tuple[str, ...]:
    """Lines that say what is in the way of the tasks which are not in place; none where a place is left for one.

    For one or two days what stands there is told, for more only their number; then what the classes exclude there,
    and tasks that would leave the window.
    """
    there = objective.there(state)
    away = [n for n in objective.task_ids if n not in there]
    if not away or not (objective.mode.startswith("move") or objective.mode == "avoid_sections"):
        return ()
    gone = [n for n in away if not any(_days_of(objective, state, n))]
    lines = (say(locale, "cause.gone", tasks=_labels(state, gone, locale)),) if gone else ()
    left = [n for n in away if n not in gone]
    free = {n: list(_free(objective, state, n)) for n in left}
    full = [n for n in left if not free[n]]
    barred = [n for n in left if free[n] and not _permitted(objective, state, n, free[n])]
    if full and len(full) + len(barred) == len(left):
        lines = (*lines, _full(objective, state, full, locale))
    return (*lines, *_excluded(objective, state, barred, free, locale))


def _full(objective: Objective, state: ScheduleState, tasks: Sequence[int], locale: Locale) -> str:
    days = sorted({day for n in tasks for day in _days_of(objective, state, n)})
    length = min(state.by_id[n].length for n in tasks)
    sections = objective.own_sections.get(tasks[0], objective.sections)
    if len(days) > _DAYS:
        key = "cause.days" if {*sections} >= {*ALL_SECTIONS} else "cause.sections"
        named = listed(locale, (sections_name(slot) for slot in _runs(sections)))
        return say(locale, key, days=len(days), length=length, sections=named)
    taken = [_taken(state, day, sections, locale) for day in days]
    return say(locale, "cause.taken", places=listed(locale, taken, "clauses"))


def _runs(sections: Sequence[int]) -> Iterator[Slot]:
    """The sections as spans, from the earliest."""
    starts = [s for s in sorted(sections) if s - 1 not in sections]
    for start in starts:
        end = next(s for s in range(start, 14) if s + 1 not in sections)
        yield Slot(day=1, slot_start=start, slot_end=end)


def _days_of(objective: Objective, state: ScheduleState, task_id: int) -> Iterator[int]:
    week = objective.own_weeks.get(task_id)
    days = objective.own_days.get(task_id, objective.days)
    yield from (day for day in days if week in (None, state.window.place(day).week))


def _free(objective: Objective, state: ScheduleState, task_id: int) -> Iterator[Position]:
    """The places that are free for the task where it shall go, whatever its class excludes."""
    places = positions(state, state.by_id[task_id].length, (task_id,), allow_embed=False)
    yield from (place for place in places if objective.admits(state, task_id, place.slot))


def _permitted(objective: Objective, state: ScheduleState, task_id: int, places: Sequence[Position]) -> bool:
    limits = limits_for(objective.limits, state.by_id[task_id])
    return any(limits.admits(state.window, place) for place in places)


def _excluded(
    objective: Objective,
    state: ScheduleState,
    tasks: Sequence[int],
    free: dict[int, list[Position]],
    locale: Locale,
) -> Iterator[str]:
    """A line for each class whose own limits rule out the places that are free."""
    classes: dict[str, Task] = {}
    for n in tasks:
        classes.setdefault(state.by_id[n].category or state.by_id[n].name, state.by_id[n])
    for name, task in classes.items():
        limits = limits_for(objective.limits, task)
        days = sorted({state.window.place(place.day).day_of_week for place in free[task.state_id]})
        told = [weekday_name(day, locale) for day in days if day in limits.days_of_week]
        sections = [sections_name(slot) for slot in _runs(limits.sections)]
        if told:
            yield say(locale, "cause.class_days", name=name, days=listed(locale, told))
        if sections and len(told) < len(days):
            yield say(locale, "cause.class_sections", name=name, sections=listed(locale, sections))


def _labels(state: ScheduleState, tasks: Sequence[int], locale: Locale) -> str:
    more = len(tasks) - _HOLDERS
    shown = listed(locale, (state.by_id[n].label for n in tasks[:_HOLDERS]))
    return say(locale, "list.more", tasks=shown, more=more) if more > 0 else shown


def _taken(state: ScheduleState, day: int, sections: Sequence[int], locale: Locale) -> str:
    """What stands on some sections of a day, from the earliest; what is left free between is too short."""
    wanted = {*(sections or ALL_SECTIONS)}
    seats = [(slot, task) for task in state.tasks for slot in task.slots if slot.day == day and _touches(slot, wanted)]
    told = [
        say(locale, "cause.holder", sections=sections_name(slot), task=task.label)
        for slot, task in sorted(seats, key=lambda seat: (seat[0].key, seat[1].state_id))
    ]
    more = len(told) - _HOLDERS
    shown = listed(locale, told[:_HOLDERS])
    tasks = say(locale, "list.more", tasks=shown, more=more) if more > 0 else shown
    return say(locale, "cause.day", day=day_name(state.window, day, locale), tasks=tasks)


def _touches(slot: Slot, sections: set[int]) -> bool:
    return bool(sections & {*range(slot.slot_start, slot.slot_end + 1)})
