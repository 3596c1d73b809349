"""From a state to a placement problem, to a checked plan, and back."""

import json
import re
from dataclasses import replace
from string import Formatter
from typing import cast

import pytest

from domain.errors import InvalidInput, NoCandidate, NothingToPlace, PlacementImpossible
from domain.optimise.placement import apply_placement, build_placement, place
from domain.optimise.placement_checker import check_placement
from domain.optimise.placement_cost import PlacementCost, evaluate_placement, ideal_days
from domain.optimise.placement_greedy import greedy_placement, improve_placement
from domain.optimise.placement_problem import PlacementGroup, PlacementPlan, PlacementProblem
from domain.optimise.placement_reasons import left_out
from domain.optimise.placement_wording import TEXTS
from domain.schedule.occupancy import Position
from domain.schedule.state import ScheduleState
from solvers.placement import HighsPlacement
from tests.domain.optimise.placement_cases import course, pending, standing, state_of

SOLVER = HighsPlacement()


def planned(state: ScheduleState, *groups: PlacementGroup) -> dict[int, Position]:
    ids = [task.state_id for task in state.tasks if task.status == "pending"]
    return place(build_placement(state, {group.key: group for group in groups}, ids), SOLVER).assignment


def refused(state: ScheduleState, *groups: PlacementGroup) -> str:
    return error(state.model_copy(update={"locale": "en"}), *groups).message


def error(state: ScheduleState, *groups: PlacementGroup) -> PlacementImpossible:
    with pytest.raises(PlacementImpossible) as refusal:
        planned(state, *groups)
    return refusal.value


class Nothing:
    """A solver that finds nothing at its limit."""

    def __init__(self, plan: PlacementPlan | None = None) -> None:
        self.plan = plan

    def __call__(self, problem: PlacementProblem, start: dict[int, Position] | None) -> PlacementPlan | None:
        return self.plan

    def largest_fit(self, problem: PlacementProblem) -> dict[int, Position]:
        return SOLVER.largest_fit(problem)


def test_six_items_in_an_empty_week_are_spread_over_days_and_daytime() -> None:
    """PLACE-6, PLACE-9, PLACE-11: six days, no evening, starts on the segments, in class order."""
    plan = planned(state_of(pending(n) for n in range(1, 7)))
    assert len({position.day for position in plan.values()}) == 6
    assert all(position.end <= 8 and position.start % 2 == 1 for position in plan.values())
    assert [n for n, _ in sorted(plan.items(), key=lambda pair: pair[1].day)] == list(range(1, 7))


def test_a_steady_class_keeps_its_pace() -> None:
    """PLACE-7: two tasks in a week stand in the middles of its halves, not side by side."""
    assert [position.day for position in planned(state_of([pending(1), pending(2)])).values()] == [2, 6]


def test_a_rapid_class_finishes_early() -> None:
    """PLACE-8: the same tasks finish days earlier, though a day gets more of them."""
    state = state_of(pending(n) for n in range(1, 7))
    rapid = planned(state, PlacementGroup("c", strategy="rapid"))
    assert max(position.day for position in rapid.values()) <= 3
    assert max(position.day for position in planned(state).values()) >= 6


def test_excluded_weekdays_stay_empty() -> None:
    """PLACE-2."""
    plan = planned(state_of([pending(1), pending(2)]), PlacementGroup("c", excluded_days_of_week=frozenset({1, 2, 6})))
    assert not {1, 2, 6} & {position.day for position in plan.values()}


def test_excluded_sections_are_not_touched() -> None:
    """PLACE-2: a task of two sections does not lie half on an excluded one."""
    plan = planned(state_of([pending(1)], 1), PlacementGroup("c", excluded_sections=frozenset({2, 4, 6, 8, 9})))
    assert (plan[1].start, plan[1].end) in {(10, 11), (11, 12)}


def test_preferred_sections_draw_tasks_even_into_the_evening() -> None:
    """PLACE-9: a preference replaces the wish for daytime."""
    plan = planned(state_of([pending(1)], 1), PlacementGroup("c", preferred_sections=frozenset({11, 12})))
    assert (plan[1].start, plan[1].end) == (11, 12)


def test_nothing_overlaps() -> None:
    """PLACE-3: six tasks fill the one free day exactly."""
    plan = planned(state_of((pending(n) for n in range(1, 7)), 1))
    assert sorted(position.start for position in plan.values()) == [1, 3, 5, 7, 9, 11]


