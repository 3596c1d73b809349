"""The rows of a preview: everything that stands on a day of the window (rules PREVIEW-1 and PREVIEW-2)."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Literal

from pydantic import BaseModel, ConfigDict

from domain.schedule.state import ScheduleState, Slot, Task
from domain.term.window import Window


class Entry(BaseModel):
    """One occurrence of a course or task.

    Attributes:
        week, day_of_week: place in the term; 1 is Monday.
        section_from, section_to: sections taken, both included.
        status: ``existing`` stands in the timetable, ``suggested`` only in the preview.
        state_id: number of the task in the state, which tools use.
        source, source_id: the kind and id of the row behind it.
        class_id: class of a task item.
        can_be_embedded: whether it takes guests.
        embed_host: ``state_id`` of the host it is a guest of.
        pinned: placed by the person's own hand.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    week: int
    day_of_week: int
    section_from: int
    section_to: int
    name: str
    type: Literal["course", "task"]
    status: Literal["existing", "suggested"]
    state_id: int
    source: Literal["event", "task_item"]
    source_id: int | str
    class_id: int | str | None = None
    can_be_embedded: bool = False
    embed_host: int | None = None
    pinned: bool = False


class WeekPlan(BaseModel):
    """The suggested rows of one week."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    week: int
    entries: tuple[Entry, ...]


def entries(state: ScheduleState) -> tuple[Entry, ...]:
    """Existing and suggested rows by week, day, first section and ``state_id``; pending tasks have none."""
    rows = (row for task in state.tasks for row in _rows(state.window, task))
    return tuple(sorted(rows, key=lambda r: (r.week, r.day_of_week, r.section_from, r.state_id)))


def candidate_plans(rows: Iterable[Entry]) -> tuple[WeekPlan, ...]:
    """The suggested rows of each week that has any, in the order given, weeks ascending."""
    suggested = sorted((row for row in rows if row.status == "suggested"), key=lambda row: row.week)
    return tuple(WeekPlan(week=week, entries=tuple(group)) for week, group in groupby(suggested, lambda row: row.week))


def _rows(window: Window, task: Task) -> Iterator[Entry]:
    return (_row(window, task, slot) for slot in task.slots)


def _row(window: Window, task: Task, slot: Slot) -> Entry:
    place = window.place(slot.day)
    return Entry(
        week=place.week,
        day_of_week=place.day_of_week,
        section_from=slot.slot_start,
        section_to=slot.slot_end,
        name=task.name,
        type="course" if task.is_course else "task",
        status="suggested" if task.status == "suggested" else "existing",
        state_id=task.state_id,
        source=task.source,
        source_id=task.source_id,
        class_id=task.category_id,
        can_be_embedded=task.can_embed,
        embed_host=task.embed_host,
        pinned=task.pinned,
    )
