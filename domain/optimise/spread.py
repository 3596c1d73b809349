"""The evenest spread of a set of tasks over days (rules SPREAD-1 to SPREAD-8)."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from domain.optimise.spread_checker import check_spread
from domain.optimise.spread_choice import day_choices, earliest, fewest_moved, placed
from domain.optimise.spread_day import DayPacker
from domain.optimise.spread_lattice import Lattice, TooManyStates
from domain.optimise.spread_objective import evaluate
from domain.optimise.spread_paths import Layer
from domain.optimise.spread_problem import NoPlan, PlanFinder, SpreadPlan, SpreadProblem, SpreadSolver
from domain.optimise.spread_queues import Queue, dealt, queues_of
from domain.optimise.spread_search import Search
from domain.optimise.spread_shortage import Counts, bounded_width, first_fit, require_places
from domain.optimise.spread_tables import LengthTables
from domain.schedule.occupancy import Position

__all__ = ["arrange", "evaluate", "load_bound", "spread"]

_PAIRS_AT_FIRST = 10
_PAIRS_AT_LAST = 40


def spread(problem: SpreadProblem, solver: SpreadSolver | None = None, max_states: int = 300_000) -> SpreadPlan:
    """The best plan; never one that is worse than a legal arrangement it was given.

    Args:
        problem: what is to be spread, and where it may go.
        solver: asked where the exact method would look at more than ``max_states`` states and beams do not meet the
            bound; without one the exact method goes on.
        max_states: states of the exact method, over all days.

    Raises:
        NotEnoughSlots: there is no plan; names the length that lacks places, in true figures.
    """
    parts = _Parts.of(problem)
    require_places(parts.queues, parts.days)
    if not parts.queues:
        return SpreadPlan({}, evaluate(problem, {}), optimal=True)
    tables = LengthTables(problem, parts.days)
    lattice = Lattice(tables, parts.queues, parts.days)
    if solver is None:
        return parts.exact(lattice.evenest(math.inf))
    try:
        return parts.exact(lattice.evenest(max_states, _PAIRS_AT_FIRST * max_states))
    except TooManyStates:
        search = Search(problem, tables, parts.queues, parts.days)
    found = _found(parts, search)
    if found and found.objective[:2] == search.bound:
        return replace(found, optimal=found.objective[2] == len(problem.items) - search.most_stay())
    try:
        return parts.exact(None if search.hopeless else lattice.evenest(max_states, _PAIRS_AT_LAST * max_states))
    except TooManyStates:
        return _best(problem, solver(problem), found) or _any(parts, solver, search)


def arrange(problem: SpreadProblem, shares: Sequence[Counts]) -> SpreadPlan:
    """The best plan in which every day takes its share, a number of tasks from each of ``queues_of(problem)``."""
    return _Parts.of(problem).arranged(shares)


def load_bound(problem: SpreadProblem) -> tuple[int, int]:
    """Squares and pace that no plan is better than, as pairs compare."""
    return LengthTables(problem, _Parts.of(problem).days).bound


@dataclass(frozen=True)
class _Parts:
    """A problem, and its queues and days as all methods look at them."""

    problem: SpreadProblem
    queues: list[Queue]
    days: list[DayPacker]

    @staticmethod
    def of(problem: SpreadProblem) -> "_Parts":
        queues = queues_of(problem)
        places = {place for queue in queues for allowed in {*queue.allowed} for place in allowed}
        days = [DayPacker(place for place in places if place.day == day) for day in problem.days]
        return _Parts(problem, queues, days)

    def exact(self, layers: Sequence[Layer] | None) -> SpreadPlan:
        """The plan of the best layers; without layers, as there is no plan, a refusal."""
        if layers is None:
            first_fit(self.queues, self.days, bounded_width(self.queues))
            raise AssertionError("there is a first fit but no plan")
        return self._plan(layers, optimal=True)

    def arranged(self, shares: Sequence[Counts]) -> SpreadPlan:
        done = np.zeros(len(self.queues), dtype=np.int64)
        edge = np.zeros(1, dtype=np.int64)
        layers = []
        for share in shares:
            layers.append(Layer(done[None], np.array([share]), edge, edge, edge))
            done = done + share
        return self._plan(layers, optimal=False)

    def _plan(self, layers: Sequence[Layer], optimal: bool) -> SpreadPlan:
        taken = placed(self.queues, earliest(fewest_moved(day_choices(self.queues, self.days, layers))))
        assignment: dict[int, Position] = {}
        for queue, places in zip(self.queues, taken, strict=True):
            assignment |= dealt(queue, places, self.problem.keep_order)
        return SpreadPlan(assignment, evaluate(self.problem, assignment), optimal)


def _found(parts: _Parts, search: Search) -> SpreadPlan | None:
    """The better one of the arrangement as it is and what beams find; None if neither is a plan."""
    current = {item.task_id: item.current for item in parts.problem.items}
    as_it_is = SpreadPlan(current, evaluate(parts.problem, current), optimal=False)
    return _best(parts.problem, as_it_is, parts.arranged(search.shares) if search.shares else None)


def _any(parts: _Parts, solver: SpreadSolver, search: Search) -> SpreadPlan:
    """Any plan, for what is packed so tightly that nothing else has found one."""
    shares = search.wider()
    if shares is None and isinstance(solver, PlanFinder):
        try:
            plan = _best(parts.problem, solver.any_plan(parts.problem))
        except NoPlan:
            return parts.exact(None)
        if plan:
            return plan
    return parts.arranged(shares or first_fit(parts.queues, parts.days))


def _best(problem: SpreadProblem, *plans: SpreadPlan | None) -> SpreadPlan | None:
    """The best legal one."""
    legal = [plan for plan in plans if plan and not check_spread(problem, plan)]
    return min(legal, key=lambda plan: plan.objective, default=None)
