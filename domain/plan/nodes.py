"""The nodes of a plan run (rules PLAN-1 to PLAN-4)."""

from collections import Counter

from domain.errors import NothingToPlace, PlacementImpossible
from domain.events import StageEvent
from domain.optimise.placement import apply_placement, build_placement, place
from domain.optimise.placement_problem import PlacementPlan, PlacementSolver
from domain.plan.memory import PlanMemory
from domain.plan.wording import say
from domain.schedule.state import Locale, ScheduleState
from domain.steps import MoveNote, NodeResult


def analyze(state: ScheduleState, memory: PlanMemory) -> NodeResult[PlanMemory]:
    """Whether there is anything to place. Verdict ``done``, or the code of what is missing (rule PLAN-2)."""
    locale = state.locale
    window = say(locale, "window", days=state.window.total_days)
    begin = StageEvent(stage="schedule_plan.plan.analyzing", detail=window, data={"days": state.window.total_days})
    classes = Counter(task.category for task in state.tasks if task.status == "pending")
    if not classes:
        return NodeResult(state, memory, NothingToPlace.code, say(locale, "nothing"), (begin,))
    separator = "，" if locale == "zh-CN" else ", "
    items = separator.join(say(locale, "item", name=name, count=count) for name, count in classes.items())
    detail = say(locale, "waiting", items=items)
    done = StageEvent(stage="schedule_plan.plan.done", detail=detail, data={"classes": dict(classes)})
    return NodeResult(state, memory, "done", f"{classes.total()} tasks to place", (begin, done))


def arrange(state: ScheduleState, memory: PlanMemory, solver: PlacementSolver) -> NodeResult[PlanMemory]:
    """Place every pending task, or say which set fits and what stands in the way (rules PLAN-3 and PLACE-1)."""
    begin = StageEvent(stage="schedule_plan.preview.generating", detail=say(state.locale, "solving"))
    ids = [task.state_id for task in state.tasks if task.status == "pending"]
    groups = {preference.class_id: preference.group() for preference in memory.preferences}
    try:
        plan = place(build_placement(state, groups, ids, memory.earliest), solver)
    except PlacementImpossible as error:
        failed = StageEvent(stage="schedule_plan.preview.failed", detail=error.message, data={"code": error.code})
        return NodeResult(state, memory, error.code, f"not all of {len(ids)} tasks have a place", (begin, failed))
    summed_up = _summed_up(memory, plan, state.locale)
    events = (begin, *_events(state, plan, summed_up.summary))
    brief = f"{len(plan.assignment)} tasks placed, objective {plan.objective}"
    return NodeResult(apply_placement(state, plan), summed_up, "done", brief, events)


def _summed_up(memory: PlanMemory, plan: PlacementPlan, locale: Locale) -> PlanMemory:
    notes = {n: MoveNote(task_id=n, rule="placement", decided_by="rules") for n in sorted(plan.assignment)}
    proof = say(locale, "proved" if plan.optimal else "limited")
    summary = say(locale, "placed", count=len(plan.assignment), proof=proof, objective=plan.objective)
    return memory.model_copy(update={"notes": notes, "summary": summary, "completed": True})


def _events(state: ScheduleState, plan: PlacementPlan, summary: str) -> tuple[StageEvent, ...]:
    count, courses = len(plan.assignment), sum(task.is_course for task in state.tasks)
    figures = {"placed": count, "objective": plan.objective, "optimal": plan.optimal}
    merged = say(state.locale, "merged", courses=courses, count=count)
    return (
        StageEvent(stage="schedule_plan.preview.done", detail=summary, data=figures),
        StageEvent(stage="schedule_plan.hybrid.building", detail=say(state.locale, "merging")),
        StageEvent(stage="schedule_plan.hybrid.done", detail=merged, data={"courses": courses, "suggested": count}),
    )
