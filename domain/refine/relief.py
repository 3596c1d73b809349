"""Requests that leave open what moves: less in a place, a free day, tasks counted off (rules HONEST-6 to HONEST-8)."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from domain.refine.objective import Objective
from domain.refine.slice import Slice
from domain.schedule.limits import Limits
from domain.schedule.state import ScheduleState, Task
from domain.term.window import WindowDay

SHARE = 0.3333


def eased(cut: Slice, state: ScheduleState) -> Slice:
    """Less in a place: a third of what stands there, if no amount is said, goes to the other days or weeks."""
    if not cut.lighter or not (cut.source_days or cut.source_weeks):
        return cut
    amount = {} if cut.ratio is not None or cut.count is not None or cut.ordinals else {"ratio": SHARE}
    if cut.source_days:
        others = tuple(day for day in range(1, 8) if day not in cut.source_days)
        return cut.model_copy(update=amount | {"target_days": others})
    weeks = dict.fromkeys(day.week for day in state.window.day_mapping if day.week not in cut.source_weeks)
    return cut.model_copy(update=amount | {"target_weeks": tuple(weeks)})


def picked(tasks: Sequence[Task], cut: Slice) -> list[Task]:
    """Of tasks in the order in which they stand, those that are counted off, of each day if that is said."""
    rows = [list(row) for _day, row in groupby(tasks, key=lambda t: t.slots[0].day)] if cut.each_day else [list(tasks)]
    return [task for row in rows for task in _at(row, cut.ordinals)]


def _at(row: Sequence[Task], ordinals: Sequence[int]) -> Iterator[Task]:
    wanted = {n - 1 if n > 0 else len(row) + n for n in ordinals}
    yield from (task for index, task in enumerate(row) if index in wanted)


def special_goal(cut: Slice, state: ScheduleState, limits: Limits, movable: Sequence[Task]) -> Objective | None:
    """The goal of a request that is told by none of the modes of moving; None where there is no such wish.

    Args:
        cut: the part of the plan that is meant, less of a place made a move out of it.
        state: the plan before anything moved.
        limits: what the classes forbid.
        movable: the tasks that may be moved.
    """
    if cut.withheld:
        return Objective(withheld=cut.withheld, why=cut.why)
    if cut.swap and not cut.moves:
        return swap_goal(cut, state, movable)
    if cut.spare_days and not (cut.unsupported or cut.beyond):
        return free_days_goal(cut, state, limits, [task for task in movable if not task.pinned])
    if cut.lighter and not (cut.target_days or cut.target_weeks):
        return Objective(withheld=cut.clause, why="nowhere")
    return None


def free_days_goal(cut: Slice, state: ScheduleState, limits: Limits, movable: Sequence[Task]) -> Objective:
    """So many days without a task: those that take the fewest moves, days without courses first.

    Args:
        cut: gives the weeks and the number of days.
        state: the plan before anything moved.
        limits: what the classes forbid.
        movable: the tasks that may be moved.
    """
    days = [day for day in state.window.day_mapping if not cut.source_weeks or day.week in cut.source_weeks]
    chosen = sorted(days, key=lambda day: _effort(day, state, movable))[: cut.spare_days]
    free = tuple(sorted(day.day_index for day in chosen))
    ids = tuple(task.state_id for task in movable if task.slots[0].day in free)
    return Objective(
        mode="free_days",
        task_ids=ids,
        days=tuple(day.day_index for day in days if day not in chosen),
        free_days=free,
        at_least=len(ids),
        at_most=len(ids),
        named=cut.excluded,
        limits=limits,
    )


def swap_goal(cut: Slice, state: ScheduleState, movable: Sequence[Task]) -> Objective:
    """Each of two named tasks in the place of the other; anything else that is to change places is not understood."""
    able = {task.state_id: task for task in movable}
    words = cut.unsupported or cut.clause
    if len(cut.named) != 2 or cut.target_days or cut.target_weeks or cut.target_sections or cut.beyond:
        return Objective(unsupported=words, beyond=cut.beyond)
    pair = [able[n] for n in cut.named if n in able]
    if len(pair) < 2 or cut.unsupported:
        return Objective(mode="move_named", days=(1,), unsupported=cut.unsupported, unknown=cut.unknown)
    places = {one.state_id: other.slots[0] for one, other in (pair, pair[::-1])}
    return Objective(
        mode="move_named",
        task_ids=tuple(places),
        days=tuple(sorted({slot.day for slot in places.values()})),
        directed=True,
        own_days={n: (slot.day,) for n, slot in places.items()},
        own_sections={n: tuple(range(slot.slot_start, slot.slot_end + 1)) for n, slot in places.items()},
        at_least=2,
        at_most=2,
        named=(*places, *cut.excluded),
        layout={n: (slot.day, slot.slot_start) for n, slot in places.items()},
    )


def _effort(day: WindowDay, state: ScheduleState, movable: Sequence[Task]) -> tuple[int, bool, int, int]:
    """What has to stay on a day, whether it has a course, what has to go, and how early it is."""
    standing = [task for task in state.tasks if any(slot.day == day.day_index for slot in task.slots)]
    able = {task.state_id for task in movable}
    fixed = sum(not task.is_course and task.state_id not in able for task in standing)
    load = sum(task.slots[0].length for task in standing if task.state_id in able)
    return fixed, any(task.is_course for task in standing), load, day.day_index
