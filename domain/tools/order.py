"""The order in which reads tell of tasks (rules TOOL-8 and TOOL-13)."""

from collections.abc import Collection, Iterable

from domain.schedule.state import Task, class_key, class_rank


def in_order(tasks: Iterable[Task]) -> list[Task]:
    """Tasks by first slot (day, start), then id; pending ones last."""
    found = tuple(tasks)
    placed = (task for task in found if task.slots)
    ordered = sorted(placed, key=lambda task: (task.slots[0].day, task.slots[0].slot_start, task.state_id))
    return ordered + _in_class_order([task for task in found if not task.slots])


def _in_class_order(tasks: Collection[Task]) -> list[Task]:
    """By id; where a class has an order of its own, its tasks share its places in that order."""
    classes: dict[str, list[Task]] = {}
    for task in sorted(tasks, key=class_rank):
        classes.setdefault(class_key(task), []).append(task)
    next_of = {key: iter(members) for key, members in classes.items()}
    return [next(next_of[class_key(task)]) for task in sorted(tasks, key=lambda task: task.state_id)]
