"""The first three nodes: what is wanted, in which steps, and about which tasks (rules CONTRACT-1 to CONTRACT-4)."""

from typing import Any

from domain.events import StageEvent
from domain.refine.compile import compile_objective, reading_order
from domain.refine.contract import MOST_STEPS, Contract, Plan, bound_contract
from domain.refine.guards import free_tasks
from domain.refine.memory import RefineMemory
from domain.refine.objective import Objective
from domain.refine.route import required_composite
from domain.refine.slice import CLAUSE_LENGTH, Slice
from domain.refine.spacing import as_said, spaced
from domain.refine.stages import stage
from domain.refine.turns import Events
from domain.refine.week_meant import in_weeks, weeks_meant
from domain.refine.wording import listed, say
from domain.schedule.state import ScheduleState, Task
from domain.steps import DecidedBy, NodeResult

OPEN_TASKS = 60


_OPENINGS = {"contract": "contract.analyzing", "plan": "plan.generating", "slice": "slice.building"}


def opening(node: str, memory: RefineMemory) -> Events:
    """What a node tells before anything else."""
    return (stage(memory.locale, _OPENINGS[node]),)


def run_contract(
    state: ScheduleState, memory: RefineMemory, answer: Contract, decided_by: DecidedBy
) -> NodeResult[RefineMemory]:
    """Settle what is wanted and whether order is kept. Verdict ``done``."""
    contract = bound_contract(answer, memory.message)
    locale = memory.locale
    key = "contract.order.kept" if contract.keep_order else "contract.order.free"
    order = say(locale, key, release=as_said(contract.release, memory.said, len(memory.message)))
    told = (
        *opening("contract", memory),
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
        *opening("plan", memory),
        stage(memory.locale, "plan.done", data=answer.model_dump(), steps=steps),
    )
    return NodeResult(state, planned, "done", f"plan: {len(answer.steps)} steps", told, decided_by)


def run_slice(
    state: ScheduleState, memory: RefineMemory, answer: Slice, decided_by: DecidedBy
) -> NodeResult[RefineMemory]:
    """Cut out what is meant, and compile it to a goal (SLICE-10). Verdict ``done``."""
    objective = compile_objective(memory.contract, answer, state, memory.limits)
    if _is_open(objective) and memory.asks:
        objective = _open_goal(state, memory, answer)
    lifted = tuple(n for n in objective.task_ids if state.by_id[n].pinned)
    free = state.with_tasks(state.by_id[n].model_copy(update={"pinned": False}) for n in lifted) if lifted else state
    route = memory.route.model_copy(update={"required": required_composite(objective)})
    cut = memory.model_copy(update={"slice": answer, "objective": objective, "route": route, "unpinned": lifted})
    brief = f"goal {objective.mode}: {_count(len(objective.task_ids), 'task')}, {_count(len(objective.days), 'day')}"
    return NodeResult(free, cut, "done", brief, _told(free, cut), decided_by)


def _count(number: int, name: str) -> str:
    return f"{number} {name}{'' if number == 1 else 's'}"


def unread(state: ScheduleState, memory: RefineMemory, read: Slice) -> bool:
    """Whether rules read no goal from the message, and none that they know they cannot hold."""
    return _is_open(compile_objective(memory.contract, read, state, memory.limits))


def bound_plan(answer: Plan, memory: RefineMemory) -> Plan:
    """A model's plan with the condition that its goal brings along: the composite tool first (CONTRACT-4)."""
    goal = memory.contract.goal
    tool = (
        {"spread": "spread_even", "group": "min_context_switch"}.get(goal)
        if goal != "group" or not memory.contract.held
        else None
    )
    routed = tool is not None and memory.route.enabled and not memory.route.composite_disabled
    if not routed or any(str(tool) in step for step in answer.steps):
        return answer
    condition = say(memory.locale, f"step.{goal}")
    return answer.model_copy(update={"steps": (condition, *answer.steps)[:MOST_STEPS]})


def bound_slice(answer: Slice, read: Slice, state: ScheduleState, memory: RefineMemory) -> Slice:
    """A model's slice as far as the message bears it out (SLICE-11 and SLICE-16).

    What rules read as excluded stays so; a pinned task counts as named only if its name stands in the message; a
    clause that does not stand there is the whole message.
    """
    excluded = tuple(dict.fromkeys((*read.excluded, *answer.excluded)))
    named = tuple(n for n in answer.named if n not in excluded and _may_name(state.by_id[n], memory.message))
    clause = answer.clause if answer.clause and answer.clause in memory.message else memory.message[:CLAUSE_LENGTH]
    return answer.model_copy(update={"excluded": excluded, "named": named, "clause": clause})


def _may_name(task: Task, message: str) -> bool:
    return not task.pinned or spaced(task.name) in message


def _is_open(objective: Objective) -> bool:
    held = objective.unsupported or objective.unknown or objective.beyond or objective.withheld
    return objective.mode == "none" and not held


def _open_goal(state: ScheduleState, memory: RefineMemory, cut: Slice) -> Objective:
    """All that may move, those of the weeks meant first, or what of it was named, for a goal of a model (REACT-13)."""
    read, weeks = memory.model_copy(update={"slice": cut}), weeks_meant(cut)
    free = sorted((state.by_id[n] for n in free_tasks(state, read)), key=reading_order)
    free.sort(key=lambda task: not in_weeks(state, read, task.state_id, weeks))
    named = [task for task in free if task.state_id in cut.named]
    return Objective(
        task_ids=tuple(task.state_id for task in named or free)[:OPEN_TASKS],
        days=tuple(day.day_index for day in state.window.day_mapping),
        named=cut.excluded,
        keep_order=memory.contract.keep_order,
        limits=memory.limits,
    )


def _told(state: ScheduleState, memory: RefineMemory) -> tuple[StageEvent, ...]:
    locale, cut, objective = memory.locale, memory.slice, memory.objective
    faults = (name for name in ("withheld", "unsupported", "beyond", "unknown") if getattr(cut, name))
    key = f"slice.{next(faults, 'done' if cut.clause else 'nothing')}"
    words = cut.model_dump(include={"clause", "unknown", "unsupported", "beyond", "withheld"})
    labels = [state.by_id[n].label for n in memory.unpinned]
    unpinned = stage(
        locale, "slice.relaxed", "slice.unpinned", {"task_ids": list(memory.unpinned)}, tasks=listed(locale, labels)
    )
    matched, days = len(objective.task_ids), len(objective.days)
    mode = say(locale, "mode.open" if memory.open_goal else f"mode.{objective.mode}")
    return (
        *opening("slice", memory),
        stage(locale, "slice.done", key, cut.model_dump(mode="json"), **words),
        *((unpinned,) if labels else ()),
        stage(locale, "objective.done", data=_goal_data(objective), mode=mode, matched=matched, days=days),
    )


def _goal_data(objective: Objective) -> dict[str, Any]:
    shown = ("mode", "task_ids", "days", "sections", "at_least", "at_most")
    return objective.model_dump(mode="json", include=set(shown))
