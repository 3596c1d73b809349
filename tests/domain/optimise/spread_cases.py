"""Tiny random spreads, and their best plans found by trying everything with an evaluator of its own."""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from domain.optimise.spread_problem import SpreadItem, SpreadProblem
from domain.schedule.occupancy import Position

Value = tuple[tuple[int, int, int], tuple[tuple[int, int], ...], tuple[tuple[int, int], ...], tuple[int, ...]]


def bits(start: int, end: int) -> int:
    return (1 << end + 1) - (1 << start)


@dataclass(frozen=True)
class _Timetable:
    """For each day its free sections, and the host occurrences beside them."""

    free: dict[int, set[int]]
    hosts: dict[int, list[tuple[int, int, int]]]

    def positions(self, length: int, days: Sequence[int]) -> tuple[Position, ...]:
        return tuple(place for day in days for place in self._of_day(length, day))

    def _of_day(self, length: int, day: int) -> list[Position]:
        found = [
            Position(day, start, start + length - 1, None, bits(start, start + length - 1))
            for start in range(1, 9)
            if set(range(start, start + length)) <= self.free[day]
        ]
        for host, first, last in self.hosts[day]:
            found += [
                Position(day, start, start + length - 1, host, bits(first, last))
                for start in range(first, last - length + 2)
            ]
        return sorted(found, key=lambda p: (p.day, p.start))


def _timetable(random_: random.Random, days: Sequence[int]) -> _Timetable:
    free: dict[int, set[int]] = {}
    hosts: dict[int, list[tuple[int, int, int]]] = {}
    for day in days:
        free[day], hosts[day] = set(), []
        section = 1
        while section <= 6:
            what, length = random_.choice(["free", "free", "busy", "host"]), random_.choice([1, 2, 2, 3])
            if what == "free":
                free[day] |= set(range(section, section + length))
            if what == "host":
                hosts[day].append((100 * day + section, section, section + length - 1))
            section += length
    return _Timetable(free, hosts)


def tiny_problem(seed: int) -> SpreadProblem:
    """A problem of at most four tasks on at most four days, some of them impossible."""
    random_ = random.Random(seed)
    days = sorted(random_.sample(range(1, 7), random_.randint(1, 4)))
    timetable = _timetable(random_, [*days, 9])
    lengths = random_.choice([(1,), (2,), (1, 2), (2, 3), (1, 2, 3)])
    keep_order = random_.random() < 0.6
    items = _items(random_, timetable, days, lengths)
    base = tuple(random_.choice([0, 0, 1, 2, 4]) for _ in days)
    limits = {group: _limit(random_, days) for group in sorted({item.group for item in items})}
    positions = {
        (group, length): tuple(place for place in timetable.positions(length, days) if limit(place))
        for group, limit in limits.items()
        for length in lengths
    }
    return SpreadProblem(tuple(days), base, tuple(items), positions, keep_order)


def _limit(random_: random.Random, days: Sequence[int]) -> Callable[[Position], bool]:
    """What a class may not do: half of them nothing, the others a day, a section, being a guest, or all of that."""
    kind = random_.choice(["none", "none", "none", "day", "section", "host", "all"])
    day, section = random_.choice(days), random_.randint(1, 6)

    def admits(place: Position) -> bool:
        return (
            not (kind in ("day", "all") and place.day == day)
            and not (kind in ("section", "all") and place.start <= section <= place.end)
            and not (kind in ("host", "all") and place.host is not None)
        )

    return admits


def _items(
    random_: random.Random, timetable: _Timetable, days: list[int], lengths: tuple[int, ...]
) -> list[SpreadItem]:
    count, groups = random_.randint(1, 4), random_.randint(1, 3)
    ids = random_.sample(range(1, 20), count)
    taken: dict[int, int] = {}
    items = []
    for rank, task_id in enumerate(ids):
        length = random_.choice(lengths)
        somewhere = timetable.positions(length, [*days, 9] if random_.random() < 0.3 else days)
        legal = [place for place in somewhere if not taken.get(place.day, 0) & place.mask]
        current = random_.choice(legal) if legal else Position(9, 7, 6 + length, None, bits(7, 6 + length))
        taken[current.day] = taken.get(current.day, 0) | current.mask
        items.append(SpreadItem(task_id, length, f"g{random_.randrange(groups)}", rank, current))
    return items


def measure(problem: SpreadProblem, places: Sequence[Position]) -> Value:
    """Objective, then (day, start), then what decides between equally early plans."""
    total = sum(problem.base_load) + sum(item.length for item in problem.items)
    squares = pace = so_far = 0
    for number, (day, base) in enumerate(zip(problem.days, problem.base_load, strict=True), start=1):
        load = base + sum(place.end - place.start + 1 for place in places if place.day == day)
        so_far += load
        squares += load**2
        pace += abs(len(problem.days) * so_far - number * total)
    moved = sum(
        (p.day, p.start, p.host) != (item.current.day, item.current.start, item.current.host)
        for item, p in zip(problem.items, places, strict=True)
    )
    line = sorted(
        (p.day, p.start, _sort(problem, item), item.task_id) for item, p in zip(problem.items, places, strict=True)
    )
    sorts = () if problem.keep_order else tuple(sort for _, _, sort, _ in line)
    return (squares, pace, moved), tuple((d, s) for d, s, _, _ in line), sorts, tuple(n for *_, n in line)


def _sort(problem: SpreadProblem, item: SpreadItem) -> tuple[int, int]:
    """Its length, and the least id of the tasks that may go to the same places."""
    places = {*problem.positions[item.group, item.length]}
    same = [other for other in problem.items if {*problem.positions[other.group, other.length]} == places]
    return item.length, min(other.task_id for other in same if other.length == item.length)


def legal_plans(problem: SpreadProblem, places: tuple[Position, ...] = ()) -> Iterator[tuple[Position, ...]]:
    """Every legal way to place the items, in the order of ``problem.items``."""
    if len(places) == len(problem.items):
        if not problem.keep_order or _ordered(problem, places):
            yield places
        return
    for place in problem.places(problem.items[len(places)]):
        if all(place.day != other.day or not place.mask & other.mask for other in places):
            yield from legal_plans(problem, (*places, place))


def _ordered(problem: SpreadProblem, places: tuple[Position, ...]) -> bool:
    placed = list(zip(problem.items, places, strict=True))
    return all(
        (p.day, p.start) < (q.day, q.start)
        for one, p in placed
        for other, q in placed
        if one.group == other.group and one.rank < other.rank
    )


def best_value(problem: SpreadProblem) -> Value | None:
    """The value of the best plan, or None if there is none."""
    return min((measure(problem, places) for places in legal_plans(problem)), default=None)


def shortage(problem: SpreadProblem) -> tuple[int, int, int] | None:
    """The first length, from the longest, of which not all tasks fit beside the longer ones: it, required and got."""
    longer: list[SpreadItem] = []
    for length in sorted({item.length for item in problem.items}, reverse=True):
        same = [item for item in problem.items if item.length == length]
        got = max(
            count
            for count in range(len(same) + 1)
            for some in combinations(same, count)
            if count == 0 or any(legal_plans(replace(problem, items=(*longer, *some), keep_order=False)))
        )
        if got < len(same):
            return length, len(same), got
        longer += same
    return None
