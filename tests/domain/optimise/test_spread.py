"""What a spread promises, on cases small enough to follow."""

import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.errors import NotEnoughSlots
from domain.optimise.spread import arrange, evaluate, load_bound, spread
from domain.optimise.spread_checker import check_spread
from domain.optimise.spread_problem import SpreadItem, SpreadPlan, SpreadProblem
from domain.schedule.occupancy import Position
from tests.domain.optimise.spread_cases import bits, measure, tiny_problem


def at(day: int, start: int, length: int = 2) -> Position:
    return Position(day, start, start + length - 1, None, bits(start, start + length - 1))


def free_week(current: Sequence[Position], days: Sequence[int] = (1, 2, 3), sections: int = 8) -> SpreadProblem:
    """Empty days and one class whose tasks stand at ``current``."""
    items = tuple(SpreadItem(n, p.length, "class", n, p) for n, p in enumerate(current, start=1))
    positions = {
        ("class", length): tuple(at(day, start, length) for day in days for start in range(1, sections - length + 2))
        for length in {p.length for p in current}
    }
    return SpreadProblem(tuple(days), (0,) * len(days), items, positions)


def places(plan: SpreadPlan) -> dict[int, tuple[int, int]]:
    return {task_id: (p.day, p.start) for task_id, p in plan.assignment.items()}


def test_a_crowded_day_is_shared_out() -> None:
    """Three tasks of one day end up on three days; the first one stays."""
    plan = spread(free_week([at(1, 1), at(1, 3), at(1, 5)]))
    assert places(plan) == {1: (1, 1), 2: (2, 1), 3: (3, 1)}
    assert (plan.objective, plan.optimal) == ((12, 0, 2), True)


def test_an_even_arrangement_is_left_alone() -> None:
    """Nothing moves where nothing can be evened out, however late the tasks start."""
    problem = free_week([at(1, 7), at(2, 5), at(3, 3)])
    assert spread(problem).assignment == {item.task_id: item.current for item in problem.items}


def test_loaded_days_take_less() -> None:
    """What a day already carries counts in squares and pace."""
    problem = replace(free_week([at(1, 1), at(1, 3)]), base_load=(2, 0, 0))
    assert places(spread(problem)) == {1: (2, 1), 2: (3, 1)}


def test_order_is_kept_unless_it_is_free() -> None:
    """Where order is free a task may stay although a later one of its class comes to stand before it."""
    problem = free_week([at(3, 1), at(1, 1), at(1, 3)])
    assert places(spread(problem)) == {1: (1, 1), 2: (2, 1), 3: (3, 1)}
    assert places(spread(replace(problem, keep_order=False))) == {1: (3, 1), 2: (1, 1), 3: (2, 1)}


def test_a_host_takes_one_guest() -> None:
    """Places of one host occurrence exclude each other even where their sections do not meet."""
    guests = tuple(Position(1, start, start, 50, bits(1, 4)) for start in range(1, 5))
    items = tuple(SpreadItem(n, 1, "class", n, at(9, n, 1)) for n in (1, 2))
    with pytest.raises(NotEnoughSlots) as caught:
        spread(SpreadProblem((1,), (0,), items, {("class", 1): guests}))
    assert (caught.value.span, caught.value.required, caught.value.got) == (1, 2, 1)


def test_a_shortage_names_the_length_that_lacks_places() -> None:
    """The longer tasks fit; beside them only one of two shorter ones does."""
    problem = free_week([at(1, 1, 3), at(2, 1), at(3, 1)], days=(1,), sections=5)
    with pytest.raises(NotEnoughSlots) as caught:
        spread(problem)
    assert (caught.value.span, caught.value.required, caught.value.got) == (2, 2, 1)


def test_an_order_that_cannot_be_kept_is_a_shortage() -> None:
    """The first task is long and the only long gap is on the last day, so nothing is left for the second one."""
    items = (SpreadItem(1, 2, "class", 1, at(9, 1)), SpreadItem(2, 1, "class", 2, at(9, 3, 1)))
    problem = SpreadProblem((1, 2), (0, 0), items, {("class", 1): (at(1, 1, 1),), ("class", 2): (at(2, 1),)})
    with pytest.raises(NotEnoughSlots) as caught:
        spread(problem)
    assert (caught.value.span, caught.value.required, caught.value.got) == (1, 1, 0)
    assert spread(replace(problem, keep_order=False)).optimal


def test_each_class_keeps_to_its_own_places() -> None:
    """Tasks of one length of which one may not be on the first day, the other on no other."""
    items = tuple(SpreadItem(n, 2, f"class {n}", n, at(9, 2 * n + 1)) for n in (1, 2))
    positions = {("class 1", 2): (at(2, 1),), ("class 2", 2): (at(1, 5), at(1, 1))}
    for keep_order in (True, False):
        plan = spread(SpreadProblem((1, 2), (0, 0), items, positions, keep_order))
        assert (places(plan), plan.optimal) == ({1: (2, 1), 2: (1, 1)}, True)


@pytest.mark.parametrize("keep_order", [True, False])
@pytest.mark.parametrize("classes", [3, 5])
def test_classes_that_crowd_each_other_out_are_a_shortage(classes: int, keep_order: bool) -> None:
    """Two classes have the same only place; the others have room to spare, and there are few or many of them."""
    items = tuple(SpreadItem(n, 1, f"class {n}", n, at(9, n, 1)) for n in range(1, classes + 1))
    only: tuple[Position, ...] = (at(1, 1, 1),)
    positions = {(f"class {n}", 1): only if n < 3 else (at(1, n, 1), at(2, n, 1)) for n in range(1, classes + 1)}
    with pytest.raises(NotEnoughSlots) as caught:
        spread(SpreadProblem((1, 2), (0, 0), items, positions, keep_order))
    assert (caught.value.span, caught.value.required, caught.value.got) == (1, classes, classes - 1)


