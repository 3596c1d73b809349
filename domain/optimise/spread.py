"""The evenest spread of a set of tasks over days (rules SPREAD-1 to SPREAD-8)."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from domain.optimise.spread_checker import check_spread
from domain.optimise.spread_choice import day_choices, earliest, fewest_moved, placed
from domain.optimise.spread_day import DayPacker
from domain.optimise.spread_lattice import Lattice, TooManyStates
from domain.optimise.spread_objective import evaluate
from domain.optimise.spread_paths import Layer
from domain.optimise.spread_problem import SpreadPlan, SpreadProblem, SpreadSolver
from domain.optimise.spread_queues import Queue, dealt, queues_of
from domain.optimise.spread_search import Search
from domain.optimise.spread_shortage import Counts, bounded_width, first_fit, require_places
from domain.optimise.spread_tables import LengthTables
from domain.schedule.occupancy import Position

__all__ = ["arrange", "evaluate", "load_bound", "spread"]


def spread(problem: SpreadProblem, solver: SpreadSolver | None = None, max_states: int = 300_000) -> SpreadPlan:
    """The best plan; never one that is worse than a legal arrangement it was given.

    Args:
        problem: what is to be spread, and where it may go.
        solver: asked where the exact method would look at more than ``max_states`` states; without one the exact method
            goes on.
        max_states: states of the exact method, over all days.

    Raises:
        NotEnoughSlots: there is no plan; names the length that lacks places, in true figures.
    """
    queues = queues_of(problem)
    days = _packers(problem, queues)
    require_places(queues, days)
    if not queues:
        return SpreadPlan({}, evaluate(problem, {}), optimal=True)
    tables = LengthTables(problem, days)
    try:
        layers = Lattice(tables, queues, days).evenest(max_states if solver else math.inf)
    except TooManyStates:
        assert solver is not None, "without a solver there is no limit"
        return _searched(problem, solver, tables, queues, days)
    if layers is None:
        first_fit(queues, days, bounded_width(queues))
        raise AssertionError("there is a first fit but no plan")
    return _plan(problem, queues, days, layers, optimal=True)


def arrange(problem: SpreadProblem, shares: Sequence[Counts]) -> SpreadPlan:
    """The best plan in which every day takes its share, a number of tasks from each of ``queues_of(problem)``."""
    queues = queues_of(problem)
    done = np.zeros(len(queues), dtype=np.int64)
    edge = np.zeros(1, dtype=np.int64)
    layers = []
    for share in shares:
        layers.append(Layer(done[None], np.array([share]), edge, edge, edge))
        done = done + share
    return _plan(problem, queues, _packers(problem, queues), layers, optimal=False)


def load_bound(problem: SpreadProblem) -> tuple[int, int]:
    """Squares and pace that no plan is better than, as pairs compare."""
    queues = queues_of(problem)
    return LengthTables(problem, _packers(problem, queues)).bound


def _packers(problem: SpreadProblem, queues: Sequence[Queue]) -> list[DayPacker]:
    places = {place for queue in queues for allowed in {*queue.allowed} for place in allowed}
    return [DayPacker(place for place in places if place.day == day) for day in problem.days]


def _plan(
    problem: SpreadProblem, queues: list[Queue], days: list[DayPacker], layers: Sequence[Layer], optimal: bool
) -> SpreadPlan:
    taken = placed(queues, earliest(fewest_moved(day_choices(queues, days, layers))))
    assignment: dict[int, Position] = {}
    for queue, places in zip(queues, taken, strict=True):
        assignment |= dealt(queue, places, problem.keep_order)
    return SpreadPlan(assignment, evaluate(problem, assignment), optimal)


def _searched(
    problem: SpreadProblem, solver: SpreadSolver, tables: LengthTables, queues: list[Queue], days: list[DayPacker]
) -> SpreadPlan:
    """The best of the arrangement as it is, what beams find and, where that does not meet the bound, the solver's plan."""
    search = Search(problem, tables, queues, days)
    current = {item.task_id: item.current for item in problem.items}
    plans = [SpreadPlan(current, evaluate(problem, current), optimal=False)]
    if search.shares is not None:
        plans.append(arrange(problem, search.shares))
    if search.met:
        best = min(_legal(problem, plans), key=lambda plan: plan.objective)
        fewest = len(problem.items) - search.most_stay()
        return replace(best, optimal=best.objective[2] == fewest)
    solved = solver(problem)
    legal = _legal(problem, [*([solved] if solved else []), *plans])
    if legal:
        return min(legal, key=lambda plan: plan.objective)
    return arrange(problem, search.wider() or first_fit(queues, days))


def _legal(problem: SpreadProblem, plans: Iterable[SpreadPlan]) -> list[SpreadPlan]:
    return [plan for plan in plans if not check_spread(problem, plan)]
