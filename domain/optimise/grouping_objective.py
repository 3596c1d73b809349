"""What a grouping is measured by (rules GROUP-2 to GROUP-4)."""

from bisect import bisect_right, insort
from collections.abc import Iterable, Mapping
from itertools import pairwise

from domain.optimise.grouping_problem import GroupingItem, GroupingProblem
from domain.schedule.occupancy import Position


def evaluate(problem: GroupingProblem, assignment: Mapping[int, Position]) -> tuple[int, int, int]:
    """Changes of category, tasks that are not where they stand now, and inversions inside the categories."""
    by_id = {item.task_id: item for item in problem.items}
    holders = {place: by_id[task_id] for task_id, place in assignment.items()}
    line = [holders[item.current] for item in problem.items]
    changes = sum(one.category != other.category for one, other in pairwise(line))
    moved = sum(item is not now for item, now in zip(problem.items, line, strict=True))
    return changes, moved, inversions(line)


def inversions(line: Iterable[GroupingItem]) -> int:
    """Pairs of one category of which the one that comes first in class order stands later."""
    ranks: dict[str, list[int]] = {}
    for item in line:
        ranks.setdefault(item.category, []).append(item.rank)
    return sum(map(inverted, ranks.values()))


def inverted(ranks: Iterable[int]) -> int:
    """Pairs of ranks in descending order."""
    seen: list[int] = []
    found = 0
    for rank in ranks:
        found += len(seen) - bisect_right(seen, rank)
        insort(seen, rank)
    return found