def test_class_order_holds_with_orders_given() -> None:
    """PLACE-4: the order of the class, not the id, decides."""
    plan = planned(state_of([pending(1, order=2), pending(2, order=1)], 1))
    assert plan[2].start < plan[1].start


def test_class_order_holds_against_tasks_that_stand() -> None:
    """PLACE-4: a pending task goes between its placed neighbours."""
    state = state_of([standing(1, (3, 1, 2)), pending(2), standing(3, (3, 7, 8)), pending(4), pending(5, class_id="d")])
    plan = planned(state)
    assert (plan[2].day, 1 < plan[2].start < 7) == (3, True)
    assert (plan[4].day, plan[4].start) > (3, 7)


def test_reordering_lifts_the_bounds_of_tasks_that_stand() -> None:
    """PLACE-4: where the state allows reordering, neighbours that stand do not matter."""
    state = state_of([pending(1), standing(2, (1, 1, 2))])
    assert "must start before Mon section 1" in refused(state)
    assert planned(state.model_copy(update={"reorder_allowed": True}))


def test_one_guest_per_host_occurrence() -> None:
    """PLACE-5: a host of four sections takes one task of two, of each week's occurrence."""
    host = course(9, (1, 1, 4), (2, 1, 4), can_embed=True)
    full = [course(10, (1, 5, 12)), course(11, (2, 5, 12))]
    plan = planned(state_of([host, *full, pending(1), pending(2)], 2))
    assert sorted((position.day, position.host) for position in plan.values()) == [(1, 9), (2, 9)]
    assert "at most 2 of 3 tasks fit" in refused(state_of([host, *full, *(pending(n) for n in (1, 2, 3))], 2))


def test_a_class_that_may_not_be_embedded_is_not() -> None:
    """PLACE-5: the host is the only place, and the class refuses it."""
    state = state_of([course(9, (1, 1, 2), can_embed=True), course(10, (1, 3, 12)), pending(1)], 1)
    assert planned(state)[1].host == 9
    assert "its class does not lie on courses" in refused(state, PlacementGroup("c", allow_embed=False))


def test_a_free_place_is_liked_better_than_a_guests() -> None:
    """PLACE-10."""
    state = state_of([course(9, (1, 1, 2), can_embed=True), course(10, (1, 3, 10)), pending(1)], 1)
    assert planned(state)[1].host is None


def test_a_day_that_carries_tasks_is_spared() -> None:
    """PLACE-6: the load that stands already counts."""
    state = state_of([standing(1, (1, 1, 4), class_id="d"), pending(2)], 2)
    assert build_placement(state, {}, [2]).base_load == (4, 0)
    assert planned(state)[2].day == 2


def test_placed_tasks_become_suggested() -> None:
    """The state holds slot, duration and host; the host knows its guest; the rest is untouched."""
    state = state_of([course(9, (1, 1, 2), can_embed=True), course(10, (1, 3, 12)), pending(1)], 1)
    problem = build_placement(state, {}, [1])
    after = apply_placement(state, place(problem, SOLVER))
    task = after.by_id[1]
    assert (task.status, task.duration, task.embed_host) == ("suggested", 2, 9)
    assert [slot.key for slot in task.slots] == [(1, 1, 2)]
    assert after.by_id[9].guests == (1,)
    assert after.by_id[10] == state.by_id[10]


def test_suggested_tasks_can_be_placed_anew() -> None:
    """Their own slots count as free and not as load."""
    problem = build_placement(state_of([standing(1, (1, 1, 2))], 1), {}, [1])
    assert problem.base_load == (0,)
    assert any(position.start == 1 for position in problem.positions["c", 2])


@pytest.mark.parametrize("number", [7, 9])
def test_what_is_fixed_or_missing_cannot_be_placed(number: int) -> None:
    """The message names the id."""
    with pytest.raises(InvalidInput, match=rf"\[{number}\]"):
        build_placement(state_of([course(9, (1, 1, 2))]), {}, [number])


def test_nothing_to_place_is_said() -> None:
    """An empty set is not a plan."""
    with pytest.raises(NothingToPlace):
        planned(state_of([]))


