"""Of all cheapest ways, one with few inversions (rules GROUP-4 and GROUP-7)."""

from dataclasses import dataclass

from domain.optimise.grouping_kinds import Kinds
from domain.optimise.grouping_layers import Ways
from domain.optimise.grouping_objective import inversions

_MOST_WORK = 60_000


@dataclass(frozen=True, slots=True)
class _Tail:
    """The end of a way.

    Attributes:
        place, state: where it begins.
        found: inversions among the tasks that stay on it; ``stayed`` has their places as bits.
        kind: what the first place of the tail has; ``rest`` is the tail behind it.
    """

    place: int
    state: int
    found: int = 0
    stayed: int = 0
    kind: int = -1
    rest: "_Tail | None" = None

    def chosen(self) -> list[int]:
        """The kinds from here to the end."""
        kinds, tail = [], self
        while tail.rest is not None:
            kinds.append(tail.kind)
            tail = tail.rest
        return kinds


def best_ordered(kinds: Kinds, ways: Ways) -> tuple[list[int], bool]:
    """The kinds of the places on the way with the fewest inversions, and whether none of the ways has fewer.

    Ways are followed from the last place to the first. Which tasks stay is known at once, so a way is given up when
    those alone have as many inversions as the best plan; and all are once a fixed amount of work is done.
    """
    late = _late(kinds)
    floor = fixed_inversions(kinds)
    end, work = len(late), 0
    chosen: list[int] = []
    fewest = end**2 + 1
    waiting = [_Tail(end, n) for n, cost in enumerate(ways.layers[-1].spent.tolist()) if cost == ways.cost]
    while waiting and fewest > floor:
        if chosen and work > _MOST_WORK:
            return chosen, False
        tail = waiting.pop()
        work += 1
        if tail.place == 0:
            way = tail.chosen()
            chosen, fewest = min((chosen, fewest), (way, inversions(kinds.line(way))), key=lambda found: found[1])
            work += end
        elif tail.found < fewest:
            waiting += _longer(kinds, ways, late, tail)
    return chosen, True


def _longer(kinds: Kinds, ways: Ways, late: list[int], tail: _Tail) -> list[_Tail]:
    """The tails that are one place longer."""
    place, longer = tail.place - 1, []
    for source, kind in ways.layers[tail.place].steps(tail.state):
        stays = kind == kinds.current[place]
        found = tail.found + (late[place] & tail.stayed).bit_count() if stays else tail.found
        longer.append(_Tail(place, source, found, tail.stayed | stays << place, kind, tail))
    return longer


def _late(kinds: Kinds) -> list[int]:
    """For each place, as bits, the later ones whose tasks belong before the one that is there now."""
    items = kinds.problem.items
    return [
        sum(1 << n for n, o in enumerate(items) if n > place and o.category == item.category and o.rank < item.rank)
        for place, item in enumerate(items)
    ]


def fixed_inversions(kinds: Kinds) -> int:
    """Inversions that every plan has: those among fixed tasks."""
    return inversions(n for n, kind in zip(kinds.problem.items, kinds.current, strict=True) if kind == kinds.fixed)
