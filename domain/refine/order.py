"""Class order after a run, restored without touching what the request decided (rules CHECK-3 to CHECK-5)."""

from collections.abc import Iterator
from itertools import combinations, groupby

from domain.refine.compile import movable
from domain.refine.objective import Objective
from domain.schedule.state import ScheduleState, Task, class_key, class_rank

Origin = dict[int, tuple[int, int, int]]


def order_breaches(state: ScheduleState, objective: Objective, origin: Origin) -> list[tuple[int, int]]:
    """Pairs of a class that stood in class order, no longer do, and need not be so for the goal (CHECK-4).

    Tasks that the person named or pinned are in no pair. Two tasks of different length count only if both belong
    to the set, since they cannot change places. Each pair with a task for which no place was asked counts (SLICE-29).
    """
    owed = [pair for pair in _turned(state, origin) if {*_ids(pair)} & {*objective.ordered}]
    found = [
        (first, second)
        for first, second in _inverted(state, objective, origin)
        if (first.length == second.length or {first.state_id, second.state_id} <= set(objective.task_ids))
        and _exchangeable(state, objective, first, second)
    ]
    return list(dict.fromkeys(_ids(pair) for pair in (*found, *owed)))


def turned_pairs(state: ScheduleState, objective: Objective, origin: Origin) -> list[tuple[int, int]]:
    """Pairs that stood in class order and no longer do, but are no breaches: the places asked for want it so."""
    breached = {*order_breaches(state, objective, origin)}
    return [_ids(pair) for pair in _turned(state, origin) if _ids(pair) not in breached]


def _ids(pair: tuple[Task, Task]) -> tuple[int, int]:
    return pair[0].state_id, pair[1].state_id


def restore_order(state: ScheduleState, objective: Objective, origin: Origin) -> ScheduleState:
    """Exchange tasks of one class and one length until no exchange mends a pair without costing the goal (CHECK-3).

    Each exchange lowers the number of inverted pairs, so this ends; the places taken stay the same set, so
    nothing can collide and no day changes its load. The first task of a class takes the earliest place it can get,
    then the next one, so that few exchanges are needed.
    """
    while pairs := next(_mendable(state, objective, origin), None):
        state = _exchange(state, *min(pairs, key=lambda pair: pair[1].slots[0].key))
    return state


def _mendable(state: ScheduleState, objective: Objective, origin: Origin) -> Iterator[list[tuple[Task, Task]]]:
    """For each task, in class order, the exchanges with later ones that mend a pair."""
    for _first, pairs in groupby(_inverted(state, objective, origin), key=lambda pair: pair[0].state_id):
        mending = [
            (first, second)
            for first, second in pairs
            if first.length == second.length
            and not (first.guests or second.guests)
            and _exchangeable(state, objective, first, second)
        ]
        if mending:
            yield mending


def _inverted(state: ScheduleState, objective: Objective, origin: Origin) -> Iterator[tuple[Task, Task]]:
    for first, second in _turned(state, origin):
        kept = (task.pinned or task.state_id in objective.named or not movable(state, task) for task in (first, second))
        if not any(kept):
            yield first, second


def _turned(state: ScheduleState, origin: Origin) -> Iterator[tuple[Task, Task]]:
    """Pairs of a class, in class order, that stood so before the run and no longer do."""
    placed = [task for task in state.tasks if task.state_id in origin and task.slots]
    ranked = sorted(placed, key=lambda task: (class_key(task), class_rank(task)))
    for first, second in combinations(ranked, 2):
        stood = class_key(first) == class_key(second) and origin[first.state_id] < origin[second.state_id]
        if stood and first.slots[0].key > second.slots[0].key:
            yield first, second


def _exchangeable(state: ScheduleState, objective: Objective, first: Task, second: Task) -> bool:
    """Whether as many tasks of the set would stand where they shall if the two changed places."""
    now = _fulfilled(state, objective, first, first) + _fulfilled(state, objective, second, second)
    return now == _fulfilled(state, objective, first, second) + _fulfilled(state, objective, second, first)


def _fulfilled(state: ScheduleState, objective: Objective, task: Task, at: Task) -> bool:
    return task.state_id in objective.task_ids and objective.admits(state, task.state_id, at.slots[0])


def _exchange(state: ScheduleState, first: Task, second: Task) -> ScheduleState:
    return state.with_tasks(
        task.model_copy(update={"slots": at.slots, "embed_host": at.embed_host})
        for task, at in ((first, second), (second, first))
    )
