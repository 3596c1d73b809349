"""The best order of blocks where all tasks are alike but for their category (rule GROUP-6)."""

import numpy as np

from domain.optimise.grouping_kinds import Ints, Kinds
from domain.optimise.grouping_objective import inverted

MOST_CATEGORIES = 18
"""Beyond that, sets of categories are too many."""

_FAR = 2**60


def in_blocks(kinds: Kinds) -> list[int] | None:
    """The kind of each place in a best plan; None where not every order of whole blocks is a plan."""
    number = len(kinds.categories)
    free = len(kinds.traits) == number and all(len(options) == number for options in kinds.options)
    if not free or number > MOST_CATEGORIES or number < 1 or kinds.fixed in kinds.current:
        return None
    order = _best_order(kinds, np.array([_costs(kinds, kind) for kind in range(number)]))
    return [kind for kind in order for _ in range(kinds.counts[kind])]


def _costs(kinds: Kinds, kind: int) -> list[int]:
    """Cost of the kind's block by where it begins: moves first, then inversions within it."""
    places, size = len(kinds.current), kinds.counts[kind]
    ranks = [item.rank for item in kinds.problem.items]
    own = [place for place in range(places) if kinds.current[place] == kind]
    costs = [_FAR // places] * places
    for begin in range(places - size + 1):
        movers = sorted((ranks[n] for n in own if not begin <= n < begin + size), reverse=True)
        moves, block = len(movers), range(begin, begin + size)
        line = (ranks[n] if kinds.current[n] == kind else movers.pop() for n in block)
        costs[begin] = moves * places**2 + inverted(line)
    return costs


def _best_order(kinds: Kinds, costs: Ints) -> list[int]:
    """Shortest way from no block to all of them, over sets of blocks as bits."""
    number = len(costs)
    sets = np.arange(1 << number)
    bits = np.array([sets >> kind & 1 for kind in range(number)])
    begins = np.array(kinds.counts) @ bits
    least = np.full(1 << number, _FAR)
    least[0] = 0
    last = np.zeros(1 << number, dtype=np.int64)
    for size in range(number):
        layer = sets[bits.sum(axis=0) == size]
        for kind in range(number):
            before = layer[layer >> kind & 1 == 0]
            after, cost = before | 1 << kind, least[before] + costs[kind][begins[before]]
            better = cost < least[after]
            least[after[better]], last[after[better]] = cost[better], kind
    return _traced(last, number)


def _traced(last: Ints, number: int) -> list[int]:
    order: list[int] = []
    left = (1 << number) - 1
    while left:
        order.append(int(last[left]))
        left ^= 1 << order[-1]
    return order[::-1]
