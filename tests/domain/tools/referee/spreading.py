"""The best spread of a set, found by trying every one (rules SPREAD-1 to SPREAD-5 and TOOL-10)."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from domain.schedule.state import ScheduleState, Task
from tests.domain.tools.referee.board import (
    Arguments,
    admitted,
    allowed_days,
    class_of,
    may_move,
    places,
    rank,
    standing,
)

Objective = tuple[int, int, int]
Plan = Mapping[int, tuple[int, int, int | None]]
"""Day, start and host of each task of the set."""


class Value(NamedTuple):
    """What a plan is worth; less is better, the first part before the second."""

    objective: Objective
    starts: tuple[tuple[int, int], ...]
    lengths: tuple[int, ...]
    ids: tuple[int, ...]


def _passes(task: Task, other: Task, place: tuple[int, int]) -> bool:
    """Whether a task would leave the side of another that stays, on which class order has it now."""
    if class_of(task) != class_of(other):
        return False
    here, there, first = standing(task)[:2], standing(other)[:2], rank(task) < rank(other)
    return (here < there) == first and (place < there) != first


class Spreading:
    """One call of ``spread_even``, as the specification reads."""

    def __init__(self, state: ScheduleState, asked: Arguments) -> None:
        self._days = allowed_days(state, asked)
        self._ordered = asked.get("keep_order", True)
        chosen = [task for task in state.tasks if task.state_id in asked["task_ids"] and may_move(state, task)]
        stays = [task for task in state.tasks if task.state_id in asked["task_ids"] and task not in chosen]
        self.tasks = sorted(chosen, key=lambda task: (class_of(task), rank(task)))
        self.lifted = {task.state_id for task in chosen}
        self._base = self._loads(state, asked)
        self.offered = {
            task.state_id: [
                place
                for place in places(state, task.slots[0].length, self.lifted, asked.get("allow_embed", True))
                if admitted(state, asked, place)
                and not (self._ordered and any(_passes(task, other, (place.day, place.start)) for other in stays))
            ]
            for task in chosen
        }

    def _loads(self, state: ScheduleState, asked: Arguments) -> list[int]:
        """What each allowed day carries without the set; courses only where the total is balanced."""
        found = []
        for day in self._days:
            slots = [
                slot.slot_end - slot.slot_start + 1
                for task in state.tasks
                if task.state_id not in self.lifted and (asked.get("balance") == "total" or task.category != "课程")
                for slot in task.slots
                if slot.day == day
            ]
            found.append(sum(slots))
        return found

    @property
    def size(self) -> int:
        """How many plans there would be if no two tasks met."""
        product = 1
        for task in self.tasks:
            product *= len(self.offered[task.state_id]) or 1
        return product

    def plans(self) -> Iterator[Plan]:
        """Every legal one."""
        yield from self._plans(0, 0, {})

    def _plans(self, number: int, full: int, plan: dict[int, tuple[int, int, int | None]]) -> Iterator[Plan]:
        if number == len(self.tasks):
            yield plan
            return
        task = self.tasks[number]
        after = self._not_before(number, plan)
        for place in self.offered[task.state_id]:
            if not place.cells & full and (place.day, place.start) > after:
                here = {**plan, task.state_id: (place.day, place.start, place.host)}
                yield from self._plans(number + 1, full | place.cells, here)

    def _not_before(self, number: int, plan: Plan) -> tuple[int, int]:
        """Where the task before it in its class stands, if order is kept."""
        if not self._ordered or number == 0 or class_of(self.tasks[number - 1]) != class_of(self.tasks[number]):
            return 0, 0
        return plan[self.tasks[number - 1].state_id][:2]

    def objective(self, plan: Plan) -> Objective:
        """Squared loads, distance from an even pace, tasks that moved."""
        loads = dict(zip(self._days, self._base, strict=True))
        total = sum(self._base) + sum(task.slots[0].length for task in self.tasks)
        for task in self.tasks:
            day = plan[task.state_id][0]
            if day in loads:
                loads[day] += task.slots[0].length
        pace = so_far = 0
        for number, load in enumerate(loads.values(), start=1):
            so_far += load
            pace += abs(len(loads) * so_far - number * total)
        moved = sum(plan[task.state_id] != standing(task) for task in self.tasks)
        return sum(load**2 for load in loads.values()), pace, moved

    def value(self, plan: Plan, objective: Objective) -> Value:
        """The objective with what decides between equally good plans: earlier starts, then ids in that order.

        Where order is free, tasks of one length may go to the same places, and the shorter come before ids do.
        """
        line = sorted((plan[task.state_id][:2], task.state_id, task.slots[0].length) for task in self.tasks)
        lengths = () if self._ordered else tuple(length for *_, length in line)
        return Value(objective, tuple(start for start, *_ in line), lengths, tuple(task_id for _, task_id, _ in line))

    def best(self) -> Value | None:
        """The value of the best plan; None where there is none."""
        best: Value | None = None
        for plan in self.plans():
            objective = self.objective(plan)
            if best is None or objective <= best.objective:
                found = self.value(plan, objective)
                best = found if best is None else min(best, found)
        return best

    def value_of(self, state: ScheduleState) -> Value:
        """The value of the arrangement in which a state has the set."""
        plan = {task.state_id: standing(state.by_id[task.state_id]) for task in self.tasks}
        return self.value(plan, self.objective(plan))
