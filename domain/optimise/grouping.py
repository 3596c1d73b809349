"""The fewest changes of category in a set of tasks (rules GROUP-1 to GROUP-8)."""

from collections.abc import Iterator
from dataclasses import replace

from domain.optimise.grouping_blocks import in_blocks
from domain.optimise.grouping_bounds import CategoryBounds
from domain.optimise.grouping_checker import check_grouping
from domain.optimise.grouping_kinds import Kinds, kinds_of
from domain.optimise.grouping_layers import Ways, search
from domain.optimise.grouping_objective import evaluate
from domain.optimise.grouping_order import best_ordered, fixed_inversions
from domain.optimise.grouping_problem import GroupingPlan, GroupingProblem

__all__ = ["change_bound", "evaluate", "group"]

MAX_STEPS = 1_000_000
WIDTH = 200


def group(problem: GroupingProblem, max_steps: int = MAX_STEPS, width: int = WIDTH) -> GroupingPlan:
    """The best plan that is found; never one that is worse than the arrangement given.

    Args:
        problem: the set with its places.
        max_steps: steps that the exact method may try, over all places; beyond them the beams have the last word.
        width: states that the beam search keeps before each place.
    """
    kinds = kinds_of(problem)
    given = kinds.plan(kinds.current, optimal=not problem.items)
    blocks = in_blocks(kinds)
    if blocks is not None:
        plans = [kinds.plan(blocks, optimal=True)]
    else:
        plans = list(_plans(kinds, given, max_steps, width)) if problem.items else []
    legal = [plan for plan in [*plans, given] if not check_grouping(problem, plan)]
    return min(legal, key=lambda plan: (plan.objective, not plan.optimal))


def change_bound(problem: GroupingProblem) -> int:
    """A number of changes that no plan is below."""
    bounds = CategoryBounds(kinds_of(problem))
    return bounds.least // bounds.weight - 1


def _plans(kinds: Kinds, given: GroupingPlan, max_steps: int, width: int) -> Iterator[GroupingPlan]:
    """Plans until one is proved, each at least as cheap as those before: of beams from either end, then exact."""
    bounds = CategoryBounds(kinds)
    ceiling = bounds.cost(given)
    if bounds.least == ceiling:
        yield replace(given, optimal=True)
        return
    for seen, limits in ((kinds, bounds), _mirrored(kinds)):
        ways = search(seen, limits, ceiling, width=width)
        if ways is not None:
            plan = _best(seen, ways)
            yield plan
            if plan.optimal:
                return
            ceiling = ways.cost
    exact = search(kinds, bounds, ceiling, max_steps=max_steps)
    if exact is not None:
        yield _best(kinds, exact)


def _mirrored(kinds: Kinds) -> tuple[Kinds, CategoryBounds]:
    """The same question with time and class order turned round; its plans have the same objectives."""
    items = tuple(replace(item, rank=-item.rank) for item in reversed(kinds.problem.items))
    turned = kinds_of(replace(kinds.problem, items=items))
    return turned, CategoryBounds(turned)


def _best(kinds: Kinds, ways: Ways) -> GroupingPlan:
    """The best plan of the ways found, proved if none left out can be cheaper, or as cheap with fewer inversions."""
    chosen, exhausted = best_ordered(kinds, ways)
    plan = kinds.plan(chosen, optimal=False)
    _, moved, inverted = plan.objective
    ordered = moved == 0 or inverted == fixed_inversions(kinds) or (exhausted and ways.dropped > ways.cost)
    return replace(plan, optimal=ordered and ways.dropped >= ways.cost)
