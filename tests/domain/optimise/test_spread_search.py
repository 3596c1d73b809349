"""What beams find, against the exact method and against trying everything."""

import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from domain.errors import NotEnoughSlots
from domain.optimise.spread import arrange, load_bound, spread
from domain.optimise.spread_beam import Beam, BeamStyle
from domain.optimise.spread_checker import check_spread
from domain.optimise.spread_day import DayPacker
from domain.optimise.spread_fill import NEVER, Filling, Tallies
from domain.optimise.spread_guide import LoadGuide, least_by_length
from domain.optimise.spread_problem import SpreadItem, SpreadPlan, SpreadProblem
from domain.optimise.spread_queues import Queue, queues_of
from domain.optimise.spread_search import Search
from domain.optimise.spread_shortage import bounded_width, first_fit
from domain.optimise.spread_tables import LengthTables
from domain.schedule.occupancy import Position
from solvers.spread import HighsSpreadSolver
from tests.domain.optimise.spread_cases import bits, tiny_problem


def found_none(problem: SpreadProblem) -> SpreadPlan | None:
    """A solver that finds nothing."""
    return None


def unasked(problem: SpreadProblem) -> SpreadPlan | None:
    """A solver that must not be asked."""
    raise AssertionError(problem)


def row(tasks: int, days: int, classes: int, seed: int = 0) -> SpreadProblem:
    """Tasks of lengths 1 to 3, the classes by turns, that follow each other from the first day on, around courses."""
    random_ = random.Random(seed)
    free = [{*range(1, 13)} - {*random_.choice([(), (1, 2), (5, 6), (11, 12)])} for _ in range(days)]
    runs = ((day, n) for day in range(days) for n in range(1, 13) if n in free[day])
    items: list[SpreadItem] = []
    for day, start in runs:
        length = random_.choice((1, 2, 3))
        fits = {*range(start, start + length)} <= free[day]
        if (
            fits
            and len(items) < tasks
            and not (items and items[-1].current.day == day and items[-1].current.end >= start)
        ):
            number = len(items)
            items.append(SpreadItem(number, length, f"c{number % classes}", number, _at(day, start, length)))
    positions = {
        (f"c{n}", length): tuple(
            _at(day, start, length)
            for day in range(days)
            for start in range(1, 14 - length)
            if {*range(start, start + length)} <= free[day]
        )
        for n in range(classes)
        for length in (1, 2, 3)
    }
    return SpreadProblem(tuple(range(days)), (0,) * days, tuple(items), positions)


def _at(day: int, start: int, length: int) -> Position:
    return Position(day, start, start + length - 1, None, bits(start, start + length - 1))


def parts(problem: SpreadProblem) -> tuple[LengthTables, list[Queue], list[DayPacker]]:
    """What searches are made of."""
    places = {place for offered in problem.positions.values() for place in offered}
    days = [DayPacker(place for place in places if place.day == day) for day in problem.days]
    return LengthTables(problem, days), queues_of(problem), days


@pytest.mark.parametrize("block", range(8))
def test_without_states_a_plan_is_legal_and_claims_no_more_than_it_is(block: int) -> None:
    """Whatever has a plan gets one; what is called best is so, and hardly any is less even."""
    worse = 0
    for seed in range(50 * block, 50 * block + 50):
        problem = tiny_problem(seed)
        try:
            best = spread(problem)
        except NotEnoughSlots:
            with pytest.raises(NotEnoughSlots):
                spread(problem, found_none, max_states=0)
            continue
        plan = spread(problem, found_none, max_states=0)
        assert check_spread(problem, plan) == (), f"seed {seed}"
        assert plan.objective >= best.objective, f"seed {seed}"
        assert not plan.optimal or plan.objective == best.objective, f"seed {seed}"
        worse += plan.objective[:2] != best.objective[:2]
    assert worse <= 1


@pytest.mark.parametrize("classes", [6, 8, 12])
def test_many_classes_of_mixed_lengths_meet_the_bound_on_loads(classes: int) -> None:
    """A solver is not asked, what is not proved is not claimed, and the same question has the same answer."""
    problem = row(150, 30, classes)
    plan = spread(problem, unasked)
    assert check_spread(problem, plan) == ()
    assert plan.objective[:2] == load_bound(problem)
    assert not plan.optimal
    assert spread(problem, unasked) == plan


def test_an_even_arrangement_of_many_classes_is_left_alone_and_called_best() -> None:
    """Where nothing can be evened out no task moves, which is the fewest."""
    crowded = row(60, 10, 12)
    plan = spread(crowded, unasked)
    even = replace(crowded, items=tuple(replace(i, current=plan.assignment[i.task_id]) for i in crowded.items))
    again = spread(even, unasked, max_states=0)
    assert (again.assignment, again.optimal) == (plan.assignment, True)


