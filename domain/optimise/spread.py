"""The evenest spread of a set of tasks over days (rules SPREAD-1 to SPREAD-8)."""

import math
from collections.abc import Sequence

import numpy as np

from domain.optimise.spread_checker import check_spread
from domain.optimise.spread_choice import day_choices, earliest, fewest_moved, placed
from domain.optimise.spread_day import DayPacker
from domain.optimise.spread_lattice import Lattice, TooManyStates
from domain.optimise.spread_objective import evaluate
from domain.optimise.spread_paths import Layer
from domain.optimise.spread_problem import SpreadPlan, SpreadProblem, SpreadSolver
from domain.optimise.spread_queues import Queue, dealt, queues_of
from domain.optimise.spread_shortage import Counts, first_fit, require_places
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
    lattice = Lattice(problem, queues, days)
    try:
        layers = lattice.evenest(max_states if solver else math.inf)
    except TooManyStates:
        assert solver is not None, "without a solver there is no limit"
        return _solved(problem, solver, queues, days)
    if layers is None:
        first_fit(queues, days)
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
    return Lattice(problem, queues, _packers(problem, queues)).bound


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


def _solved(problem: SpreadProblem, solver: SpreadSolver, queues: list[Queue], days: list[DayPacker]) -> SpreadPlan:
    """The better one of what the solver finds and the arrangement as it is; the first fit where neither is legal."""
    current = {item.task_id: item.current for item in problem.items}
    plans = [solver(problem), SpreadPlan(current, evaluate(problem, current), optimal=False)]
    legal = [plan for plan in plans if plan is not None and not check_spread(problem, plan)]
    if legal:
        return min(legal, key=lambda plan: plan.objective)
    return arrange(problem, first_fit(queues, days))
