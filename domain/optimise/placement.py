"""First placement of tasks: from the state to a problem, to a checked plan, and back (rules PLACE-1 to PLACE-17)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from domain.errors import InvalidInput, NothingToPlace
from domain.optimise.placement_bounds import broken_bounds
from domain.optimise.placement_checker import check_placement
from domain.optimise.placement_cost import evaluate_placement
from domain.optimise.placement_greedy import greedy_placement
from domain.optimise.placement_problem import (
    PlacementGroup,
    PlacementItem,
    PlacementPlan,
    PlacementProblem,
    PlacementSolver,
)
from domain.optimise.placement_refusal import refusal
from domain.schedule.occupancy import Position, occupancy, positions, task_load
from domain.schedule.state import ALL_SECTIONS, ScheduleState, Task, class_key, class_rank


def build_placement(
    state: ScheduleState,
    groups: Mapping[str, PlacementGroup],
    task_ids: Sequence[int],
    earliest: tuple[int, int] | None = None,
) -> PlacementProblem:
    """The problem of placing these tasks of the state, each in its class; a class without a group has no wishes.

    Tasks of the class that stand already bound the others in class order, unless the state allows reordering.

    Args:
        earliest: day and section before which no task begins (rule PLACE-14); None where all of the window may be used.

    Raises:
        InvalidInput: a task does not exist or is fixed: a course, an applied, locked or pinned task, a host of guests.
    """
    tasks = sorted((_placeable(state, task_id) for task_id in set(task_ids)), key=class_rank)
    days = tuple(day.day_index for day in state.window.day_mapping)
    chosen = {class_key(task): groups.get(class_key(task), PlacementGroup(class_key(task))) for task in tasks}
    lifted = {task.state_id for task in tasks}
    taken = occupancy(state, lifted)
    items = tuple(_item(state, chosen[class_key(task)], task, rank, lifted) for rank, task in enumerate(tasks))
    every = {length: tuple(positions(state, length, lifted)) for length in sorted({item.length for item in items})}
    return PlacementProblem(
        days=days,
        days_of_week=tuple(day.day_of_week for day in state.window.day_mapping),
        base_load=tuple(task_load(state, day, lifted) for day in days),
        groups=chosen,
        items=items,
        positions={
            (key, length): tuple(_allowed(state, chosen[key], every[length], earliest))
            for key, length in sorted({(item.group, item.length) for item in items})
        },
        free=tuple(_sections_from(day, earliest or (days[0], 1)) & ~taken[day] for day in days),
        begin=earliest,
        open=every,
        window=state.window,
        locale=state.locale,
    )


def _placeable(state: ScheduleState, task_id: int) -> Task:
    task = state.by_id.get(task_id)
    if task is None:
        raise InvalidInput(f"task [{task_id}] does not exist: place tasks of the state")
    fixed = task.status == "suggested" and (task.locked or task.pinned or task.guests)
    if task.is_course or task.status == "existing" or fixed:
        raise InvalidInput(f"task {task.label} is fixed where it stands: choose pending tasks or free suggested ones")
    return task


def _item(state: ScheduleState, group: PlacementGroup, task: Task, rank: int, lifted: set[int]) -> PlacementItem:
    standing = [
        (class_rank(other), other.slots[0].key[:2])
        for other in state.tasks
        if other.slots and not other.is_course and other.state_id not in lifted and class_key(other) == class_key(task)
    ]
    if state.reorder_allowed:
        standing = []
    return PlacementItem(
        task_id=task.state_id,
        name=task.name,
        length=_length(group, task),
        group=class_key(task),
        rank=rank,
        after=max((key for other, key in standing if other < class_rank(task)), default=None),
        before=min((key for other, key in standing if other > class_rank(task)), default=None),
    )


def _length(group: PlacementGroup, task: Task) -> int:
    """The duration of its class, for a task that does not stand yet (rule PLACE-17)."""
    return group.duration if group.duration is not None and task.status == "pending" else task.length


def _sections_from(day: int, begin: tuple[int, int]) -> int:
    """The sections of a day that lie at a place of the window or behind it, as bits."""
    return sum(1 << section for section in ALL_SECTIONS if (day, section) >= begin)


def _allowed(
    state: ScheduleState, group: PlacementGroup, places: Iterable[Position], begin: tuple[int, int] | None
) -> Iterator[Position]:
    for place in places:
        if not broken_bounds(group, place, state.window.place(place.day).day_of_week, begin):
            yield place


def place(problem: PlacementProblem, solver: PlacementSolver) -> PlacementPlan:
    """The best plan found; every plan passes the independent checker before it counts.

    Raises:
        NothingToPlace: the problem has no item.
        NoCandidate: proved that not one item has a place.
        PlacementImpossible: proved that not every item fits; names the largest set that does, and why each other one
            has no place.
    """
    if not problem.items:
        raise NothingToPlace("there is no pending task to place: choose a class with pending tasks and a window")
    start = greedy_placement(problem)
    plan = solver(problem, start)
    plans = [*([_checked(problem, plan.assignment)] if plan else []), *([_checked(problem, start)] if start else [])]
    legal = [checked for checked in plans if checked is not None]
    if not legal:
        legal = [_all_or_refuse(problem, solver)]
    best = min(legal, key=lambda checked: checked.objective)
    proved = plan is not None and plan.optimal and plan.objective == best.objective
    return replace(best, optimal=proved)


def _checked(problem: PlacementProblem, assignment: Mapping[int, Position]) -> PlacementPlan | None:
    """The assignment as a plan if the checker has nothing against it, with an objective worked out anew."""
    if check_placement(problem, assignment):
        return None
    return PlacementPlan(dict(assignment), evaluate_placement(problem, assignment).total, optimal=False)


def _all_or_refuse(problem: PlacementProblem, solver: PlacementSolver) -> PlacementPlan:
    """The plan of the search without limits, which is asked where the others found none."""
    fit = solver.largest_fit(problem)
    part = replace(problem, items=tuple(item for item in problem.items if item.task_id in fit))
    plan = _checked(part, fit)
    if plan is None:
        raise RuntimeError(f"the solver broke hard rules: {'; '.join(check_placement(part, fit))}")
    if len(fit) < len(problem.items):
        raise refusal(problem, fit)
    return plan


def apply_placement(state: ScheduleState, plan: PlacementPlan) -> ScheduleState:
    """The state with the placed tasks suggested at their places, as guests where the place has a host."""
    return state.with_tasks(_placed(state.by_id[task_id], position) for task_id, position in plan.assignment.items())


def _placed(task: Task, position: Position) -> Task:
    change = {
        "status": "suggested",
        "slots": (position.slot,),
        "duration": position.length,
        "embed_host": position.host,
    }
    return task.model_copy(update=change)
