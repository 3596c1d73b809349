"""CPU time of single calls of the tools on a full month."""

import random
import statistics
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from bench.report import BenchRow, at_most
from domain.schedule.arrangement import arrange
from domain.schedule.occupancy import Position, positions
from domain.schedule.state import ScheduleState, Slot, Task, TaskQueue
from domain.term.calendar import SECTIONS_PER_DAY
from domain.term.window import Window, WindowDay
from domain.tools.context import ToolContext
from domain.tools.registry import run_tool
from domain.tools.results import Code
from solvers.spread import HighsSpreadSolver

TASKS, DAYS, PENDING, EXISTING = 150, 30, 6, 6
COURSES, FEW_COURSES = 40, 8
SINGLE_LENGTHS, EQUAL_LENGTHS, MIXED_LENGTHS = (1, 1, 1, 1, 1, 2), (2,), (1, 2, 3)
CATEGORIES = ("概率论", "线性代数", "英语", "物理", "写作")
SEED, QUEUED, HOST = 7, 40, 4
ROUNDS, SLOW_ROUNDS = 200, 3
READ_AIM, WRITE_AIM, SPREAD_AIM, GROUPING_AIM = 2.0, 1.0, 0.3, 1.0
CONTEXT = ToolContext(spread_solver=HighsSpreadSolver(), reorder_allowed=True)


@dataclass(frozen=True, slots=True)
class Call:
    """A call on the month and how it must end."""

    tool: str
    arguments: dict[str, Any]
    code: Code = "ok"


def rows() -> list[BenchRow]:
    """One row for each call: the median of its CPU time."""
    month = full_month(SINGLE_LENGTHS, COURSES, len(CATEGORIES))
    single = [_row(month, call, READ_AIM) for call in reads()]
    single += [_row(month, call, WRITE_AIM) for call in writes(month)]
    return [*single, *_composites()]


def _row(month: ScheduleState, call: Call, aim: float) -> BenchRow:
    name = f"{call.tool}, {TASKS} tasks, {DAYS} days, {call.code}: CPU time"
    return at_most(name, 1000 * _cpu(month, call, ROUNDS), "ms", aim)


def _cpu(month: ScheduleState, call: Call, rounds: int) -> float:
    """The median of several calls, each on a state that nothing has been asked of."""
    taken = []
    for _ in range(rounds):
        fresh = month.model_copy()
        begin = time.process_time()
        _, result = run_tool(fresh, call.tool, call.arguments, CONTEXT)
        taken.append(time.process_time() - begin)
        if result.code != call.code:
            raise RuntimeError(f"{call} ended otherwise: {result.text}")
    return statistics.median(taken)


def _composites() -> Iterator[BenchRow]:
    for tool, lengths, classes, aim in (
        ("spread_even", EQUAL_LENGTHS, 1, SPREAD_AIM),
        ("spread_even", EQUAL_LENGTHS, 3, SPREAD_AIM),
        ("spread_even", EQUAL_LENGTHS, 5, SPREAD_AIM),
        ("min_context_switch", EQUAL_LENGTHS, 5, GROUPING_AIM),
        ("min_context_switch", MIXED_LENGTHS, 5, GROUPING_AIM),
    ):
        month = full_month(lengths, FEW_COURSES, classes)
        ids = [task.state_id for task in month.tasks if task.status == "suggested"]
        spoken = f"{'equal' if len(lengths) == 1 else 'mixed'} lengths, {classes} class{'es' if classes > 1 else ''}"
        seconds = _cpu(month, Call(tool, {"task_ids": ids}), SLOW_ROUNDS)
        yield at_most(f"{tool}, {len(ids)} tasks, {spoken}, {DAYS} days: CPU time", seconds, "s", aim)


def reads() -> list[Call]:
    """Each read once, asked for as much as it can tell."""
    return [
        Call("get_overview", {}),
        Call("query_range", {"day": 3}),
        Call("query_available_slots", {"span": 1, "limit": 200}),
        Call("list_tasks", {}),
        Call("get_task_info", {"task_id": 1}),
        Call("query_target_tasks", {"limit": 200}),
        Call("verify", {"check_order": True}),
        Call("queue_status", {}),
        Call("queue_pop_head", {}),
    ]


