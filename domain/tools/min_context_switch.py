"""The tool that puts tasks of one category next to each other (rule TOOL-16)."""

from domain.optimise.grouping import evaluate, group
from domain.optimise.grouping_problem import GroupingItem, GroupingPlan, GroupingProblem
from domain.phrases.say import say
from domain.schedule.arrangement import arrange, current_position
from domain.schedule.limits import NO_LIMITS, Limits
from domain.schedule.state import ScheduleState, Task, class_key, class_rank
from domain.tools.context import ToolContext
from domain.tools.outcome import write_result
from domain.tools.refusal import Refused
from domain.tools.results import ObjectiveReport, ToolResult
from domain.tools.task_set import TaskSetArguments, change_lines, check_movable, named_tasks


class MinContextSwitchArguments(TaskSetArguments):
    """Which tasks exchange their places."""


def min_context_switch(
    state: ScheduleState, arguments: MinContextSwitchArguments, context: ToolContext
) -> tuple[ScheduleState, ToolResult]:
    """Let suggested tasks exchange places so that the category changes least often; pinned ones stay."""
    tasks = named_tasks(state, arguments.task_ids)
    if not (state.reorder_allowed or context.reorder_allowed):
        raise Refused("reorder_not_allowed", say(state.locale, "reorder_not_allowed"), complete=True)
    check_movable(state, tasks, "min_context_switch")
    problem = grouping_problem(state, tasks, context.limits)
    plan = group(problem)
    moved = {n: place for n, place in plan.assignment.items() if place != current_position(state, state.by_id[n])}
    after = arrange(state, moved)
    report = _report(problem, plan)
    done = say(
        state.locale, "min_context_switch.done", tasks=len(tasks), before=report.before[0], after=report.after[0]
    )
    return after, write_result(state, after, [done, *change_lines(state, after)], report)


def grouping_problem(state: ScheduleState, tasks: list[Task], limits: Limits) -> GroupingProblem:
    """The set by day and start, a host before its guest; hosts stay, as moving them would strand their guests."""
    ranks = {task.state_id: rank for rank, task in enumerate(sorted(tasks, key=class_rank))}
    line = sorted(tasks, key=lambda task: (task.slots[0].day, task.slots[0].slot_start, task.embed_host is not None))
    items = tuple(
        GroupingItem(
            task_id=task.state_id,
            category=task.category,
            group=class_key(task),
            rank=ranks[task.state_id],
            current=current_position(state, task),
            fixed=task.pinned or bool(task.guests),
        )
        for task in line
    )
    places = [item.current for item in items]
    barred = {
        key: frozenset(p for p in places if not limits.get(key, NO_LIMITS).admits(state.window, p))
        for key in {item.group for item in items}
    }
    return GroupingProblem(items, barred)


def _report(problem: GroupingProblem, plan: GroupingPlan) -> ObjectiveReport:
    before = evaluate(problem, {item.task_id: item.current for item in problem.items})
    moved, count = plan.objective[1], len(problem.items)
    return ObjectiveReport(before=before, after=plan.objective, moved=moved, of=count, optimal=plan.optimal)