def test_the_guide_is_met_by_the_exact_method_without_order() -> None:
    """Where tasks differ by length only, its least cost is that of the best plan."""
    problem = replace(row(30, 6, 4), keep_order=False)
    tables, queues, days = parts(problem)
    guide = least_by_length(tables, queues, days, 100_000)
    assert guide is not None
    assert divmod(guide.least, tables.bounds.unit) == spread(problem).objective[:2]
    assert least_by_length(tables, queues, days, 5) is None


def test_a_beam_without_a_guide_by_length_finds_a_plan() -> None:
    """Loads alone lead it past the ends of days with gaps of all lengths."""
    problem = row(60, 14, 10, seed=3)
    tables, queues, days = parts(problem)
    found = Beam(problem, tables, queues, days).run(LoadGuide(tables), BeamStyle(64, stay=False, chances=2))
    assert found is not None
    plan = arrange(problem, found[1])
    assert check_spread(problem, plan) == ()
    assert divmod(found[0], tables.bounds.unit) == plan.objective[:2]


def test_wider_beams_and_a_narrow_first_fit_find_plans_too() -> None:
    """Each of the last resorts is legal by itself."""
    problem = row(40, 8, 12)
    tables, queues, days = parts(problem)
    wider = Search(problem, tables, queues, days).wider()
    assert wider is not None
    for shares in (wider, first_fit(queues, days, bounded_width(queues))):
        assert check_spread(problem, arrange(problem, shares)) == ()


def test_an_order_that_cannot_be_kept_is_a_shortage_among_many_classes() -> None:
    """Of one class the only long place comes last, so that nothing is left for its second task; nothing runs away."""
    problem = row(60, 10, 11)
    items = (SpreadItem(900, 2, "x", 900, _at(0, 1, 2)), SpreadItem(901, 1, "x", 901, _at(0, 1, 1)))
    last = max(problem.positions["c0", 2], key=lambda place: (place.day, place.start))
    only = {("x", 2): (last,), ("x", 1): problem.positions["c0", 1][:1]}
    stuck = SpreadProblem(problem.days, problem.base_load, problem.items + items, problem.positions | only)
    with pytest.raises(NotEnoughSlots) as caught:
        spread(stuck, found_none)
    assert caught.value.span == 1


def test_classes_that_crowd_each_other_out_are_a_shortage_among_many() -> None:
    """Two classes have the same only place, the others have lengths, so that counting does not show it."""
    problem = row(60, 10, 11)
    only = problem.positions["c0", 2][:1]
    items = tuple(SpreadItem(900 + n, 2, f"x{n}", n, _at(0, 1, 2)) for n in (0, 1))
    stuck = replace(
        problem, items=problem.items + items, positions=problem.positions | {("x0", 2): only, ("x1", 2): only}
    )
    with pytest.raises(NotEnoughSlots):
        spread(stuck, HighsSpreadSolver())


@pytest.mark.parametrize("seed", range(20))
def test_every_tally_is_filled_in_the_best_way(seed: int) -> None:
    """As by trying all numbers of tasks from all queues."""
    draw = np.random.default_rng(seed)
    rows = np.array([tally for tally in product(range(4), range(3)) if tally[0] + 2 * tally[1] <= 4])
    heads = [draw.integers(0, 3, (2, 3)) for _ in range(3)]
    gains = [np.where(draw.random((2, 4)) < 0.2, NEVER, draw.integers(-9, 9, (2, 4))) for _ in range(3)]
    filling = Filling(Tallies.of(rows), heads, gains)
    for state, (cell, tally) in product(range(2), enumerate(rows.tolist())):
        ways = {
            step: sum(int(gain[state, n]) for gain, n in zip(gains, step, strict=True))
            for step in product(range(4), repeat=3)
            if _tally([head[state].tolist()[:n] for head, n in zip(heads, step, strict=True)]) == tally
        }
        best = max([NEVER, *(worth for worth in ways.values() if worth > NEVER // 2)])
        assert filling.worth[state, cell] == best
        if best > NEVER:
            step = filling.steps(np.array([state]), np.array([cell]))[0].tolist()
            assert ways[tuple(step)] == best


def _tally(taken: Sequence[Sequence[int]]) -> list[int] | None:
    """Tasks of each of the two lengths; None if there is one that may not be taken."""
    numbers = [number for run in taken for number in run]
    return None if 2 in numbers else [numbers.count(0), numbers.count(1)]
