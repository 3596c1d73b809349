"""Every breach of a spread is listed."""

from dataclasses import replace

from domain.optimise.spread import spread
from domain.optimise.spread_checker import check_spread
from domain.optimise.spread_problem import SpreadItem, SpreadPlan, SpreadProblem
from domain.schedule.occupancy import Position

PLACES = tuple(Position(day, start, start + 1, None, 6 << start - 1) for day in (1, 2) for start in (1, 3, 5))
PROBLEM = SpreadProblem(
    days=(1, 2),
    base_load=(0, 0),
    items=tuple(SpreadItem(n, 2, "maths", n, PLACES[n]) for n in (0, 1, 2)),
    positions={("maths", 2): PLACES},
)


def breaches(**assignment: Position) -> tuple[str, ...]:
    plan = spread(PROBLEM)
    changed = {**plan.assignment, **{int(name[1:]): place for name, place in assignment.items()}}
    return tuple(b for b in check_spread(PROBLEM, replace(plan, assignment=changed)) if "objective" not in b)


def test_a_plan_that_was_found_has_no_breach() -> None:
    """The answer of the exact method passes."""
    assert check_spread(PROBLEM, spread(PROBLEM)) == ()


def test_overlaps_are_listed() -> None:
    """Two tasks at one place exclude each other, and are not in order either."""
    assert breaches(t0=PLACES[0], t1=PLACES[0], t2=PLACES[4]) == (
        "tasks 0 and 1 exclude each other on day 1",
        "task 0 of maths must come before task 1",
    )


def test_order_is_checked_only_where_it_is_kept() -> None:
    """A later task before an earlier one of its class is a breach of a kept order."""
    assert breaches(t0=PLACES[5], t1=PLACES[0], t2=PLACES[4]) == ("task 0 of maths must come before task 1",)
    plan = SpreadPlan({0: PLACES[5], 1: PLACES[0], 2: PLACES[4]}, (20, 2, 3), optimal=False)
    assert check_spread(replace(PROBLEM, keep_order=False), plan) == ()


def test_places_that_are_not_offered_are_listed() -> None:
    """A place must be one of the candidates for the length."""
    assert breaches(t2=Position(2, 6, 7, None, 192)) == ("task 2 may not be on day 2 at 6-7",)


def test_tasks_missing_or_strange_are_listed() -> None:
    """Exactly the tasks of the set are placed."""
    plan = SpreadPlan({0: PLACES[0], 1: PLACES[1], 7: PLACES[2]}, (0, 0, 0), optimal=False)
    assert check_spread(PROBLEM, plan) == ("task 7 is not of the set", "task 2 has no place")


def test_untrue_figures_are_listed() -> None:
    """The objective is measured anew."""
    plan = spread(PROBLEM)
    wrong = replace(plan, objective=(1, 2, 3))
    assert check_spread(PROBLEM, wrong) == (f"the objective is {plan.objective}, not (1, 2, 3)",)
