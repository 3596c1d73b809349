"""Tiny random placements as the referee takes them, and states to place tasks in."""

import random
from collections.abc import Iterable

from bench.referee_placement import Case, Course, Task
from domain.schedule import state as schedule
from domain.schedule.state import ScheduleState, Slot
from domain.term.window import Window, WindowDay


def tiny_case(seed: int) -> Case:
    """At most four tasks of at most two classes on at most three days; some of them cannot be placed."""
    draw = random.Random(seed)
    days = draw.randint(1, 3)
    free, hosts = [], []
    for day in range(days):
        first = draw.choice((1, 1, 3, 4, 8, 10))
        open_sections = {s for s in range(first, first + draw.randint(2, 4)) if draw.random() < 0.85 and s < 13}
        free.append(frozenset(open_sections))
        if first > 3 and draw.random() < 0.5:
            hosts.append((day, 1, draw.randint(1, 3), 100))
    courses = tuple(_course(draw) for _ in range(2))
    lengths = draw.choice(((1,), (2,), (1, 2), (1, 2, 3)))
    tasks = tuple(Task(draw.randrange(2), rank, draw.choice(lengths)) for rank in range(draw.randint(1, 4)))
    base = tuple(draw.choice((0, 0, 1, 2)) for _ in range(days))
    return Case(tuple(range(5, 5 + days)), base, tuple(free), tuple(hosts), courses, tasks)


def _course(draw: random.Random) -> Course:
    return Course(
        rapid=draw.random() < 0.3,
        barred_sections=frozenset({draw.choice((1, 4, 8))}) if draw.random() < 0.3 else frozenset(),
        barred_weekdays=frozenset({6}) if draw.random() < 0.3 else frozenset(),
        liked=frozenset(draw.choice(((1, 2), (3, 4), (9, 10)))) if draw.random() < 0.4 else frozenset(),
        embeds=draw.random() < 0.7,
    )


def pending(number: int, length: int = 2, class_id: str = "c", order: int | None = None) -> schedule.Task:
    """A task item that waits for a place."""
    return schedule.Task(
        state_id=number,
        source="task_item",
        source_id=number,
        name=f"task{number}",
        category="class",
        status="pending",
        duration=length,
        category_id=class_id,
        order=order,
    )


def standing(number: int, slot: tuple[int, int, int], class_id: str = "c") -> schedule.Task:
    """The same, already placed."""
    return pending(number, slot[2] - slot[1] + 1, class_id).model_copy(
        update={"status": "suggested", "slots": (as_slot(slot),)}
    )


def course(number: int, *slots: tuple[int, int, int], can_embed: bool = False) -> schedule.Task:
    """A course that holds slots of (day, first, last)."""
    return schedule.Task(
        state_id=number,
        source="event",
        source_id=number,
        name=f"course{number}",
        category="课程",
        status="existing",
        locked=not can_embed,
        slots=tuple(map(as_slot, slots)),
        event_type="course",
        can_embed=can_embed,
    )


def as_slot(slot: tuple[int, int, int]) -> Slot:
    return Slot(day=slot[0], slot_start=slot[1], slot_end=slot[2])


def state_of(tasks: Iterable[schedule.Task], days: int = 7) -> ScheduleState:
    """A window from the Monday of week 1 on."""
    mapping = tuple(WindowDay(day_index=n + 1, week=n // 7 + 1, day_of_week=n % 7 + 1) for n in range(days))
    return ScheduleState(window=Window(total_days=days, day_mapping=mapping), tasks=tuple(tasks))
