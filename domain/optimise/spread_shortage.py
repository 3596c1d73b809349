"""Whether there are places for every task of a spread, and which length lacks them (rule SPREAD-7)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from domain.errors import NotEnoughSlots
from domain.optimise.spread_day import DayPacker
from domain.optimise.spread_paths import Flags
from domain.optimise.spread_problem import SpreadProblem
from domain.optimise.spread_queues import Queue

Counts = tuple[int, ...]
Shares = tuple[Counts, ...]


def require_places(problem: SpreadProblem, days: Sequence[DayPacker]) -> None:
    """Check that all tasks fit, their order left aside.

    Raises:
        NotEnoughSlots: all longer tasks fit, but beside them only ``got`` of the ``required`` tasks of ``span``.
    """
    required = Counter(item.length for item in problem.items)
    lengths = sorted(required, reverse=True)
    for n, length in enumerate(lengths, start=1):
        got = _most_of_last([required[other] for other in lengths[:n]], lengths[:n], days)
        if got < required[length]:
            raise NotEnoughSlots(length, required[length], got)


def _most_of_last(required: Sequence[int], lengths: Sequence[int], days: Sequence[DayPacker]) -> int:
    """The most tasks of the last length that fit beside all of the others."""
    reached: Flags = np.zeros([count + 1 for count in required], dtype=np.bool_)
    reached[(0,) * len(required)] = True
    for day in days:
        steps = _largest(day.loads(lengths))
        reached = np.logical_or.reduce([_advanced(reached, step) for step in steps])
    return int(np.flatnonzero(reached[tuple(required[:-1])]).max(initial=0))


def _advanced(reached: Flags, step: Counts) -> Flags:
    """The counts after a step; a count stops at its end, since whatever fits does so with fewer tasks too."""
    for axis, count in enumerate(step):
        before = np.moveaxis(reached, axis, 0)
        last = len(before) - 1
        after = np.zeros_like(before)
        after[count:] = before[: max(last + 1 - count, 0)]
        after[last] = before[max(last - count, 0) :].any(axis=0)
        reached = np.moveaxis(after, 0, axis)
    return reached


def first_fit(queues: Sequence[Queue], days: Sequence[DayPacker]) -> Shares:
    """A legal plan, as what each day takes from each queue; early days take as much as they can.

    Raises:
        NotEnoughSlots: the order of the queues leaves a task over; ``got`` tasks of its length are placed before it.
    """
    front: dict[Counts, Shares] = {(0,) * len(queues): ()}
    for day in days:
        kinds = [tuple(day.kind(length, frozenset()) for length in queue.lengths) for queue in queues]
        grown: dict[Counts, Shares] = {}
        for done, shares in front.items():
            for step in _most_taken(day, [line[n:] for line, n in zip(kinds, done, strict=True)]):
                grown.setdefault(_added(done, step), (*shares, step))
        front = {counts: grown[counts] for counts in _largest(grown)}
    best = max(front, key=lambda counts: (sum(counts), counts))
    for queue, count in zip(queues, best, strict=True):
        if count < len(queue.items):
            raise _left_over(queues, best, queue.lengths[count])
    return front[best]


def _most_taken(day: DayPacker, waiting: Sequence[Counts]) -> list[Counts]:
    """The largest steps that the heads of the queues allow."""
    fitting: set[Counts] = set()
    fresh: set[Counts] = {(0,) * len(waiting)}
    while fresh:
        fitting |= fresh
        fresh = {
            step
            for step in _one_more(fresh, waiting)
            if day.best([line[:n] for line, n in zip(waiting, step, strict=True)]) is not None
        }
    return _largest(fitting)


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


def _largest(counts: Iterable[Counts]) -> list[Counts]:
    """Those that no other exceeds, in a fixed order."""
    known = sorted(set(counts), reverse=True)
    return [c for c in known if not any(c != d and all(a <= b for a, b in zip(c, d, strict=True)) for d in known)]
