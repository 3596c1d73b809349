"""The nodes of a plan run (rules PLAN-1 to PLAN-4)."""

from collections.abc import Mapping

from domain.errors import NothingToPlace, PlacementImpossible
from domain.events import StageEvent
from domain.optimise.placement import apply_placement, build_placement, place
from domain.optimise.placement_problem import PlacementPlan, PlacementSolver
from domain.plan.memory import PlanMemory
from domain.schedule.state import ScheduleState
from domain.steps import MoveNote, NodeResult


def analyze(state: ScheduleState, memory: PlanMemory) -> NodeResult[PlanMemory]:
    """Whether there is anything to place. Verdict ``done``, or the code of what is missing (rule PLAN-2)."""
    waiting = [task for task in state.tasks if task.status == "pending"]
    begin = StageEvent(stage="schedule_plan.plan.analyzing", detail=f"规划窗口共{state.window.total_days}天")
    if not waiting:
        reason = "所选任务类中没有待安排的任务：请先添加任务，或选择其他任务类。"
        return NodeResult(state, memory, NothingToPlace.code, reason, (begin,))
    classes = _counts(state)
    detail = "，".join(f"{name} {count} 项" for name, count in classes.items())
    done = StageEvent(stage="schedule_plan.plan.done", detail=f"待安排：{detail}", data={"classes": dict(classes)})
    return NodeResult(state, memory, "done", f"{len(waiting)} tasks to place", (begin, done))


def arrange(state: ScheduleState, memory: PlanMemory, solver: PlacementSolver) -> NodeResult[PlanMemory]:
    """Place every pending task, or say which set fits and what stands in the way (rules PLAN-3 and PLACE-1)."""
    begin = StageEvent(stage="schedule_plan.preview.generating", detail="正在求解最优的初始安排")
    ids = [task.state_id for task in state.tasks if task.status == "pending"]
    groups = {preference.class_id: preference.group() for preference in memory.preferences}
    try:
        plan = place(build_placement(state, groups, ids), solver)
    except PlacementImpossible as error:
        failed = StageEvent(stage="schedule_plan.preview.failed", detail=error.message, data={"code": error.code})
        return NodeResult(state, memory, error.code, error.message, (begin, failed))
    placed = apply_placement(state, plan)
    return _arranged(placed, _remember(memory, plan), plan, begin)


def _remember(memory: PlanMemory, plan: PlacementPlan) -> PlanMemory:
    notes = {n: MoveNote(task_id=n, rule="placement", decided_by="rules") for n in sorted(plan.assignment)}
    proof = "已证明为最优" if plan.optimal else "是节点上限内找到的最好结果"
    summary = f"已为 {len(plan.assignment)} 项任务预排时间，{proof}（目标值 {plan.objective}）。确认前不会写入课表。"
    return memory.model_copy(update={"notes": notes, "summary": summary, "completed": True})


def _arranged(
    state: ScheduleState, memory: PlanMemory, plan: PlacementPlan, begin: StageEvent
) -> NodeResult[PlanMemory]:
    figures = {"placed": len(plan.assignment), "objective": plan.objective, "optimal": plan.optimal}
    courses = sum(task.is_course for task in state.tasks)
    events = (
        begin,
        StageEvent(stage="schedule_plan.preview.done", detail=memory.summary, data=figures),
        StageEvent(stage="schedule_plan.hybrid.building", detail="合并课表与预排任务"),
        StageEvent(
            stage="schedule_plan.hybrid.done",
            detail=f"课程 {courses} 门，预排任务 {len(plan.assignment)} 项",
            data={"courses": courses, "suggested": len(plan.assignment)},
        ),
    )
    return NodeResult(state, memory, "done", f"{len(plan.assignment)} tasks placed", events)


def _counts(state: ScheduleState) -> Mapping[str, int]:
    counts: dict[str, int] = {}
    for task in state.tasks:
        if task.status == "pending":
            counts[task.category] = counts.get(task.category, 0) + 1
    return counts
