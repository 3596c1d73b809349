"""From a slice to a goal that can be checked (rules SLICE-10 to SLICE-13, SLICE-18, SLICE-21)."""

from collections.abc import Sequence
from math import ceil, floor

from domain.refine.candidates import candidates
from domain.refine.contract import Contract
from domain.refine.limits import limits_for, overruled
from domain.refine.objective import Mode, Objective
from domain.refine.regroup import in_order
from domain.refine.relief import SHARE, eased, picked, special_goal
from domain.refine.several import together
from domain.refine.sides import number_of
from domain.refine.slice import Slice
from domain.schedule.arrangement import arrange
from domain.schedule.limits import ClassLimits, Limits
from domain.schedule.state import ALL_SECTIONS, ScheduleState, Slot, Task, class_key, class_rank
from domain.term.window import WindowDay


def compile_objective(contract: Contract, cut: Slice, state: ScheduleState, limits: Limits) -> Objective:
    """The goal of a request.

    Args:
        contract: what the person wants.
        cut: the part of the plan it is about.
        state: the plan before anything moved.
        limits: what the classes forbid; days and sections that the request names go before.
    """
    first = _goal(contract, cut, state, limits)
    if not cut.second or not first.task_ids or has_room(first, state):
        return first
    return _goal(contract, cut.second[0], state, limits).model_copy(update={"instead": True})


def _goal(contract: Contract, cut: Slice, state: ScheduleState, limits: Limits) -> Objective:
    cut = eased(cut, state)
    special = special_goal(cut, state, limits, _movable(cut, state))
    if special is not None:
        return special
    if not cut.moves:
        return _one_goal(contract, cut, state, limits)
    directed = [move for move in cut.moves if not move.freed]
    if len(directed) < 2 and not all(_is_plain(contract, move) for move in directed):
        return _one_goal(contract, cut.model_copy(update={"moves": ()}), state, limits)
    if contract.goal in ("spread", "group"):
        return Objective(unsupported=directed[-1].clause)
    whole = _one_goal(contract, cut.model_copy(update={"moves": ()}), state, limits)
    return together(whole, [_goal_of(contract, move, state, limits) for move in cut.moves], cut, state)


def has_room(goal: Objective, state: ScheduleState) -> bool:
    """Whether each task of the goal that is not in place finds one, placed one after the other (HONEST-12)."""
    there = goal.there(state)
    for task_id in [n for n in goal.task_ids if n not in there][: max(0, goal.at_least - len(there))]:
        places = candidates(state, goal, state.by_id[task_id])
        if not places:
            return False
        state = arrange(state, {task_id: places[0]})
    return True


def _is_plain(contract: Contract, move: Slice) -> bool:
    """Whether it moves all that it is about, so that it can be one of several moves (SLICE-21)."""
    some = move.ratio not in (None, 1) or move.count or move.ordinals
    part = some or move.shift or move.swap or move.lighter or move.spare_days
    return contract.goal in ("move", "avoid") and not part


def _goal_of(contract: Contract, move: Slice, state: ScheduleState, limits: Limits) -> Objective:
    """The goal of one of several moves; a place to be freed needs no words of its own for it (SLICE-33)."""
    meant = contract.model_copy(update={"goal": "avoid" if move.freed else "move"})
    return _one_goal(meant, move, state, limits)


def _one_goal(contract: Contract, cut: Slice, state: ScheduleState, limits: Limits) -> Objective:
    mode = _mode(contract, cut)
    if mode == "none":
        return Objective(unsupported=cut.unsupported, beyond=cut.beyond, unread=cut.clause or cut.unread)
    meant = _source(mode, cut, state)
    tasks = [task for task in meant if not task.pinned or task.state_id in cut.named]
    left = overruled(limits, bool(cut.target_days) and contract.goal != "avoid", bool(cut.target_sections))
    days = _days(mode, contract, cut, state)
    if mode == "spread":
        days = _in_their_weeks(days, cut, tasks, state)
        days = _permitted(days, [limits_for(left, task) for task in tasks], state)
    barred_days = days if mode == "avoid_sections" and (cut.target_days or cut.target_dates) else ()
    if barred_days:
        days = _days(mode, contract, cut.model_copy(update={"target_days": (), "target_dates": ()}), state)
    chosen = (*_named_one_by_one(cut, state), *(t.state_id for t in tasks if cut.ordinals))
    base = Objective(
        mode=mode,
        task_ids=tuple(task.state_id for task in tasks),
        days=days,
        directed=bool(cut.target_days or cut.target_weeks) and mode != "avoid_sections",
        sections=tuple(s for s in cut.target_sections or ALL_SECTIONS if s not in cut.exclude_sections),
        barred=cut.exclude_sections,
        barred_days=barred_days,
        own_weeks=_own_weeks(mode, cut, state, tasks, days),
        named=(*(() if cut.elsewhere else chosen), *cut.excluded),
        ordered=chosen if cut.elsewhere and contract.keep_order else (),
        keep_order=contract.keep_order,
        limits=left,
        lighter=cut.lighter and cut.ratio == SHARE,
        unknown=cut.unknown,
        unsupported=cut.unsupported,
        beyond=cut.beyond,
        outside=tuple(week for week in cut.week_filter if week not in {d.week for d in state.window.day_mapping}),
    )
    if mode == "group" and contract.held and len(tasks) > 1:
        layout, bar = in_order(state, tasks, left)
        base = base.model_copy(update={"layout": layout, "bar": bar})
    goal = _counted(_shifted(base, cut, state), cut, state)
    return goal.model_copy(update={"pinned": _left_pinned(goal, [task for task in meant if task not in tasks], state)})


