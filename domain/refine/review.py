"""The final check: sound, in order, and what was asked for (rules CHECK-1 to CHECK-7)."""

from dataclasses import dataclass

from domain.events import StageEvent
from domain.refine.guards import COMPOSITES, canonical, tool_context
from domain.refine.memory import RefineMemory
from domain.refine.order import order_breaches, restore_order
from domain.refine.react import Action, Events, line, outcome, written
from domain.refine.stages import stage
from domain.refine.verdict import Verdict, evaluate
from domain.refine.wording import listed, say
from domain.schedule.invariants import breaches
from domain.schedule.state import ScheduleState
from domain.steps import DecidedBy, MoveNote, NodeResult
from domain.tools.registry import run_tool


def run_check(state: ScheduleState, memory: RefineMemory) -> NodeResult[RefineMemory]:
    """Check, restore order, check again. Verdicts: ``pass``, ``repair`` or ``fail``."""
    locked = evaluate(memory.objective, state, memory.locale)
    told = (
        stage(memory.locale, "hard_check.start"),
        stage(
            memory.locale,
            "hard_check.intent_locked",
            data={"ok": locked.met, **locked.figures},
            lines=listed(memory.locale, locked.lines, "clauses"),
        ),
    )
    after, noted, more = _restored(state, memory)
    review = _review(after, noted)
    judged = noted.model_copy(
        update={
            "locked": locked,
            "checks": (*review.met, *review.unmet),
            "unmet": review.unmet,
            "completed": not review.unmet,
        }
    )
    return _judged(after, judged, review, (*told, *more))


def run_repair(
    state: ScheduleState, memory: RefineMemory, answer: Action, decided_by: DecidedBy
) -> NodeResult[RefineMemory]:
    """Execute the one repair that is left (CHECK-6); verdict ``done``, after which the check runs again."""
    counted = memory.with_used(repairs=memory.used.repairs + 1)
    call = canonical(answer.tool_calls[0]) if answer.tool_calls else None
    if call is None or call.tool in COMPOSITES:
        event = stage(memory.locale, "hard_check.repair_result", "hard_check.repair_none")
        return NodeResult(state, counted, "done", "no repair is possible", (event,), decided_by)
    data = {"tool": call.tool, "arguments": call.arguments}
    asked = stage(memory.locale, "hard_check.repair_call", data=data, tool=call.tool, decision=answer.decision)
    after, result = run_tool(state, call.tool, call.arguments, tool_context(memory))
    text = outcome(result, memory.locale)
    told = stage(memory.locale, "hard_check.repair_result", data={"code": result.code}, text=text)
    noted = written(counted, result, "repair", decided_by) if result.changes else counted
    return NodeResult(after, noted, "done", f"repair: {line(call, result)}", (asked, told), decided_by, call, result)


@dataclass(frozen=True, slots=True)
class Review:
    """Lines of a check that are met, and those that are not; ``hopeless`` where no single move could help."""

    met: tuple[str, ...]
    unmet: tuple[str, ...]
    hopeless: bool


def unmet_orders(state: ScheduleState, memory: RefineMemory) -> list[tuple[int, int]]:
    """Pairs out of order, where order counts (CHECK-4)."""
    return order_breaches(state, memory.objective, memory.origin) if _keeps_order(memory) else []


def _keeps_order(memory: RefineMemory) -> bool:
    grouped = memory.objective.mode == "group" and memory.route.succeeded
    return memory.contract.keep_order and not grouped


def _restored(state: ScheduleState, memory: RefineMemory) -> tuple[ScheduleState, RefineMemory, Events]:
    if not _keeps_order(memory):
        return state, memory, ()
    after = restore_order(state, memory.objective, memory.origin)
    moved = [task.state_id for task in after.tasks if task.slots != state.by_id[task.state_id].slots]
    if not moved:
        return state, memory, ()
    notes = {n: _order_note(memory, n) for n in moved}
    event = stage(memory.locale, "hard_check.order_normalized", data={"task_ids": moved}, count=len(moved))
    return after, memory.model_copy(update={"notes": memory.notes | notes}), (event,)


def _order_note(memory: RefineMemory, task_id: int) -> MoveNote:
    """Keeps the clause of a task that the request had moved before."""
    before = memory.notes.get(task_id)
    clause = before.clause if before else ""
    return MoveNote(task_id=task_id, rule="order", decided_by="rules", clause=clause)


def _review(state: ScheduleState, memory: RefineMemory) -> Review:
    locale = memory.locale
    unsound = tuple(breach.text.rstrip("。.") for breach in breaches(state))
    verdict = evaluate(memory.objective, state, locale)
    pairs = unmet_orders(state, memory)
    disorder = tuple(
        say(locale, "check.out_of_order", first=state.by_id[a].label, second=state.by_id[b].label) for a, b in pairs
    )
    in_order = say(locale, "check.in_order" if _keeps_order(memory) else "check.order_free")
    met = (
        *(() if unsound else (say(locale, "check.sound"),)),
        *(() if disorder else (in_order,)),
        *(verdict.lines if verdict.met else ()),
    )
    unmet = (*unsound, *disorder, *(() if verdict.met else verdict.lines))
    return Review(met, unmet, hopeless=_void(memory, verdict) and not unsound and not disorder)


def _void(memory: RefineMemory, verdict: Verdict) -> bool:
    """Whether the goal is unmet for want of a task or a day rather than of a move."""
    objective = memory.objective
    return not verdict.met and (objective.mode == "none" or not objective.task_ids or not objective.days)


def _judged(
    state: ScheduleState, memory: RefineMemory, review: Review, events: tuple[StageEvent, ...]
) -> NodeResult[RefineMemory]:
    if not review.unmet:
        passed = stage(memory.locale, "hard_check.pass", data={"checks": list(memory.checks)})
        return NodeResult(state, memory, "pass", "sound, in order, goal met", (*events, passed))
    lines = listed(memory.locale, review.unmet, "clauses")
    failed = stage(memory.locale, "hard_check.fail", data={"unmet": list(review.unmet)}, lines=lines)
    left = memory.used.repairs < memory.budgets.repair_reserve and not review.hopeless
    unmet = f"{len(review.unmet)} of {len(review.unmet) + len(review.met)} checks unmet"
    return NodeResult(state, memory, "repair" if left else "fail", unmet, (*events, failed))
