"""Whose turn it is in react, and when a budget or a run of failures ends it (rules REACT-1, REACT-2 and REACT-7)."""

from domain.events import StageEvent
from domain.refine.candidates import best_levelling
from domain.refine.contract import Plan
from domain.refine.guards import spent_on
from domain.refine.memory import RefineMemory
from domain.refine.regroup import next_exchange
from domain.refine.stages import stage
from domain.refine.verdict import evaluate
from domain.schedule.state import ScheduleState

FAILURES_BEFORE_REPLAN = 3
Events = tuple[StageEvent, ...]


def begin_round(state: ScheduleState, memory: RefineMemory) -> tuple[RefineMemory, Events]:
    """Choose the current task; None where nothing is left to do or a budget is gone (REACT-1 and REACT-2)."""
    task_id = None if budget_gone(memory) else next_task(state, memory)
    chosen = memory.model_copy(update={"current": task_id})
    if task_id is not None and memory.models.policy_task not in (None, task_id):
        chosen = chosen.with_models(policy_task=None)
    if task_id is None or task_id == memory.current:
        return chosen, ()
    return chosen, (turn_event(state, memory, task_id),)


def next_task(state: ScheduleState, memory: RefineMemory) -> int | None:
    """The current task while it needs a place, else the next of the set; None where there is no such task.

    Of a goal that is open, and of one whose composite is missing, any task of the set will do.
    """
    objective, able = memory.objective, able_tasks(memory)
    if memory.open_goal or memory.composite_missing:
        return memory.current if memory.current in able else next(iter(able), None)
    if objective.layout and not evaluate(objective, state).met:
        exchange = next_exchange(state, objective)
        return exchange[0] if exchange and exchange[0] in able else None
    if objective.mode in ("none", "group") or not objective.days or evaluate(objective, state).met:
        return None
    there = objective.there(state)
    waiting = [task_id for task_id in able if task_id not in there]
    if waiting and len(there) < objective.at_least:
        ahead = objective.days[0] > state.by_id[waiting[0]].slots[0].day
        return memory.current if memory.current in waiting else waiting[-1 if ahead and _takes_part(memory) else 0]
    found = best_levelling(state, objective, able) if objective.mode == "spread" else None
    return found[0] if found else None


def _takes_part(memory: RefineMemory) -> bool:
    """Of a part of the set, later tasks go to later days, so that order holds without more moves."""
    return memory.objective.mode in ("move_ratio", "move_count")


def able_tasks(memory: RefineMemory) -> list[int]:
    """Tasks of the set that were not set aside and have budget left."""
    limit = memory.budgets.per_task
    return [n for n in memory.workset if n not in memory.set_aside and spent_on(memory, n) < limit]


def budget_gone(memory: RefineMemory) -> bool:
    """Whether rounds or actions are used up (REACT-2)."""
    return memory.used.rounds >= memory.budgets.max_rounds or memory.used.actions >= memory.budgets.execute_max


def needs_replan(memory: RefineMemory) -> bool:
    """Three failures in a row, and a plan left to make (REACT-7)."""
    used, budgets = memory.used, memory.budgets
    return stuck(memory) and used.plans < budgets.plan_max and used.replans < budgets.replan_max


def stuck(memory: RefineMemory) -> bool:
    """Three failures in a row."""
    return memory.used.streak >= FAILURES_BEFORE_REPLAN


def replan(memory: RefineMemory, plan: Plan) -> tuple[RefineMemory, Events]:
    """Go on by another plan, without the task that failed, or with it in other hands; no budget is reset."""
    used = memory.used
    event = stage(memory.locale, "plan.replan", data={"steps": list(plan.steps)}, streak=used.streak)
    counted = memory.with_used(plans=used.plans + 1, replans=used.replans + 1, streak=0)
    counted = counted.model_copy(update={"plan": plan})
    if hands_over(memory):
        return handed_over(counted).model_copy(update={"current": None}), (event,)
    aside = (*memory.set_aside, *(() if memory.current is None else (memory.current,)))
    return counted.model_copy(update={"set_aside": aside, "current": None}), (event,)


def hands_over(memory: RefineMemory) -> bool:
    """Whether it was the model that failed with the current task, so that the policy may still place it (REACT-7)."""
    return memory.asks and memory.current is not None and memory.models.policy_task != memory.current


def handed_over(memory: RefineMemory) -> RefineMemory:
    """The current task is the policy's until another one is current."""
    released = memory.with_models(policy_task=memory.current, malformed_streak=0, problem="")
    return released.with_used(streak=0)


def turn_event(state: ScheduleState, memory: RefineMemory, task_id: int) -> StageEvent:
    """Told when a task becomes the current one."""
    label = state.by_id[task_id].label
    return stage(memory.locale, "react.task_start", data={"task_id": task_id}, task=label)