def test_nothing_to_spread_is_a_plan() -> None:
    """An empty set has the objective of the days as they are."""
    plan = spread(SpreadProblem((1, 2), (3, 1), (), {}))
    assert plan == SpreadPlan({}, (10, 2, 0), optimal=True)


def test_no_allowed_day_is_a_shortage() -> None:
    """Tasks without a day to go to have no places."""
    with pytest.raises(NotEnoughSlots):
        spread(replace(free_week([at(1, 1), at(1, 3)]), days=(), base_load=(), positions={}))


def test_tasks_outside_the_allowed_days_load_none_of_them() -> None:
    """Their sections still belong to the total that the pace is held against."""
    problem = free_week([at(1, 1), at(9, 1)], days=(1, 2))
    assert evaluate(problem, {item.task_id: item.current for item in problem.items}) == (4, 4, 0)


def test_a_plan_is_arranged_from_what_each_day_takes() -> None:
    """Given the shares of the days, tasks stay where they can and the rest is early."""
    plan = arrange(free_week([at(1, 1), at(2, 3), at(1, 5)]), [(1,), (2,), (0,)])
    assert places(plan) == {1: (1, 1), 2: (2, 3), 3: (2, 5)}
    assert not plan.optimal


def held_up() -> SpreadProblem:
    """A long task that comes first in its class and does not fit into the first day, so that the bound is not met."""
    items = tuple(SpreadItem(n, length, "class", n, at(9, 2 * n, length)) for n, length in ((1, 2), (2, 1), (3, 1)))
    positions = {
        ("class", length): tuple(
            at(day, start, length) for day in (1, 2, 3) for start in range(1, 5 if day > 1 else first)
        )
        for length, first in ((1, 2), (2, 1))
    }
    return SpreadProblem((1, 2, 3), (0, 0, 0), items, positions)


def test_the_solver_is_asked_beyond_the_limit_of_states() -> None:
    """Where beams do not meet the bound, its plan counts if it is legal and none found is better."""
    problem = held_up()
    best = spread(problem)
    asked: list[SpreadProblem] = []

    def solver(problem: SpreadProblem) -> SpreadPlan:
        asked.append(problem)
        return replace(best, optimal=False)

    assert best.objective[:2] > load_bound(problem)
    assert spread(problem, solver, max_states=0) == replace(best, optimal=False)
    assert asked == [problem]


def test_the_solver_is_not_asked_where_the_bound_is_met() -> None:
    """Squares and pace are the best then; the plan is called best only if no fewer can move for the loads alone."""

    def solver(problem: SpreadProblem) -> SpreadPlan:
        raise AssertionError(problem)

    assert spread(free_week([at(1, 1), at(1, 3), at(1, 5)]), solver, max_states=0).optimal
    swapped = free_week([at(2, 1), at(1, 1)], days=(1, 2))
    plan = spread(swapped, solver, max_states=0)
    assert (plan.objective, plan.optimal) == ((8, 0, 2), False)


def test_a_breach_of_the_solver_does_not_count() -> None:
    """An illegal plan is passed over for what beams find."""
    same_place = dict.fromkeys((1, 2, 3), at(2, 1))
    plan = spread(held_up(), lambda _: SpreadPlan(same_place, (0, 0, 0), optimal=True), max_states=0)
    assert check_spread(held_up(), plan) == ()
    assert (plan.objective, plan.optimal) == (spread(held_up()).objective, False)


def test_a_plan_is_found_even_if_the_solver_finds_none() -> None:
    """What beams find stands where the arrangement as it is is not legal."""
    plan = spread(held_up(), lambda _: None, max_states=0)
    assert check_spread(held_up(), plan) == ()
    assert not plan.optimal


@settings(max_examples=60, deadline=None)
@given(st.integers(min_value=10_000, max_value=99_999))
def test_no_plan_is_worse_than_a_legal_arrangement_or_the_bound(seed: int) -> None:
    """The arrangement given is one of the plans compared, and the bound on loads holds for every plan."""
    problem = tiny_problem(seed)
    current = {item.task_id: item.current for item in problem.items}
    try:
        plan = spread(problem)
    except NotEnoughSlots:
        return
    assert plan.objective == measure(problem, [plan.assignment[item.task_id] for item in problem.items])[0]
    assert plan.objective[:2] >= load_bound(problem)
    if not check_spread(problem, SpreadPlan(current, evaluate(problem, current), optimal=False)):
        assert plan.objective <= evaluate(problem, current)


def test_the_answer_does_not_depend_on_the_hash_seed() -> None:
    """Two processes with different hash seeds give the same plans, by the exact method and by the solver."""
    program = (
        "from domain.errors import NotEnoughSlots\n"
        "from domain.optimise.spread import spread\n"
        "from solvers.spread import HighsSpreadSolver\n"
        "from tests.domain.optimise.spread_cases import tiny_problem\n"
        "for seed in range(25):\n"
        "    for states in (300_000, 0):\n"
        "        try:\n"
        "            print(sorted(spread(tiny_problem(seed), HighsSpreadSolver(3), states).assignment.items()))\n"
        "        except NotEnoughSlots as error:\n"
        "            print(error)\n"
        "from tests.domain.optimise.test_spread_search import row\n"
        "print(sorted(spread(row(60, 10, 12), HighsSpreadSolver()).assignment.items()))\n"
    )
    outputs = [
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert outputs[0] == outputs[1] != ""
