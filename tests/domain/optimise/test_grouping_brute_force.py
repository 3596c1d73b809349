"""The methods against trying everything."""

from collections import Counter

import pytest

from domain.optimise.grouping import group
from domain.optimise.grouping_bounds import CategoryBounds
from domain.optimise.grouping_checker import check_grouping
from domain.optimise.grouping_kinds import kinds_of
from domain.optimise.grouping_layers import search
from tests.domain.optimise.grouping_cases import best_value, measure, tiny_grouping, value_of


@pytest.mark.parametrize("block", range(20))
def test_the_best_plan_is_found_and_proved(block: int) -> None:
    """On whatever path: blocks, a beam that leaves nothing out, the exact search."""
    for seed in range(30 * block, 30 * block + 30):
        problem = tiny_grouping(seed)
        best = best_value(problem)
        for plan in (group(problem), group(problem, width=1)):
            assert (value_of(problem, plan.assignment), plan.objective, plan.optimal) == (best, best, True), seed
            assert check_grouping(problem, plan) == (), seed


def test_narrow_beams_never_claim_too_much() -> None:
    """They are no worse than what was given, say best only where it is, and some of them are not."""
    seen: Counter[tuple[bool, bool]] = Counter()
    for seed in range(400):
        problem = tiny_grouping(seed)
        best, given = best_value(problem), measure(problem, list(problem.items))
        for width in (1, 2):
            plan = group(problem, max_steps=0, width=width)
            assert best <= plan.objective <= given, seed
            assert value_of(problem, plan.assignment) == plan.objective, seed
            assert check_grouping(problem, plan) == (), seed
            assert not plan.optimal or plan.objective == best, seed
            seen[plan.optimal, plan.objective == best] += 1
    assert seen[False, False] > 3
    assert seen[False, True] > 5
    assert seen[True, True] > 600


def test_bounds_are_never_above_the_best_plan_however_small_their_tables_are() -> None:
    """Smaller tables give weaker bounds, and the unlimited search finds the same cost by any of them."""
    tight: Counter[int] = Counter()
    for seed in range(200):
        problem = tiny_grouping(seed)
        kinds, (changes, moved, _) = kinds_of(problem), best_value(problem)
        for cells in (1, 60, 10**6):
            bounds = CategoryBounds(kinds, cells)
            best = (changes + 1) * bounds.weight + moved
            ways = search(kinds, bounds, ceiling=10**6)
            assert ways is not None, seed
            assert ways.cost == best >= bounds.least, seed
            tight[cells] += bounds.least == best
    assert tight[1] < tight[60] < tight[10**6] < 200