def writes(month: ScheduleState) -> Iterator[Call]:
    """Each write once accepted and once refused, the latter after every other check passed."""
    waiting = next(task for task in month.tasks if task.status == "pending")
    free, taken = _place(month, waiting), _taken(month)
    yield Call("place", {"task_id": waiting.state_id, "day": free.day, "slot_start": free.start})
    yield Call(
        "place", {"task_id": waiting.state_id, "day": taken.day, "slot_start": taken.slot_start}, "slot_conflict"
    )
    first, second = [task for task in month.tasks if task.status == "suggested" and task.length == waiting.length][:2]
    for tool in ("move", "queue_apply_head_move"):
        named = {"task_id": first.state_id} if tool == "move" else {}
        yield Call(tool, {**named, "new_day": free.day, "new_slot_start": free.start})
        yield Call(tool, {**named, "new_day": taken.day, "new_slot_start": taken.slot_start}, "slot_conflict")
    yield Call("swap", {"task_a": first.state_id, "task_b": second.state_id})
    yield Call("swap", {"task_a": first.state_id, "task_b": _longer(month, first).state_id}, "span_mismatch")
    yield Call("batch_move", {"moves": [_moved(first, second.slots[0]), _moved(second, first.slots[0])]})
    yield Call("batch_move", {"moves": [_moved(first, second.slots[0]), _moved(second, taken)]}, "slot_conflict")
    yield Call("unplace", {"task_id": first.state_id})
    yield Call("unplace", {"task_id": 1}, "locked")


def _place(month: ScheduleState, task: Task) -> Position:
    return next(place for place in positions(month, task.length) if place.host is None)


def _taken(month: ScheduleState) -> Slot:
    return next(task.slots[0] for task in month.tasks if task.locked)


def _longer(month: ScheduleState, task: Task) -> Task:
    return next(other for other in month.tasks if other.status == "suggested" and other.length > task.length)


def _moved(task: Task, slot: Slot) -> dict[str, int]:
    return {"task_id": task.state_id, "new_day": slot.day, "new_slot_start": slot.slot_start}


def full_month(lengths: tuple[int, ...], courses: int, classes: int) -> ScheduleState:
    """Weekly courses, some of them with guests, and tasks of those lengths in every status, put at random; a queue."""
    drawn, keys = random.Random(SEED), range(classes)
    month = ScheduleState(window=_window(), tasks=tuple(_course(n) for n in range(courses)))
    lasting = sorted((lengths[n % len(lengths)] for n in range(TASKS)), reverse=True)
    for length in lasting:
        month = _with_one_more(month, "suggested", length, drawn, drawn.choice(keys))
    for _ in range(EXISTING):
        month = _with_one_more(month, "existing", 1, drawn, drawn.choice(keys))
    first = len(month.tasks) + 1
    waiting = (_task(n, "pending", 1, drawn.choice(keys)) for n in range(first, first + PENDING))
    head, *others = (task.state_id for task in month.tasks if task.status == "suggested" and task.length == lasting[-1])
    queue = TaskQueue(current=head, pending=tuple(others[:QUEUED]))
    return month.model_copy(update={"tasks": (*month.tasks, *waiting), "queue": queue})


def _with_one_more(month: ScheduleState, status: str, length: int, drawn: random.Random, key: int) -> ScheduleState:
    task = _task(len(month.tasks) + 1, status, length, key)
    places = positions(month, length)
    aligned = [place for place in places if place.start % length == 1 % length]
    place = drawn.choice(aligned or places)
    return arrange(month.model_copy(update={"tasks": (*month.tasks, task)}), {task.state_id: place})


def _window() -> Window:
    days = (WindowDay(day_index=n + 1, week=n // 7 + 1, day_of_week=n % 7 + 1) for n in range(DAYS))
    return Window(total_days=DAYS, day_mapping=tuple(days))


def _course(n: int) -> Task:
    """One section a week; every fifth course can be embedded."""
    weekday, section = n % 7 + 1, SECTIONS_PER_DAY - n // 7
    return Task(
        state_id=n + 1,
        source="event",
        source_id=n + 1,
        name=f"课程{n + 1}",
        category="课程",
        status="existing",
        locked=n % 5 != HOST,
        can_embed=n % 5 == HOST,
        slots=tuple(Slot(day=day, slot_start=section, slot_end=section) for day in range(weekday, DAYS + 1, 7)),
    )


def _task(state_id: int, status: str, length: int, key: int) -> Task:
    return Task.model_validate(
        {
            "state_id": state_id,
            "source": "event" if status == "existing" else "task_item",
            "source_id": state_id,
            "name": f"任务{state_id}",
            "category": CATEGORIES[key],
            "status": status,
            "duration": length,
            "category_id": None if status == "existing" else key,
        }
    )
