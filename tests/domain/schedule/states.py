"""Small states to test with."""

from typing import Any

from domain.schedule.state import ScheduleState, Slot, Task
from domain.term.window import Window, WindowDay


def window(days: int = 13, week: int = 5, day_of_week: int = 1) -> Window:
    """Consecutive days from a place of the term on."""
    first = (week - 1) * 7 + day_of_week - 1
    places = [divmod(first + n, 7) for n in range(days)]
    mapping = tuple(WindowDay(day_index=n, week=w + 1, day_of_week=d + 1) for n, (w, d) in enumerate(places, start=1))
    return Window(total_days=days, day_mapping=mapping)


def slots(*places: tuple[int, int, int]) -> tuple[Slot, ...]:
    return tuple(Slot(day=day, slot_start=start, slot_end=end) for day, start, end in places)


def course(state_id: int, name: str, *places: tuple[int, int, int], can_embed: bool = False) -> Task:
    return Task(
        state_id=state_id,
        source="event",
        source_id=100 + state_id,
        name=name,
        category="课程",
        status="existing",
        locked=not can_embed,
        can_embed=can_embed,
        slots=slots(*places),
    )


def task(state_id: int, name: str, *places: tuple[int, int, int], **fields: Any) -> Task:
    """A suggested task, or a pending one where no place is given."""
    values: dict[str, Any] = {
        "source": "task_item",
        "source_id": 200 + state_id,
        "category": "学习",
        "category_id": 10,
        "status": "suggested" if places else "pending",
        "duration": places[0][2] - places[0][1] + 1 if places else 2,
    }
    return Task(state_id=state_id, name=name, slots=slots(*places), **values | fields)


def existing(state_id: int, name: str, *places: tuple[int, int, int], **fields: Any) -> Task:
    """A task that stands in the timetable."""
    values: dict[str, Any] = {"source": "event", "source_id": 100 + state_id, "status": "existing", "duration": None}
    return task(state_id, name, *places, **values | {"category_id": None} | fields)


def state(*tasks: Task, days: int = 13, **fields: Any) -> ScheduleState:
    return ScheduleState(window=window(days), tasks=tasks, **fields)
