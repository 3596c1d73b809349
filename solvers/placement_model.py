"""Rough placement as a compact mixed-integer program over days, kinds and sections (rules PLACE-1 to PLACE-12).

Tasks of one kind stand for each other, so there is no column for a task at a place. Each class says when its tasks
stand; options per kind, which exclude each other section by section, take them in. The order of a class within a day is
left to cuts, which the search adds where the exact packing of a day costs more than this program thinks.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import gcd

from domain.optimise.placement_board import Board, Chain, days_of_items
from domain.optimise.placement_cost import LOAD_WEIGHT
from domain.schedule.occupancy import Position
from domain.term.calendar import SECTIONS_PER_DAY
from solvers.highs import MipModel, MipResult
from solvers.placement_columns import ChainColumns, CountedChain, OrderedChain, Scope


class PlacementModel:
    """The program of one board in one scope."""

    def __init__(self, board: Board, scope: Scope) -> None:
        self.board, self.scope = board, scope
        self.mip = MipModel()
        self.chains = [self._columns(number, chain) for number, chain in enumerate(board.chains)]
        self._arrivals: dict[tuple[int, int], list[int]] = {}
        for columns in self.chains:
            for key, arriving in columns.arrivals.items():
                self._arrivals.setdefault(key, []).extend(arriving)
        self._options = {key: self._choose(*key) for key in sorted(self._arrivals)}
        self._exclude()
        self._unit = gcd(*(kind.length for kind in board.kinds))
        self._steps = [self._square_load(day, base) for day, base in enumerate(board.problem.base_load)]
        self.constant = LOAD_WEIGHT * sum(b * b for b in board.problem.base_load)
        self.constant += sum(columns.constant for columns in self.chains)

    def _columns(self, number: int, chain: Chain) -> ChainColumns:
        counted = self.scope.relaxed or len(set(chain.kinds)) == 1
        return (CountedChain if counted else OrderedChain)(self.mip, self.board, chain, self.scope, number)

    def _choose(self, kind: int, day: int) -> list[int]:
        """As many options of the kind as tasks of it arrive."""
        costs = [float(option.cost) * self.scope.every for option in self.board.kinds[kind].options[day]]
        columns = [self.mip.column(cost, whole=not self.scope.relaxed) for cost in costs]
        arriving = [(column, -1.0) for column in self._arrivals[kind, day]]
        self.mip.row([*((column, 1.0) for column in columns), *arriving], 0.0, 0.0)
        return columns

    def _exclude(self) -> None:
        """A section takes one task."""
        takers: dict[tuple[int, int], list[int]] = {}
        for (kind, day), columns in self._options.items():
            for column, option in zip(columns, self.board.kinds[kind].options[day], strict=True):
                for section in range(option.low, option.high + 1):
                    takers.setdefault((day, section), []).append(column)
        for columns in takers.values():
            if len(columns) > 1:
                self.mip.row([(column, 1.0) for column in columns], upper=1.0)

    def _square_load(self, day: int, base: int) -> list[int]:
        """The square of a day's load as steps of growing cost; a step is as long as all lengths allow."""
        if not self.scope.every:
            return []
        edges = range(base, base + SECTIONS_PER_DAY + self._unit, self._unit)
        steps = [self.mip.column(float(LOAD_WEIGHT * (b * b - a * a)), whole=False) for a, b in pairwise(edges)]
        placed = [
            (column, -float(self.board.kinds[kind].length))
            for (kind, at), arriving in self._arrivals.items()
            if at == day
            for column in arriving
        ]
        self.mip.row([*((step, float(self._unit)) for step in steps), *placed], 0.0, 0.0)
        return steps

    def solve(self, nodes: int, start: Mapping[int, Position] | None = None, gap: float = 0.0) -> MipResult:
        """Search at most ``nodes`` nodes, from a plan that the scope allows, until within ``gap`` of the bound."""
        return self.mip.solve(nodes, None if start is None else self._values_of(start), gap)

    def bound(self, result: MipResult) -> float:
        """No plan in the scope costs less. A program without whole columns reports its bound as its objective."""
        return self.constant + (result.objective if result.proved else result.bound)

    def days(self, result: MipResult) -> list[list[int | None]]:
        """Day index of every task of every chain, None for one that is left out; there must be a solution."""
        assert result.values is not None
        values = result.values.tolist()
        return [columns.days(values) for columns in self.chains]

    def finish(self, result: MipResult) -> list[int]:
        """Day index by which every chain ends, in a relaxed solution; meaningless for ``steady`` chains."""
        assert result.values is not None
        counted = [columns for columns in self.chains if isinstance(columns, CountedChain)]
        return [sum(round(result.values[column]) for column in columns.running) for columns in counted]

    def _values_of(self, assignment: Mapping[int, Position]) -> list[float]:
        values = [0.0] * self.mip.width
        days = days_of_items(self.board, assignment)
        load = [0] * len(self.board.problem.days)
        for chain, columns, at in zip(self.board.chains, self.chains, days, strict=True):
            columns.write(at, values)
            for kind, day, item in zip(chain.kinds, at, chain.items, strict=True):
                places = [option.place for option in self.board.kinds[kind].options[day]]
                values[self._options[kind, day][places.index(assignment[item.task_id])]] = 1.0
                load[day] += item.length
        for steps, placed in zip(self._steps, load, strict=True):
            for step in steps[: placed // self._unit]:
                values[step] = 1.0
        return values

    def literals(self, day: int, ranks: Mapping[int, Sequence[int]]) -> list[int]:
        """Columns that are all 1 where these items of these chains stand on the day."""
        return [column for number, chosen in ranks.items() for column in self.chains[number].literals(day, chosen)]

    def forbid(self, literals: Sequence[int]) -> None:
        """Not all of these at once: their tasks do not fit one day in their order."""
        self.mip.row([(column, 1.0) for column in literals], upper=len(literals) - 1.0)

    def charge(self, day: int, literals: Sequence[int], cost: int) -> None:
        """Where all of these hold, the places of the day cost at least ``cost``; less is an order that is broken."""
        places = [(column, float(price)) for column, price in self._prices(day) if price]
        self.mip.row([*places, *((column, -float(cost)) for column in literals)], lower=cost * (1.0 - len(literals)))

    def priced(self, day: int, result: MipResult) -> float:
        """What the places of the day cost in a solution."""
        assert result.values is not None
        return sum(price * float(result.values[column]) for column, price in self._prices(day))

    def _prices(self, day: int) -> Iterator[tuple[int, int]]:
        for (kind, at), columns in self._options.items():
            if at == day:
                options = self.board.kinds[kind].options[day]
                yield from ((c, option.cost) for c, option in zip(columns, options, strict=True))
