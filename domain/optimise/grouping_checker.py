"""An independent look at a grouping: everything that is wrong with it (rules GROUP-1 and GROUP-8)."""

from collections import Counter
from collections.abc import Iterator

from domain.optimise.grouping_objective import evaluate
from domain.optimise.grouping_problem import GroupingItem, GroupingPlan, GroupingProblem
from domain.schedule.occupancy import Position


def check_grouping(problem: GroupingProblem, plan: GroupingPlan) -> tuple[str, ...]:
    """One sentence for every breach of GROUP-1, untrue figure, and objective that is worse than the one given."""
    ids = {item.task_id for item in problem.items}
    strangers = [f"task {n} is not of the set" for n in sorted(plan.assignment.keys() - ids)]
    missing = [f"task {n} has no place" for n in sorted(ids - plan.assignment.keys())]
    if strangers or missing:
        return (*strangers, *missing)
    taken = Counter(plan.assignment.values())
    unfair = [f"{taken[item.current]} tasks take the place of task {item.task_id}" for item in problem.items]
    wrong = [line for item, line in zip(problem.items, unfair, strict=True) if taken[item.current] != 1]
    wrong += [line for item in problem.items for line in _placed(problem, item, plan.assignment[item.task_id])]
    return tuple(wrong) if wrong else tuple(_figures(problem, plan))


def _placed(problem: GroupingProblem, item: GroupingItem, place: Position) -> Iterator[str]:
    if place == item.current:
        return
    if item.fixed:
        yield f"task {item.task_id} is fixed"
    if place.length != item.current.length:
        yield f"task {item.task_id} takes {item.current.length} sections, not {place.length}"
    if place in problem.barred.get(item.group, ()):
        yield f"task {item.task_id} may not be on day {place.day} at {place.start}-{place.end}"


def _figures(problem: GroupingProblem, plan: GroupingPlan) -> Iterator[str]:
    measured = evaluate(problem, plan.assignment)
    given = evaluate(problem, {item.task_id: item.current for item in problem.items})
    if measured != plan.objective:
        yield f"the objective is {measured}, not {plan.objective}"
    if measured > given:
        yield f"the objective was {given} and is {measured}"
