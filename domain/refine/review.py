"""The final check: sound, in order, and what was asked for (rules CHECK-1 to CHECK-9)."""

from collections.abc import Iterator
from dataclasses import dataclass

from domain.events import StageEvent
from domain.refine.answered import unused_answer
from domain.refine.calling import called, speaking, with_days_named
from domain.refine.causes import taken_places
from domain.refine.compile import movable
from domain.refine.guards import COMPOSITES, WRITES, batches, canonical, free_tasks, oversteps
from domain.refine.memory import RefineMemory
from domain.refine.order import order_breaches, restore_order, turned_pairs
from domain.refine.react import Action, line, outcome, written
from domain.refine.stages import stage
from domain.refine.turns import Events
from domain.refine.verdict import Verdict, evaluate
from domain.refine.wording import listed, say
from domain.schedule.invariants import breaches
from domain.schedule.state import Locale, ScheduleState
from domain.steps import DecidedBy, MoveNote, NodeResult, ToolCall
from domain.tools.results import ToolResult

_TOLD = 3


def run_check(state: ScheduleState, memory: RefineMemory) -> NodeResult[RefineMemory]:
    """Check, restore order, check again. Verdicts: ``pass``, ``repair`` or ``fail``."""
    locked = goal_verdict(state, memory)
    told = (
        stage(memory.locale, "hard_check.start"),
        stage(
            memory.locale,
            "hard_check.intent_locked",
            data={"ok": locked.met, **locked.figures},
            lines=listed(memory.locale, locked.lines, "clauses"),
        ),
    )
    after, noted, more = restored(state, memory)
    review = _review(after, noted)
    judged = noted.model_copy(
        update={
            "locked": locked,
            "checks": (*review.met, *review.unmet),
            "unmet": review.unmet,
            "completed": not review.unmet,
            "carried_out": review.unmet == review.unheard,
        }
    )
    return _judged(after, judged, review, (*told, *more))


def run_repair(
    state: ScheduleState, memory: RefineMemory, answer: Action, decided_by: DecidedBy
) -> NodeResult[RefineMemory]:
    """Execute the one repair that is left (CHECK-6); verdict ``done``, after which the check runs again."""
    call = canonical(answer.tool_calls[0]) if answer.tool_calls else None
    if call is None or call.tool in COMPOSITES:
        counted = _counted(memory)
        event = stage(memory.locale, "hard_check.repair_result", "hard_check.repair_none")
        return NodeResult(state, counted, "done", "no repair is possible", (event,), decided_by)
    after, result = called(state, memory, call)
    return _repaired(after, memory, answer.decision, call, result, decided_by)


def try_repair(state: ScheduleState, memory: RefineMemory, answer: Action) -> NodeResult[RefineMemory] | str:
    """A model's repair (CHECK-9), or why nothing of it is kept, in words for people."""
    call = canonical(answer.tool_calls[0]) if answer.tool_calls else None
    if call is None:
        return say(memory.locale, "repair.none")
    if call.tool not in WRITES or (call.tool == "batch_move" and not batches(memory)):
        return say(memory.locale, "repair.not_allowed", tool=call.tool[:40])
    after, result = called(state, memory, call)
    if not result.ok:
        return outcome(result, memory.locale)
    if oversteps(state, memory, result, free_tasks(state, memory)):
        return say(memory.locale, "repair.not_allowed", tool=call.tool)
    if faults(after, memory) > faults(state, memory):
        return say(memory.locale, "repair.worse")
    return _repaired(after, memory, answer.decision, call, result, "model")


def _counted(memory: RefineMemory) -> RefineMemory:
    """The repair is used; what a model thought of the plan before it is out of date."""
    return memory.with_used(repairs=memory.used.repairs + 1).model_copy(update={"judgement": None})


def _repaired(
    after: ScheduleState, memory: RefineMemory, decision: str, call: ToolCall, result: ToolResult, decided_by: DecidedBy
) -> NodeResult[RefineMemory]:
    counted = _counted(memory)
    data = {"tool": call.tool, "arguments": call.arguments}
    asked = stage(memory.locale, "hard_check.repair_call", data=data, tool=call.tool, decision=decision)
    text = outcome(result, memory.locale)
    told = stage(memory.locale, "hard_check.repair_result", data={"code": result.code}, text=text)
    noted = written(counted, result, "repair", decided_by) if result.changes else counted
    return NodeResult(
        after, noted, "done", f"repair: {line(after, call, result)}", (asked, told), decided_by, call, result
    )


_NAMED = 5


@dataclass(frozen=True, slots=True)
class Review:
    """Lines of a check that are met, and those that are not; ``hopeless`` where no single move could help.

    ``unheard`` are those of the unmet lines that are about words which nothing was made of (HONEST-2),
    or about places that are not free (SLICE-34).
    """

    met: tuple[str, ...]
    unmet: tuple[str, ...]
    hopeless: bool
    unheard: tuple[str, ...] = ()


