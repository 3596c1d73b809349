"""One goal for a request that asks for several moves (rule SLICE-21)."""

from collections.abc import Sequence

from domain.refine.objective import Objective
from domain.refine.slice import Slice
from domain.schedule.state import ScheduleState


def together(whole: Objective, goals: Sequence[Objective], cut: Slice, state: ScheduleState) -> Objective:
    """The goals of the moves as one: each task has the days and sections of the first move that it is in.

    A part or a number of tasks cannot be one of several moves, and a move that matches no task fails all of them.

    Args:
        whole: the goal of the request as if all of it were one move.
        goals: those of the moves.
        cut: the slice with the moves.
        state: the plan before anything moved.
    """
    if any(goal.mode not in ("move_all", "move_named") for goal in goals):
        return whole.model_copy(update={"task_ids": (), "unsupported": cut.unsupported or cut.moves[-1].clause})
    owner: dict[int, Objective] = {}
    for goal in goals:
        owner |= {task_id: goal for task_id in goal.task_ids if task_id not in owner}
    matched = all(goal.task_ids for goal in goals) and not (whole.unknown or whole.unsupported or whole.beyond)
    ids = tuple(sorted(owner, key=lambda n: state.by_id[n].slots[0].key)) if matched else ()
    return whole.model_copy(
        update={
            "mode": "move_named" if all(goal.mode == "move_named" for goal in goals) else "move_all",
            "task_ids": ids,
            "days": tuple(sorted({day for goal in goals for day in goal.days})),
            "directed": any(goal.directed for goal in goals),
            "own_weeks": {},
            "own_days": {n: _own_days(owner[n], n, state) for n in ids},
            "own_sections": {n: owner[n].sections for n in ids},
            "at_least": len(ids),
            "at_most": len(ids),
            "pinned": tuple(dict.fromkeys(n for goal in goals if ids or not goal.task_ids for n in goal.pinned)),
        }
    )


def _own_days(goal: Objective, task_id: int, state: ScheduleState) -> tuple[int, ...]:
    days, week = goal.own_days.get(task_id, goal.days), goal.own_weeks.get(task_id)
    return tuple(day for day in days if week in (None, state.window.place(day).week))
