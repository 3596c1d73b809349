"""Tasks of the weeks that a request speaks of, where rules cannot judge its goal (rule REACT-13)."""

from domain.refine.memory import RefineMemory
from domain.refine.slice import Slice
from domain.schedule.state import ScheduleState


def weeks_meant(cut: Slice) -> tuple[int, ...]:
    """The weeks from which it takes tasks; where it names none, all that it names."""
    return cut.source_weeks or cut.week_filter


def in_weeks(state: ScheduleState, memory: RefineMemory, task_id: int, weeks: tuple[int, ...]) -> bool:
    """Whether a task stands in one of these weeks, or stood there before the run."""
    stands = [slot.day for slot in state.by_id[task_id].slots]
    stood = [memory.origin[task_id][0]] if task_id in memory.origin else []
    return any(state.window.place(day).week in weeks for day in (*stands, *stood))


def offered(state: ScheduleState, memory: RefineMemory) -> tuple[int, ...]:
    """The tasks of the set that a model is shown: of the weeks meant alone, where some of the set stand there."""
    weeks = weeks_meant(memory.slice)
    return tuple(n for n in memory.workset if in_weeks(state, memory, n, weeks)) or memory.workset
