"""What a run changed, as the last two questions show it (rules SUMMARY-2 and ASK-4)."""

from collections.abc import Iterator

from domain.refine.memory import RefineMemory
from domain.refine.prompts.facts import quoted, said, slot_label
from domain.refine.summary import moved_tasks
from domain.schedule.state import ScheduleState, Slot

CHANGES = 12


def change_lines(state: ScheduleState, memory: RefineMemory) -> Iterator[str]:
    """The tasks that stand elsewhere than before the run: name, place before, place now; the first few of them."""
    locale = memory.locale
    for task_id in moved_tasks(state, memory)[:CHANGES]:
        task = state.by_id[task_id]
        day, start, end = memory.origin[task_id]
        before = slot_label(state, Slot(day=day, slot_start=start, slot_end=end), locale)
        now = said(locale, "、", "; ").join(slot_label(state, slot, locale) for slot in task.slots)
        yield f"- {quoted(task.name)}: {before} -> {now}"


def change_count(state: ScheduleState, memory: RefineMemory) -> int:
    """How many tasks stand elsewhere than before the run."""
    return len(moved_tasks(state, memory))