def movable(state: ScheduleState, task: Task) -> bool:
    """Whether the tools may move a task: suggested, in one piece, and neither it nor its host locked."""
    host = state.by_id.get(task.embed_host) if task.embed_host is not None else None
    free = not task.locked and not task.is_course and not (host is not None and host.locked)
    return free and task.status == "suggested" and len(task.slots) == 1


def reading_order(task: Task) -> tuple[int, int, int, str, tuple[int, int]]:
    """Sort key of placed tasks: by place, then by class and rank."""
    return (*task.slots[0].key, class_key(task), class_rank(task))


def _mode(contract: Contract, cut: Slice) -> Mode:
    if contract.goal in ("spread", "group"):
        return contract.goal
    directed = cut.target_days or cut.target_weeks or cut.target_sections or cut.target_dates or cut.shift
    if cut.exclude_sections and (contract.goal == "avoid" or not directed):
        return "avoid_sections"
    if not directed:
        return "spread" if (cut.source_weeks or cut.source_days) and not cut.idle else "none"
    if cut.ratio is not None and cut.ratio < 1:
        return "move_ratio"
    if cut.count is not None:
        return "move_count"
    return "move_named" if cut.named else "move_all"


def _source(mode: Mode, cut: Slice, state: ScheduleState) -> list[Task]:
    """The tasks meant, in the order in which they stand, pinned ones among them."""
    if cut.unknown or cut.unsupported or cut.beyond:
        return []
    found = [
        task
        for task in _movable(cut, state)
        if (not cut.named or task.state_id in cut.named)
        and _stands_at_source(mode, cut, state.window.place(task.slots[0].day))
        and _touches(task.slots[0], cut.source_sections)
    ]
    return picked(found, cut) if cut.ordinals else found


def _movable(cut: Slice, state: ScheduleState) -> list[Task]:
    """The tasks that the tools may move and the request does not exclude, in the order in which they stand."""
    able = (task for task in state.tasks if movable(state, task) and task.state_id not in cut.excluded)
    return sorted(able, key=reading_order)


def _left_pinned(goal: Objective, pinned: Sequence[Task], state: ScheduleState) -> tuple[int, ...]:
    """The pinned tasks that are not where they should be; all of them where too few others match (SLICE-28)."""
    ids = tuple(task.state_id for task in pinned)
    if goal.same_time or len(goal.task_ids) < max(goal.at_least, 1):
        return ids
    if goal.mode in ("move_ratio", "move_count", "group"):
        return ()
    there = goal.model_copy(update={"task_ids": ids}).there(state)
    return tuple(task_id for task_id in ids if task_id not in there)


def _stands_at_source(mode: Mode, cut: Slice, day: WindowDay) -> bool:
    """A ban of sections is about the days beside it."""
    held = mode == "avoid_sections" and bool(cut.target_days or cut.target_dates)
    days, dates = (cut.target_days, cut.target_dates) if held else (cut.source_days, cut.source_dates)
    return _stands_in(day, cut.source_weeks, days, dates)


def _stands_in(day: WindowDay, weeks: Sequence[int], days_of_week: Sequence[int], dates: Sequence[int]) -> bool:
    exact = not dates or number_of(day) in dates
    return exact and (not weeks or day.week in weeks) and (not days_of_week or day.day_of_week in days_of_week)


def _touches(slot: Slot, sections: Sequence[int]) -> bool:
    return not sections or any(slot.slot_start <= section <= slot.slot_end for section in sections)


