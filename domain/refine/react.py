"""Single-task micro-steps: one round decides on one call and executes it (rules REACT-1 to REACT-8)."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from domain.events import StageEvent
from domain.optimise.spread_problem import SpreadSolver
from domain.refine.candidates import best_levelling, candidates
from domain.refine.contract import Plan
from domain.refine.guards import READS, WRITES, Refusal, canonical, refusal, spent_on, tool_context
from domain.refine.memory import QuestionLine, RefineMemory
from domain.refine.stages import brief, stage
from domain.refine.verdict import evaluate
from domain.refine.wording import say
from domain.schedule.state import Locale, ScheduleState
from domain.steps import DecidedBy, MoveNote, MoveRule, NodeResult, ToolCall
from domain.tools.registry import run_tool
from domain.tools.results import ToolResult

FAILURES_BEFORE_REPLAN = 3
Events = tuple[StageEvent, ...]


class Action(BaseModel):
    """An answer to: what next?

    Attributes:
        done: nothing more shall be done.
        summary, goal_check, decision: sentences for people.
        missing_info: questions to the person without whose answer nothing sensible can be done.
        tool_calls: at most one call.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    done: bool = False
    summary: Annotated[str, Field(max_length=300)] = ""
    goal_check: Annotated[str, Field(max_length=300)] = ""
    decision: Annotated[str, Field(max_length=300)] = ""
    missing_info: Annotated[tuple[QuestionLine, ...], Field(max_length=3)] = ()
    tool_calls: Annotated[tuple[ToolCall, ...], Field(max_length=1)] = ()


def begin_round(state: ScheduleState, memory: RefineMemory) -> tuple[RefineMemory, Events]:
    """Choose the current task; None where nothing is left to do or a budget is gone (REACT-1 and REACT-2)."""
    task_id = None if budget_gone(memory) else next_task(state, memory)
    chosen = memory.model_copy(update={"current": task_id})
    if task_id is None or task_id == memory.current:
        return chosen, ()
    label = state.by_id[task_id].label
    return chosen, (stage(memory.locale, "react.task_start", data={"task_id": task_id}, task=label),)


def next_task(state: ScheduleState, memory: RefineMemory) -> int | None:
    """The current task while it needs a place, else the next of the set; None where there is no such task."""
    objective = memory.objective
    if objective.mode in ("none", "group") or not objective.days or evaluate(objective, state).met:
        return None
    there, able = objective.there(state), able_tasks(memory)
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
    return _stuck(memory) and used.plans < budgets.plan_max and used.replans < budgets.replan_max


def _stuck(memory: RefineMemory) -> bool:
    return memory.used.streak >= FAILURES_BEFORE_REPLAN


def replan(memory: RefineMemory, plan: Plan) -> tuple[RefineMemory, Events]:
    """Go on by another plan, without the task that failed; no budget is reset."""
    used = memory.used
    aside = (*memory.set_aside, *(() if memory.current is None else (memory.current,)))
    event = stage(memory.locale, "plan.replan", data={"steps": list(plan.steps)}, streak=used.streak)
    counted = memory.with_used(plans=used.plans + 1, replans=used.replans + 1, streak=0)
    return counted.model_copy(update={"plan": plan, "set_aside": aside, "current": None}), (event,)


def run_round(
    state: ScheduleState,
    memory: RefineMemory,
    answer: Action,
    decided_by: DecidedBy,
    *,
    solver: SpreadSolver | None = None,
    events: Events = (),
) -> NodeResult[RefineMemory]:
    """Play one round. Verdicts: ``continue`` or ``done``.

    Args:
        memory: as ``begin_round`` left it, with a current task.
        answer: what was decided for it.
        decided_by: who gave the answer.
        solver: for a composite call.
        events: told before those of the round.
    """
    number = memory.used.rounds + 1
    begun = memory.with_used(rounds=number)
    told = (*events, stage(memory.locale, "react.round_start", data={"round": number}, number=number))
    if answer.done or not answer.tool_calls:
        return finish(state, begun, told, decided_by)
    call = canonical(answer.tool_calls[0])
    code = refusal(call, begun)
    if code is not None:
        return _blocked(state, begun, call, code, decided_by, told)
    data = {"tool": call.tool, "arguments": call.arguments}
    told += (stage(memory.locale, "react.tool_call", data=data, tool=call.tool, decision=answer.decision),)
    after, result = run_tool(state, call.tool, call.arguments, tool_context(begun, solver))
    told += (_result_event(memory, result),)
    settled, more = _settle(after, _counted(begun, call, result, decided_by), call)
    return _onward(after, settled, (*told, *more), decided_by, call, result)


def finish(
    state: ScheduleState, memory: RefineMemory, events: Events, decided_by: DecidedBy = "rules"
) -> NodeResult[RefineMemory]:
    """End the loop without a call."""
    done = memory.model_copy(update={"current": None})
    return NodeResult(state, done, "done", "nothing left to do", (*events, _done_event(done)), decided_by)


def written(memory: RefineMemory, result: ToolResult, rule: MoveRule, decided_by: DecidedBy) -> RefineMemory:
    """The memory after a successful write: a new version of the schedule, and a note per task moved."""
    notes = {
        change.task_id: MoveNote(task_id=change.task_id, rule=rule, decided_by=decided_by, clause=memory.slice.clause)
        for change in result.changes
    }
    counted = memory.with_used(writes=memory.used.writes + 1, streak=0)
    return counted.model_copy(update={"notes": memory.notes | notes, "queries": ()})


