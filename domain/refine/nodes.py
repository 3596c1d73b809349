"""The seven nodes of a refine run, each one ledgered step at a time (rules RUN-9 to RUN-11).

Every node is a pure function of the state, the memory and an answer. Where no model answers, the built-in policy does.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Literal, TypeVar

from domain.optimise.placement_problem import PlacementGroup
from domain.optimise.spread_problem import SpreadSolver
from domain.policy.action import choose_action, choose_repair
from domain.policy.contract import make_contract
from domain.policy.facts import with_facts
from domain.policy.plan import make_plan
from domain.policy.summary import make_summary
from domain.refine import agree, react, review
from domain.refine.answered import heeded
from domain.refine.calendar import Calendar
from domain.refine.contract import Contract, Plan
from domain.refine.limits import limits_of
from domain.refine.memory import Judgement, RefineMemory, Route
from domain.refine.quoting import in_own_words
from domain.refine.route import run_route
from domain.refine.slice import Slice, parse_slice
from domain.refine.spacing import evenly, spaced
from domain.refine.stages import stage
from domain.refine.summary import Summary, run_summary, summary_fault
from domain.refine.taking import Taken, ask_again, fallback, received, taken
from domain.refine.turns import begin_round
from domain.refine.upcoming import replanned
from domain.refine.wording import locale_of
from domain.schedule.state import ScheduleState
from domain.steps import DecidedBy, NodeResult

NodeName = Literal["contract", "plan", "slice", "route", "react", "hard_check", "repair", "summary"]
Solver = SpreadSolver | None
Result = NodeResult[RefineMemory]
A = TypeVar("A")


def open_memory(
    state: ScheduleState,
    message: str,
    current_week: int | None = None,
    *,
    calendar: Calendar | None = None,
    groups: Iterable[PlacementGroup] = (),
    composite_route: bool = True,
) -> RefineMemory:
    """What a run knows before its first node.

    Args:
        state: the plan to refine.
        message: the person's words, at most 2,000 characters.
        current_week: week of the term in which they were said, None outside it.
        calendar: the term and the day on which they were said, by which dates and clock times are read.
        groups: what the classes of its tasks ask of a placement.
        composite_route: the setting ``refine.composite_route``; without it all tasks are moved one by one.
    """
    origin = {
        task.state_id: task.slots[0].key for task in state.tasks if task.status == "suggested" and len(task.slots) == 1
    }
    return RefineMemory(
        message=spaced(message),
        said=evenly(message),
        locale=locale_of(message, (word for task in state.tasks for word in (task.category, task.name))),
        current_week=current_week,
        calendar=calendar,
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
    found = taken("contract", state, memory)
    if found.malformed:
        return ask_again("contract", state, found, events=agree.opening("contract", memory))
    answer, decided_by = _chosen(found, Contract) or (make_contract(memory.message, state, memory.calendar), "policy")
    return _after(memory, found, agree.run_contract(state, found.memory, answer, decided_by))


def _plan(state: ScheduleState, memory: RefineMemory, _solver: Solver) -> Result:
    found = taken("plan", state, memory)
    if found.malformed:
        return ask_again("plan", state, found, events=agree.opening("plan", memory))
    answer, decided_by = _chosen(found, Plan) or (make_plan(state, memory), "policy")
    bound = agree.bound_plan(answer, found.memory) if decided_by == "model" else answer
    return _after(memory, found, agree.run_plan(state, found.memory, bound, decided_by))


def _slice(state: ScheduleState, memory: RefineMemory, _solver: Solver) -> Result:
    found = taken("slice", state, memory)
    if found.malformed:
        return ask_again("slice", state, found)
    read = parse_slice(memory.message, state, memory.current_week, memory.calendar)
    if memory.asks and memory.models.awaited != "slice" and agree.unread(state, memory, read):
        waiting = found.memory.with_models(awaited="slice")
        return NodeResult(state, waiting, "unread", "rules read nothing", agree.opening("slice", memory))
    answer, decided_by = _chosen(found, Slice) or (read, "rules")
    bound = agree.bound_slice(answer, read, state, memory) if decided_by == "model" else answer
    settled = found.memory.with_models(awaited=None) if memory.models.awaited else found.memory
    told = in_own_words(bound, memory.said or memory.message)
    return _after(memory, found, agree.run_slice(state, settled, told, decided_by))


def _react(state: ScheduleState, memory: RefineMemory, solver: Solver) -> Result:
    memory, replanned_events = replanned(state, memory)
    memory, started = begin_round(state, memory)
    events = (*replanned_events, *started)
    if memory.current is None:
        return react.finish(state, memory.model_copy(update={"answer": None}), events)
    if memory.models.policy_task == memory.current:
        memory = memory.model_copy(update={"answer": None})
    found = received("react", state, memory)
    events = (*events, *found.events)
    if found.malformed:
        return react.lose_round(state, found.memory, found.malformed, events)
    chosen = _chosen(found, react.Action)
    memory = found.memory if chosen else heeded(state, found.memory)
    answer, decided_by = chosen or (choose_action(state, memory), "policy")
    return react.run_round(state, memory, answer, decided_by, solver=solver, events=events)


def _hard_check(state: ScheduleState, memory: RefineMemory, _solver: Solver) -> Result:
    if not (memory.open_goal and memory.asks) and memory.answer is None:
        return review.run_check(state, memory)
    found = taken("review", state, memory)
    if found.malformed:
        return ask_again("review", state, found, "review")
    if memory.models.awaited != "review":
        return _awaiting_review(state, found.memory)
    judged = found.memory.with_models(awaited=None)
    if isinstance(found.answer, Judgement):
        judged = judged.model_copy(update={"judgement": found.answer})
    checked = review.run_check(state, judged)
    decided_by: DecidedBy = "model" if judged.judgement else "rules"
    return replace(checked, events=(*found.events, *checked.events[1:]), decided_by=decided_by)


def _awaiting_review(state: ScheduleState, memory: RefineMemory) -> Result:
    """Order is restored before a model judges, so that it judges what will stand (CHECK-8)."""
    after, noted, told = review.restored(state, memory)
    waiting = noted.with_models(awaited="review").model_copy(update={"judgement": None})
    events = (stage(memory.locale, "hard_check.start"), *told)
    return NodeResult(after, waiting, "review", "rules cannot judge the goal", events)


def _repair(state: ScheduleState, memory: RefineMemory, _solver: Solver) -> Result:
    found = taken("repair", state, memory)
    if found.malformed:
        return ask_again("repair", state, found)
    events = found.events
    if isinstance(found.answer, react.Action):
        tried = review.try_repair(state, found.memory, found.answer)
        if isinstance(tried, NodeResult):
            return tried
        events = (fallback("repair", found.memory, tried),)
    repaired = review.run_repair(state, found.memory, choose_repair(state, found.memory), "policy")
    return replace(repaired, events=(*events, *repaired.events))


def _summary(state: ScheduleState, memory: RefineMemory, _solver: Solver) -> Result:
    found = taken("summary", state, memory)
    if found.malformed:
        return ask_again("summary", state, found, events=(stage(memory.locale, "summary.generating"),))
    built_in = make_summary(state, memory)
    answer, decided_by = _chosen(found, Summary) or (built_in, "policy")
    fault = summary_fault(state, memory, answer, built_in) if decided_by == "model" else None
    if fault is not None:
        answer, decided_by = built_in, "policy"
        found = replace(found, events=(fallback("summary", memory, fault),))
    elif decided_by == "model":
        answer = with_facts(state, memory, answer)
    return _after(memory, found, run_summary(state, found.memory, answer, decided_by))


def _chosen(found: Taken, kind: type[A]) -> tuple[A, DecidedBy] | None:
    """The model's answer where there is one."""
    return (found.answer, "model") if isinstance(found.answer, kind) else None


def _after(before: RefineMemory, found: Taken, result: Result) -> Result:
    """The result with what is told of the model after the node's opening, which is told once however often it asks."""
    asked_before = before.models.retried is not None or before.models.awaited is not None
    opening = () if asked_before else result.events[:1]
    return replace(result, events=(*opening, *found.events, *result.events[1:]))


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
