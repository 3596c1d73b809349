"""Whether there are places for every task of a spread, and which length lacks them (rule SPREAD-7)."""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from math import comb, prod
from typing import NamedTuple

import numpy as np

from domain.errors import NotEnoughSlots
from domain.optimise.spread_day import DayPacker, Places
from domain.optimise.spread_paths import FAR, Ints
from domain.optimise.spread_queues import Queue
from domain.term.calendar import SECTIONS_PER_DAY

_MOST_SHARES = 2_000
_MOST_COMBINATIONS = 200_000
_LEAST_WIDTH = 4
_WIDTH_OF_ONE = 2_000

Counts = tuple[int, ...]
Shares = tuple[Counts, ...]


class _Sort(NamedTuple):
    """A number of interchangeable tasks: their length and the places they may take."""

    length: int
    number: int
    allowed: Places


def require_places(queues: Sequence[Queue], days: Sequence[DayPacker]) -> None:
    """Check that all tasks fit, their order left aside.

    Raises:
        NotEnoughSlots: all longer tasks fit, but beside them only ``got`` of the ``required`` tasks of ``span``.
    """
    longer: list[_Sort] = []
    for length, alike in groupby(reversed(_sorts(queues)), key=lambda sort: sort.length):
        same = sorted(alike, key=lambda sort: sort.number)
        required, got = sum(sort.number for sort in same), _most(longer, same, days)
        if got < required:
            raise NotEnoughSlots(length, required, got)
        longer += same


def _sorts(queues: Sequence[Queue]) -> list[_Sort]:
    """The sorts of a set, the shorter first; where they are too many, tasks of one length share their places."""
    alike = Counter(pair for queue in queues for pair in zip(queue.lengths, queue.allowed, strict=True))
    sorts = [_Sort(length, number, allowed) for (length, allowed), number in alike.items()]
    sorts.sort(key=lambda sort: sort.length)
    most_a_day = SECTIONS_PER_DAY // min((sort.length for sort in sorts), default=1)
    shares = comb(len(sorts) + most_a_day, most_a_day)
    if shares <= _MOST_SHARES and prod(sort.number + 1 for sort in sorts) <= _MOST_COMBINATIONS:
        return sorts
    return [_shared(length, list(same)) for length, same in groupby(sorts, key=lambda sort: sort.length)]


def _shared(length: int, sorts: Sequence[_Sort]) -> _Sort:
    return _Sort(length, sum(sort.number for sort in sorts), frozenset().union(*(sort.allowed for sort in sorts)))


def _most(longer: Sequence[_Sort], same: Sequence[_Sort], days: Sequence[DayPacker]) -> int:
    """The most tasks of the same length that fit beside all of the longer ones.

    Day by day, for every number of tasks of each sort but the last: how many of the last fit too. Whatever fits does so
    with fewer tasks.
    """
    sorts = [*longer, *same]
    numbers = [sort.number for sort in sorts]
    fitting: Ints = np.full([number + 1 for number in numbers[:-1]], -FAR, dtype=np.int64)
    fitting[(0,) * (len(sorts) - 1)] = 0
    for day in days:
        kinds = tuple(day.kind(sort.length, sort.allowed) for sort in sorts)
        steps = _largest_of_all(day.loads(kinds, numbers))
        fitting = np.maximum.reduce([_advanced(fitting, step) for step in steps])
    beside = np.minimum(fitting[tuple(sort.number for sort in longer)], numbers[-1])
    return max(0, int((np.indices(beside.shape).sum(axis=0) + beside).max()))


def _advanced(fitting: Ints, step: Counts) -> Ints:
    """What fits after a step."""
    before = [np.maximum(np.arange(size) - count, 0) for size, count in zip(fitting.shape, step, strict=False)]
    after: Ints = fitting[np.ix_(*before)] + step[-1]
    return after


def first_fit(queues: Sequence[Queue], days: Sequence[DayPacker], width: float = math.inf) -> Shares:
    """A legal plan, as what each day takes from each queue; early days take as much as they can.

    With a ``width`` only so many states are kept after each day, and so many steps at a time are grown out of each,
    those that place most: a plan may then be missed, and the work is bounded.

    Raises:
        NotEnoughSlots: every plan looked at leaves a task over; the one that places most has ``got`` of the length of
            its first.
    """
    front: dict[Counts, Shares] = {(0,) * len(queues): ()}
    for day in days:
        kinds = [queue.fits(day) for queue in queues]
        grown: dict[Counts, Shares] = {}
        for done, shares in front.items():
            for step in _most_taken(day, [line[n:] for line, n in zip(kinds, done, strict=True)], width):
                grown.setdefault(_added(done, step), (*shares, step))
        front = {counts: grown[counts] for counts in _cut(_largest(grown), width)}
    best = max(front, key=lambda counts: (sum(counts), counts))
    for queue, count in zip(queues, best, strict=True):
        if count < len(queue.items):
            raise _left_over(queues, best, queue.lengths[count])
    return front[best]


def bounded_width(queues: Sequence[Queue]) -> int:
    """A width at which a first fit takes a few seconds at most: with few queues one that leaves nothing out."""
    return max(_LEAST_WIDTH, _WIDTH_OF_ONE // len(queues) ** 2)


def _cut(counts: Iterable[Counts], width: float) -> list[Counts]:
    """Those that place most, at most ``width`` of them, in a fixed order."""
    found = list(counts)
    return found if len(found) <= width else sorted(found, key=lambda c: (-sum(c), c))[: int(width)]


def _most_taken(day: DayPacker, waiting: Sequence[Counts], width: float) -> list[Counts]:
    """The largest steps that the heads of the queues allow."""
    fitting: set[Counts] = set()
    fresh: set[Counts] = {(0,) * len(waiting)}
    while fresh:
        fitting |= fresh
        grown = {
            step
            for step in _one_more(fresh, waiting)
            if day.fits(line[:n] for line, n in zip(waiting, step, strict=True) if n)
        }
        fresh = set(_cut(grown, width))
    return _largest_of_all(fitting)


def _one_more(steps: Iterable[Counts], waiting: Sequence[Counts]) -> Iterator[Counts]:
    for step in steps:
        for n, line in enumerate(waiting):
            if step[n] < len(line):
                yield (*step[:n], step[n] + 1, *step[n + 1 :])


def _left_over(queues: Sequence[Queue], placed: Counts, span: int) -> NotEnoughSlots:
    required = sum(queue.lengths.count(span) for queue in queues)
    got = sum(queue.lengths[:count].count(span) for queue, count in zip(queues, placed, strict=True))
    return NotEnoughSlots(span, required, got)


def _added(done: Counts, step: Counts) -> Counts:
    return tuple(a + b for a, b in zip(done, step, strict=True))


def _largest_of_all(counts: set[Counts]) -> list[Counts]:
    """Those that no other exceeds, in a fixed order, of a set that has all smaller ones of each too."""
    return sorted(c for c in counts if not any((*c[:n], c[n] + 1, *c[n + 1 :]) in counts for n in range(len(c))))


def _largest(counts: Iterable[Counts]) -> list[Counts]:
    """Those that no other exceeds, in a fixed order."""
    known = sorted(set(counts), reverse=True)
    return [c for c in known if not any(c != d and all(a <= b for a, b in zip(c, d, strict=True)) for d in known)]
