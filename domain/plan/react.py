"""Rounds after the placement, in which a model may adjust it (rules PLAN-24 to PLAN-26)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from pydantic import ValidationError

from domain.events import StageEvent
from domain.optimise.placement import build_placement
from domain.optimise.placement_checker import check_placement
from domain.optimise.placement_problem import PlacementProblem
from domain.plan.memory import HISTORY, PlanMemory, ReactEnd
from domain.plan.react_prompt import calls_of, choice_of, prompt
from domain.plan.summary import moved, react_words, with_summary
from domain.plan.wording import say
from domain.refine.limits import limits_of
from domain.schedule.invariants import breaches
from domain.schedule.occupancy import Position
from domain.schedule.state import ScheduleState, Task, class_key
from domain.steps import DecidedBy, MoveNote, NodeResult, ToolCall
from domain.tools.context import ToolContext
from domain.tools.registry import run_tool
from domain.tools.results import ToolResult

REFUSED = "hard_rule"
"""Code of a call that worked, and is not taken because a hard rule or a wish of the message would be broken."""


@dataclass(frozen=True, slots=True)
class Tried:
    """A call of a round.

    Attributes:
        state: the plan after it; the one before where it was not taken.
        code: ``ok``, that of the tool, or ``hard_rule``.
        text: what came of it, for people.
    """

    state: ScheduleState
    call: ToolCall
    result: ToolResult
    code: str
    text: str


def wants_model(memory: PlanMemory) -> bool:
    """Whether a model is to be asked for another round."""
    return memory.asks and memory.react.enabled and memory.react.ended is None


def round_event(memory: PlanMemory) -> StageEvent:
    """Told before a model is asked for the next round."""
    number = memory.react.played + 1
    return StageEvent(
        stage="schedule_plan.react.round", detail=say(memory.locale, "round", number=number), data={"round": number}
    )


def ended(state: ScheduleState, memory: PlanMemory, how: ReactEnd) -> tuple[PlanMemory, StageEvent]:
    """The memory when no other round is played, with the closing words, and what is told of it (rule PLAN-26)."""
    known = with_summary(state, memory.with_react(ended=how))
    data = {"rounds": known.react.played, "moved": len(moved(state, known)), "reason": how}
    return known, StageEvent(stage="schedule_plan.react.done", detail=react_words(state, known), data=data)


_ENDS: Final[Mapping[str, ReactEnd]] = {"away": "away", "refused": "refused", "malformed": "unreadable"}


def play(state: ScheduleState, memory: PlanMemory) -> NodeResult[PlanMemory]:
    """One round with the answer that stands in the memory. Verdicts: ``continue`` or ``done`` (rule PLAN-24)."""
    answer, known = memory.answer, memory.model_copy(update={"answer": None})
    if answer is None:
        return _over(state, known, "no_time" if memory.asks else "no_model")
    if answer.outcome != "given":
        known = known.with_models(refused=answer.outcome == "refused")
        return _over(state, known, _ENDS[answer.outcome])
    try:
        given: Any = prompt(state, known).answer.model_validate_json(answer.text)
    except ValidationError:
        return _over(state, known, "unreadable")
    calls = calls_of(given, choice_of(state, known))
    known = known.with_react(played=known.react.played + 1)
    if not calls:
        return _over(state, known, "done" if given.done else "no_call", decided_by="model")
    return _adjusted(state, known, calls, done=given.done)


def _adjusted(
    state: ScheduleState, memory: PlanMemory, calls: tuple[ToolCall, ...], *, done: bool
) -> NodeResult[PlanMemory]:
    problem = build_placement(state, memory.groups(), list(memory.placed), memory.earliest)
    events: list[StageEvent] = []
    for call in calls:
        tried = _tried(state, memory, problem, call)
        memory, state = _noted(memory, tried), tried.state
        events.append(_call_event(memory, tried))
    if done or memory.react.played >= memory.react.rounds:
        return _over(state, memory, "done" if done else "rounds", tuple(events), tried, decided_by="model")
    known = with_summary(state, memory)
    brief = f"round {known.react.played}: {len(moved(state, known))} tasks stand elsewhere than placed"
    told = (*events, round_event(known))
    return NodeResult(state, known, "continue", brief, told, "model", tried.call, tried.result)


def _tried(state: ScheduleState, memory: PlanMemory, problem: PlacementProblem, call: ToolCall) -> Tried:
    """Carry out a call, and keep it only if every hard rule and every wish of the message still holds (PLAN-25)."""
    context = ToolContext(limits=limits_of(memory.groups().values()), suggested_only=True)
    after, result = run_tool(state, call.tool, call.arguments, context)
    if not result.ok:
        return Tried(state, call, result, result.code, result.text.partition("\n")[0])
    broken = _broken(after, memory, problem, result)
    if broken:
        return Tried(state, call, result, REFUSED, broken[0])
    return Tried(after, call, result, "ok", result.text.partition("\n")[0])


def _broken(after: ScheduleState, memory: PlanMemory, problem: PlacementProblem, result: ToolResult) -> tuple[str, ...]:
    if any(change.task_id not in memory.placed for change in result.changes):
        return (say(memory.locale, "call.unknown"),)
    assignment = {n: _place_of(problem, after.by_id[n]) for n in memory.placed}
    return (*check_placement(problem, assignment), *(str(breach) for breach in breaches(after)))


def _place_of(problem: PlacementProblem, task: Task) -> Position:
    """Where a task stands, as the problem knows the place; one that it does not know no checker passes."""
    slot, host = task.slots[0], task.embed_host
    known = problem.positions.get((class_key(task), task.length), ())
    found = (p for p in known if (p.slot, p.host) == (slot, host))
    return next(found, Position(slot.day, slot.slot_start, slot.slot_end, host, slot.mask))


def _noted(memory: PlanMemory, tried: Tried) -> PlanMemory:
    line = f"{tried.call.tool} {tried.call.arguments}: {tried.code}"
    known = memory.with_react(history=(*memory.react.history, line)[-HISTORY:])
    if tried.code != "ok":
        return known
    notes = {c.task_id: MoveNote(task_id=c.task_id, rule="move", decided_by="model") for c in tried.result.changes}
    return known.model_copy(update={"notes": known.notes | notes})


def _call_event(memory: PlanMemory, tried: Tried) -> StageEvent:
    key = "call.kept" if tried.code == "ok" else "call.refused"
    data = {"tool": tried.call.tool, "arguments": tried.call.arguments, "code": tried.code, "ok": tried.code == "ok"}
    return StageEvent(stage="schedule_plan.react.tool_call", detail=say(memory.locale, key, text=tried.text), data=data)


def _over(
    state: ScheduleState,
    memory: PlanMemory,
    how: ReactEnd,
    told: tuple[StageEvent, ...] = (),
    tried: Tried | None = None,
    decided_by: DecidedBy = "rules",
) -> NodeResult[PlanMemory]:
    known, event = ended(state, memory, how)
    call, result = (tried.call, tried.result) if tried else (None, None)
    brief = f"adjusting is over after {known.react.played} rounds: {how}"
    return NodeResult(state, known, "done", brief, (*told, event), decided_by, call, result)
