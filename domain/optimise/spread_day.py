"""The tasks of one day put into its places: which can stay, how early the rest can start (rules SPREAD-3 and 4)."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from domain.schedule.occupancy import Position

Kinds = tuple[int, ...]
Places = frozenset[Position]


class Packing(NamedTuple):
    """The best way to put given tasks into a day: fewest moved, then least starts.

    Attributes:
        cost: minus the number of tasks that stay.
        starts: sections at which the tasks start, ascending.
    """

    cost: int
    starts: tuple[int, ...]


class _Place(NamedTuple):
    mask: int
    stay: int
    position: Position


class DayPacker:
    """Packs tasks, which are known by their kind: a length, places they may take, and those that count as staying.

    Attributes:
        places: all places of the day.
    """

    def __init__(self, positions: Iterable[Position]) -> None:
        self._positions = sorted(positions, key=lambda p: (p.start, p.end, p.host is not None, p.host or 0))
        self.places = frozenset(self._positions)
        self._starts = sorted({p.start for p in self._positions})
        self._later = [self._union(start) for start in self._starts] + [0]
        self._parts: dict[Places, Places] = {}
        self._same: dict[Places, Places] = {}
        self._kinds: dict[tuple[int, Places, Places], int] = {}
        self._places: list[list[list[_Place]]] = []
        self._lengths: list[int] = []
        self._homes: list[int] = []
        self._known: dict[tuple[int, int, tuple[Kinds, ...]], Packing | None] = {}
        self._fitting: dict[tuple[int, int, tuple[Kinds, ...]], bool] = {}

    def _union(self, start: int) -> int:
        bits = 0
        for place in self._positions:
            bits |= place.mask if place.start >= start else 0
        return bits

    def kind(self, length: int, allowed: Places, homes: Places = frozenset()) -> int:
        """The number that stands for tasks of ``length`` that may go to ``allowed`` and stay if put into ``homes``.

        Of both sets only places of this day, and of that length, count.
        """
        key = (length, self._here(allowed), self._here(homes))
        found = self._kinds.get(key)
        if found is None:
            found = self._kinds[key] = len(self._kinds)
            self._lengths.append(length)
            self._homes.append(len(key[2]))
            self._places.append([self._places_at(start, *key) for start in self._starts])
        return found

    def _here(self, places: Places) -> Places:
        """Those of this day; equal sets are one object, as comparing them is dear."""
        found = self._parts.get(places)
        if found is None:
            part = places & self.places
            found = self._parts[places] = self._same.setdefault(part, part)
        return found

    def _places_at(self, start: int, length: int, allowed: Places, homes: Places) -> list[_Place]:
        here = [p for p in self._positions if p.start == start and p.length == length and p in allowed]
        return [_Place(p.mask, int(p in homes), p) for p in here]

    def loads(self, kinds: Kinds, most: Sequence[int]) -> set[tuple[int, ...]]:
        """Every number of tasks of each of ``kinds``, up to ``most`` of each, that the day can take together."""
        found = {(0, (0,) * len(kinds))}
        for index in range(len(self._starts)):
            later = self._later[index + 1]
            grown = {(used & later, counts) for used, counts in found}
            for n, kind in enumerate(kinds):
                for place in self._places[kind][index]:
                    fitting = {(u, c) for u, c in found if c[n] < most[n] and not u & place.mask}
                    grown |= {((u | place.mask) & later, _plus(c, n)) for u, c in fitting}
            found = grown
        return {counts for _, counts in found}

    def may_stay(self, run: Kinds) -> int:
        """A bound on how many tasks of a run can stay."""
        return sum(min(count, self._homes[kind]) for kind, count in Counter(run).items() if self._homes[kind])

    def takes(self, kind: int) -> bool:
        """Whether there is a place for a task of a kind."""
        return any(self._places[kind])

    def fits(self, queues: Iterable[Kinds]) -> bool:
        """Whether there is a packing of queues whose tasks start in their order."""
        merged = _merge(queues)
        return self._fits(0, 0, merged, sum(self._lengths[kind] for queue in merged for kind in queue))

    def _fits(self, index: int, used: int, queues: tuple[Kinds, ...], need: int) -> bool:
        if not queues:
            return True
        if need > (self._later[index] & ~used).bit_count():
            return False
        key = (index, used, queues)
        if key not in self._fitting:
            self._fitting[key] = self._fits_from(*key, need)
        return self._fitting[key]

    def _fits_from(self, index: int, used: int, queues: tuple[Kinds, ...], need: int) -> bool:
        later = self._later[index + 1]
        for n, queue in enumerate(queues):
            for place in self._places[queue[0]][index]:
                if not place.mask & used:
                    left, rest = _without_head(queues, n), need - self._lengths[queue[0]]
                    if self._fits(index + 1, (used | place.mask) & later, left, rest):
                        return True
        return self._fits(index + 1, used & later, queues, need)

    def best(self, queues: Iterable[Kinds]) -> Packing | None:
        """The best packing of queues whose tasks start in their order; None if they do not fit."""
        merged = _merge(queues)
        return self._best(0, 0, merged, sum(self._lengths[kind] for queue in merged for kind in queue))

    def packed(self, queues: Iterable[Kinds]) -> Packing:
        """As ``best``, of queues that are known to fit."""
        packing = self.best(queues)
        assert packing is not None, "only runs that fit are asked for"
        return packing

    def _best(self, index: int, used: int, queues: tuple[Kinds, ...], need: int) -> Packing | None:
        if not queues:
            return Packing(0, ())
        if need > (self._later[index] & ~used).bit_count():
            return None
        key = (index, used, queues)
        if key not in self._known:
            self._known[key] = self._search(index, used, queues, need)
        return self._known[key]

    def _search(self, index: int, used: int, queues: tuple[Kinds, ...], need: int) -> Packing | None:
        later = self._later[index + 1]
        best = self._best(index + 1, used & later, queues, need)
        for n, queue in enumerate(queues):
            free = [place for place in self._places[queue[0]][index] if not place.mask & used]
            if not free:
                continue
            left = _without_head(queues, n)
            rest_need = need - self._lengths[queue[0]]
            for place in free:
                rest = self._best(index + 1, (used | place.mask) & later, left, rest_need)
                if rest is not None:
                    packing = Packing(rest.cost - place.stay, (self._starts[index], *rest.starts))
                    best = packing if best is None else min(best, packing)
        return best

    def fill(
        self, starts: Sequence[int], lines: Sequence[Sequence[tuple[int, int]]], wanted: Mapping[tuple[int, ...], int]
    ) -> list[tuple[int, Position]]:
        """Put tasks at fixed ``starts`` so that the sequence of their labels is least.

        Args:
            starts: sections at which tasks start, ascending.
            lines: for each queue the kind and label of the tasks that wait, in order.
            wanted: how many tasks of each queue may be taken, with the cost that has to be met.

        Returns:
            For each start the queue whose next task goes there, and its place.
        """
        return _Filling(self, [self._starts.index(start) for start in starts], lines, wanted).run()

    def places_at(self, kind: int, index: int) -> list[_Place]:
        """The places for a kind at the start with that index, without a host first."""
        return self._places[kind][index]


class _Filling:
    """A depth-first search for the least labels that remembers dead ends."""

    def __init__(
        self,
        day: DayPacker,
        indices: Sequence[int],
        lines: Sequence[Sequence[tuple[int, int]]],
        wanted: Mapping[tuple[int, ...], int],
    ) -> None:
        self._day, self._indices, self._lines, self._wanted = day, indices, lines, wanted
        self._dead: set[tuple[int, tuple[int, ...], int]] = set()

    def run(self) -> list[tuple[int, Position]]:
        found = self._from((0,) * len(self._lines), 0, 0)
        assert found is not None, "a packing of these starts exists"
        return found[::-1]

    def _from(self, taken: tuple[int, ...], used: int, cost: int) -> list[tuple[int, Position]] | None:
        depth = sum(taken)
        if depth == len(self._indices):
            return [] if self._wanted.get(taken) == cost else None
        if (used, taken, cost) in self._dead:
            return None
        for n in self._by_label(taken):
            for place in self._day.places_at(self._lines[n][taken[n]][0], self._indices[depth]):
                if not place.mask & used:
                    rest = self._from(_plus(taken, n), used | place.mask, cost - place.stay)
                    if rest is not None:
                        return [*rest, (n, place.position)]
        self._dead.add((used, taken, cost))
        return None

    def _by_label(self, taken: tuple[int, ...]) -> list[int]:
        waiting = [n for n, line in enumerate(self._lines) if taken[n] < len(line)]
        return sorted(waiting, key=lambda n: self._lines[n][taken[n]][1])


def _plus(counts: tuple[int, ...], n: int) -> tuple[int, ...]:
    return (*counts[:n], counts[n] + 1, *counts[n + 1 :])


def _without_head(queues: tuple[Kinds, ...], n: int) -> tuple[Kinds, ...]:
    tail = queues[n][1:]
    return (*queues[:n], tail, *queues[n + 1 :]) if tail else (*queues[:n], *queues[n + 1 :])


def _merge(queues: Iterable[Kinds]) -> tuple[Kinds, ...]:
    """Queues of one kind throughout are interchangeable, so those of the same kind become one."""
    same: Counter[int] = Counter()
    mixed = []
    for queue in queues:
        if len(set(queue)) == 1:
            same[queue[0]] += len(queue)
        elif queue:
            mixed.append(queue)
    return tuple(sorted([*mixed, *((kind,) * count for kind, count in same.items())]))
