"""Why tasks could not be put where they shall be: what takes the places asked for (rule HONEST-9)."""

from collections.abc import Iterator, Sequence

from domain.preview.places import day_name, sections_name
from domain.refine.objective import Objective
from domain.refine.wording import listed, say
from domain.schedule.occupancy import positions
from domain.schedule.state import ALL_SECTIONS, Locale, ScheduleState, Slot

_DAYS, _HOLDERS = 2, 5


def taken_places(objective: Objective, state: ScheduleState, locale: Locale) -> tuple[str, ...]:
    """A line that says what takes the days and sections asked for; none where a place is left or none was asked for.

    Of more days than two only their number is said.
    """
    there = objective.there(state)
    away = [n for n in objective.task_ids if n not in there]
    if not away or not objective.directed or not objective.mode.startswith("move"):
        return ()
    days = sorted({day for n in away for day in _days_of(objective, state, n)})
    length = min(state.by_id[n].length for n in away)
    if not days or any(_fits(objective, state, n) for n in away):
        return ()
    if len(days) > _DAYS:
        return (say(locale, "cause.days", days=len(days), length=length),)
    sections = objective.own_sections.get(away[0], objective.sections)
    taken = [_taken(state, day, sections, locale) for day in days]
    return (say(locale, "cause.taken", places=listed(locale, taken, "clauses")),)


def _days_of(objective: Objective, state: ScheduleState, task_id: int) -> Iterator[int]:
    week = objective.own_weeks.get(task_id)
    days = objective.own_days.get(task_id, objective.days)
    yield from (day for day in days if week in (None, state.window.place(day).week))


def _fits(objective: Objective, state: ScheduleState, task_id: int) -> bool:
    """Whether some place is free for the task where it shall go."""
    places = positions(state, state.by_id[task_id].length, (task_id,), allow_embed=False)
    return any(objective.admits(state, task_id, place.slot) for place in places)


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
