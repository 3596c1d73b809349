"""Tiny random groupings, and their best plans found by trying everything with an evaluator of its own."""

import random
from collections.abc import Iterator, Mapping
from itertools import pairwise

from domain.optimise.grouping_problem import GroupingItem, GroupingProblem
from domain.schedule.occupancy import Position

Value = tuple[int, int, int]


def place(day: int, start: int, length: int, host: int | None = None) -> Position:
    return Position(day, start, start + length - 1, host, (1 << start + length) - (1 << start))


def problem_of(words: str, fixed: str = "") -> GroupingProblem:
    """A task of two sections for each letter, its category, ids and ranks in order of time; marked ones are fixed."""
    marks = fixed.ljust(len(words))
    return GroupingProblem(
        tuple(
            GroupingItem(n, letter, letter, n, place(n // 6 + 1, n % 6 * 2 + 1, 2), fixed=mark != " ")
            for n, (letter, mark) in enumerate(zip(words, marks, strict=True))
        )
    )


def tiny_grouping(seed: int, most: int = 6) -> GroupingProblem:
    """At most six tasks; with several lengths, fixed tasks, guests and places barred to a class here and there."""
    draw = random.Random(seed)
    count = draw.choice([2, 4, *range(5, most + 1), *range(5, most + 1)])
    lengths = draw.choice([(2,), (2,), (1, 2)])
    ids = draw.sample(range(1, 40), count)
    ranks = draw.sample(range(count), count)
    fixed = draw.choice([0, 0, 0, 0.2])
    categories, line, start = draw.randint(2, 4), list[GroupingItem](), 1
    for n, (task_id, rank) in enumerate(zip(ids, ranks, strict=True)):
        category, length = draw.randrange(categories), draw.choice(lengths)
        host = 100 if draw.random() < 0.2 else None
        group = f"{category}{draw.choice('ab')}"
        at = place(n // 3 + 1, start, length, host)
        line.append(GroupingItem(task_id, f"c{category}", group, rank, at, draw.random() < fixed))
        start = 1 if n % 3 == 2 else start + length
    return GroupingProblem(tuple(line), _barred(draw, line))


def _barred(draw: random.Random, line: list[GroupingItem]) -> Mapping[str, frozenset[Position]]:
    share = draw.choice([0, 0, 0.2, 0.4])
    groups = sorted({item.group for item in line})
    return {group: frozenset(item.current for item in line if draw.random() < share) for group in groups}


def measure(problem: GroupingProblem, line: list[GroupingItem]) -> Value:
    """Changes, moves and inversions of the tasks in this order of time."""
    pairs = [(one, other) for n, one in enumerate(line) for other in line[n + 1 :] if one.category == other.category]
    return (
        len([1 for one, other in pairwise(line) if one.category != other.category]),
        len([1 for item, now in zip(problem.items, line, strict=True) if item.task_id != now.task_id]),
        len([1 for one, other in pairs if one.rank > other.rank]),
    )


def legal_lines(problem: GroupingProblem, line: tuple[GroupingItem, ...] = ()) -> Iterator[tuple[GroupingItem, ...]]:
    """Every way to put the tasks on the places, as the tasks in order of time."""
    if len(line) == len(problem.items):
        yield line
        return
    here = problem.items[len(line)]
    for item in problem.items:
        stays = item is here
        may = not (item.fixed or here.fixed) and here.current not in problem.barred.get(item.group, ())
        if item not in line and (stays or (may and item.current.length == here.current.length)):
            yield from legal_lines(problem, (*line, item))


def best_value(problem: GroupingProblem) -> Value:
    """The value of the best plan."""
    return min(measure(problem, list(line)) for line in legal_lines(problem))


def value_of(problem: GroupingProblem, assignment: Mapping[int, Position]) -> Value:
    """The value of a plan."""
    by_place = {at: task_id for task_id, at in assignment.items()}
    by_id = {item.task_id: item for item in problem.items}
    return measure(problem, [by_id[by_place[item.current]] for item in problem.items])
