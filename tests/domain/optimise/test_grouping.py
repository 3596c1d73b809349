"""Dealing places out anew: particular answers, and sizes that cannot be tried out."""

import os
import random
import subprocess
import sys
from dataclasses import replace

import pytest

from domain.optimise.grouping import change_bound, evaluate, group
from domain.optimise.grouping_blocks import MOST_CATEGORIES, in_blocks
from domain.optimise.grouping_checker import check_grouping
from domain.optimise.grouping_kinds import kinds_of
from domain.optimise.grouping_problem import GroupingItem, GroupingPlan, GroupingProblem
from tests.domain.optimise.grouping_cases import measure, place, problem_of, tiny_grouping, value_of


def words(problem: GroupingProblem, plan: GroupingPlan) -> str:
    """The categories in order of time."""
    at = {spot: task_id for task_id, spot in plan.assignment.items()}
    by_id = {item.task_id: item for item in problem.items}
    return "".join(by_id[at[item.current]].category for item in problem.items)


def large(seed: int, count: int = 60, categories: int = 6, lengths: tuple[int, ...] = (1, 2, 3)) -> GroupingProblem:
    """Tasks of random categories and lengths, six a day."""
    draw, items = random.Random(seed), list[GroupingItem]()
    for n in range(count):
        start = 1 if n % 6 == 0 else items[-1].current.end + 1
        category = f"c{draw.randrange(categories)}"
        items.append(GroupingItem(n, category, category, n, place(n // 6 + 1, start, draw.choice(lengths))))
    return GroupingProblem(tuple(items))


@pytest.mark.parametrize(
    ("given", "fixed", "found", "objective"),
    [
        ("", "", "", (0, 0, 0)),
        ("a", "", "a", (0, 0, 0)),
        ("aab", "", "aab", (1, 0, 0)),
        ("aba", "", "baa", (1, 2, 0)),
        ("abcabc", "", "aaccbb", (2, 3, 1)),
        ("abababab", "", "aaaabbbb", (1, 4, 2)),
        ("bab", "x x", "bab", (2, 0, 0)),
        ("abab", " x  ", "bbaa", (1, 2, 2)),
        ("cabab", "x    ", "caabb", (2, 2, 0)),
        ("abab", "xxxx", "abab", (3, 0, 0)),
    ],
)
def test_particular_answers(given: str, fixed: str, found: str, objective: tuple[int, int, int]) -> None:
    problem = problem_of(given, fixed)
    plan = group(problem)
    assert (words(problem, plan), plan.objective, plan.optimal) == (found, objective, True)


def test_moving_less_goes_before_order_and_fewer_changes_before_moving_less() -> None:
    """With the ranks turned round, order would ask for more moves and does not get them."""
    problem = problem_of("aba")
    turned = GroupingProblem(tuple(replace(item, rank=-item.rank) for item in problem.items))
    assert group(turned).objective == (1, 2, 1)


def test_alike_tasks_are_solved_in_blocks_up_to_a_number_of_categories() -> None:
    """What is fixed, barred, of several lengths or of too many categories is searched for instead."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    assert in_blocks(kinds_of(problem_of(letters[:MOST_CATEGORIES] * 2))) is not None
    assert in_blocks(kinds_of(problem_of(letters[: MOST_CATEGORIES + 1] * 2))) is None
    assert in_blocks(kinds_of(problem_of("abab", "x   "))) is None
    assert in_blocks(kinds_of(large(1))) is None
    plain = problem_of("abab")
    assert in_blocks(kinds_of(replace(plain, barred={"a": frozenset({plain.items[1].current})}))) is None
    harmless = {"a": frozenset({place(9, 1, 2)})}
    assert in_blocks(kinds_of(replace(plain, barred=harmless))) is not None


@pytest.mark.parametrize("seed", range(4))
def test_large_sets_get_legal_plans_between_the_bound_and_what_was_given(seed: int) -> None:
    problem = large(seed)
    plan = group(problem)
    assert check_grouping(problem, plan) == ()
    assert value_of(problem, plan.assignment) == plan.objective
    assert change_bound(problem) <= plan.objective[0] <= change_bound(problem) + 3
    assert plan.objective[0] * 2 < measure(problem, list(problem.items))[0]


def test_blocks_are_as_good_as_the_search() -> None:
    """One barred place that nobody wants sends the same question to the search; both prove what they say."""
    for seed in range(5):
        problem = large(seed, count=14, categories=3, lengths=(2,))
        first = problem.items[0]
        other = next(item.category for item in problem.items if item.category != first.category)
        barred = replace(problem, barred={other: frozenset({first.current})})
        exact, searched = group(problem), group(barred)
        assert exact.optimal
        assert searched.optimal
        assert exact.objective <= searched.objective


def test_what_is_proved_moves_nothing_the_second_time() -> None:
    for seed in range(100):
        problem = tiny_grouping(seed)
        plan = group(problem)
        by_place = {spot: task_id for task_id, spot in plan.assignment.items()}
        by_id = {item.task_id: item for item in problem.items}
        moved = [replace(by_id[by_place[now.current]], current=now.current) for now in problem.items]
        again = group(replace(problem, items=tuple(moved)))
        assert again.objective == (plan.objective[0], 0, plan.objective[2])
        assert again.optimal


def test_a_barred_place_may_be_kept() -> None:
    """The class may not have the place that one of its tasks holds: that one may stay, no other may come."""
    problem = problem_of("abab")
    closed = replace(problem, barred={"b": frozenset({problem.items[1].current, problem.items[2].current})})
    plan = group(closed)
    assert (words(problem, plan), plan.objective) == ("bbaa", (1, 2, 2))
    assert plan.assignment[1] == problem.items[1].current


def test_figures_are_those_of_the_definition() -> None:
    """Another count says the same of an arrangement that is no plan of ours."""
    for seed in range(50):
        problem = tiny_grouping(seed)
        places = [item.current for item in problem.items]
        turned = {item.task_id: spot for item, spot in zip(problem.items, reversed(places), strict=True)}
        assert evaluate(problem, turned) == value_of(problem, turned)


def test_the_answer_does_not_depend_on_the_hash_seed() -> None:
    """Two interpreters with different hashes of text deal out the same places."""
    program = (
        "from tests.domain.optimise.test_grouping import large;"
        "from domain.optimise.grouping import group;"
        "print(sorted(group(large(3, count=40), max_steps=1000).assignment.items()))"
    )
    answers = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(answers) == 1
