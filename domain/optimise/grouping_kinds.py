"""Tasks that may stand for each other, and which of them may go where (rule GROUP-5).

Two tasks are of one kind if category, length and the places barred to them are the same. A choice of kinds for the
places fixes the best plan: a task whose place is given its own kind stays, and the others of a kind go by rank.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from domain.optimise.grouping_objective import evaluate
from domain.optimise.grouping_problem import GroupingItem, GroupingPlan, GroupingProblem

Ints = NDArray[np.int64]
Trait = tuple[str, int, tuple[int, ...]]


@dataclass(frozen=True)
class Kinds:
    """The kinds of a problem, numbered; the number after the last stands for any task that is fixed.

    Attributes:
        problem: what they were read from.
        traits: category, length and the numbers of the barred places of each kind.
        current: the kind of the task that holds each place.
        options: the kinds each place may be given, ascending; at a fixed one only the kind of what is fixed.
    """

    problem: GroupingProblem
    traits: tuple[Trait, ...]
    current: tuple[int, ...]
    options: tuple[tuple[int, ...], ...]

    @property
    def fixed(self) -> int:
        """The number that stands for a task that is fixed."""
        return len(self.traits)

    @cached_property
    def categories(self) -> tuple[str, ...]:
        """All categories, ascending."""
        return tuple(sorted({item.category for item in self.problem.items}))

    @cached_property
    def counts(self) -> tuple[int, ...]:
        """Tasks of each kind that are not fixed."""
        return tuple(self.current.count(kind) for kind in range(self.fixed))

    def category(self, place: int, kind: int) -> int:
        """The number of the category that a kind brings to a place."""
        name = self.problem.items[place].category if kind == self.fixed else self.traits[kind][0]
        return self.categories.index(name)

    def line(self, chosen: Sequence[int]) -> list[GroupingItem]:
        """The tasks place by place, given the kind of each place."""
        waiting: list[list[GroupingItem]] = [[] for _ in self.traits]
        for item, old, new in zip(self.problem.items, self.current, chosen, strict=True):
            if old != new:
                waiting[old].append(item)
        for movers in waiting:
            movers.sort(key=lambda item: -item.rank)
        pairs = zip(self.problem.items, self.current, chosen, strict=True)
        return [item if old == new else waiting[new].pop() for item, old, new in pairs]

    def plan(self, chosen: Sequence[int], optimal: bool) -> GroupingPlan:
        """The best plan in which each place has the kind chosen for it."""
        places = (item.current for item in self.problem.items)
        assignment = {item.task_id: place for item, place in zip(self.line(chosen), places, strict=True)}
        return GroupingPlan(assignment, evaluate(self.problem, assignment), optimal)


def kinds_of(problem: GroupingProblem) -> Kinds:
    """The kinds of the tasks that are not fixed."""
    found = {item.task_id: _trait(problem, item) for item in problem.items if not item.fixed}
    traits = tuple(sorted({*found.values()}))
    numbers = {trait: number for number, trait in enumerate(traits)}
    current = tuple(len(traits) if item.fixed else numbers[found[item.task_id]] for item in problem.items)
    options = tuple(_options(problem, traits, place, kind) for place, kind in enumerate(current))
    return Kinds(problem, traits, current, options)


def _trait(problem: GroupingProblem, item: GroupingItem) -> Trait:
    barred = problem.barred.get(item.group, frozenset())
    same = [(n, o) for n, o in enumerate(problem.items) if not o.fixed and o.current.length == item.current.length]
    return item.category, item.current.length, tuple(n for n, other in same if other.current in barred)


def _options(problem: GroupingProblem, traits: tuple[Trait, ...], place: int, current: int) -> tuple[int, ...]:
    if current == len(traits):
        return (current,)
    length = problem.items[place].current.length
    kinds = enumerate(traits)
    return tuple(n for n, (_, size, barred) in kinds if n == current or (size == length and place not in barred))
