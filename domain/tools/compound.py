"""Tools that rearrange a whole set at once, by an optimal plan (rule TOOL-10)."""

from collections import Counter
from typing import Any, Literal

from pydantic import Field, field_validator, model_validator
from pydantic_core import PydanticCustomError

from domain.errors import NotEnoughSlots
from domain.optimise.spread import evaluate, spread
from domain.optimise.spread_problem import SpreadItem, SpreadPlan, SpreadProblem, SpreadSolver
from domain.schedule.arrangement import arrange, current_position
from domain.schedule.limits import NO_LIMITS, Limits
from domain.schedule.occupancy import positions, task_load
from domain.schedule.phrases import say
from domain.schedule.sentences import hosted_text, weekday_text
from domain.schedule.state import ScheduleState, Task, class_key, class_rank
from domain.tools.arguments import Flag, TaskIds
from domain.tools.checks import check_suggested, check_unlocked, existing_task
from domain.tools.filters import SectionFilters
from domain.tools.outcome import affected_days, changes_between, write_result
from domain.tools.reads import Limit
from domain.tools.refusal import refused
from domain.tools.results import Change, ObjectiveReport, ToolResult

_LEAST_TASKS = 2
_CANDIDATES_PER_TASK = 4


class SpreadEvenArguments(SectionFilters):
    """Which tasks are spread over which days."""

    task_ids: TaskIds = Field(description="at least 2 suggested tasks")
    limit: Limit = Field(12, description="candidate slots to report per length; grows with the number of tasks")
    allow_embed: Flag = Field(True, description="slots inside embeddable courses may be used")
    balance: Literal["tasks", "total"] = Field("tasks", description="total counts courses as load too")
    keep_order: Flag = Field(True, description="keep the tasks of a class in class order")

    @model_validator(mode="before")
    @classmethod
    def _take_single(cls, raw: Any) -> Any:
        """``task_id`` is a single further task; it is understood and not advertised."""
        if not isinstance(raw, dict) or "task_id" not in raw:
            return raw
        name = "task_item_ids" if "task_item_ids" in raw else "task_ids"
        given = raw.get(name, [])
        ids = [*(given if isinstance(given, list | tuple) else [given]), raw["task_id"]]
        return {key: value for key, value in raw.items() if key != "task_id"} | {name: ids}

    @field_validator("task_ids")
    @classmethod
    def _distinct(cls, task_ids: tuple[int, ...]) -> tuple[int, ...]:
        distinct = tuple(dict.fromkeys(task_ids))
        if len(distinct) < _LEAST_TASKS:
            raise PydanticCustomError("two_tasks", "too few tasks", {"least": _LEAST_TASKS})
        return distinct


def spread_even(
    state: ScheduleState, arguments: SpreadEvenArguments, solver: SpreadSolver | None, limits: Limits
) -> tuple[ScheduleState, ToolResult]:
    """Spread suggested tasks evenly over the days that pass; pinned ones stay and count as load."""
    tasks = _movable(state, arguments.task_ids, "spread_even")
    problem = _spread_problem(state, arguments, [task for task in tasks if not task.pinned], limits)
    try:
        plan = spread(problem, solver)
    except NotEnoughSlots as error:
        raise refused(
            "not_enough_slots", state.locale, span=error.span, required=error.required, got=error.got
        ) from None
    after = arrange(state, plan.assignment)
    lines = [
        say(state.locale, "spread_even.done", tasks=len(tasks), candidates=_candidates(problem, arguments.limit)),
        *_change_lines(state, after),
    ]
    return after, write_result(state, after, lines, _objective(problem, plan, len(tasks)))


def _movable(state: ScheduleState, task_ids: tuple[int, ...], tool: str) -> list[Task]:
    tasks = [existing_task(state, task_id) for task_id in task_ids]
    for task in tasks:
        check_unlocked(state, task)
    for task in tasks:
        check_suggested(state, task, tool)
    return tasks


def _spread_problem(
    state: ScheduleState, arguments: SpreadEvenArguments, tasks: list[Task], limits: Limits
) -> SpreadProblem:
    days = arguments.allowed_days(state)
    lifted = {task.state_id for task in tasks}
    courses = arguments.balance == "total"
    found = {
        n: [
            place
            for place in positions(state, n, lifted, arguments.allow_embed)
            if place.day in days and arguments.admits(place.slot)
        ]
        for n in {task.length for task in tasks}
    }
    return SpreadProblem(
        days=days,
        base_load=tuple(task_load(state, day, lifted, courses) for day in days),
        items=_items(state, tasks),
        positions={
            (key, n): tuple(place for place in found[n] if limits.get(key, NO_LIMITS).admits(state.window, place))
            for key, n in {(class_key(task), task.length) for task in tasks}
        },
        keep_order=arguments.keep_order,
    )


def _items(state: ScheduleState, tasks: list[Task]) -> tuple[SpreadItem, ...]:
    ranked = sorted(tasks, key=lambda task: (class_key(task), *class_rank(task)))
    return tuple(
        SpreadItem(task.state_id, task.length, class_key(task), rank, current_position(state, task))
        for rank, task in enumerate(ranked)
    )


def _candidates(problem: SpreadProblem, limit: int) -> int:
    """Candidate slots to report: per length at most ``limit``, or four a task where that is more."""
    wanted = Counter(item.length for item in problem.items)
    found = {place for places in problem.positions.values() for place in places}
    offered = Counter(place.length for place in found)
    return sum(min(offered[n], max(limit, _CANDIDATES_PER_TASK * count)) for n, count in wanted.items())


def _change_lines(before: ScheduleState, after: ScheduleState) -> list[str]:
    changes = changes_between(before, after)
    if not changes:
        return [say(before.locale, "changes.none")]
    slots = [slot for change in changes for slot in (*change.from_slots, *change.to_slots)]
    lines = [_change_line(before, change) for change in changes]
    return [say(before.locale, "changes.some"), *lines, *affected_days(after, slots)]


def _change_line(state: ScheduleState, change: Change) -> str:
    target = hosted_text(state, weekday_text(state, change.to_slots[0]), change.to_host)
    origin = weekday_text(state, change.from_slots[0])
    return say(state.locale, "changes.line", task=state.by_id[change.task_id].label, origin=origin, target=target)


def _objective(problem: SpreadProblem, plan: SpreadPlan, count: int) -> ObjectiveReport:
    before = evaluate(problem, {item.task_id: item.current for item in problem.items})
    return ObjectiveReport(before=before, after=plan.objective, moved=plan.objective[2], of=count, optimal=plan.optimal)