def line(call: ToolCall, result: ToolResult) -> str:
    """A call and its outcome for operators."""
    arguments = call.arguments
    named = f"move [{arguments.get('task_id')}] to day {arguments.get('new_day')}" if call.tool == "move" else call.tool
    return brief(named if result.ok else f"{named}: {result.code}")


def outcome(result: ToolResult, locale: Locale) -> str:
    """The outcome of a call in one sentence for people; a query tells how much it found."""
    queries = {"query_available_slots": "query.places", "query_target_tasks": "query.tasks"}
    data = result.data or {}
    key = queries.get(data.get("tool", ""))
    if key is None:
        return result.text.partition("\n")[0]
    return say(locale, key, count=data["count"]) if data["count"] else say(locale, f"{key}.none")


def _blocked(
    state: ScheduleState,
    memory: RefineMemory,
    call: ToolCall,
    code: Refusal,
    decided_by: DecidedBy,
    events: Events,
) -> NodeResult[RefineMemory]:
    """A refused call costs the round and counts as a failure, but nothing is executed (REACT-5)."""
    data = {"tool": call.tool, "arguments": call.arguments, "code": code}
    event = stage(memory.locale, "react.tool_blocked", data=data, tool=call.tool, code=code)
    failed = _failed(memory, call).model_copy(update={"last_result": code})
    return _onward(state, failed, (*events, event), decided_by, call, None)


def _failed(memory: RefineMemory, call: ToolCall) -> RefineMemory:
    calls = memory.failed if call in memory.failed else (*memory.failed, call)
    return memory.with_used(streak=memory.used.streak + 1).model_copy(update={"failed": calls})


def _counted(memory: RefineMemory, call: ToolCall, result: ToolResult, decided_by: DecidedBy) -> RefineMemory:
    """Book the executed call against the budgets, and what it changed."""
    used = memory.used
    tried = used.per_task
    if call.tool in WRITES and memory.current is not None:
        tried = tried | {memory.current: spent_on(memory, memory.current) + 1}
    booked = memory.with_used(actions=used.actions + 1, per_task=tried).model_copy(update={"last_result": result.text})
    if not result.ok:
        return _failed(booked, call)
    if call.tool in READS:
        return booked.model_copy(update={"queries": (*memory.queries, call)})
    if call.tool == memory.route.required:
        booked = booked.model_copy(update={"route": booked.route.model_copy(update={"succeeded": True})})
    rule: MoveRule = (
        "move" if call.tool in WRITES else "spread_even" if call.tool == "spread_even" else "min_context_switch"
    )
    return written(booked, result, rule, decided_by)


def _settle(state: ScheduleState, memory: RefineMemory, call: ToolCall) -> tuple[RefineMemory, Events]:
    """Close the current task once it stands where it shall, and set aside what fits nowhere (REACT-6)."""
    objective, current = memory.objective, memory.current
    if current is not None and call.tool not in READS and current in objective.there(state):
        event = stage(memory.locale, "react.task_done", data={"task_id": current}, task=state.by_id[current].label)
        return memory.model_copy(update={"current": None}), (event,)
    if call.tool in WRITES and current in able_tasks(memory):
        return memory, ()
    return _set_aside(state, memory)


def _set_aside(state: ScheduleState, memory: RefineMemory) -> tuple[RefineMemory, Events]:
    there = memory.objective.there(state)
    stranded = tuple(
        task_id
        for task_id in memory.workset
        if task_id not in there
        and task_id not in memory.set_aside
        and (task_id not in able_tasks(memory) or not candidates(state, memory.objective, state.by_id[task_id]))
    )
    if not stranded:
        return memory, ()
    events = tuple(
        stage(memory.locale, "react.task_done", "react.task_aside", {"task_id": n}, task=state.by_id[n].label)
        for n in stranded
    )
    current = None if memory.current in stranded else memory.current
    return memory.model_copy(update={"set_aside": (*memory.set_aside, *stranded), "current": current}), events


def _onward(
    state: ScheduleState,
    memory: RefineMemory,
    events: Events,
    decided_by: DecidedBy,
    call: ToolCall,
    result: ToolResult | None,
) -> NodeResult[RefineMemory]:
    """Whether another round follows (REACT-6 and REACT-7)."""
    text = line(call, result) if result is not None else brief(f"{call.tool} blocked: {memory.last_result}")
    gated = memory.route.required is not None and not memory.route.succeeded
    met = evaluate(memory.objective, state).met and not gated
    if met:
        events = (*events, stage(memory.locale, "react.short_circuit"))
    over = met or budget_gone(memory) or (_stuck(memory) and not needs_replan(memory))
    if over or (not gated and next_task(state, memory) is None):
        events = (*events, _done_event(memory))
        return NodeResult(state, memory, "done", text, events, decided_by, call, result)
    return NodeResult(state, memory, "continue", text, events, decided_by, call, result)


def _result_event(memory: RefineMemory, result: ToolResult) -> StageEvent:
    data = {"code": result.code, "changes": [change.model_dump(mode="json") for change in result.changes]}
    return stage(memory.locale, "react.tool_result", data=data, text=outcome(result, memory.locale)[:300])


def _done_event(memory: RefineMemory) -> StageEvent:
    used = memory.used
    figures = {"rounds": used.rounds, "actions": used.actions, "set_aside": list(memory.set_aside)}
    return stage(memory.locale, "react.done", data=figures, rounds=used.rounds, actions=used.actions)
