"""How many tasks can no longer stay, told from what each day takes from a queue (rules SPREAD-3 and SPREAD-6)."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from domain.optimise.spread_paths import Ints
from domain.optimise.spread_queues import Queue


@dataclass(frozen=True, eq=False)
class Homes:
    """The days at which the tasks of a queue are at home.

    Attributes:
        days: for each task of a queue in order the number of the day of its home, -1 without one; empty for tasks that
            are interchangeable.
        counts: for each day the homes of interchangeable tasks; zeros for others.
    """

    days: Ints
    counts: Ints

    @staticmethod
    def of(queue: Queue, days: Sequence[int], keep_order: bool) -> "Homes":
        """The homes of a queue."""
        number = {day: n for n, day in enumerate(days)}
        counts = np.zeros(len(days), dtype=np.int64)
        if keep_order:
            first = [next((number[place.day] for place in homes), -1) for homes in queue.homes]
            return Homes(np.array(first, dtype=np.int64), counts)
        for place in queue.homes[0]:
            counts[number[place.day]] += 1
        return Homes(np.zeros(0, dtype=np.int64), counts)

    def lost(self, day: int, first: Ints, taken: Ints, size: int) -> Ints:
        """How many of a queue of ``size`` can stay no more once ``day`` takes ``taken`` tasks after the ``first``."""
        if not len(self.days):
            later, left = int(self.counts[day + 1 :].sum()), size - first
            stay = np.minimum(taken, self.counts[day]) + np.minimum(left - taken, later)
            lost: Ints = np.minimum(left, self.counts[day] + later) - stay
            return lost
        early = np.concatenate([[0], np.cumsum(self.days > day)])
        today = np.concatenate([[0], np.cumsum(self.days == day)])
        after = np.minimum(first + taken, size)
        gone: Ints = early[after] - early[first] + today[size] - today[after]
        return gone
