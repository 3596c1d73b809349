"""Random pairs of states of one plan, and figures derived from them by counting."""

from dataclasses import dataclass
from datetime import date, timedelta

from hypothesis import settings
from hypothesis import strategies as st

from domain.preview.difference import Moved, difference
from domain.schedule.occupancy import positions
from domain.schedule.state import ScheduleState, Slot, Task
from domain.term.calendar import Term
from domain.term.window import Window
from tests import sample

NAMES = st.sampled_from(["统计推断", "Bridges", "海洋·笔记 1"])
TERM = Term(first_monday=date(2026, 3, 2), weeks=18)

examples = settings(max_examples=sample.examples(120), deadline=None)


@dataclass(frozen=True)
class Plan:
    before: ScheduleState
    after: ScheduleState

    @property
    def changes(self) -> tuple[Moved, ...]:
        return difference(self.before, self.after)


@st.composite
def plans(draw: st.DrawFn, names: st.SearchStrategy[str] = NAMES) -> Plan:
    """Courses that stay, and tasks that wait, stand or stand elsewhere in the second state."""
    state = _with_courses(draw, names)
    ids = [task.state_id for task in state.tasks if not task.is_course]
    before = _placed(draw, state, [n for n in ids if draw(st.integers(0, 3))])
    moved = [n for n in ids if draw(st.integers(0, 2))]
    after = _placed(draw, _lifted(before, moved), [n for n in moved if draw(st.integers(0, 3))])
    return Plan(before, after)


def _with_courses(draw: st.DrawFn, names: st.SearchStrategy[str]) -> ScheduleState:
    first = date(2026, 3, 30) + timedelta(days=draw(st.integers(0, 6)))
    window = Window.between(TERM, first, first + timedelta(days=draw(st.integers(0, 9))))
    courses = [
        Task(
            state_id=n,
            source="event",
            source_id=n,
            name=draw(names),
            category="课程",
            status="existing",
            event_type="course",
            can_embed=draw(st.booleans()),
            slots=(Slot(day=day, slot_start=start, slot_end=start + draw(st.integers(0, 3))),),
        )
        for n, (day, start) in enumerate(
            draw(st.lists(st.tuples(st.integers(1, window.total_days), st.sampled_from([1, 5, 9])), unique=True)), 1
        )
    ]
    tasks = [_task(draw, n, names) for n in range(101, 101 + draw(st.integers(1, 6)))]
    locale = draw(st.sampled_from(["zh-CN", "en"]))
    return ScheduleState(window=window, tasks=(*courses, *tasks), locale=locale)


def _task(draw: st.DrawFn, number: int, names: st.SearchStrategy[str]) -> Task:
    category = draw(st.sampled_from(["推断", "bridges"]))
    return Task(
        state_id=number,
        source="task_item",
        source_id=f"item-{number}",
        name=draw(names),
        category=category,
        category_id=f"class-{category}",
        status="pending",
        duration=draw(st.integers(1, 3)),
        order=draw(st.none() | st.integers(1, 9)),
    )


def _placed(draw: st.DrawFn, state: ScheduleState, ids: list[int]) -> ScheduleState:
    for number in ids:
        task = state.by_id[number]
        places = positions(state, task.duration or 1)
        hosted = [place for place in places if place.host is not None]
        if places:
            inside = bool(hosted) and draw(st.booleans())
            place = draw(st.sampled_from(hosted if inside else places))
            update = {"status": "suggested", "slots": (place.slot,), "embed_host": place.host}
            state = state.with_tasks([task.model_copy(update=update)])
    return state


def _lifted(state: ScheduleState, ids: list[int]) -> ScheduleState:
    update = {"status": "pending", "slots": (), "embed_host": None}
    return state.with_tasks(state.by_id[number].model_copy(update=update) for number in ids)


def counted_load(state: ScheduleState, day: int) -> int:
    return sum(
        slot.slot_end + 1 - slot.slot_start
        for task in state.tasks
        if task.event_type != "course"
        for slot in task.slots
        if slot.day == day
    )


def counted_empty_places(state: ScheduleState, change: Moved) -> int:
    slot = change.to_slots[0]
    others = [task for task in state.tasks if task.state_id != change.task_id]
    taken = {n for t in others for s in t.slots if s.day == slot.day for n in range(s.slot_start, s.slot_end + 1)}
    return sum(not taken & set(range(start, start + slot.length)) for start in range(1, 14 - slot.length))
