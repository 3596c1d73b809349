"""The nodes of a plan run up to the placement (rules PLAN-1 to PLAN-5 and PLAN-21)."""

from collections import Counter

from domain.errors import DaywrightError, NothingToPlace, PlacementImpossible
from domain.events import StageEvent
from domain.optimise.placement import apply_placement, build_placement, place
from domain.optimise.placement_problem import PlacementPlan, PlacementSolver
from domain.plan.memory import PlanMemory
from domain.plan.react import ended, round_event
from domain.plan.summary import with_summary
from domain.plan.wording import listed, say
from domain.schedule.state import ScheduleState
from domain.steps import MoveNote, NodeResult

Events = tuple[StageEvent, ...]


def refused(
    state: ScheduleState, memory: PlanMemory, error: type[DaywrightError], told: Events = ()
) -> NodeResult[PlanMemory]:
    """Nothing can be planned, whatever is answered; the verdict is the code of the reason (rule PLAN-21)."""
    begin = StageEvent(stage="schedule_plan.plan.analyzing", detail=say(memory.locale, "reading"))
    return NodeResult(state, memory, error.code, say(memory.locale, error.code), (*told, begin))


def declined(state: ScheduleState, memory: PlanMemory, told: Events = ()) -> NodeResult[PlanMemory]:
    """The person wants no plan after all; verdict ``declined`` (rule PLAN-22)."""
    return NodeResult(state, memory, "declined", say(memory.locale, "declined"), told, "person")


def analyze(state: ScheduleState, memory: PlanMemory, told: Events = ()) -> NodeResult[PlanMemory]:
    """Whether there is anything to place. Verdict ``done``, or the code of what is missing (rule PLAN-2).

    Args:
        told: what is told before.
    """
    locale = state.locale
    window = say(locale, "window", days=state.window.total_days)
    begin = StageEvent(stage="schedule_plan.plan.analyzing", detail=window, data={"days": state.window.total_days})
    classes = Counter(task.category for task in state.tasks if task.status == "pending")
    if not classes:
        return NodeResult(state, memory, NothingToPlace.code, say(locale, NothingToPlace.code), (*told, begin))
    items = listed(locale, [say(locale, "item", name=name, count=count) for name, count in classes.items()])
    detail = say(locale, "waiting", items=items)
    done = StageEvent(stage="schedule_plan.plan.done", detail=detail, data={"classes": dict(classes)})
    return NodeResult(state, memory, "done", f"{classes.total()} tasks to place", (*told, begin, done))


def arrange(state: ScheduleState, memory: PlanMemory, solver: PlacementSolver) -> NodeResult[PlanMemory]:
    """Place every pending task, or say which set fits and what stands in the way (rules PLAN-3 and PLACE-1).

    Verdict ``done``, ``react`` where a model may adjust it then (rule PLAN-24), or the code of what failed.
    """
    begin = StageEvent(stage="schedule_plan.preview.generating", detail=say(state.locale, "solving"))
    ids = [task.state_id for task in state.tasks if task.status == "pending"]
    try:
        plan = place(build_placement(state, memory.groups(), ids, memory.earliest), solver)
    except PlacementImpossible as error:
        data = {"code": error.code, **error.facts}
        failed = StageEvent(stage="schedule_plan.preview.failed", detail=error.message, data=data)
        return NodeResult(state, memory, error.code, f"not all of {len(ids)} tasks have a place", (begin, failed))
    placed = apply_placement(state, plan)
    known = with_summary(placed, _noted(memory, plan))
    events = (begin, *_events(placed, known))
    brief = f"{len(plan.assignment)} tasks placed, objective {plan.objective}"
    if known.react.enabled and known.asks:
        return NodeResult(placed, known, "react", brief, (*events, round_event(known)))
    known, skipped = ended(placed, known, "no_model" if known.react.enabled else "off")
    return NodeResult(placed, known, "done", brief, (*events, skipped))


def _noted(memory: PlanMemory, plan: PlacementPlan) -> PlanMemory:
    notes = {n: MoveNote(task_id=n, rule="placement", decided_by="rules") for n in sorted(plan.assignment)}
    placed = {n: place.slot.key for n, place in sorted(plan.assignment.items())}
    figures = {"notes": notes, "placed": placed, "objective": plan.objective, "optimal": plan.optimal}
    return memory.model_copy(update=figures)


def _events(state: ScheduleState, memory: PlanMemory) -> Events:
    count, courses = len(memory.placed), sum(task.is_course for task in state.tasks)
    figures = {"placed": count, "objective": memory.objective, "optimal": memory.optimal}
    merged = say(state.locale, "merged", courses=courses, count=count)
    return (
        StageEvent(stage="schedule_plan.preview.done", detail=memory.summary, data=figures),
        StageEvent(stage="schedule_plan.hybrid.building", detail=say(state.locale, "merging")),
        StageEvent(stage="schedule_plan.hybrid.done", detail=merged, data={"courses": courses, "suggested": count}),
    )
