"""What a call is drawn from: a state, what the caller allows, and who may be written, told a second time."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from hypothesis import strategies as st

from domain.schedule.state import ScheduleState, Task
from domain.tools.context import ToolContext

Given = dict[str, Any] | None
"""Arguments, or None where the state has nothing to make such a call of."""

T = TypeVar("T")


@dataclass(frozen=True)
class Scene:
    """One moment of a sequence of calls.

    Attributes:
        state: the schedule now.
        context: what the caller allows.
        data: where choices are drawn from.
    """

    state: ScheduleState
    context: ToolContext
    data: st.DataObject

    @property
    def reorder_allowed(self) -> bool:
        """Whether the order is released, by the state or for this call."""
        return self.state.reorder_allowed or self.context.reorder_allowed

    def draw(self, strategy: st.SearchStrategy[T]) -> T:
        """Something of a strategy."""
        return self.data.draw(strategy)

    def one(self, options: Iterable[T]) -> T | None:
        """One of the options, if there is any."""
        found = list(options)
        return self.draw(st.sampled_from(found)) if found else None

    def either(self, rare: list[T], all_of_them: list[T]) -> list[T]:
        """The rare options half of the time, if there are any."""
        often: bool = self.data.draw(st.booleans())
        return rare if rare and often else all_of_them

    def some(self, options: Sequence[T], least: int = 0, most: int | None = None) -> list[T]:
        """Several different ones in any order; none where there are too few."""
        if len(options) < max(least, 1):
            return []
        return self.draw(st.lists(st.sampled_from(options), unique=True, min_size=least, max_size=most))

    def held(self, task: Task) -> bool:
        """Whether the task is locked, by itself or as a guest."""
        host = self.state.by_id.get(task.embed_host or 0)
        return task.locked or (host is not None and host.locked)

    def head_of(self, tasks: Iterable[Task]) -> Task | None:
        """The current task of the queue, if it is among these."""
        return next((task for task in tasks if task.state_id == self.state.queue.current), None)

    @property
    def locked(self) -> list[Task]:
        """Tasks that no write takes away."""
        return [task for task in self.state.tasks if self.held(task)]

    @property
    def placed(self) -> list[Task]:
        """Tasks that ``place`` refuses."""
        return [task for task in self.state.tasks if task.status != "pending"]

    @property
    def waiting(self) -> list[Task]:
        """Tasks that ``place`` takes."""
        return [task for task in self.state.tasks if task.status == "pending" and not task.pinned]

    @property
    def pinned_waiting(self) -> list[Task]:
        """Tasks that ``place`` refuses because the person says so."""
        return [task for task in self.state.tasks if task.status == "pending" and task.pinned]

    @property
    def suggested(self) -> list[Task]:
        """Tasks that the composites take, pinned ones among them."""
        return [task for task in self.state.tasks if task.status == "suggested" and not self.held(task)]

    @property
    def movable(self) -> list[Task]:
        """Tasks that ``move`` takes."""
        return [task for task in self.suggested if not task.pinned]

    @property
    def pinned_suggested(self) -> list[Task]:
        """Tasks that ``move`` refuses because the person says so."""
        return [task for task in self.suggested if task.pinned]

    @property
    def not_suggested(self) -> list[Task]:
        """Unlocked tasks that ``move`` and the composites refuse for their status."""
        return [task for task in self.state.tasks if task.status != "suggested" and not self.held(task)]

    @property
    def arranged(self) -> list[Task]:
        """Unlocked tasks that ``swap`` and ``unplace`` take, were it not for pins."""
        return [task for task in self.state.tasks if self._is_arranged(task) and not self.held(task)]

    @property
    def releasable(self) -> list[Task]:
        """Tasks that ``swap`` takes."""
        return [task for task in self.arranged if not task.pinned]

    @property
    def pinned_arranged(self) -> list[Task]:
        """Tasks that ``swap`` and ``unplace`` refuse because the person says so."""
        return [task for task in self.arranged if task.pinned]

    @property
    def not_arranged(self) -> list[Task]:
        """Unlocked tasks that ``swap`` and ``unplace`` refuse for their status."""
        return [task for task in self.state.tasks if not self._is_arranged(task) and not self.held(task)]

    def _is_arranged(self, task: Task) -> bool:
        statuses = ("suggested",) if self.context.suggested_only else ("suggested", "existing")
        return task.status in statuses and not task.is_course


Case = Callable[[Scene], Given]
"""Makes a call that is meant to end with a certain code."""

Pool = Callable[[Scene], Sequence[Task]]
"""Tasks of a scene of which a call may be about one."""
