"""The two ways in which the placement program describes when the tasks of one class stand.

Counted: how many tasks of each kind a day has. Exact for a class of one kind, and a relaxation of one with several,
since it does not know which task comes first. Ordered: of every task whether it is passed by the end of each day.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from domain.optimise.placement_board import Board, Chain
from domain.optimise.placement_cost import FINISH_WEIGHT, PACE_WEIGHT
from solvers.highs import INFINITY, MipModel

Term = tuple[int, float]


@dataclass(frozen=True, slots=True)
class Scope:
    """Which version of the program is built.

    Attributes:
        every: all items are placed at least cost; otherwise as many as possible, at no cost.
        relaxed: only what decides the finish of ``rapid`` classes is whole, and every class is counted.
        finish: for each chain the day index by which it ends, exactly known; None leaves it open.
        near: for each chain the day index of each item that may only shift by ``shift`` days; None leaves it open.
        shift: see ``near``; ordered classes only.
    """

    every: bool = True
    relaxed: bool = False
    finish: Sequence[int] | None = None
    near: Sequence[Sequence[int | None]] | None = None
    shift: int = 2


class ChainColumns(Protocol):
    """Columns of one class."""

    constant: int
    arrivals: dict[tuple[int, int], list[int]]

    def days(self, values: Sequence[float]) -> list[int | None]:
        """Day index of each item, None for one left out."""
        ...

    def write(self, days: Sequence[int], values: list[float]) -> None:
        """Set the columns to a plan with these day indices."""
        ...

    def literals(self, day: int, ranks: Sequence[int]) -> list[int]:
        """Columns that are all 1 if these items, or as many interchangeable ones, stand on the day."""
        ...


@dataclass(slots=True)
class CountedChain:
    """Columns of a class by counts; see the module."""

    mip: MipModel
    board: Board
    chain: Chain
    scope: Scope
    number: int
    constant: int = 0
    arrivals: dict[tuple[int, int], list[int]] = field(default_factory=dict)
    so_far: list[int] = field(default_factory=list)
    apart: list[int] = field(default_factory=list)
    running: list[int] = field(default_factory=list)
    reached: dict[tuple[int, int], int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for day in range(len(self.board.problem.days)):
            self._count(day)
        for kind in dict.fromkeys(self.chain.kinds):
            total = self.chain.kinds.count(kind)
            today = [(column, 1.0) for (k, _), (column,) in self.arrivals.items() if k == kind]
            self.mip.row(today, lower=total if self.scope.every else 0.0, upper=total)
        if self.scope.every:
            for day in range(len(self.board.problem.days) - 1):
                self._pace(day) if self.chain.ideals else self._run_on(day)

    def _count(self, day: int) -> None:
        today = []
        for kind in dict.fromkeys(self.chain.kinds):
            upper = float(self._most(kind, day))
            cost = 0.0 if self.scope.every else -1.0
            today.append(self.mip.column(cost, upper=upper, whole=not self.scope.relaxed))
            self.arrivals[kind, day] = [today[-1]]
        before = [(self.so_far[day - 1], -1.0)] if day else []
        self.so_far.append(self.mip.column(upper=len(self.chain.items), whole=False))
        self.mip.row([(self.so_far[day], 1.0), *before, *((column, -1.0) for column in today)], 0.0, 0.0)

    def _most(self, kind: int, day: int) -> int:
        """Most tasks of the kind that the day can take: the options that end first."""
        cursor = count = 0
        for option in sorted(self.board.kinds[kind].options[day], key=lambda o: o.high):
            if option.low > cursor:
                cursor, count = option.high, count + 1
        return min(count, self.chain.kinds.count(kind))

    def _gap(self, day: int) -> int:
        return self.board.problem.days[day + 1] - self.board.problem.days[day]

    def _ideal(self, day: int) -> int:
        return sum(at <= self.board.problem.days[day] for at in self.chain.ideals)

    def _pace(self, day: int) -> None:
        """Tasks ahead of or behind the pace at the end of the day each cost the days until the next."""
        apart = self.mip.column(PACE_WEIGHT * self._gap(day), upper=len(self.chain.items), whole=False)
        self.mip.row([(apart, 1.0), (self.so_far[day], -1.0)], lower=-self._ideal(day))
        self.mip.row([(apart, 1.0), (self.so_far[day], 1.0)], lower=self._ideal(day))
        self.apart.append(apart)

    def _run_on(self, day: int) -> None:
        """A class that runs on after the day costs the days until the next; else the next day has none of its tasks."""
        total, low, high = len(self.chain.items), 0.0, 1.0
        if self.scope.finish is not None:
            low = high = float(self.scope.finish[self.number] > day)
        running = self.mip.column(FINISH_WEIGHT * self._gap(day), lower=low, upper=high)
        self.mip.row([(running, total), (self.so_far[day], 1.0)], lower=total)
        for kind in dict.fromkeys(self.chain.kinds):
            (today,) = self.arrivals[kind, day + 1]
            self.mip.row([(today, 1.0), (running, -float(self._most(kind, day + 1)))], upper=0.0)
        if self.running:
            self.mip.row([(self.running[-1], 1.0), (running, -1.0)], lower=0.0)
        self.running.append(running)

    def days(self, values: Sequence[float]) -> list[int | None]:
        """The counts in order; where they are fractions, the day on which half of the task is placed."""
        found: list[int | None] = []
        for day, column in enumerate(self.so_far):
            found += [day] * (int(values[column] + 0.5) - len(found))
        return found + [None] * (len(self.chain.items) - len(found))

    def write(self, days: Sequence[int], values: list[float]) -> None:
        """Set the columns to a plan with these day indices."""
        for (kind, day), (column,) in self.arrivals.items():
            values[column] = sum(k == kind and at == day for k, at in zip(self.chain.kinds, days, strict=True))
        for day, column in enumerate(self.so_far):
            values[column] = sum(at <= day for at in days)
        for day, column in enumerate(self.apart):
            values[column] = abs(values[self.so_far[day]] - self._ideal(day))
        for day, column in enumerate(self.running):
            values[column] = float(max(days) > day)
        for (day, count), column in self.reached.items():
            values[column] = float(days.count(day) >= count)

    def literals(self, day: int, ranks: Sequence[int]) -> list[int]:
        """One column that is 1 where the day has as many tasks as there are ranks; for a class of one kind."""
        key, kind = (day, len(ranks)), self.chain.kinds[0]
        if key not in self.reached:
            self.reached[key] = self.mip.column()
            spare = float(self._most(kind, day) - len(ranks) + 1)
            (today,) = self.arrivals[kind, day]
            self.mip.row([(today, 1.0), (self.reached[key], -spare)], upper=len(ranks) - 1.0)
        return [self.reached[key]]


@dataclass(slots=True)
class OrderedChain:
    """Columns of a class task by task; see the module."""

    mip: MipModel
    board: Board
    chain: Chain
    scope: Scope
    number: int
    constant: int = 0
    arrivals: dict[tuple[int, int], list[int]] = field(default_factory=dict)
    today: list[list[int]] = field(default_factory=list)
    passed: list[list[int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        days = self.board.problem.days
        for r in range(len(self.chain.items)):
            self.today.append([])
            self.passed.append([])
            for day in range(len(days)):
                self._pass(r, day)
            if self.scope.every and self.chain.ideals:
                self.constant += PACE_WEIGHT * (days[-1] - self.chain.ideals[r])
        if self.scope.every and not self.chain.ideals:
            self.constant += FINISH_WEIGHT * (days[-1] - days[0])

    def _pass(self, r: int, day: int) -> None:
        kind = self.chain.kinds[r]
        today = self.mip.column(
            0.0 if self.scope.every else -1.0, upper=float(bool(self.board.kinds[kind].options[day]))
        )
        low, high = self._limits(r, day)
        passed = self.mip.column(self._cost(r, day) if self.scope.every else 0.0, lower=low, upper=high)
        self.arrivals.setdefault((kind, day), []).append(today)
        before = [(self.passed[r][day - 1], -1.0)] if day else []
        slack = 0.0 if self.scope.every else INFINITY
        self.mip.row([(passed, 1.0), *before, (today, -1.0)], lower=0.0, upper=slack)
        if r:
            self.mip.row([(self.passed[r - 1][day], 1.0), (passed, -1.0)], lower=0.0)
        self.today[r].append(today)
        self.passed[r].append(passed)

    def _limits(self, r: int, day: int) -> tuple[float, float]:
        """Bounds of ``passed``: 1 at the end, and fixed outside the days the scope leaves open."""
        scope, last = self.scope, len(self.board.problem.days) - 1
        low, high = float(scope.every and day == last), 1.0
        if scope.finish is not None and not self.chain.ideals and r == len(self.chain.items) - 1:
            return float(day >= scope.finish[self.number]), float(day >= scope.finish[self.number])
        at = None if scope.near is None else scope.near[self.number][r]
        if at is not None:
            low, high = max(low, float(day >= at + scope.shift)), float(day >= at - scope.shift)
        return low, high

    def _cost(self, r: int, day: int) -> float:
        """What it adds to have task r passed by the end of the day; the rest is ``constant``."""
        days = self.board.problem.days
        if day == len(days) - 1:
            return 0.0
        gap = days[day + 1] - days[day]
        if self.chain.ideals:
            return PACE_WEIGHT * gap * (1.0 if days[day] < self.chain.ideals[r] else -1.0)
        return -float(FINISH_WEIGHT * gap) if r == len(self.chain.items) - 1 else 0.0

    def days(self, values: Sequence[float]) -> list[int | None]:
        """Day index of each item, None for one left out."""
        return [next((d for d, column in enumerate(row) if values[column] > 0.5), None) for row in self.today]

    def write(self, days: Sequence[int], values: list[float]) -> None:
        """Set the columns to a plan with these day indices."""
        for today, passed, at in zip(self.today, self.passed, days, strict=True):
            values[today[at]] = 1.0
            for column in passed[at:]:
                values[column] = 1.0

    def literals(self, day: int, ranks: Sequence[int]) -> list[int]:
        """The columns of these items on the day."""
        return [self.today[r][day] for r in ranks]
