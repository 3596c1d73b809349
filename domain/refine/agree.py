"""The first three nodes: what is wanted, in which steps, and about which tasks (rules CONTRACT-1 to CONTRACT-4)."""

from typing import Any

from domain.events import StageEvent
from domain.refine.compile import compile_objective
from domain.refine.contract import Contract, Plan, bound_contract
from domain.refine.memory import RefineMemory
from domain.refine.objective import Objective
from domain.refine.route import required_composite
from domain.refine.slice import Slice
from domain.refine.stages import stage
from domain.refine.wording import listed, say
from domain.schedule.state import ScheduleState
from domain.steps import DecidedBy, NodeResult


def run_contract(
    state: ScheduleState, memory: RefineMemory, answer: Contract, decided_by: DecidedBy
) -> NodeResult[RefineMemory]:
    """Settle what is wanted and whether order is kept. Verdict ``done``."""
    contract = bound_contract(answer, memory.message)
    locale = memory.locale
    key = "contract.order.kept" if contract.keep_order else "contract.order.free"
    order = say(locale, key, release=contract.release)
    told = (
        stage(locale, "contract.analyzing"),
        stage(locale, "contract.done", data=contract.model_dump(), strategy=contract.strategy, order=order),
    )
    brief = f"contract: {contract.goal}, order {'kept' if contract.keep_order else 'released'}"
    return NodeResult(state, memory.model_copy(update={"contract": contract}), "done", brief, told, decided_by)


def run_plan(
    state: ScheduleState, memory: RefineMemory, answer: Plan, decided_by: DecidedBy
) -> NodeResult[RefineMemory]:
    """Take the plan on. Batch calls are allowed only where it says so (CONTRACT-4). Verdict ``done``."""
    route = memory.route.model_copy(update={"batch_allowed": answer.batch_allowed})
    planned = memory.with_used(plans=memory.used.plans + 1).model_copy(update={"plan": answer, "route": route})
    steps = listed(memory.locale, answer.steps, "clauses")
    told = (
        stage(memory.locale, "plan.generating"),
        stage(memory.locale, "plan.done", data=answer.model_dump(), steps=steps),
    )
    return NodeResult(state, planned, "done", f"plan: {len(answer.steps)} steps", told, decided_by)


def run_slice(
    state: ScheduleState, memory: RefineMemory, answer: Slice, decided_by: DecidedBy
) -> NodeResult[RefineMemory]:
    """Cut out what is meant, and compile it to a goal (SLICE-10). Verdict ``done``."""
    objective = compile_objective(memory.contract, answer, state, memory.limits)
    lifted = tuple(n for n in objective.task_ids if state.by_id[n].pinned)
    free = state.with_tasks(state.by_id[n].model_copy(update={"pinned": False}) for n in lifted) if lifted else state
    route = memory.route.model_copy(update={"required": required_composite(objective)})
    cut = memory.model_copy(update={"slice": answer, "objective": objective, "route": route, "unpinned": lifted})
    brief = f"goal {objective.mode}: {len(objective.task_ids)} tasks, {len(objective.days)} days"
    return NodeResult(free, cut, "done", brief, _told(free, cut), decided_by)


def _told(state: ScheduleState, memory: RefineMemory) -> tuple[StageEvent, ...]:
    locale, cut, objective = memory.locale, memory.slice, memory.objective
    faults = (name for name in ("unsupported", "unknown") if getattr(cut, name))
    key = f"slice.{next(faults, 'done' if cut.clause else 'nothing')}"
    words = {"clause": cut.clause, "unknown": cut.unknown, "unsupported": cut.unsupported}
    labels = [state.by_id[n].label for n in memory.unpinned]
    unpinned = stage(
        locale, "slice.relaxed", "slice.unpinned", {"task_ids": list(memory.unpinned)}, tasks=listed(locale, labels)
    )
    matched, days = len(objective.task_ids), len(objective.days)
    mode = say(locale, f"mode.{objective.mode}")
    return (
        stage(locale, "slice.building"),
        stage(locale, "slice.done", key, cut.model_dump(mode="json"), **words),
        *((unpinned,) if labels else ()),
        stage(locale, "objective.done", data=_goal_data(objective), mode=mode, matched=matched, days=days),
    )


def _goal_data(objective: Objective) -> dict[str, Any]:
    shown = ("mode", "task_ids", "days", "sections", "at_least", "at_most")
    return objective.model_dump(mode="json", include=set(shown))
