"""Global goals go to a composite tool first (rules ROUTE-1 to ROUTE-5)."""

from typing import Any

from domain.events import StageEvent
from domain.optimise.spread_problem import SpreadSolver
from domain.refine.calling import called
from domain.refine.limits import limits_for
from domain.refine.memory import Attempt, RefineMemory, Route
from domain.refine.objective import Mode, Objective
from domain.refine.stages import brief, stage
from domain.refine.verdict import evaluate, measure
from domain.schedule.limits import NO_LIMITS, ClassLimits
from domain.schedule.state import ALL_SECTIONS, ScheduleState
from domain.steps import MoveNote, NodeResult, ToolCall
from domain.tools.results import ToolResult

COMPOSITE_OF: dict[Mode, str] = {"spread": "spread_even", "group": "min_context_switch"}


HANDFUL = 8


def required_composite(objective: Objective) -> str | None:
    """The composite tool that a goal asks for; none without two tasks and a day to apply it to (ROUTE-1)."""
    able = len(objective.task_ids) > 1 and objective.days and not objective.layout
    return COMPOSITE_OF.get(objective.mode) if able else None


def may_take_long(memory: RefineMemory) -> bool:
    """Whether an attempt may need a solver's time; a handful of tasks, or no composite at all, takes milliseconds."""
    return memory.route.required is not None and len(memory.objective.task_ids) > HANDFUL


def run_route(state: ScheduleState, memory: RefineMemory, solver: SpreadSolver | None) -> NodeResult[RefineMemory]:
    """One attempt. Verdicts: ``skip``, ``pass``, ``retry`` or ``fallback``."""
    route = memory.route
    if route.required is None or not route.enabled:
        key = "route.skip" if route.enabled else "route.off"
        event = stage(memory.locale, "route.skip", key)
        opened = _remember(memory, required=None, composite_disabled=not route.enabled)
        return NodeResult(state, opened, "skip", "no composite tool", (event,))
    tries = variants(state, memory)
    arguments = tries[len(route.attempts)]
    call = ToolCall(tool=route.required, arguments=arguments)
    after, result = called(state, memory, call, solver)
    goal = _judged_by(memory.objective, arguments, after)
    met = result.ok and evaluate(goal, after, memory.locale).met
    tried = _remember(memory, attempts=(*route.attempts, Attempt(arguments=arguments, code=result.code, met=met)))
    events = _attempted(tried, call, result, met)
    if met:
        return _passed(after, tried, goal, call, result, events)
    if len(tried.route.attempts) < len(tries):
        return NodeResult(state, tried, "retry", _line(call, result), events, call=call, result=result)
    return _fallen_back(state, tried, call, result, events)


def scope_arguments(state: ScheduleState, objective: Objective, limits: ClassLimits = NO_LIMITS) -> dict[str, Any]:
    """The goal's days and sections as filters of a tool, without what a class forbids."""
    places = [state.window.place(day) for day in objective.days]
    days = {place.day_of_week for place in places}
    allowed = {*objective.sections} - {*limits.sections}
    return {
        "week_filter": sorted({place.week for place in places}),
        "day_of_week": sorted(days - {*limits.days_of_week} or days),
        "exclude_sections": [section for section in ALL_SECTIONS if section not in allowed],
    }


def variants(state: ScheduleState, memory: RefineMemory) -> list[dict[str, Any]]:
    """The arguments of each attempt that may be made, none of them twice (ROUTE-2 and ROUTE-3).

    They are what the request asks for; the limits of its classes reach the tool beside them.
    """
    objective = memory.objective
    ids: dict[str, Any] = {"task_ids": list(objective.task_ids)}
    if objective.mode == "group":
        return [ids]
    asked = ids | scope_arguments(state, objective) | {"allow_embed": False, "keep_order": objective.keep_order}
    wider = asked | {"allow_embed": any(limits_for(objective.limits, state.by_id[n]).embed for n in objective.task_ids)}
    listed = [asked, wider, wider | {"exclude_sections": []}]
    distinct = [variant for index, variant in enumerate(listed) if variant not in listed[:index]]
    return distinct[: memory.budgets.composite_retry_max + 1]


def _judged_by(objective: Objective, arguments: dict[str, Any], after: ScheduleState) -> Objective:
    """The goal as this attempt can meet it, with what the tool reached as its bar."""
    unwanted = {*ALL_SECTIONS} - {*objective.sections}
    if objective.mode == "spread" and not unwanted <= {*arguments["exclude_sections"]}:
        objective = objective.model_copy(update={"sections": ALL_SECTIONS, "relaxed": True})
    return objective.model_copy(update={"bar": measure(objective, after)})


def _remember(memory: RefineMemory, **changed: object) -> RefineMemory:
    route: Route = memory.route.model_copy(update=changed)
    return memory.model_copy(update={"route": route})


def _attempted(memory: RefineMemory, call: ToolCall, result: ToolResult, met: bool) -> tuple[StageEvent, ...]:
    number, text = len(memory.route.attempts), result.text.partition("\n")[0]
    data = {"attempt": number, "tool": call.tool, "arguments": call.arguments}
    figures: dict[str, Any] = {"attempt": number, "code": result.code, "ok": met}
    if result.objective is not None:
        figures["objective"] = result.objective.model_dump(mode="json")
    return (
        stage(memory.locale, "route.attempt", data=data, number=number, tool=call.tool),
        stage(memory.locale, "route.result", data=figures, code=result.code, text=text),
    )


def _passed(
    after: ScheduleState,
    memory: RefineMemory,
    goal: Objective,
    call: ToolCall,
    result: ToolResult,
    events: tuple[StageEvent, ...],
) -> NodeResult[RefineMemory]:
    rule = "spread_even" if goal.mode == "spread" else "min_context_switch"
    clause = memory.slice.clause
    notes = {
        change.task_id: MoveNote(task_id=change.task_id, rule=rule, decided_by="rules", clause=clause)
        for change in result.changes
    }
    done = _remember(memory, succeeded=True).model_copy(
        update={"objective": goal, "notes": memory.notes | notes, "last_result": result.text}
    )
    relaxed = (stage(memory.locale, "slice.relaxed"),) if goal.relaxed else ()
    name = "route.handoff" if goal.relaxed else "route.pass"
    passed = stage(memory.locale, name, tool=call.tool, moved=len(result.changes))
    told = (*events, *relaxed, passed, stage(memory.locale, "react.skip"))
    return NodeResult(after, done, "pass", _line(call, result), told, call=call, result=result)


def _fallen_back(
    state: ScheduleState, memory: RefineMemory, call: ToolCall, result: ToolResult, events: tuple[StageEvent, ...]
) -> NodeResult[RefineMemory]:
    """No composite and no batch call from here on (ROUTE-4)."""
    basic = _remember(memory, required=None, composite_disabled=True, batch_allowed=False)
    told = (
        *events,
        stage(memory.locale, "route.fallback", tool=call.tool),
        stage(memory.locale, "react.fallback_mode"),
    )
    line = brief(f"{call.tool}: {result.code}, fallback to single moves")
    return NodeResult(state, basic, "fallback", line, told, call=call, result=result)


def _line(call: ToolCall, result: ToolResult) -> str:
    moved = f", {len(result.changes)} moved" if result.ok else ""
    return brief(f"{call.tool}: {result.code}{moved}")