def _days(mode: Mode, contract: Contract, cut: Slice, state: ScheduleState) -> tuple[int, ...]:
    """Days on which the tasks shall stand; spreading several days without a target stays on those days."""
    weeks, chosen, dates = cut.target_weeks or cut.source_weeks, cut.target_days, cut.target_dates
    if mode == "spread" and contract.goal == "spread" and not chosen and not dates:
        chosen = cut.source_days if len(cut.source_days) > 1 else ()
        dates = cut.source_dates if len(cut.source_dates) > 1 else ()
    return tuple(
        day.day_index
        for day in state.window.day_mapping
        if _stands_in(day, weeks, chosen, dates) and number_of(day) not in cut.free_dates
    )


def _in_their_weeks(days: tuple[int, ...], cut: Slice, tasks: Sequence[Task], state: ScheduleState) -> tuple[int, ...]:
    """Where no week is named, a spread keeps to the weeks in which its tasks stand, if it can (SLICE-13)."""
    weeks = {state.window.place(task.slots[0].day).week for task in tasks}
    kept = tuple(day for day in days if state.window.place(day).week in weeks)
    return kept if kept and not cut.week_filter else days


def _permitted(days: tuple[int, ...], limits: Sequence[ClassLimits], state: ScheduleState) -> tuple[int, ...]:
    """The days that not every class of the set excludes; all of them where that leaves none."""
    kept = (d for d in days if not all(state.window.place(d).day_of_week in limit.days_of_week for limit in limits))
    return tuple(kept) or days


def _own_weeks(
    mode: Mode, cut: Slice, state: ScheduleState, tasks: Sequence[Task], days: Sequence[int]
) -> dict[int, int]:
    """Where no target week is named, each task stays in its own week as far as that has an allowed day (SLICE-13)."""
    if cut.target_weeks or not cut.target_days or not mode.startswith("move"):
        return {}
    offered = {state.window.place(day).week for day in days}
    weeks = {task.state_id: state.window.place(task.slots[0].day).week for task in tasks}
    return {task_id: week for task_id, week in weeks.items() if week in offered}


def _named_one_by_one(cut: Slice, state: ScheduleState) -> tuple[int, ...]:
    """Named tasks without the classes that were named whole."""
    classes: dict[str, set[int]] = {}
    for task in state.tasks:
        if not task.is_course:
            classes.setdefault(class_key(task), set()).add(task.state_id)
    whole = {n for members in classes.values() if len(members) > 1 and members <= {*cut.named} for n in members}
    return tuple(task_id for task_id in cut.named if task_id not in whole)


def _shifted(base: Objective, cut: Slice, state: ScheduleState) -> Objective:
    """Each task on a day of its own; of tasks that go to later days the last comes first (SLICE-18)."""
    if not cut.shift or not base.mode.startswith("move"):
        return base
    days = {n: state.by_id[n].slots[0].day + cut.shift for n in base.task_ids}
    inside = {n: (day,) if 1 <= day <= state.window.total_days else () for n, day in days.items()}
    ids = base.task_ids[::-1] if cut.shift > 0 else base.task_ids
    every = tuple(sorted({day for own in inside.values() for day in own}))
    changed = {"task_ids": ids, "days": every, "own_days": inside, "directed": True, "same_time": True}
    return base.model_copy(update=changed)


def _counted(base: Objective, cut: Slice, state: ScheduleState) -> Objective:
    """How many of the set shall stand there; of a part, those that stand there already are no candidates."""
    size = len(base.task_ids)
    if base.mode not in ("move_ratio", "move_count", "spread"):
        stood = size - len(base.there(state)) if base.mode == "avoid_sections" else None
        return base.model_copy(update={"at_least": size, "at_most": size, "stood": stood})
    if base.mode == "spread":
        chosen = base.task_ids[size - _wanted(cut, size)[1] :]
        return base.model_copy(update={"task_ids": chosen, "at_least": len(chosen), "at_most": len(chosen)})
    there = base.there(state)
    away = tuple(task_id for task_id in base.task_ids if task_id not in there)
    at_least, at_most = _wanted(cut, len(away))
    return base.model_copy(update={"task_ids": away, "at_least": at_least, "at_most": at_most})


def _wanted(cut: Slice, size: int) -> tuple[int, int]:
    if cut.count is not None:
        return cut.count, cut.count
    share = size * (1.0 if cut.ratio is None else cut.ratio)
    return max(1, floor(share + 1e-3)), max(1, ceil(share - 1e-3))
