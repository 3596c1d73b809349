"""The exact method against trying everything; of the small problems every third is tried each time."""

import pytest

from domain.errors import NotEnoughSlots
from domain.optimise.spread import spread
from domain.optimise.spread_checker import check_spread
from tests.domain.optimise.spread_cases import best_value, measure, shortage, tiny_problem
from tests.sample import stride


@pytest.mark.parametrize("block", range(20))
def test_the_exact_method_finds_the_best_plan(block: int) -> None:
    """Objective and tie-break are those of the best of all plans; what has no plan is refused."""
    for seed in range(30 * block, 30 * block + 30, stride(3)):
        problem = tiny_problem(seed)
        best = best_value(problem)
        try:
            plan = spread(problem)
        except NotEnoughSlots as error:
            assert best is None, f"seed {seed} has a plan"
            refused, figures = (error.span, error.required, error.got), shortage(problem)
            assert refused == figures or (figures is None and problem.keep_order), f"seed {seed}"
            continue
        found = measure(problem, [plan.assignment[item.task_id] for item in problem.items])
        assert (found, plan.objective, plan.optimal) == (best, found[0], True), f"seed {seed}"
        assert check_spread(problem, plan) == (), f"seed {seed}"
