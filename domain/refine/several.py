"""One goal for a request that asks for several moves (rule SLICE-21)."""

from collections.abc import Sequence

from domain.refine.objective import Objective
from domain.refine.slice import Slice
from domain.schedule.limits import Limits
from domain.schedule.state import ScheduleState, class_key


def together(whole: Objective, goals: Sequence[Objective], cut: Slice, state: ScheduleState) -> Objective:
    """The goals of the moves as one: each task has the days and sections of the first move that it is in.

    A place that shall be free is the last of them, and may be free already (SLICE-33).
    A part or a number of tasks cannot be one of several moves, and a move that matches no task fails all of them.

    Args:
        whole: the goal of the request as if all of it were one move.
        goals: those of the moves.
        cut: the slice with the moves.
        state: the plan before anything moved.
    """
    clearing = [goal for goal, move in zip(goals, cut.moves, strict=True) if move.freed]
    directed = [goal for goal, move in zip(goals, cut.moves, strict=True) if not move.freed]
    if any(goal.mode not in ("move_all", "move_named") for goal in directed):
        return whole.model_copy(update={"task_ids": (), "unsupported": cut.unsupported or cut.moves[-1].clause})
    owner: dict[int, Objective] = {}
    for goal in goals:
        there = goal.there(state) if goal.mode == "avoid_sections" else ()
        owner |= {task_id: goal for task_id in goal.task_ids if task_id not in owner and task_id not in there}
    matched = all(goal.task_ids for goal in directed) and not (whole.unknown or whole.unsupported or whole.beyond)
    ids = tuple(sorted(owner, key=lambda n: state.by_id[n].slots[0].key)) if matched else ()
    return whole.model_copy(
        update={
            "mode": "move_named" if all(goal.mode == "move_named" for goal in directed) else "move_all",
            "task_ids": ids,
            "days": tuple(sorted({day for goal in goals for day in goal.days})),
            "directed": any(goal.directed for goal in goals),
            "own_weeks": {},
            "barred_days": (),
            "limits": _limits(whole, directed, clearing, state),
            "own_days": {n: _own_days(owner[n], n, state) for n in ids},
            "own_sections": {n: owner[n].sections for n in ids},
            "at_least": len(ids),
            "at_most": len(ids),
            "pinned": tuple(dict.fromkeys(n for goal in goals if ids or not goal.task_ids for n in goal.pinned)),
        }
    )


def _limits(
    whole: Objective, directed: Sequence[Objective], clearing: Sequence[Objective], state: ScheduleState
) -> Limits:
    """The request names days and sections for what it moves there, not for what only makes room."""
    moved = {class_key(state.by_id[n]) for goal in directed for n in goal.task_ids}
    return whole.limits | {k: limit for goal in clearing for k, limit in goal.limits.items() if k not in moved}


def _own_days(goal: Objective, task_id: int, state: ScheduleState) -> tuple[int, ...]:
    days, week = goal.own_days.get(task_id, goal.days), goal.own_weeks.get(task_id)
    if goal.mode == "avoid_sections":
        week = state.window.place(state.by_id[task_id].slots[0].day).week
    return tuple(day for day in days if week in (None, state.window.place(day).week))
