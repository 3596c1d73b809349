"""Rough placement by HiGHS, compared with trying everything by the referee's own rules and sums."""

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from bench.placement import as_places, as_problem, random_case
from bench.referee_placement import Case, Course, Task, bound, judged, least, most
from domain.errors import PlacementImpossible
from domain.optimise.placement import place
from domain.optimise.placement_checker import check_placement
from domain.optimise.placement_greedy import greedy_placement
from solvers.placement import HighsPlacement
from tests.domain.optimise.placement_cases import tiny_case

CASES = {seed: tiny_case(seed) for seed in (*range(150), 2271)}
LEAST = {seed: least(case) for seed, case in CASES.items()}
POSSIBLE = [seed for seed, cost in LEAST.items() if cost is not None]
IMPOSSIBLE = [seed for seed, cost in LEAST.items() if cost is None]


def test_the_cases_are_of_both_kinds() -> None:
    """Some can be placed, some cannot."""
    assert len(POSSIBLE) > 50
    assert len(IMPOSSIBLE) > 15


@pytest.mark.parametrize("seed", POSSIBLE)
def test_a_plan_is_the_best_of_all(seed: int) -> None:
    """What is claimed, counted and proved is the least cost that trying everything finds."""
    case = CASES[seed]
    plan = place(as_problem(case), HighsPlacement())
    assert (judged(case, as_places(case, plan)), plan.objective, plan.optimal) == (LEAST[seed], LEAST[seed], True)


@pytest.mark.parametrize("seed", POSSIBLE[::3])
def test_what_can_be_placed_is_placed_without_a_start(seed: int) -> None:
    """Neither the search for the best nor the one for the largest set leans on the warm start."""
    problem = as_problem(CASES[seed])
    plan = HighsPlacement()(problem, None)
    assert plan is not None
    assert plan.objective == LEAST[seed]
    assert check_placement(problem, HighsPlacement().largest_fit(problem)) == ()


@pytest.mark.parametrize("seed", IMPOSSIBLE)
def test_a_refusal_names_the_largest_set_that_fits(seed: int) -> None:
    """As many as trying everything can place, and the ids of those left out."""
    case, problem = CASES[seed], as_problem(CASES[seed])
    fit = HighsPlacement().largest_fit(problem)
    assert len(fit) == most(case)
    part = replace(problem, items=tuple(item for item in problem.items if item.task_id in fit))
    assert check_placement(part, fit) == ()
    with pytest.raises(PlacementImpossible) as refused:
        place(problem, HighsPlacement())
    assert (refused.value.facts["fits"], refused.value.facts["tasks"]) == (len(fit), len(case.tasks))
    assert all(item.label in refused.value.message for item in problem.items if item.task_id not in fit)


@pytest.mark.parametrize("seed", POSSIBLE[::4])
def test_the_referees_bound_is_below_the_best(seed: int) -> None:
    """A bound that a plan beats would make the bench's verdict worthless."""
    cost = LEAST[seed]
    assert cost is not None
    assert bound(CASES[seed]) <= cost


def test_equal_lengths_are_placed_optimally() -> None:
    """Fifty tasks, one class in haste: proved, better than the warm start, and no more than the referee's bound."""
    case = random_case(50, 14, (2,))
    problem = as_problem(case)
    plan = place(problem, HighsPlacement())
    assert plan.optimal
    assert plan.objective == bound(case)
    assert greedy_placement(problem) is not None


def test_mixed_lengths_are_placed_well() -> None:
    """Where nothing is proved, the plan is legal and near the bound, and says that it is not proved."""
    case = random_case(50, 14, (1, 2, 3), seed=3)
    plan = place(as_problem(case), HighsPlacement())
    assert judged(case, as_places(case, plan)) == plan.objective
    assert plan.objective <= 1.1 * bound(case)
    assert not plan.optimal or plan.objective >= bound(case)


def test_order_within_a_day_is_learnt_from_cuts() -> None:
    """By counts the long task would fit before the short one; in order only the other day takes them both."""
    tasks = (Task(0, 0, 1), Task(0, 1, 2))
    free = (frozenset({1, 2, 4}), frozenset({6, 7, 8}))
    case = Case((1, 2), (0, 0), free, (), (Course(), Course()), tasks)
    plan = HighsPlacement()(as_problem(case), None)
    assert plan is not None
    assert judged(case, as_places(case, plan)) == plan.objective == least(case)


def test_two_solves_give_the_same_plan() -> None:
    """No clock, one thread and a fixed seed."""
    problem = as_problem(random_case(40, 10, (1, 2)))
    assert place(problem, HighsPlacement()) == place(problem, HighsPlacement())


def test_the_plan_does_not_depend_on_the_hash_seed() -> None:
    """Two processes that order sets of text differently plan alike."""
    code = (
        "from bench.placement import as_problem, random_case; from domain.optimise.placement import place;"
        "from solvers.placement import HighsPlacement;"
        "plan = place(as_problem(random_case(30, 7, (1, 2))), HighsPlacement());"
        "print(plan.objective, sorted((n, p.day, p.start, p.host) for n, p in plan.assignment.items()))"
    )
    root = Path(__file__).parents[2]
    runs = [
        subprocess.run(
            [sys.executable, "-c", code],
            cwd=root,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert runs[0]
    assert runs[0] == runs[1]
