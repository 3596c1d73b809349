"""An independent look at a spread: everything that is wrong with it (rule SPREAD-8)."""

from collections.abc import Iterator
from itertools import combinations, groupby, pairwise

from domain.optimise.spread_objective import evaluate
from domain.optimise.spread_problem import SpreadItem, SpreadPlan, SpreadProblem


def check_spread(problem: SpreadProblem, plan: SpreadPlan) -> tuple[str, ...]:
    """One sentence for every breach of SPREAD-1 and for figures that are not true; none if the plan may count."""
    ids = {item.task_id for item in problem.items}
    strangers = [f"task {n} is not of the set" for n in sorted(plan.assignment.keys() - ids)]
    missing = [f"task {n} has no place" for n in sorted(ids - plan.assignment.keys())]
    if strangers or missing:
        return (*strangers, *missing)
    found = (*_places(problem, plan), *_overlaps(plan), *_order(problem, plan))
    measured = evaluate(problem, plan.assignment)
    wrong = () if measured == plan.objective else (f"the objective is {measured}, not {plan.objective}",)
    return (*found, *wrong)


def _places(problem: SpreadProblem, plan: SpreadPlan) -> Iterator[str]:
    for item in problem.items:
        place = plan.assignment[item.task_id]
        if place.day not in problem.days or place not in problem.places(item):
            yield f"task {item.task_id} may not be on day {place.day} at {place.start}-{place.end}"


def _overlaps(plan: SpreadPlan) -> Iterator[str]:
    for (one, place), (other, next_place) in combinations(sorted(plan.assignment.items()), 2):
        if place.day == next_place.day and place.mask & next_place.mask:
            yield f"tasks {one} and {other} exclude each other on day {place.day}"


def _order(problem: SpreadProblem, plan: SpreadPlan) -> Iterator[str]:
    if not problem.keep_order:
        return
    ranked = sorted(problem.items, key=lambda item: (item.group, item.rank))
    for group, items in groupby(ranked, key=lambda item: item.group):
        yield from _order_of_group(group, list(items), plan)


def _order_of_group(group: str, items: list[SpreadItem], plan: SpreadPlan) -> Iterator[str]:
    for before, after in pairwise(items):
        early, late = plan.assignment[before.task_id], plan.assignment[after.task_id]
        if (early.day, early.start) >= (late.day, late.start):
            yield f"task {before.task_id} of {group} must come before task {after.task_id}"
