"""The tool that spreads a set evenly, by an optimal plan (rule TOOL-10)."""

from collections import Counter
from typing import Literal

from pydantic import Field

from domain.errors import NotEnoughSlots
from domain.optimise.spread import evaluate, spread
from domain.optimise.spread_problem import SpreadItem, SpreadPlan, SpreadProblem
from domain.phrases.say import say
from domain.schedule.arrangement import arrange, current_position
from domain.schedule.limits import NO_LIMITS, Limits
from domain.schedule.occupancy import positions, task_load
from domain.schedule.state import ScheduleState, Task, class_key, class_rank
from domain.tools.arguments import Flag, Limit
from domain.tools.context import ToolContext
from domain.tools.filters import SectionFilters
from domain.tools.outcome import write_result
from domain.tools.refusal import refused
from domain.tools.results import ObjectiveReport, ToolResult
from domain.tools.task_set import TaskSetArguments, change_lines, movable_tasks

_CANDIDATES_PER_TASK = 4


class SpreadEvenArguments(SectionFilters, TaskSetArguments):
    """Which tasks are spread over which days."""

    limit: Limit = Field(12, description="candidate slots to report per length; grows with the number of tasks")
    allow_embed: Flag = Field(True, description="slots inside embeddable courses may be used")
    balance: Literal["tasks", "total"] = Field("tasks", description="total counts courses as load too")
    keep_order: Flag = Field(True, description="keep the tasks of a class in class order")


def spread_even(
    state: ScheduleState, arguments: SpreadEvenArguments, context: ToolContext
) -> tuple[ScheduleState, ToolResult]:
    """Spread suggested tasks over the days that pass; pinned ones and hosts with guests stay and count as load."""
    tasks = movable_tasks(state, arguments.task_ids, "spread_even")
    problem = _spread_problem(state, arguments, tasks, context.limits)
    try:
        plan = spread(problem, context.spread_solver)
    except NotEnoughSlots as error:
        raise refused(
            "not_enough_slots", state.locale, span=error.span, required=error.required, got=error.got
        ) from None
    after = arrange(state, plan.assignment)
    lines = [
        say(state.locale, "spread_even.done", tasks=len(tasks), candidates=_candidates(problem, arguments.limit)),
        *change_lines(state, after),
    ]
    return after, write_result(state, after, lines, _objective(problem, plan, len(tasks)))


def _spread_problem(
    state: ScheduleState, arguments: SpreadEvenArguments, tasks: list[Task], limits: Limits
) -> SpreadProblem:
    days = arguments.allowed_days(state)
    fixed = [task for task in tasks if task.pinned or task.guests]
    free = [task for task in tasks if task not in fixed]
    lifted = {task.state_id for task in free}
    courses = arguments.balance == "total"
    found = {
        n: [
            place
            for place in positions(state, n, lifted, arguments.allow_embed)
            if place.day in days and arguments.admits(place.slot)
        ]
        for n in {task.length for task in free}
    }
    return SpreadProblem(
        days=days,
        base_load=tuple(task_load(state, day, lifted, courses) for day in days),
        items=_items(state, free, fixed if arguments.keep_order else []),
        positions={
            (key, n): tuple(place for place in found[n] if limits.get(key, NO_LIMITS).admits(state.window, place))
            for key, n in {(class_key(task), task.length) for task in free}
        },
        keep_order=arguments.keep_order,
    )


def _items(state: ScheduleState, tasks: list[Task], fixed: list[Task]) -> tuple[SpreadItem, ...]:
    ranked = sorted(tasks, key=lambda task: (class_key(task), *class_rank(task)))
    return tuple(_item(state, task, position, fixed) for position, task in enumerate(ranked))


def _item(state: ScheduleState, task: Task, position: int, fixed: list[Task]) -> SpreadItem:
    """A task of the set, between the fixed ones of its class to which it stands in class order now.

    Where a person put a fixed task out of order, order with that one is lost already and binds nobody.
    """
    at_now = task.slots[0].key[:2]
    kin = [(class_rank(other), other.slots[0].key[:2]) for other in fixed if class_key(other) == class_key(task)]
    kin = [(rank, at) for rank, at in kin if (rank < class_rank(task)) == (at < at_now)]
    return SpreadItem(
        task_id=task.state_id,
        length=task.length,
        group=class_key(task),
        rank=position,
        current=current_position(state, task),
        after=max((at for _, at in kin if at < at_now), default=None),
        before=min((at for _, at in kin if at > at_now), default=None),
    )


def _candidates(problem: SpreadProblem, limit: int) -> int:
    """Candidate slots to report: per length at most ``limit``, or four a task where that is more."""
    wanted = Counter(item.length for item in problem.items)
    found = {place for places in problem.positions.values() for place in places}
    offered = Counter(place.length for place in found)
    return sum(min(offered[n], max(limit, _CANDIDATES_PER_TASK * count)) for n, count in wanted.items())


def _objective(problem: SpreadProblem, plan: SpreadPlan, count: int) -> ObjectiveReport:
    before = evaluate(problem, {item.task_id: item.current for item in problem.items})
    return ObjectiveReport(before=before, after=plan.objective, moved=plan.objective[2], of=count, optimal=plan.optimal)