def unmet_orders(state: ScheduleState, memory: RefineMemory) -> list[tuple[int, int]]:
    """Pairs out of order, where order counts (CHECK-4)."""
    return order_breaches(state, memory.objective, memory.origin) if _keeps_order(memory) else []


def faults(state: ScheduleState, memory: RefineMemory) -> tuple[int, int, int]:
    """What is wrong with an arrangement, worst first: unsound, short of the goal, out of order."""
    verdict = evaluate(memory.objective, state)
    missing = 0 if verdict.met else 1 + max(0, memory.objective.at_least - verdict.figures.get("there", 0))
    return len(breaches(state)), missing, len(unmet_orders(state, memory))


def goal_verdict(state: ScheduleState, memory: RefineMemory) -> Verdict:
    """Whether the goal is met: as rules find, or as a model judged where they cannot (CHECK-8)."""
    judged = memory.judgement
    if judged is None:
        return evaluate(memory.objective, state, memory.locale)
    return Verdict(met=judged.met, lines=(judged.reason.rstrip("。. "),), figures={})


def _keeps_order(memory: RefineMemory) -> bool:
    grouped = memory.objective.mode == "group" and memory.route.succeeded
    return memory.contract.keep_order and not grouped


def restored(state: ScheduleState, memory: RefineMemory) -> tuple[ScheduleState, RefineMemory, Events]:
    """Class order restored where it counts, the notes of what moved for it, and what is told (CHECK-3 and CHECK-7)."""
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
    found = (with_days_named(breach.text, state, locale) for breach in breaches(speaking(state, memory)))
    unsound = tuple(text.rstrip("。.") for text in found)
    verdict = goal_verdict(state, memory)
    pairs = unmet_orders(state, memory)
    disorder = tuple(
        say(locale, "check.out_of_order", first=state.by_id[a].label, second=state.by_id[b].label) for a, b in pairs
    )
    if any({*pair} & {*memory.objective.ordered} for pair in pairs):
        disorder = (*disorder, say(locale, "check.no_orderly_place"))
    in_order = turned_line(state, memory) or say(
        locale, "check.in_order" if _keeps_order(memory) else "check.order_free"
    )
    met = (
        *(() if unsound else (say(locale, "check.sound"),)),
        *(() if disorder else (in_order,)),
        *(verdict.lines if verdict.met else ()),
    )
    not_understood = (say(locale, "check.unheard", words=words) for words in memory.slice.unheard)
    unheard = (*not_free(state, memory, locale), *not_understood)
    answer = unused_answer(memory)
    unheard = (*unheard, say(locale, "check.answer_unused", words=answer)) if answer else unheard
    missing = () if verdict.met else (*verdict.lines, *taken_places(memory.objective, state, locale))
    unmet = (*unsound, *disorder, *missing, *unheard)
    sound = not unsound and not disorder
    return Review(met, unmet, hopeless=sound and (verdict.met or _void(memory, verdict)), unheard=unheard)


def turned_line(state: ScheduleState, memory: RefineMemory) -> str:
    """How many pairs of a class the places asked for turned round; empty where order is free or none is (CHECK-10)."""
    pairs = turned_pairs(state, memory.objective, memory.origin) if _keeps_order(memory) else []
    if not pairs:
        return ""
    ids = dict.fromkeys(n for pair in pairs for n in pair)
    moved = [n for n in ids if state.by_id[n].slots[0].key != memory.origin[n]]
    locale, more = memory.locale, len(moved) - _TOLD
    tasks = listed(locale, (state.by_id[n].label for n in moved[:_TOLD]))
    shown = say(locale, "list.more", tasks=tasks, more=more) if more > 0 else tasks
    return say(locale, "check.turned", pairs=len(pairs), tasks=shown)


def not_free(state: ScheduleState, memory: RefineMemory, locale: Locale) -> Iterator[str]:
    """A line for each place that shall be free and is not, whatever the goal was made of (SLICE-34)."""
    able = [t for t in state.tasks if movable(state, t) and not t.pinned and t.state_id not in memory.slice.excluded]
    for place in memory.slice.freed:
        names = [task.label for task in place.standing(state, able)]
        if names:
            more = say(locale, "list.more", tasks=listed(locale, names[:_NAMED]), more=len(names) - _NAMED)
            tasks = more if len(names) > _NAMED else listed(locale, names)
            yield say(locale, "check.not_free", words=place.words, tasks=tasks)


def _void(memory: RefineMemory, verdict: Verdict) -> bool:
    """Whether the goal is unmet for want of a task or a day rather than of a move."""
    objective = memory.objective
    if verdict.met or memory.judgement is not None:
        return False
    return objective.mode == "none" or not objective.task_ids or not objective.days


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
