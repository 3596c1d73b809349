"""The best way to deal out the places of a set anew, found by trying every one (rules GROUP-1 to GROUP-4)."""

from collections.abc import Iterator, Mapping
from itertools import pairwise, permutations, product

from domain.schedule.state import ScheduleState, Task
from tests.domain.tools.referee.board import Arguments, may_move, rank, standing

Objective = tuple[int, int, int]
Dealt = Mapping[int, tuple[int, int, int | None]]
"""Day, start and host that each task of the set is given."""


class Grouping:
    """One call of ``min_context_switch``, as the specification reads."""

    def __init__(self, state: ScheduleState, asked: Arguments) -> None:
        self.tasks = [task for task in state.tasks if task.state_id in asked["task_ids"]]
        self.free = [task for task in self.tasks if may_move(state, task)]
        self._stood = {task.state_id: standing(task) for task in self.tasks}

    @property
    def now(self) -> Objective:
        return self.objective(self._stood)

    def best(self) -> Objective:
        return min(self.objective(dealt) for dealt in self._all())

    def _all(self) -> Iterator[Dealt]:
        """Tasks that may move exchange their places with those of their own length; the others keep theirs."""
        free: dict[int, list[Task]] = {}
        for task in self.free:
            free.setdefault(task.slots[0].slot_end - task.slots[0].slot_start, []).append(task)
        held = [[self._stood[task.state_id] for task in tasks] for tasks in free.values()]
        for orders in product(*(permutations(places) for places in held)):
            dealt = dict(self._stood)
            for tasks, places in zip(free.values(), orders, strict=True):
                dealt.update(zip((task.state_id for task in tasks), places, strict=True))
            yield dealt

    def is_dealt(self, after: ScheduleState) -> bool:
        """Whether the very same places are held, each by a task of its length, and by its own where that must stay."""
        new = [after.by_id[task.state_id] for task in self.tasks]
        fixed = {task.state_id for task in self.tasks} - {task.state_id for task in self.free}
        kept = all(standing(task) == self._stood[task.state_id] for task in new if task.state_id in fixed)
        return (
            kept and sorted(map(_span, new)) == sorted(map(_span, self.tasks)) and _lengths(new) == _lengths(self.tasks)
        )

    def value_of(self, after: ScheduleState) -> Objective:
        return self.objective({task.state_id: standing(after.by_id[task.state_id]) for task in self.tasks})

    def objective(self, dealt: Dealt) -> Objective:
        """Changes of category between neighbours, tasks that moved, pairs of a category against class order."""
        line = sorted(self.tasks, key=lambda task: (*dealt[task.state_id][:2], dealt[task.state_id][2] is not None))
        changes = sum(one.category != other.category for one, other in pairwise(line))
        moved = sum(dealt[n] != place for n, place in self._stood.items())
        inverted = sum(
            one.category == other.category and rank(one) > rank(other)
            for number, one in enumerate(line)
            for other in line[number + 1 :]
        )
        return changes, moved, inverted


def _span(task: Task) -> tuple[int, int, int, int]:
    return task.slots[0].day, task.slots[0].slot_start, task.slots[0].slot_end, task.embed_host or 0


def _lengths(tasks: list[Task]) -> list[int]:
    return [task.slots[0].slot_end - task.slots[0].slot_start for task in tasks]
