"""Where a task of a goal could go, best place first (rules REACT-4 and SLICE-14)."""

from collections.abc import Collection, Iterator
from itertools import groupby

from domain.refine.limits import limits_for
from domain.refine.objective import Objective
from domain.schedule.occupancy import Position, positions, task_load
from domain.schedule.state import ScheduleState, Task, class_key, class_rank


def candidates(state: ScheduleState, objective: Objective, task: Task) -> list[Position]:
    """Places that fulfil the goal for the task; places inside hosts only where no empty one does.

    A task that is named one by one goes where it turns round the fewest pairs of its class, since order restoring may
    not be able to help it; where no place is asked for this goes before all else (SLICE-29).
    A place that upsets class order with a task of another length comes last, since those two can never exchange
    places. Then a directed goal prefers the day with the least load after the move, any other the nearest day;
    then, of a shift, the sections nearest to the old ones; then a standard start, then the earliest place.
    """
    found = [p for p in positions(state, task.length, (task.state_id,)) if _fulfils(state, objective, task, p)]
    found = _orderly(state, objective, task, found) if task.state_id in objective.ordered else found
    empty = [place for place in found if place.host is None] or found
    named = objective.keep_order and task.state_id in objective.named
    chosen = list(
        _aligned(
            _orderly(state, objective, task, empty) if named else empty,
            task.slots[0].slot_start if objective.same_time else None,
        )
    )
    cost = {day: _cost(state, objective, task, day) for day in {place.day for place in chosen}}

    def rank(place: Position) -> tuple[int, int, int, bool, int, int]:
        lasting = sum(other.length != task.length for other in _upset(state, objective, task, place))
        drift = abs(place.start - task.slots[0].slot_start) if objective.same_time else 0
        return lasting, cost[place.day], drift, place.start % 2 == 0, place.day, place.start

    return sorted(chosen, key=rank)


def turned_by(state: ScheduleState, objective: Objective, task: Task, place: Position) -> int:
    """How many tasks of its class, now on the right side of a task, it would come to stand on the wrong side of.

    Tasks of the set that are still to be moved do not count.
    """
    waiting = {*objective.task_ids} - {*objective.there(state)}
    siblings = (
        other
        for other in state.tasks
        if other.status == "suggested"
        and len(other.slots) == 1
        and other.state_id != task.state_id
        and other.state_id not in waiting
        and class_key(other) == class_key(task)
    )
    before = ((class_rank(other) < class_rank(task), other.slots[0].key) for other in siblings)
    now, then = task.slots[0].key, place.slot.key
    return sum(first == (key < now) and first != (key < then) for first, key in before)


def _orderly(state: ScheduleState, objective: Objective, task: Task, places: Collection[Position]) -> list[Position]:
    """The places that turn round the fewest pairs of the class."""
    turned = [turned_by(state, objective, task, place) for place in places]
    return [place for place, pairs in zip(places, turned, strict=True) if pairs == min(turned)]


def best_levelling(state: ScheduleState, objective: Objective, among: Collection[int]) -> tuple[int, Position] | None:
    """The single move of one of these tasks that evens a spread out most; of equals the first task, then place."""
    found = [(-gain, task_id, place) for gain, task_id, place in levelling(state, objective) if task_id in among]
    return min(found)[1:] if found else None


def levelling(state: ScheduleState, objective: Objective) -> Iterator[tuple[int, int, Position]]:
    """Single moves that make a spread more even: gain in squared day load, task, place (rule SLICE-14)."""
    loads = {day: task_load(state, day) for day in objective.days}
    for task_id in objective.task_ids:
        task = state.by_id[task_id]
        slot = task.slots[0]
        lighter = {day for day, load in loads.items() if load + task.length < loads.get(slot.day, 0)}
        if not lighter:
            continue
        for place in positions(state, task.length, (task_id,), allow_embed=False):
            fits = place.day in lighter and _fulfils(state, objective, task, place)
            if fits and not any(_upset(state, objective, task, place)):
                yield 2 * task.length * (loads[slot.day] - loads[place.day] - task.length), task_id, place


def _fulfils(state: ScheduleState, objective: Objective, task: Task, place: Position) -> bool:
    wanted = place.slot != task.slots[0] and objective.admits(state, task.state_id, place.slot)
    return wanted and limits_for(objective.limits, task).admits(state.window, place)


def _aligned(places: Collection[Position], old: int | None) -> Iterator[Position]:
    """Those that start a standard segment, or where the task started; of a day that has none, all."""
    for _day, group in groupby(places, key=lambda place: place.day):
        listed = list(group)
        yield from [place for place in listed if place.start % 2 == 1 or place.start == old] or listed


def _cost(state: ScheduleState, objective: Objective, task: Task, day: int) -> int:
    if not objective.directed:
        return abs(day - task.slots[0].day)
    return task_load(state, day, excluded=(task.state_id,)) + task.length


def _upset(state: ScheduleState, objective: Objective, task: Task, place: Position) -> Iterator[Task]:
    """Tasks of the set and the class that the task would come to stand on the wrong side of."""
    if not objective.keep_order:
        return
    siblings = (state.by_id[n] for n in objective.task_ids if class_key(state.by_id[n]) == class_key(task))
    for other in siblings:
        before = class_rank(other) < class_rank(task)
        if other is not task and before != (other.slots[0].key < place.slot.key):
            yield other
