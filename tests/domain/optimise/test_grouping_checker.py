"""Every breach of a grouping is listed."""

from dataclasses import replace

from domain.optimise.grouping import group
from domain.optimise.grouping_checker import check_grouping
from domain.optimise.grouping_problem import GroupingItem, GroupingPlan, GroupingProblem
from domain.schedule.occupancy import Position
from tests.domain.optimise.grouping_cases import place, problem_of

PROBLEM = problem_of("abab", "   x")
PLACES = [item.current for item in PROBLEM.items]


def breaches(*places: Position, problem: GroupingProblem = PROBLEM) -> tuple[str, ...]:
    """Of the tasks at these places; figures apart."""
    found = check_grouping(problem, GroupingPlan(dict(enumerate(places)), (0, 0, 0), optimal=False))
    return tuple(line for line in found if "objective" not in line)


def test_a_plan_that_was_found_has_no_breach() -> None:
    assert check_grouping(PROBLEM, group(PROBLEM)) == ()


def test_a_place_that_is_taken_twice_is_listed_and_so_is_one_that_is_left() -> None:
    assert breaches(PLACES[0], PLACES[0], *PLACES[2:]) == (
        "2 tasks take the place of task 0",
        "0 tasks take the place of task 1",
    )


def test_fixed_tasks_that_move_are_listed() -> None:
    assert breaches(PLACES[3], PLACES[1], PLACES[2], PLACES[0]) == ("task 3 is fixed",)


def test_a_barred_place_is_listed_only_for_those_who_move_to_it() -> None:
    barred = replace(PROBLEM, barred={"b": frozenset(PLACES)})
    assert breaches(*PLACES, problem=barred) == ()
    assert breaches(PLACES[1], PLACES[0], *PLACES[2:], problem=barred) == ("task 1 may not be on day 1 at 1-2",)


def test_a_place_of_another_length_is_listed() -> None:
    items = (GroupingItem(0, "a", "a", 0, place(1, 1, 2)), GroupingItem(1, "b", "b", 1, place(1, 3, 3)))
    places = [item.current for item in reversed(items)]
    assert breaches(*places, problem=GroupingProblem(items)) == (
        "task 0 takes 2 sections, not 3",
        "task 1 takes 3 sections, not 2",
    )


def test_tasks_missing_or_strange_are_listed() -> None:
    plan = GroupingPlan({0: PLACES[0], 1: PLACES[1], 2: PLACES[2], 9: PLACES[3]}, (3, 0, 0), optimal=False)
    assert check_grouping(PROBLEM, plan) == ("task 9 is not of the set", "task 3 has no place")


def test_untrue_figures_and_a_worse_arrangement_are_listed() -> None:
    good = problem_of("aabb")
    places = [item.current for item in good.items]
    worse = GroupingPlan(dict(enumerate([places[0], places[2], places[1], places[3]])), (1, 0, 0), optimal=True)
    assert check_grouping(good, worse) == (
        "the objective is (3, 2, 0), not (1, 0, 0)",
        "the objective was (1, 0, 0) and is (3, 2, 0)",
    )
