"""Classes put together within their order, where the message forbids to give it up (rule CONTRACT-6)."""

from collections.abc import Sequence
from itertools import groupby

from domain.optimise.grouping import group
from domain.optimise.grouping_problem import GroupingItem, GroupingPlan
from domain.refine.objective import Objective
from domain.schedule.limits import Limits
from domain.schedule.occupancy import Position
from domain.schedule.state import ScheduleState, Task
from domain.tools.min_context_switch import grouping_problem

_STEPS = 100_000


def in_order(state: ScheduleState, tasks: Sequence[Task], limits: Limits) -> tuple[dict[int, tuple[int, int]], int]:
    """Day and first section of each task in the best grouping, its classes in order, and the switches that are left.

    Tasks of one class and length have the places that the grouping gives them, the earliest first; it costs no switch.
    """
    problem = grouping_problem(state, list(tasks), limits)
    plan = group(problem, max_steps=_STEPS)
    kinds = sorted((item for item in problem.items if not item.fixed), key=_kind)
    layout: dict[int, tuple[int, int]] = {}
    for _kind_of, items in groupby(kinds, key=_kind):
        ranked = sorted(items, key=lambda item: item.rank)
        places = sorted((_place(plan, item) for item in ranked), key=lambda place: (place.day, place.start))
        layout |= {item.task_id: (place.day, place.start) for item, place in zip(ranked, places, strict=True)}
    return layout, plan.objective[0]


def next_exchange(state: ScheduleState, objective: Objective) -> tuple[int, int] | None:
    """The next two tasks to change places on the way to the layout of a goal; None where it is reached."""
    standing = {state.by_id[n].slots[0].key[:2]: n for n in objective.task_ids}
    for task_id, place in sorted(objective.layout.items(), key=lambda item: item[1]):
        other = standing.get(place)
        if other is not None and other != task_id:
            return task_id, other
    return None


def _kind(item: GroupingItem) -> tuple[str, int]:
    return item.group, item.current.end - item.current.start


def _place(plan: GroupingPlan, item: GroupingItem) -> Position:
    return plan.assignment[item.task_id]