def test_a_refusal_tells_figures_and_rules() -> None:
    """PLACE-13: who is left out, what is needed, what is free, and which rule leaves none."""
    crowded = refused(state_of([course(9, (1, 1, 9)), pending(1), pending(2)], 1))
    assert "at most 1 of 2 tasks fit; without a place: [" in crowded
    assert "Sections needed: 4; empty in the window: 3." in crowded
    assert "1 of its tasks fit" in crowded
    long = refused(state_of([course(9, (1, 3, 10)), pending(1, length=3)], 1))
    assert "[1]task1 needs 3 sections in a row; the longest free run that may be used has 2" in long
    days = refused(state_of([pending(1)], 2), PlacementGroup("c", excluded_days_of_week=frozenset({1, 2})))
    assert "[1]task1 may use no place of length 2 (22 in the window): its class excludes weekdays Mon, Tue." in days
    odd = frozenset({1, 3, 5, 7, 9, 11})
    assert "excludes sections 1, 3, 5, 7, 9, 11" in refused(
        state_of([pending(1)], 1), PlacementGroup("c", excluded_sections=odd)
    )


def test_every_task_left_out_has_reasons_of_its_own() -> None:
    """PLACE-13: not the first of its class alone; the facts hold as JSON, in the language of the state."""
    full = [
        course(9, (1, 1, 8), (2, 1, 12)),
        pending(1),
        pending(2),
        pending(3),
        pending(4, 5),
        pending(5, class_id="d"),
    ]
    refusal = error(state_of(full, 2), PlacementGroup("d", excluded_days=frozenset({1})))
    assert (refusal.code, refusal.facts["fits"], refusal.facts["tasks"]) == ("placement_impossible", 2, 5)
    left = json.loads(json.dumps(refusal.facts["left"]))
    reasons = {each["task_id"]: each["reasons"] for each in left}
    assert reasons[4] == ["no_run"]
    assert reasons[5] == ["excluded_days"]
    assert sorted(reasons.values()) == [["crowded"], ["excluded_days"], ["no_run"]]
    told = {each["task_id"]: each["sentence"] for each in left}
    assert told[5] == "[5]task5 不能用任何 2 节的位置（窗口内有 3 个）：该类不排在这些天：周一。"
    assert all(f"[{n}]{each['name']}" in told[n] for n, each in zip(reasons, left, strict=True))


@pytest.mark.parametrize(
    ("group", "reasons", "said"),
    [
        (PlacementGroup("c", earliest=(2, 12)), ["earliest"], "no earlier than Tue section 12"),
        (PlacementGroup("c", deadline=(1, 1)), ["deadline"], "by the end of Mon section 1"),
        (PlacementGroup("c", deadline=(0, 12)), ["deadline"], "by the end of what precedes the window"),
        (PlacementGroup("c", earliest=(2, 1), deadline=(2, 1)), ["deadline", "earliest"], "Tue section 1; its class"),
        (PlacementGroup("c", excluded_days=frozenset({1, 2, 8})), ["excluded_days"], "excludes the days Mon, Tue."),
        (
            PlacementGroup("c", closed=frozenset((day, section) for day in (1, 2) for section in range(2, 13, 2))),
            ["closed"],
            "its class keeps off Mon sections 2, 4, 6, 8, 10, 12, Tue sections 2, 4, 6, 8, 10, 12.",
        ),
        (PlacementGroup("c", duration=13), ["no_run"], "needs 13 sections in a row"),
        (
            PlacementGroup("c", excluded_days_of_week=frozenset({1}), excluded_days=frozenset({2})),
            ["excluded_days", "excluded_days_of_week"],
            "excludes the days Tue; its class excludes weekdays Mon.",
        ),
    ],
)
def test_bounds_that_leave_no_place_are_named(group: PlacementGroup, reasons: list[str], said: str) -> None:
    """PLACE-13: the fewest that do so together; with nothing placed at all the code is ``no_candidate``."""
    state = state_of([pending(1), pending(2)], 2).model_copy(update={"locale": "en"})
    refusal = error(state, group)
    assert (type(refusal), refusal.code, refusal.facts["fits"]) == (NoCandidate, "no_candidate", 0)
    left = cast(list[dict[str, object]], refusal.facts["left"])
    assert [(each["task_id"], each["reasons"]) for each in left] == [(1, reasons), (2, reasons)]
    assert all(said in str(each["sentence"]) for each in left)
    assert "no task has a place (2): [1]task1, [2]task2." in refusal.message


def test_a_window_that_is_over_or_full_has_no_candidate() -> None:
    """PLACE-13, PLACE-14: nothing may begin behind its last day, or nothing is free."""
    state = state_of([pending(1)], 2).model_copy(update={"locale": "en"})
    with pytest.raises(NoCandidate, match="the window is over"):
        place(build_placement(state, {}, [1], (3, 1)), SOLVER)
    with pytest.raises(NoCandidate, match="needs 2 sections in a row; the longest free run that may be used has 0"):
        planned(state_of([course(9, (1, 1, 12), (2, 1, 12)), pending(1)], 2).model_copy(update={"locale": "en"}))


