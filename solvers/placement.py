"""Best rough placement with HiGHS: a relaxed search for the bound and the finish, an exact one around it (PLACE-12)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil

from domain.optimise.placement_board import Board, read_board
from domain.optimise.placement_cost import evaluate_placement
from domain.optimise.placement_day import PackedDay, pack_day
from domain.optimise.placement_greedy import improve_placement, place_chain
from domain.optimise.placement_problem import PlacementPlan, PlacementProblem
from domain.schedule.occupancy import Position
from solvers.highs import MipResult
from solvers.placement_columns import Scope
from solvers.placement_model import PlacementModel

RELAXED_NODES = 400
SMALL_WIDTH, SMALL_NODES = 1500, 200
LARGE_NODES, LARGE_GAP = 20, 0.005
SHIFT, WIDENINGS = 2, (0, 1, 2, 3, 5, 8)
ROUNDS = 40
NO_LIMIT = 2**31 - 1


@dataclass(slots=True)
class _Search:
    """One search: the board, the best plan so far with its objective, and what is proved: a bound, or that none is."""

    board: Board
    best: dict[int, Position] | None
    objective: int = 0
    bound: float = -float("inf")
    impossible: bool = False

    def __post_init__(self) -> None:
        if self.best is not None:
            self.objective = evaluate_placement(self.board.problem, self.best).total

    def offer(self, assignment: Mapping[int, Position]) -> None:
        """Take a legal plan, or what its classes make of it in turn, if it is better than the best."""
        better = improve_placement(self.board.problem, assignment)
        total = evaluate_placement(self.board.problem, better).total
        if self.best is None or total < self.objective:
            self.best, self.objective = better, total

    @property
    def closed(self) -> bool:
        """Whether the best plan is proved best; the objective is whole, so a bound may be rounded up."""
        return self.best is not None and self.objective <= ceil(self.bound - 1e-4)


class HighsPlacement:
    """The solver that ``domain.optimise.placement`` asks."""

    def __call__(self, problem: PlacementProblem, start: dict[int, Position] | None) -> PlacementPlan | None:
        """The best plan found within the node limits, starting from a legal one; None if it found none.

        A repeated call gives the same plan. ``optimal`` is set only where the bound of the search proves it.
        """
        search = _Search(read_board(problem), start)
        for scope in _relaxed(search):
            if search.closed or _explore(search, scope):
                break
        small = PlacementModel(search.board, Scope()).mip.width <= SMALL_WIDTH
        if not search.impossible and not search.closed and (small or search.best is None):
            _explore(search, Scope())
        if search.best is None:
            return None
        return PlacementPlan(search.best, search.objective, search.closed)

    def largest_fit(self, problem: PlacementProblem) -> dict[int, Position]:
        """Places for as many items as the hard rules allow at all, found without a limit."""
        board = read_board(problem)
        model = PlacementModel(board, Scope(every=False))
        while True:
            days = _pack(board, model.days(model.solve(NO_LIMIT)))
            misfits = [day for day in days if day.packed is None]
            if not misfits:
                return _assignment(board, days)
            for day in misfits:
                model.forbid(model.literals(day.index, _least_misfit(board, day)))


def _relaxed(search: _Search) -> Iterator[Scope]:
    """Find the bound, then say where to look: close around the relaxed answer first, then further and further."""
    model = PlacementModel(search.board, Scope(relaxed=True))
    result = model.solve(RELAXED_NODES, search.best)
    search.impossible = result.infeasible
    search.bound = model.bound(result)
    if result.values is not None:
        last, near = len(search.board.problem.days) - 1, model.days(result)
        for more in WIDENINGS:
            finish = [min(day + more, last) for day in model.finish(result)]
            yield Scope(finish=finish, near=near, shift=SHIFT + more)


def _explore(search: _Search, scope: Scope) -> bool:
    """Solve, pack the days exactly, and cut off what the program thought too cheap, until it is right.

    A large program stops at its first plan. Whether a plan was found.
    """
    model, everywhere, found = PlacementModel(search.board, scope), scope == Scope(), False
    large = model.mip.width > SMALL_WIDTH
    for _ in range(ROUNDS):
        start = search.best if everywhere else None
        result = model.solve(LARGE_NODES if large else SMALL_NODES, start, LARGE_GAP if large else 0.0)
        if everywhere:
            search.bound = max(search.bound, model.bound(result))
        if result.values is None:
            return found
        days = _pack(search.board, model.days(result))
        right = all(day.packed is not None for day in days)
        plan = _assignment(search.board, days) if right else _repaired(search.board, days)
        if plan is not None:
            search.offer(plan)
            found = True
        if search.closed or (found and large) or not _cut(search.board, model, result, days):
            return found
    return found


@dataclass(frozen=True, slots=True)
class _Day:
    """The items of one day, as ranks by number of chain, and their exact packing if they fit."""

    index: int
    ranks: dict[int, tuple[int, ...]]
    packed: PackedDay | None


def _pack(board: Board, days: Sequence[Sequence[int | None]]) -> list[_Day]:
    found = []
    for index in range(len(board.problem.days)):
        standing = {n: tuple(r for r, day in enumerate(at) if day == index) for n, at in enumerate(days)}
        ranks = {n: chosen for n, chosen in standing.items() if chosen}
        found.append(_Day(index, ranks, _packing(board, index, ranks)))
    return found


def _packing(board: Board, index: int, ranks: Mapping[int, Sequence[int]]) -> PackedDay | None:
    return pack_day(board, index, [tuple(board.chains[n].kinds[r] for r in chosen) for n, chosen in ranks.items()])


def _assignment(board: Board, days: Sequence[_Day]) -> dict[int, Position]:
    return {
        board.chains[number].items[rank].task_id: place
        for day in days
        if day.packed is not None
        for (number, ranks), places in zip(day.ranks.items(), day.packed.places, strict=True)
        for rank, place in zip(ranks, places, strict=True)
    }


def _repaired(board: Board, days: Sequence[_Day]) -> dict[int, Position] | None:
    """A plan in which one class gives way on the days that do not pack, and is placed anew around the others."""
    for number in sorted({number for day in days if day.packed is None for number in day.ranks}):
        rest = [_without(board, day, number) for day in days]
        if any(day.packed is None for day in rest):
            continue
        others = _assignment(board, rest)
        masks, load = [0] * len(days), list(board.problem.base_load)
        for place in others.values():
            at = board.problem.days.index(place.day)
            masks[at] |= place.mask
            load[at] += place.length
        found = place_chain(board, board.chains[number], masks, load)
        if found is not None:
            items = board.chains[number].items
            return others | {item.task_id: place for item, place in zip(items, found[1], strict=True)}
    return None


def _without(board: Board, day: _Day, number: int) -> _Day:
    ranks = {n: chosen for n, chosen in day.ranks.items() if n != number}
    return _Day(day.index, ranks, _packing(board, day.index, ranks))


def _cut(board: Board, model: PlacementModel, result: MipResult, days: Sequence[_Day]) -> bool:
    """Tell the program what it did not know about these days; False if there was nothing."""
    known = True
    for day in days:
        if day.packed is None:
            model.forbid(model.literals(day.index, _least_misfit(board, day)))
            known = False
        elif day.packed.cost > model.priced(day.index, result) + 0.5:
            model.charge(day.index, model.literals(day.index, day.ranks), day.packed.cost)
            known = False
    return not known


def _least_misfit(board: Board, day: _Day) -> dict[int, tuple[int, ...]]:
    """Items of the day that do not fit, none of which can be left out: the strongest cut."""
    ranks = dict(day.ranks)
    for number, chosen in day.ranks.items():
        for rank in chosen:
            fewer = {**ranks, number: tuple(r for r in ranks[number] if r != rank)}
            if _packing(board, day.index, fewer) is None:
                ranks = fewer
    return {number: chosen for number, chosen in ranks.items() if chosen}
