"""Tiny timetables drawn from a seed: crowded days, hosts with and without guests, and tasks that could move."""

import random
from dataclasses import dataclass, field

from domain.schedule.state import ScheduleState, Task
from tests.domain.schedule.states import course, existing, task, window
from tests.domain.tools.referee.board import places

_LENGTHS = ((1,), (2,), (1, 2), (2, 2, 3), (1, 2, 3))
_CLASSES = ((10, "学习"), (11, "作业"), (12, "阅读"), (13, "作业"))
_STUFF = ("course", "course", "host", "weekly host", "existing", "task host")


@dataclass
class Case:
    """A timetable in the making, then a state and a set of suggested tasks of it."""

    random: random.Random
    days: int
    tasks: list[Task] = field(default_factory=list)
    chosen: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._ids = self.random.sample(range(1, 60), 50)
        self._weekday = self.random.randint(1, 7)

    @property
    def state(self) -> ScheduleState:
        return ScheduleState(window=window(self.days, 5, self._weekday), tasks=tuple(self.tasks), reorder_allowed=True)

    def fresh(self) -> int:
        return self._ids.pop()


def tiny_case(seed: int, most: int = 4, freedom: float = 0.25) -> Case:
    """At least two and at most ``most`` tasks in the set; ``freedom`` is how likely a stretch of a day is empty."""
    random_ = random.Random(seed)
    while True:
        case = Case(random_, days=random_.randint(2, 4))
        for day in range(1, case.days + 1):
            _fill(case, day, freedom)
        lengths = random_.choice(_LENGTHS)
        for _ in range(random_.randint(2, most)):
            _place(case, random_.choice(lengths), in_set=True)
        for _ in range(random_.randint(0, 2)):
            _place(case, random_.choice((1, 2)), in_set=False)
        if len(case.chosen) >= 2:
            random_.shuffle(case.tasks)
            return case


def _fill(case: Case, day: int, freedom: float) -> None:
    """Stretches of one to four sections, each empty or taken by something."""
    start = 1
    while start <= 12:
        end = min(12, start + case.random.randint(0, 3))
        if case.random.random() >= freedom:
            _take(case, case.random.choice(_STUFF), (day, start, end))
        start = end + 1


def _take(case: Case, what: str, slot: tuple[int, int, int]) -> None:
    weekly = [n for n, task in enumerate(case.tasks) if task.can_embed and task.is_course]
    if what == "weekly host" and weekly:
        host = case.tasks[weekly[-1]]
        held = [(s.day, s.slot_start, s.slot_end) for s in host.slots]
        case.tasks[weekly[-1]] = course(host.state_id, host.name, *held, slot, can_embed=True)
    elif what in ("existing", "task host"):
        case.tasks.append(existing(case.fresh(), "事", slot, can_embed=what == "task host"))
    else:
        case.tasks.append(course(case.fresh(), "课", slot, can_embed=what != "course"))


def _place(case: Case, length: int, in_set: bool) -> None:
    """A task where one fits, if any; outside the set it is suggested or part of the timetable."""
    offered = places(case.state, length, ())
    if not offered:
        return
    place, (class_id, category) = case.random.choice(offered), case.random.choice(_CLASSES)
    slot, host, task_id = (place.day, place.start, place.end), place.host, case.fresh()
    if not in_set and case.random.random() < 0.5:
        case.tasks.append(existing(task_id, "事", slot, embed_host=host))
        return
    order = case.random.choice((None, case.random.randint(1, 9)))
    more = {"category": category, "category_id": class_id, "order": order, "embed_host": host}
    more["can_embed"] = host is None and case.random.random() < 0.4
    case.tasks.append(task(task_id, "任务", slot, pinned=in_set and case.random.random() < 0.15, **more))
    if in_set:
        case.chosen.append(task_id)


def long_row(seed: int, days: int, classes: int, busy: int, last: int = 12) -> Case:
    """The first ``busy`` days full of tasks of mixed lengths up to the section ``last``, some of them pinned."""
    case = Case(random.Random(seed), days)
    for day in range(1, busy + 1):
        start = 1
        while start <= last:
            end = min(last, start + case.random.randint(0, 2))
            _add_to_row(case, (day, start, end), case.random.randrange(classes))
            start = end + 1
    return case


def _add_to_row(case: Case, slot: tuple[int, int, int], number: int) -> None:
    case.chosen.append(len(case.tasks) + 1)
    told = {"category_id": number, "category": f"类{number}", "pinned": case.random.random() < 0.2}
    case.tasks.append(task(case.chosen[-1], "任务", slot, **told))
