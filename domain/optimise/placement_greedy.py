"""A warm start: class by class, each placed as well as possible around the others, until nothing improves.

One class is placed exactly, by a dynamic program over (day, tasks placed) whose steps put a run of its next tasks on a
day. Only the order in which classes choose is greedy.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from domain.optimise.placement_board import Board, Chain, read_board
from domain.optimise.placement_cost import FINISH_WEIGHT, LOAD_WEIGHT, PACE_WEIGHT
from domain.optimise.placement_problem import PlacementProblem
from domain.schedule.occupancy import Position

MOST_SWEEPS = 4
MOST_RESTARTS = 3


class _Run(NamedTuple):
    """The first tasks of a chain's rest, all on one day: cost, first section after them, and their places."""

    cost: int
    cursor: int
    places: tuple[Position, ...]


@dataclass(slots=True)
class _Field:
    """What is taken while one class after the other is placed: section masks and task load by day index."""

    board: Board
    masks: list[int]
    load: list[int]

    def add(self, places: tuple[Position, ...], sign: int) -> None:
        """Put places on the field (``sign`` 1) or take them off (-1)."""
        days = self.board.problem.days
        for place in places:
            day = days.index(place.day)
            self.masks[day] ^= place.mask
            self.load[day] += sign * place.length


def greedy_placement(problem: PlacementProblem) -> dict[int, Position] | None:
    """A legal plan that no single class can improve on its own, or None if this way finds none (rule PLACE-12).

    The tightest class chooses first; a class that finds no room is put in front and all choose again.
    """
    board = read_board(problem)
    order = sorted(range(len(board.chains)), key=partial(_slack, board))
    for _ in range(MOST_RESTARTS * len(order)):
        field = _Field(board, [0] * len(problem.days), list(problem.base_load))
        placed: dict[int, tuple[Position, ...]] = {}
        stuck = next((number for number in order if not _place(field, number, placed)), None)
        if stuck is None:
            return _improve(field, placed)
        if stuck == order[0]:
            return None
        order = [stuck, *(number for number in order if number != stuck)]
    return None


def _place(field: _Field, number: int, placed: dict[int, tuple[Position, ...]]) -> bool:
    found = place_chain(field.board, field.board.chains[number], field.masks, field.load)
    if found is not None:
        placed[number] = found[1]
        field.add(found[1], 1)
    return found is not None


def improve_placement(problem: PlacementProblem, assignment: Mapping[int, Position]) -> dict[int, Position]:
    """The plan after each class in turn has chosen anew; never worse."""
    board = read_board(problem)
    field = _Field(board, [0] * len(problem.days), list(problem.base_load))
    placed = {n: tuple(assignment[item.task_id] for item in c.items) for n, c in enumerate(board.chains)}
    for places in placed.values():
        field.add(places, 1)
    return _improve(field, placed)


def _slack(board: Board, number: int) -> tuple[float, int]:
    """Sections that the class could use for each one it needs: the tightest class chooses first."""
    chain = board.chains[number]
    open_masks = [0] * len(board.problem.days)
    for kind in set(chain.kinds):
        for day, options in enumerate(board.kinds[kind].options):
            for option in options:
                open_masks[day] |= option.place.mask
    need = sum(item.length for item in chain.items)
    return sum(mask.bit_count() for mask in open_masks) / need, number


def _improve(field: _Field, placed: dict[int, tuple[Position, ...]]) -> dict[int, Position]:
    board = field.board
    for _ in range(MOST_SWEEPS):
        before = dict(placed)
        for number in sorted(placed):
            field.add(placed[number], -1)
            found = place_chain(board, board.chains[number], field.masks, field.load)
            placed[number] = found[1] if found is not None else placed[number]
            field.add(placed[number], 1)
        if placed == before:
            break
    return {
        item.task_id: place
        for number, places in placed.items()
        for item, place in zip(board.chains[number].items, places, strict=True)
    }


def place_chain(
    board: Board, chain: Chain, masks: list[int], load: list[int]
) -> tuple[int, tuple[Position, ...]] | None:
    """The cheapest places for one class beside what is taken, with the cost they add; None if it does not fit."""
    best: list[tuple[int, tuple[Position, ...]] | None] = [(0, ()), *[None] * len(chain.items)]
    for day in range(len(board.problem.days)):
        fits = _Fits(board, day, masks[day])
        after = list(best)
        for done, reached in enumerate(best):
            if reached is not None:
                _extend(after, reached, _runs(board, chain, fits, done, load[day]))
        best = after
    return best[-1]


def _extend(
    after: list[tuple[int, tuple[Position, ...]] | None],
    reached: tuple[int, tuple[Position, ...]],
    runs: Iterator[tuple[int, _Run]],
) -> None:
    cost, places = reached
    done = len(places)
    for added, run in runs:
        known = after[done + len(run.places)]
        if known is None or cost + added < known[0]:
            after[done + len(run.places)] = cost + added, places + run.places


def _runs(board: Board, chain: Chain, fits: "_Fits", done: int, load: int) -> Iterator[tuple[int, _Run]]:
    """Ways to put the next tasks of the chain on the day, with all they add to the objective."""
    day, pace, grown = board.problem.days[fits.day], 0, load
    for run in fits.runs(chain.kinds[done:]):
        at = done + len(run.places) - 1
        grown += chain.items[at].length
        pace += PACE_WEIGHT * abs(day - chain.ideals[at]) if chain.ideals else 0
        last = not chain.ideals and at + 1 == len(chain.items)
        finish = FINISH_WEIGHT * (day - board.problem.days[0]) if last else 0
        yield run.cost + pace + finish + LOAD_WEIGHT * (grown * grown - load * load), run


@dataclass(slots=True)
class _Fits:
    """Runs of tasks that fit one day around what is taken; remembered, as most classes repeat a few lengths."""

    board: Board
    day: int
    taken: int
    known: dict[tuple[int, ...], tuple[_Run, ...]]

    def __init__(self, board: Board, day: int, taken: int) -> None:
        self.board, self.day, self.taken = board, day, taken
        self.known = {(): (_Run(0, 1, ()),)}

    def runs(self, kinds: tuple[int, ...]) -> Iterator[_Run]:
        """The cheapest run of one task, of two, and so on as far as they fit."""
        for count in range(1, len(kinds) + 1):
            frontier = self._frontier(kinds[:count])
            if not frontier:
                return
            yield min(frontier, key=lambda run: run.cost)

    def _frontier(self, kinds: tuple[int, ...]) -> tuple[_Run, ...]:
        """Runs of exactly these kinds of which none is both cheaper and earlier done than another."""
        if kinds not in self.known:
            options = [o for o in self.board.kinds[kinds[-1]].options[self.day] if not o.place.mask & self.taken]
            runs = [
                _Run(run.cost + option.cost, option.high + 1, (*run.places, option.place))
                for run in self._frontier(kinds[:-1])
                for option in options
                if option.low >= run.cursor
            ]
            self.known[kinds] = _undominated(runs)
        return self.known[kinds]


def _undominated(runs: list[_Run]) -> tuple[_Run, ...]:
    kept: list[_Run] = []
    for run in sorted(runs, key=lambda run: (run.cursor, run.cost)):
        if not kept or run.cost < kept[-1].cost:
            kept.append(run)
    return tuple(kept)
