"""Small weeks with every bound that a class may have, against trying everything by the referee's own rules."""

from dataclasses import replace
from typing import cast

from hypothesis import event, given, settings
from hypothesis import strategies as st

from bench.referee_placement import judged, least, most, places
from domain.errors import NoCandidate, PlacementImpossible
from domain.optimise.placement import apply_placement, place
from domain.optimise.placement_checker import check_placement
from domain.optimise.placement_greedy import greedy_placement
from domain.optimise.placement_problem import PlacementPlan
from domain.optimise.placement_reasons import left_out
from domain.schedule.invariants import breaches
from domain.schedule.occupancy import Position
from solvers.placement import HighsPlacement
from tests.domain.optimise.placement_weeks import Week, as_place, exclude_each_other, is_true, weeks, without
from tests.sample import stride

EXAMPLES = 3000 // stride(30)
SOLVER = HighsPlacement()


def judgement(week: Week, assignment: dict[int, Position]) -> int:
    """The referee's cost of a plan; it raises where it takes none."""
    return judged(week.case, [as_place(assignment[n]) for n in range(1, len(week.case.tasks) + 1)])


@given(weeks())
@settings(max_examples=EXAMPLES)
def test_what_fits_is_placed_at_least_cost_and_what_does_not_is_told_why(week: Week) -> None:
    """Nothing that can be placed is refused, ``optimal`` is true of the least cost alone, and a refusal is right."""
    cost = least(week.case)
    try:
        plan = place(week.problem, SOLVER)
    except PlacementImpossible as refusal:
        event(refusal.code)
        assert cost is None
        check_refusal(week, refusal)
        return
    event("placed")
    assert cost is not None
    check_plan(week, plan, cost)


def check_plan(week: Week, plan: PlacementPlan, cost: int) -> None:
    """The plan is legal, costs what it says and no less than trying everything finds; the state takes it."""
    assert judgement(week, plan.assignment) == plan.objective
    assert plan.objective == cost if plan.optimal else plan.objective >= cost
    assert plan.optimal
    assert check_placement(week.problem, plan.assignment) == ()
    after = apply_placement(week.state, plan)
    assert set(breaches(after)) <= set(breaches(week.state))
    lengths = {n: task.length for n, task in enumerate(week.case.tasks, 1)}
    assert {n: (after.by_id[n].duration, after.by_id[n].slots[0].length) for n in lengths} == {
        n: (length, length) for n, length in lengths.items()
    }


def check_refusal(week: Week, refusal: PlacementImpossible) -> None:
    """The largest set is as large as trying everything finds and can be placed; each task left has true reasons."""
    left = {each["task_id"]: each for each in cast(list[dict[str, object]], refusal.facts["left"])}
    numbers = [cast(int, n) for n in left]
    assert (refusal.facts["fits"], refusal.facts["tasks"]) == (most(week.case), len(week.case.tasks))
    assert len(left) == len(week.case.tasks) - most(week.case)
    assert isinstance(refusal, NoCandidate) == (refusal.facts["fits"] == 0)
    assert least(without(week.case, numbers)) is not None
    for number in numbers:
        assert is_true(week.case, number, tuple(cast(list[str], left[number]["reasons"])))
        assert f"[{number}]task{number}" in str(left[number]["sentence"])
        assert f"[{number}]task{number}" in refusal.message


@given(weeks())
@settings(max_examples=EXAMPLES // 2)
def test_neither_search_needs_the_other(week: Week) -> None:
    """A warm start is a legal plan; without one the solver finds the same least cost, or that there is no plan."""
    start = greedy_placement(week.problem)
    cost = least(week.case)
    if start is not None:
        assert cost is not None
        assert judgement(week, start) >= cost
    plan = SOLVER(week.problem, None)
    assert (plan is None) == (cost is None)
    assert plan is None or judgement(week, plan.assignment) == plan.objective == cost


@given(weeks())
@settings(max_examples=EXAMPLES // 2)
def test_rivals_stand_in_the_way_of_every_place(week: Week) -> None:
    """Of a task that is left out in a crowd each place is barred by a rival, and each rival bars a place."""
    fit = SOLVER.largest_fit(week.problem)
    for left in left_out(week.problem, fit):
        task = week.case.tasks[left.item.task_id - 1]
        wanted = places(week.case, task) if left.reasons == ("crowded",) else []
        rivals = [(week.case.tasks[rival.task_id - 1], as_place(fit[rival.task_id])) for rival in left.rivals]
        bars = [[exclude_each_other(week.case, (task, at), rival) for rival in rivals] for at in wanted]
        assert all(any(barred) for barred in bars)
        assert all(any(barred) for barred in zip(*bars, strict=True))
        assert left.reasons != ("crowded",) or (rivals and left.places == len(wanted))


@given(weeks(), st.data())
@settings(max_examples=EXAMPLES)
def test_the_checker_agrees_with_the_referee(week: Week, data: st.DataObject) -> None:
    """On plans of any open places, of which the problem does not say whether the class may have them."""
    tasks = [n for n, task in enumerate(week.case.tasks, 1) if week.problem.open[task.length]]
    chosen = {n: data.draw(st.sampled_from(week.problem.open[week.case.tasks[n - 1].length])) for n in tasks}
    anywhere = {(item.group, item.length): week.problem.open[item.length] for item in week.problem.items}
    items = tuple(item for item in week.problem.items if item.task_id in chosen)
    part = replace(week.problem, items=items, positions=anywhere)
    case = without(week.case, set(range(1, len(week.case.tasks) + 1)) - set(tasks))
    try:
        judged(case, [as_place(chosen[n]) for n in tasks])
        is_legal = True
    except ValueError:
        is_legal = False
    assert (check_placement(part, chosen) == ()) == is_legal