def test_rivals_are_named_where_it_is_crowded() -> None:
    """PLACE-13: those that take its places, and those that class order sets against them."""
    busy = course(9, (1, 5, 12))
    shared = refused(state_of([busy, pending(1, class_id="d"), pending(2, class_id="e"), pending(3, class_id="f")], 1))
    assert re.search(r"\[\d\]task\d alone has places \(3\), but \[\d\]task\d, \[\d\]task\d take them", shared)
    ordered = refused(state_of([busy, pending(1, 3), pending(2, 2), pending(3, 1)], 1))
    assert "at most 2 of 3 tasks fit" in ordered
    assert "for 3 tasks and may use 4: 2 of its tasks fit" in ordered


def test_a_rival_may_bar_a_place_by_class_order_alone() -> None:
    """PLACE-13: the second task has a place that nobody takes, but the first stands on a later day."""
    state = state_of([course(9, (1, 5, 12), (2, 4, 12)), pending(1, 3), pending(2, 4)], 2)
    problem = build_placement(state, {}, [1, 2])
    later = next(place for place in problem.positions["c", 3] if place.day == 2)
    (left,) = left_out(problem, {1: later})
    assert (left.item.task_id, left.reasons, left.places) == (2, ("crowded",), 1)
    assert [rival.task_id for rival in left.rivals] == [1]


def test_a_refusal_names_twenty_tasks_and_three_reasons() -> None:
    """PLACE-13: the message stays short, the facts do not."""
    many = [pending(n, class_id=f"c{n % 5}") for n in range(1, 31)]
    groups = [PlacementGroup(f"c{n}", deadline=(0, n + 1)) for n in range(5)]
    refusal = error(state_of(many, 1).model_copy(update={"locale": "en"}), *groups)
    assert refusal.message.count("]task") == 20 + 3
    assert "and 10 more." in refusal.message
    assert "There are 2 more reasons." in refusal.message
    assert len(cast(list[object], refusal.facts["left"])) == 30


def test_both_languages_tell_the_same_facts() -> None:
    """Each phrase takes the same values in Chinese and in English."""
    for chinese, english in TEXTS.values():
        fields = [{name for _, name, _, _ in Formatter().parse(text) if name} for text in (chinese, english)]
        assert fields[0] == fields[1]


def test_an_earliest_start_and_a_deadline_are_kept() -> None:
    """PLACE-15, PLACE-16: to the section, at both ends."""
    group = PlacementGroup("c", earliest=(2, 7), deadline=(3, 2))
    plan = planned(state_of([course(9, (2, 9, 12)), pending(1), pending(2)]), group)
    assert [(at.day, at.start, at.end) for _, at in sorted(plan.items())] == [(2, 7, 8), (3, 1, 2)]


def test_excluded_days_stay_empty() -> None:
    """PLACE-2: days of the window, not of every week."""
    group = PlacementGroup("c", excluded_days=frozenset({1, 2, 4}))
    assert [at.day for at in planned(state_of([pending(1), pending(2)], 5), group).values()] == [3, 5]


def test_closed_sections_of_a_day_stay_empty() -> None:
    """PLACE-2: those of that day alone."""
    group = PlacementGroup("c", closed=frozenset((1, section) for section in range(1, 11)))
    assert [(at.day, at.start) for at in planned(state_of([pending(1)], 1), group).values()] == [(1, 11)]
    assert [(at.day, at.start < 9) for at in planned(state_of([pending(1)], 2), group).values()] == [(2, True)]


def test_a_duration_holds_for_what_waits() -> None:
    """PLACE-17: pending tasks take it and keep it as their length; those placed anew keep their own."""
    state = state_of([standing(1, (1, 1, 3)), pending(2), pending(3, class_id="d")])
    problem = build_placement(state, {"c": PlacementGroup("c", duration=4)}, [1, 2, 3])
    assert {item.task_id: item.length for item in problem.items} == {1: 3, 2: 4, 3: 2}
    after = apply_placement(state, place(problem, SOLVER))
    assert {n: (after.by_id[n].duration, after.by_id[n].length) for n in (1, 2, 3)} == {1: (3, 3), 2: (4, 4), 3: (2, 2)}


