"""The cheapest ways to give each place a kind, place by place (rules GROUP-6 and GROUP-7)."""

from dataclasses import dataclass

import numpy as np

from domain.optimise.grouping_bounds import FAR, CategoryBounds
from domain.optimise.grouping_kinds import Ints, Kinds
from domain.optimise.spread_paths import row_codes


@dataclass(frozen=True, eq=False)
class Layer:
    """The states before one place, and every cheapest step into them.

    Attributes:
        left: a row for each state: the tasks left of each kind.
        rows: for each state and category its row in the tables of the bounds.
        last: the category of the place before; -1 before the first.
        spent: what it costs to get there.
        source, kind: of each step, the state it comes from and the kind it gives the place before.
        first: for each state its first step; steps are in order of the state they lead to.
    """

    left: Ints
    rows: Ints
    last: Ints
    spent: Ints
    source: Ints
    kind: Ints
    first: Ints

    def steps(self, state: int) -> list[tuple[int, int]]:
        """Source and kind of each cheapest step into a state."""
        steps = slice(self.first[state], self.first[state + 1])
        return list(zip(self.source[steps].tolist(), self.kind[steps].tolist(), strict=True))


@dataclass(frozen=True, eq=False)
class Ways:
    """All cheapest ways that a search found.

    Attributes:
        layers: one before each place, and one after the last.
        cost: of each way, in the unit of ``CategoryBounds``.
        dropped: what a way costs at least that was not followed.
    """

    layers: list[Layer]
    cost: int
    dropped: int


@dataclass(frozen=True, eq=False)
class _Steps:
    """Steps into the states before one place, with what the whole way then costs at least."""

    left: Ints
    rows: Ints
    last: Ints
    spent: Ints
    total: Ints
    source: Ints
    kind: Ints


def search(
    kinds: Kinds, bounds: CategoryBounds, ceiling: int, width: int | None = None, max_steps: int | None = None
) -> Ways | None:
    """The cheapest ways of at most ``ceiling``; None if there are none or they need more than ``max_steps`` steps.

    Args:
        kinds: what the places may be given.
        bounds: of the same kinds.
        ceiling: cost of a way that is known.
        width: states kept before each place, the ones with the best bounds; all if None.
        max_steps: steps to be tried, over all places; any number if None.
    """
    layers, dropped, tried = [_start(kinds, bounds)], FAR, 0
    for place in range(len(kinds.current)):
        tried += len(layers[-1].last) * len(kinds.options[place])
        if max_steps is not None and tried > max_steps:
            return None
        steps = _steps(kinds, bounds, place, layers[-1], ceiling)
        if not len(steps.kind):
            return None
        layer, lost = _merged(kinds, steps, width)
        layers.append(layer)
        dropped = min(dropped, lost)
    return Ways(layers, int(layers[-1].spent.min()), dropped)


def _start(kinds: Kinds, bounds: CategoryBounds) -> Layer:
    none = np.zeros(0, dtype=np.int64)
    left = np.array([[*kinds.counts, 0]], dtype=np.int64)
    return Layer(left, bounds.first[None], np.array([-1]), np.array([0]), none, none, np.array([0, 0]))


def _steps(kinds: Kinds, bounds: CategoryBounds, place: int, layer: Layer, ceiling: int) -> _Steps:
    """Every step out of the states of a layer that can be part of a way within the ceiling."""
    options = np.array(kinds.options[place])
    category = np.array([kinds.category(place, kind) for kind in options])
    strides = bounds.strides[options]
    idle = bounds.rest(place + 1, layer.rows, joined=False)
    taken = bounds.rest(place + 1, layer.rows[:, category] - strides, joined=True)
    begun = (layer.last[:, None] != category) * bounds.weight + (options != kinds.current[place])
    spent = layer.spent[:, None] + begun
    total = spent + idle.sum(axis=1, keepdims=True) - idle[:, category] + taken
    has_one = (layer.left[:, options] > 0) | (options == kinds.fixed)
    source, option = np.nonzero(has_one & (total <= ceiling))
    kind, left, rows, each = options[option], layer.left[source], layer.rows[source], np.arange(len(source))
    left[each, kind] -= kind != kinds.fixed
    rows[each, category[option]] -= strides[option]
    return _Steps(left, rows, category[option], spent[source, option], total[source, option], source, kind)


def _merged(kinds: Kinds, steps: _Steps, width: int | None) -> tuple[Layer, int]:
    """The states that the steps lead to, each with its cheapest steps, and the best bound of those left out."""
    sizes = [*(count + 1 for count in kinds.counts), 1, len(kinds.categories)]
    codes = row_codes([*steps.left.T, steps.last], sizes)
    _, sample, state = np.unique(codes, return_index=True, return_inverse=True)
    spent = np.full(len(sample), FAR, dtype=np.int64)
    np.minimum.at(spent, state, steps.spent)
    total = spent + (steps.total - steps.spent)[sample]
    best = np.lexsort((total - spent, total))
    kept, lost = np.sort(best[:width]), best[len(best) if width is None else width :]
    number = np.full(len(sample), -1)
    number[kept] = np.arange(len(kept))
    cheapest = np.flatnonzero((number[state] >= 0) & (steps.spent == spent[state]))
    cheapest = cheapest[np.argsort(number[state[cheapest]], kind="stable")]
    first = np.searchsorted(number[state[cheapest]], np.arange(len(kept) + 1))
    at, ways = sample[kept], cheapest
    layer = Layer(
        steps.left[at], steps.rows[at], steps.last[at], spent[kept], steps.source[ways], steps.kind[ways], first
    )
    return layer, int(total[lost].min(initial=FAR))
