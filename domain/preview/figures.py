"""The figures behind one change, each derived from the states alone (rules PREVIEW-6 and PREVIEW-7).

Loads are sections that tasks, not courses, take on a day. Names of figures are part of the preview's form.
"""

from itertools import pairwise

from domain.optimise.placement_cost import ideal_days
from domain.optimise.placement_problem import PlacementGroup, PlacementProblem
from domain.preview.difference import Moved
from domain.schedule.occupancy import positions, task_load
from domain.schedule.state import ScheduleState, Task, class_key, class_rank
from domain.steps import MoveRule

Figures = dict[str, int]


def change_figures(
    before: ScheduleState, after: ScheduleState, change: Moved, rule: MoveRule, group: PlacementGroup | None = None
) -> Figures:
    """All figures of a change: its days' loads, its embedding, and what its rule weighs.

    Args:
        before: the state compared with.
        after: the state in which the task stands where ``change`` says.
        change: one entry of their difference.
        rule: what moved the task.
        group: what its class asks of a placement, where that is known.
    """
    figures = load_figures(before, after, change)
    if change.kind == "embedded":
        figures |= embedding_figures(after, change)
    if rule == "placement" and group is not None and not change.from_slots:
        figures |= placement_figures(before, after, change, group)
    if rule == "min_context_switch" and change.from_slots:
        figures |= {"switches_before": category_switches(before), "switches_after": category_switches(after)}
    if rule == "order" and change.to_slots:
        figures |= order_figures(before, after, change)
    return figures


def load_figures(before: ScheduleState, after: ScheduleState, change: Moved) -> Figures:
    """Load before and after of the day left and of the day joined, whichever there are."""
    figures: Figures = {}
    for role, slots in (("left", change.from_slots), ("joined", change.to_slots)):
        if slots:
            day = slots[0].day
            figures |= {
                f"day_{role}": day,
                f"{role}_before": task_load(before, day),
                f"{role}_after": task_load(after, day),
            }
    return figures


def embedding_figures(after: ScheduleState, change: Moved) -> Figures:
    """How many sections the guest takes, and how many empty places of that length its new day has."""
    slot = change.to_slots[0]
    empty = positions(after, slot.length, lifted=(change.task_id,), allow_embed=False)
    return {"sections": slot.length, "empty_places": sum(place.day == slot.day for place in empty)}


def placement_figures(before: ScheduleState, after: ScheduleState, change: Moved, group: PlacementGroup) -> Figures:
    """Sections in preferred hours (PLACE-9), days from the ideal day (PLACE-7), days to the deadline (PLACE-16)."""
    slot, figures = change.to_slots[0], Figures()
    if group.deadline is not None and 1 <= group.deadline[0] <= after.window.total_days:
        day, section = group.deadline
        figures |= {"deadline_day": day, "deadline_section": section, "days_to_deadline": day - slot.day}
    if group.preferred_sections:
        inside = sum(section in group.preferred_sections for section in range(slot.slot_start, slot.slot_end + 1))
        figures |= {"sections": slot.length, "preferred_sections": inside}
    task = before.by_id[change.task_id]
    if group.strategy == "steady" and task.status == "pending":
        ideal = _ideal_day(before, after, task, group)
        figures |= {"ideal_day": ideal, "days_from_ideal": abs(slot.day - ideal)}
    return figures


def order_figures(before: ScheduleState, after: ScheduleState, change: Moved) -> Figures:
    """Rank of the task in the order of its class, and its standing among the class's placed tasks in time."""
    classmates = _classmates(after, after.by_id[change.task_id])
    ids = [task.state_id for task in classmates]
    figures = {"class_rank": ids.index(change.task_id) + 1, "class_size": len(ids)}
    for name, state in (("standing_before", before), ("standing_after", after)):
        placed = [task for task in (state.by_id[n] for n in ids) if task.slots]
        standing = [task.state_id for task in sorted(placed, key=_time)]
        if change.task_id in standing:
            figures[name] = standing.index(change.task_id) + 1
    return figures


def category_switches(state: ScheduleState) -> int:
    """How often the category changes from one suggested task of the window to the next."""
    suggested = sorted((task for task in state.tasks if task.status == "suggested"), key=_time)
    return sum(one.category != other.category for one, other in pairwise(suggested))


def _ideal_day(before: ScheduleState, after: ScheduleState, task: Task, group: PlacementGroup) -> int:
    placed_now = [t for t in _classmates(after, task) if before.by_id[t.state_id].status == "pending"]
    rank = [t.state_id for t in placed_now].index(task.state_id)
    days, weekdays = zip(*((day.day_index, day.day_of_week) for day in before.window.day_mapping), strict=True)
    calendar = PlacementProblem(days, weekdays, base_load=(), groups={}, items=(), positions={})
    return ideal_days(calendar, group, len(placed_now))[rank]


def _classmates(state: ScheduleState, task: Task) -> list[Task]:
    key = class_key(task)
    mates = (mate for mate in state.tasks if mate.slots and not mate.is_course and class_key(mate) == key)
    return sorted(mates, key=class_rank)


def _time(task: Task) -> tuple[tuple[int, int, int], int]:
    return task.slots[0].key, task.state_id
