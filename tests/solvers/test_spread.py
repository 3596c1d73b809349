"""Spreading by HiGHS, which stands in for the exact method on large problems."""

import pytest

from domain.errors import NotEnoughSlots
from domain.optimise.spread import load_bound, spread
from domain.optimise.spread_checker import check_spread
from domain.optimise.spread_problem import SpreadItem, SpreadProblem
from domain.schedule.occupancy import Position
from solvers.spread import HighsSpreadSolver
from tests.domain.optimise.spread_cases import tiny_problem

SEEDS = range(5_000, 5_060)


def solvable() -> list[SpreadProblem]:
    problems = []
    for seed in SEEDS:
        try:
            spread(tiny_problem(seed))
        except NotEnoughSlots:
            continue
        problems.append(tiny_problem(seed))
    return problems


def test_a_proved_plan_is_as_good_as_the_exact_one() -> None:
    """With nodes enough the solver proves the very objective that the exact method finds."""
    for problem in solvable():
        plan = HighsSpreadSolver(500)(problem)
        assert plan is not None
        assert check_spread(problem, plan) == ()
        assert (plan.objective, plan.optimal) == (spread(problem).objective, True)


def test_at_the_node_limit_a_plan_is_legal_and_claims_no_more_than_it_is() -> None:
    """Without nodes there is a plan all the same, proved only if it is the best."""
    plans = [(spread(problem), spread(problem, HighsSpreadSolver(0), max_states=0)) for problem in solvable()]
    assert all(plan.objective >= best.objective for best, plan in plans)
    assert all(plan.objective == best.objective for best, plan in plans if plan.optimal)
    assert any(not plan.optimal for _, plan in plans)


def test_what_has_no_places_is_refused() -> None:
    """The shortage is found before the solver is asked."""
    item = SpreadItem(1, 2, "class", 1, Position(1, 1, 2, None, 6))
    with pytest.raises(NotEnoughSlots):
        spread(SpreadProblem((1,), (0,), (item,), {}), HighsSpreadSolver(), max_states=0)


def test_a_solver_that_is_asked_the_impossible_finds_nothing() -> None:
    """Two tasks and one place."""
    place = Position(1, 1, 2, None, 6)
    items = tuple(SpreadItem(n, 2, "class", n, place) for n in (1, 2))
    assert HighsSpreadSolver()(SpreadProblem((1,), (0,), items, {("class", 2): (place,)})) is None


def test_many_classes_meet_the_bound() -> None:
    """Where the lattice has too many states the answer still meets the bound on loads and is repeatable."""
    days = tuple(range(1, 8))
    places = tuple(Position(day, start, start + 1, None, 6 << start - 1) for day in days for start in range(1, 12))
    aligned = [place for place in places if place.start % 2]
    items = tuple(SpreadItem(n, 2, f"class {n % 10}", n // 10, aligned[n]) for n in range(20))
    problem = SpreadProblem(days, (0,) * 7, items, {(f"class {n}", 2): places for n in range(10)})
    first, second = (spread(problem, HighsSpreadSolver(20), max_states=2_000) for _ in range(2))
    assert first == second
    assert first.objective[:2] == load_bound(problem)
    assert not check_spread(problem, first)
