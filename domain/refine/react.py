"""Single-task micro-steps: one round decides on one call and executes it (rules REACT-1 to REACT-14)."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from domain.events import StageEvent
from domain.optimise.spread_problem import SpreadSolver
from domain.refine.calling import called
from domain.refine.candidates import candidates
from domain.refine.guards import (
    READS,
    WRITES,
    Refusal,
    canonical,
    oversteps,
    refusal,
    spent_on,
    written_tasks,
)
from domain.refine.memory import REASON_LENGTH, QuestionLine, RefineMemory
from domain.refine.pausing import question_of
from domain.refine.prompts.facts import day_label
from domain.refine.stages import brief, stage
from domain.refine.turns import (
    Events,
    able_tasks,
    budget_gone,
    handed_over,
    hands_over,
    needs_replan,
    next_task,
    stuck,
    turn_event,
)
from domain.refine.verdict import evaluate
from domain.refine.wording import listed, say
from domain.schedule.state import Locale, ScheduleState
from domain.steps import DecidedBy, MoveNote, MoveRule, NodeResult, ToolCall
from domain.tools.registry import find_tool
from domain.tools.results import ToolResult

MALFORMED_BEFORE_POLICY = 2


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


def run_round(
    state: ScheduleState,
    memory: RefineMemory,
    answer: Action,
    decided_by: DecidedBy,
    *,
    solver: SpreadSolver | None = None,
    events: Events = (),
) -> NodeResult[RefineMemory]:
    """Play one round. Verdicts: ``continue`` or ``done``; ``ask`` where a model asks the person.

    Args:
        memory: as ``begin_round`` left it, with a current task.
        answer: what was decided for it.
        decided_by: who gave the answer.
        solver: for a composite call.
        events: told before those of the round.
    """
    begun, told = _begun(memory, events)
    if answer.missing_info and not answer.tool_calls and decided_by == "model":
        return _ask(state, begun, answer, told)
    if not answer.tool_calls:
        return _stop(state, begun, told, decided_by)
    call = canonical(answer.tool_calls[0])
    if decided_by == "model":
        begun, told = _heeded(state, begun, call, told)
    code = refusal(call, begun)
    if code is not None:
        return _blocked(state, begun, call, code, decided_by, told)
    after, result = called(state, begun, call, solver)
    if oversteps(state, begun, result, begun.workset):
        return _blocked(state, begun, call, "TOOL_NOT_ALLOWED", decided_by, told)
    told = (*told, _call_event(begun, call, answer), _result_event(begun, result))
    settled, more = _settle(after, _counted(begun, call, result, decided_by), call)
    ends = answer.done and begun.open_goal
    return _onward(after, settled, (*told, *more), decided_by, call, result, ends=ends)


def lose_round(
    state: ScheduleState, memory: RefineMemory, problem: str, events: Events = ()
) -> NodeResult[RefineMemory]:
    """Play a round whose answer was malformed: it counts, and nothing is executed (REACT-9)."""
    return _misanswered(state, *_begun(memory, events), problem)


def _begun(memory: RefineMemory, events: Events) -> tuple[RefineMemory, Events]:
    number = memory.used.rounds + 1
    started = stage(memory.locale, "react.round_start", data={"round": number}, number=number)
    return memory.with_used(rounds=number), (*events, started)


def _misanswered(state: ScheduleState, memory: RefineMemory, events: Events, problem: str) -> NodeResult[RefineMemory]:
    """What an answer of no use leads to; two in a row hand the task to the policy (REACT-9 and REACT-10)."""
    streak = memory.models.malformed_streak + 1
    over = streak >= MALFORMED_BEFORE_POLICY
    lost = memory.with_models(malformed_streak=streak, problem=problem[:REASON_LENGTH])
    name = "react.fallback" if over else "react.parse_retry"
    told = (*events, stage(memory.locale, name, data={"reason": problem}, reason=problem))
    if over:
        lost = handed_over(lost)
    ended = budget_gone(lost) or next_task(state, lost) is None
    if ended:
        return finish(state, lost, told)
    return NodeResult(state, lost, "continue", "the answer could not be used", told)


def _heeded(state: ScheduleState, memory: RefineMemory, call: ToolCall, told: Events) -> tuple[RefineMemory, Events]:
    """An answer with a call ends a streak of malformed ones; of an open goal it says whose turn it is (REACT-13)."""
    memory = memory.with_models(malformed_streak=0, problem="")
    meant = written_tasks(call) if memory.open_goal and call.tool in WRITES else ()
    task_id = next((n for n in meant if n in memory.workset), memory.current)
    if task_id is None or task_id == memory.current or memory.current in meant:
        return memory, told
    return memory.model_copy(update={"current": task_id}), (*told, turn_event(state, memory, task_id))


def _ask(state: ScheduleState, memory: RefineMemory, answer: Action, told: Events) -> NodeResult[RefineMemory]:
    """Ask the person, once a run (REACT-14); with no round left there is nothing to ask for."""
    if memory.question is not None:
        return _misanswered(state, memory, told, say(memory.locale, "problem.asked"))
    if budget_gone(memory):
        return finish(state, memory, told, "model")
    question = question_of(memory, answer.missing_info)
    asked = memory.with_models(malformed_streak=0, problem="").model_copy(update={"question": question})
    questions = listed(memory.locale, question.questions)
    data = {"question_id": question.question_id, "questions": list(question.questions)}
    event = stage(memory.locale, "react.need_info", data=data, questions=questions)
    return NodeResult(state, asked, "ask", "the person is asked", (*told, event), "model")


def _stop(state: ScheduleState, memory: RefineMemory, told: Events, decided_by: DecidedBy) -> NodeResult[RefineMemory]:
    """An answer without a call ends the loop, unless rules know better (REACT-10 and REACT-13)."""
    left = next_task(state, memory) is not None
    if decided_by == "model" and left and not memory.open_goal:
        lines = listed(memory.locale, evaluate(memory.objective, state, memory.locale).lines, "clauses")
        return _misanswered(state, memory, told, say(memory.locale, "problem.not_done", lines=lines))
    if decided_by == "policy" and memory.open_goal and memory.current == memory.models.policy_task is not None:
        aside = (*memory.set_aside, memory.current)
        memory = memory.model_copy(update={"set_aside": aside, "current": None})
        if not budget_gone(memory) and next_task(state, memory) is not None:
            return NodeResult(state, memory, "continue", "left as it is", told, decided_by)
    knowing = _knowing_the_answer(memory) if decided_by == "model" else memory
    return finish(state, knowing, told, decided_by)


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


def line(state: ScheduleState, call: ToolCall, result: ToolResult) -> str:
    """A call and its outcome for operators, without a word that a model chose."""
    named = _plain_name(call)
    if call.tool == "move" and result.ok and result.changes:
        change = result.changes[0]
        named = f"move [{change.task_id}] to {day_label(state.window, change.to_slots[0].day, 'en')}"
    return brief(named if result.ok else f"{named}: {result.code}")


def _plain_name(call: ToolCall) -> str:
    return call.tool if find_tool(call.tool) is not None else "unknown tool"


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
    failed = _failed(memory, call).with_result(code)
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
    booked = memory.with_used(actions=used.actions + 1, per_task=tried).with_result(result.text)
    if not result.ok:
        return _failed(booked, call)
    if call.tool in READS:
        return booked.model_copy(update={"queries": (*memory.queries, call)})
    if call.tool == memory.route.required:
        booked = booked.model_copy(update={"route": booked.route.model_copy(update={"succeeded": True})})
    if decided_by == "model":
        booked = _knowing_the_answer(booked)
    rule: MoveRule = (
        "move" if call.tool in WRITES else "spread_even" if call.tool == "spread_even" else "min_context_switch"
    )
    return written(booked, result, rule, decided_by)


def _knowing_the_answer(memory: RefineMemory) -> RefineMemory:
    """A model that moves a task after the answer has taken it in (REACT-16)."""
    asked = memory.question
    if asked is None or asked.text is None or asked.use:
        return memory
    return memory.model_copy(update={"question": asked.model_copy(update={"use": "model"})})


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
    *,
    ends: bool = False,
) -> NodeResult[RefineMemory]:
    """Whether another round follows (REACT-6 and REACT-7)."""
    text = (
        line(state, call, result) if result is not None else brief(f"{_plain_name(call)} blocked: {memory.last_result}")
    )
    if stuck(memory) and not needs_replan(memory) and decided_by == "model" and hands_over(memory):
        reason = say(memory.locale, "problem.stuck", streak=memory.used.streak)
        events = (*events, stage(memory.locale, "react.fallback", data={"reason": reason}, reason=reason))
        memory = handed_over(memory)
    met = not memory.composite_missing and evaluate(memory.objective, state).met
    if met:
        events = (*events, stage(memory.locale, "react.short_circuit"))
    over = met or ends or budget_gone(memory) or (stuck(memory) and not needs_replan(memory))
    if over or next_task(state, memory) is None:
        events = (*events, _done_event(memory))
        return NodeResult(state, memory, "done", text, events, decided_by, call, result)
    return NodeResult(state, memory, "continue", text, events, decided_by, call, result)


def _call_event(memory: RefineMemory, call: ToolCall, answer: Action) -> StageEvent:
    data = {"tool": call.tool, "arguments": call.arguments}
    return stage(memory.locale, "react.tool_call", data=data, tool=call.tool, decision=answer.decision)


def _result_event(memory: RefineMemory, result: ToolResult) -> StageEvent:
    data = {"code": result.code, "changes": [change.model_dump(mode="json") for change in result.changes]}
    return stage(memory.locale, "react.tool_result", data=data, text=outcome(result, memory.locale)[:300])


def _done_event(memory: RefineMemory) -> StageEvent:
    used = memory.used
    figures = {"rounds": used.rounds, "actions": used.actions, "set_aside": list(memory.set_aside)}
    return stage(memory.locale, "react.done", data=figures, rounds=used.rounds, actions=used.actions)