def test_a_solver_without_an_answer_costs_no_plan() -> None:
    """PLACE-12: the warm start counts, and without one the search without limits is asked."""
    problem = build_placement(state_of([pending(1), pending(2)]), {}, [1, 2])
    plan = place(problem, Nothing())
    assert check_placement(problem, plan.assignment) == ()
    assert not plan.optimal


def test_an_illegal_answer_of_the_solver_does_not_count() -> None:
    """PLACE-12: a plan that overlaps is dropped, whatever it claims."""
    problem = build_placement(state_of([pending(1), pending(2)]), {}, [1, 2])
    same = problem.positions["c", 2][0]
    plan = place(problem, Nothing(PlacementPlan({1: same, 2: same}, 0, True)))
    assert check_placement(problem, plan.assignment) == ()
    assert (plan.optimal, plan.objective) == (False, evaluate_placement(problem, plan.assignment).total)


def test_the_objective_is_worked_out_anew() -> None:
    """PLACE-12: a solver's own figure is not trusted, and a false one proves nothing."""
    problem = build_placement(state_of([pending(1)], 1), {}, [1])
    plan = place(problem, Nothing(PlacementPlan({1: problem.positions["c", 2][-1]}, 0, True)))
    assert (plan.optimal, plan.objective) == (False, evaluate_placement(problem, plan.assignment).total)


def test_terms_of_the_objective() -> None:
    """PLACE-6 to PLACE-11, each figure counted by hand."""
    state = state_of(
        [standing(8, (1, 7, 8), class_id="d"), course(9, (2, 1, 2), can_embed=True), pending(1), pending(2)]
    )
    problem = build_placement(state, {}, [1, 2])
    found = {(p.day, p.start): p for p in problem.positions["c", 2]}
    cost = evaluate_placement(problem, {1: found[1, 4], 2: found[2, 1]})
    assert cost == PlacementCost(load=20, pace=5, finish=0, outside=0, late=0, embedded=1, off_segment=2)
    assert cost.total == 2 * 20 + 6 * 5 + 20 + 12 * 2
    wishes = replace(problem, groups={"c": PlacementGroup("c", "rapid", preferred_sections=frozenset({4, 11, 12}))})
    cost = evaluate_placement(wishes, {1: found[1, 4], 2: found[3, 11]})
    assert cost == PlacementCost(load=20, pace=0, finish=2, outside=1, late=0, embedded=0, off_segment=2)
    assert cost.total == 2 * 20 + 72 * 2 + 10 + 12 * 2
    assert evaluate_placement(problem, {1: found[1, 9], 2: found[3, 11]}).late == 14


def test_ideal_days_skip_weekdays_the_class_excludes() -> None:
    """PLACE-7: the middles of equal parts of Monday, Thursday, Friday and Sunday."""
    problem = build_placement(state_of([pending(1)]), {}, [1])
    assert ideal_days(problem, PlacementGroup("c", excluded_days_of_week=frozenset({2, 3, 6})), 2) == (4, 7)


def test_ideal_days_lie_between_earliest_start_and_deadline() -> None:
    """PLACE-7: of Tuesday, Thursday and Friday the middle one; of no day at all, the middle of the week."""
    problem = build_placement(state_of([pending(1)]), {}, [1])
    bounds = PlacementGroup("c", excluded_days=frozenset({3}), earliest=(2, 9), deadline=(5, 2))
    assert ideal_days(problem, bounds, 1) == (4,)
    assert ideal_days(problem, replace(bounds, deadline=(1, 12)), 1) == (4,)


def test_the_warm_start_gives_the_tight_class_its_room() -> None:
    """A class that fits only in one place gets it, though the other class chooses earlier."""
    only = PlacementGroup("d", excluded_sections=frozenset(range(3, 13)))
    state = state_of([pending(1), pending(2), pending(3, class_id="d")], 1)
    start = greedy_placement(build_placement(state, {"d": only}, [1, 2, 3]))
    assert start is not None
    assert start[3].start == 1


def test_improving_never_makes_worse() -> None:
    """From the last legal places of all."""
    problem = build_placement(state_of([pending(1), pending(2)]), {}, [1, 2])
    poor = {1: problem.positions["c", 2][-3], 2: problem.positions["c", 2][-1]}
    better = improve_placement(problem, poor)
    assert check_placement(problem, better) == ()
    assert evaluate_placement(problem, better).total < evaluate_placement(problem, poor).total
