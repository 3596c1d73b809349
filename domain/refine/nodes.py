"""The seven nodes of a refine run, each one ledgered step at a time (rules RUN-9 to RUN-11).

Every node is a pure function of the state, the memory and an answer. Where no model answers, the built-in policy does.
"""

from collections.abc import Callable, Iterable
from typing import Literal

from domain.optimise.placement_problem import PlacementGroup
from domain.optimise.spread_problem import SpreadSolver
from domain.policy.action import choose_action, choose_repair
from domain.policy.contract import make_contract
from domain.policy.plan import make_plan
from domain.policy.summary import make_summary
from domain.refine import react
from domain.refine.agree import run_contract, run_plan, run_slice
from domain.refine.limits import limits_of
from domain.refine.memory import RefineMemory, Route
from domain.refine.review import run_check, run_repair
from domain.refine.route import run_route
from domain.refine.slice import parse_slice
from domain.refine.spacing import spaced
from domain.refine.summary import run_summary
from domain.refine.wording import locale_of
from domain.schedule.state import ScheduleState
from domain.steps import NodeResult

NodeName = Literal["contract", "plan", "slice", "route", "react", "hard_check", "repair", "summary"]
Solver = SpreadSolver | None
Result = NodeResult[RefineMemory]


def open_memory(
    state: ScheduleState,
    message: str,
    current_week: int | None = None,
    *,
    groups: Iterable[PlacementGroup] = (),
    composite_route: bool = True,
) -> RefineMemory:
    """What a run knows before its first node.

    Args:
        state: the plan to refine.
        message: the person's words, at most 2,000 characters.
        current_week: week of the term in which they were said, None outside it.
        groups: what the classes of its tasks ask of a placement.
        composite_route: the setting ``refine.composite_route``; without it all tasks are moved one by one.
    """
    origin = {
        task.state_id: task.slots[0].key for task in state.tasks if task.status == "suggested" and len(task.slots) == 1
    }
    return RefineMemory(
        message=spaced(message),
        locale=locale_of(message),
        current_week=current_week,
        route=Route(enabled=composite_route),
        limits=limits_of(groups),
        origin=origin,
    )


def without_composites(memory: RefineMemory) -> RefineMemory:
    """The same memory with the composite tools given up: all tasks are moved one by one."""
    return memory.model_copy(update={"route": memory.route.model_copy(update={"enabled": False})})


def run_node(name: NodeName, state: ScheduleState, memory: RefineMemory, *, spread_solver: Solver = None) -> Result:
    """Run one step of a node: it takes the answer that the memory holds for it, else the built-in policy's.

    Verdicts: ``done`` for contract, plan, slice, repair and summary; ``skip``, ``pass``, ``retry`` or ``fallback``
    for route; ``continue`` or ``done`` for react; ``pass``, ``repair`` or ``fail`` for hard_check. Only where the
    memory names an endpoint there are more:

    - ``again`` (contract, plan, slice, repair, summary): the answer was malformed, for the first time. Ask once more,
      then run the node again.
    - ``unread`` (slice): rules read nothing. Ask for the slice, then run the node again.
    - ``ask`` (react): the person is asked. Wait for an answer to ``memory.question``, ``resume``, then ask and
      run react as after ``continue``.
    - ``review`` (hard_check): rules cannot judge the goal. Ask for the review, then run hard_check again; the same
      verdict a second time means that the answer was malformed.

    Args:
        name: the node.
        state: the schedule after the step before.
        memory: what the steps before left.
        spread_solver: asked where the exact method of ``spread_even`` would need too many states.
    """
    return _NODES[name](state, memory, spread_solver)


def _contract(state: ScheduleState, memory: RefineMemory, _solver: Solver) -> Result:
    return run_contract(state, memory, make_contract(memory.message, state), "policy")


def _plan(state: ScheduleState, memory: RefineMemory, _solver: Solver) -> Result:
    return run_plan(state, memory, make_plan(state, memory), "policy")


def _slice(state: ScheduleState, memory: RefineMemory, _solver: Solver) -> Result:
    return run_slice(state, memory, parse_slice(memory.message, state, memory.current_week), "rules")


def _react(state: ScheduleState, memory: RefineMemory, solver: Solver) -> Result:
    events: react.Events = ()
    if react.needs_replan(memory):
        memory, events = react.replan(memory, make_plan(state, memory))
    memory, started = react.begin_round(state, memory)
    if memory.current is None:
        return react.finish(state, memory, (*events, *started))
    answer = choose_action(state, memory)
    return react.run_round(state, memory, answer, "policy", solver=solver, events=(*events, *started))


def _hard_check(state: ScheduleState, memory: RefineMemory, _solver: Solver) -> Result:
    return run_check(state, memory)


def _repair(state: ScheduleState, memory: RefineMemory, _solver: Solver) -> Result:
    return run_repair(state, memory, choose_repair(state, memory), "policy")


def _summary(state: ScheduleState, memory: RefineMemory, _solver: Solver) -> Result:
    return run_summary(state, memory, make_summary(state, memory), "policy")


_NODES: dict[NodeName, Callable[[ScheduleState, RefineMemory, Solver], Result]] = {
    "contract": _contract,
    "plan": _plan,
    "slice": _slice,
    "route": run_route,
    "react": _react,
    "hard_check": _hard_check,
    "repair": _repair,
    "summary": _summary,
}
