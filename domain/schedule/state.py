"""The schedule state, one immutable value (rules STATE-1 to STATE-9)."""

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Literal, Self

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from domain.errors import InvalidState
from domain.term.calendar import SECTIONS_PER_DAY
from domain.term.window import Window

Status = Literal["existing", "suggested", "pending"]
Locale = Literal["zh-CN", "en"]

ATTEMPTS_PER_HEAD = 3
"""Failed moves after which a head of the queue is skipped."""


class Slot(BaseModel):
    """Consecutive sections of one numbered day; both ends belong to it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    day: int
    slot_start: int
    slot_end: int

    @property
    def length(self) -> int:
        """Number of sections."""
        return self.slot_end - self.slot_start + 1

    @property
    def mask(self) -> int:
        """The sections as bits; section n is bit n."""
        return (1 << self.slot_end + 1) - (1 << self.slot_start)

    @property
    def key(self) -> tuple[int, int, int]:
        """Sort key: day, start, end."""
        return self.day, self.slot_start, self.slot_end

    def overlaps(self, other: "Slot") -> bool:
        """Whether the two share a section."""
        return self.day == other.day and self.slot_start <= other.slot_end and other.slot_start <= self.slot_end

    def within(self, other: "Slot") -> bool:
        """Whether every section of this slot belongs to the other."""
        return self.day == other.day and other.slot_start <= self.slot_start and self.slot_end <= other.slot_end


class Task(BaseModel):
    """A course, a placed task or a task item that waits for a place.

    Attributes:
        state_id: number within the state; the only id that tools and models see.
        source: the kind of row it came from; ``source_id`` is that row's id.
        duration: consecutive sections that a pending or suggested task needs.
        category_id: class of a task item.
        order: rank within its class; ascending ``state_id`` where unset.
        embed_host: the host this task is a guest of; with its slot the only stored truth of embedding.
        embedded_by: derived; the earliest guest. ``guests`` lists all in order of slot.
        pinned: placed by the person's own hand; nothing moves it.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    state_id: int
    source: Literal["event", "task_item"]
    source_id: int | str
    name: str
    category: str
    status: Status
    locked: bool = False
    slots: tuple[Slot, ...] = ()
    duration: int | None = None
    category_id: int | str | None = None
    event_type: Literal["course", "task"] | None = None
    can_embed: bool = False
    embed_host: int | None = None
    embedded_by: int | None = None
    guests: tuple[int, ...] = ()
    pinned: bool = False
    order: int | None = None

    @field_validator("slots")
    @classmethod
    def _in_order(cls, slots: tuple[Slot, ...]) -> tuple[Slot, ...]:
        return tuple(sorted(slots, key=lambda slot: slot.key))

    @property
    def is_course(self) -> bool:
        """Courses never move. Where a file leaves the type out, an event of category 课程 is one."""
        if self.event_type is not None:
            return self.event_type == "course"
        return self.source == "event" and self.category == "课程"

    @property
    def length(self) -> int:
        """Sections the task takes: of its first slot, or its duration while pending."""
        return self.slots[0].length if self.slots else self.duration or 1

    @property
    def label(self) -> str:
        """The form in which sentences name a task; nothing in a name can begin a line or steer a terminal."""
        name = self.name if self.name.isprintable() else _on_one_line(self.name)
        return f"[{self.state_id}]{name}"


class SkipReason(BaseModel):
    """Why a task of the queue was skipped: in a person's or a model's words, or ``attempts``."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    task_id: int
    reason: str


def _on_one_line(name: str) -> str:
    return "".join(letter if letter.isprintable() else " " for letter in name)


class TaskQueue(BaseModel):
    """Tasks to be handled one by one; at most one is current (rule STATE-8).

    Attributes:
        pending: tasks that wait, the next one first.
        current: the head, once it is taken.
        attempt: how often moving the current task failed.
        completed: tasks that were moved, in the order in which they were.
        skipped: tasks given up, in the order in which they were; ``reasons`` are known for some of them.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    pending: tuple[int, ...] = ()
    current: int | None = None
    attempt: int = 0
    completed: tuple[int, ...] = ()
    skipped: tuple[int, ...] = ()
    reasons: tuple[SkipReason, ...] = ()

    @property
    def head(self) -> tuple[int, ...]:
        """The current task, if there is one."""
        return () if self.current is None else (self.current,)

    @property
    def members(self) -> tuple[int, ...]:
        """The tasks in the queue, whatever their role."""
        return (*self.head, *self.pending, *self.completed, *self.skipped)

    def with_head(self) -> "TaskQueue":
        """The queue whose first waiting task is current; the same one if a task is, or none waits."""
        if self.current is not None or not self.pending:
            return self
        return self.model_copy(update={"current": self.pending[0], "pending": self.pending[1:], "attempt": 0})

    def with_attempt_failed(self) -> "TaskQueue":
        """The queue after one more failed attempt on the current task."""
        return self.model_copy(update={"attempt": self.attempt + 1})

    def with_head_completed(self) -> "TaskQueue":
        """The queue whose current task was moved."""
        return self.model_copy(update={"current": None, "attempt": 0, "completed": (*self.completed, *self.head)})

    def with_head_skipped(self, reason: str | None) -> "TaskQueue":
        """The queue whose current task was given up."""
        reasons = tuple(SkipReason(task_id=task_id, reason=reason) for task_id in self.head if reason)
        skipped = {"skipped": (*self.skipped, *self.head), "reasons": (*self.reasons, *reasons)}
        return self.model_copy(update={"current": None, "attempt": 0, **skipped})


class ScheduleState(BaseModel):
    """All that the tools read and change. Tools return a new state; a failed tool returns the very same one."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    window: Window
    tasks: tuple[Task, ...]
    queue: TaskQueue = Field(default_factory=TaskQueue)
    locale: Locale = "zh-CN"
    reorder_allowed: bool = False

    @model_validator(mode="after")
    def _normalise(self) -> Self:
        ids = [task.state_id for task in self.tasks]
        if len(set(ids)) != len(ids):
            twice = next(n for n in ids if ids.count(n) > 1)
            raise InvalidState(f"state_id {twice} stands twice: give every task its own")
        object.__setattr__(self, "tasks", derive_guests(self.tasks))
        return self

    @cached_property
    def by_id(self) -> dict[int, Task]:
        """The tasks by ``state_id``."""
        return {task.state_id: task for task in self.tasks}

    def with_tasks(self, changed: Iterable[Task]) -> "ScheduleState":
        """The same state with some tasks replaced; derived embedding fields follow."""
        new = {task.state_id: task for task in changed}
        tasks = derive_guests(tuple(new.get(task.state_id, task) for task in self.tasks))
        return self.model_copy(update={"tasks": tasks})

    def with_queue(self, queue: TaskQueue) -> "ScheduleState":
        """The same state with another queue."""
        return self.model_copy(update={"queue": queue})

    def model_copy(self, *, update: dict[str, object] | None = None, deep: bool = False) -> Self:  # type: ignore[override]
        """As pydantic's, but the cached index never survives into the copy."""
        copy = super().model_copy(update=update, deep=deep)
        copy.__dict__.pop("by_id", None)
        return copy


def derive_guests(tasks: tuple[Task, ...]) -> tuple[Task, ...]:
    """Fill ``embedded_by`` and ``guests`` of every host from the guests' own fields (rule STATE-6)."""
    hosted: dict[int, list[Task]] = {}
    for task in tasks:
        if task.embed_host is not None:
            hosted.setdefault(task.embed_host, []).append(task)
    return tuple(_with_guests(task, hosted.get(task.state_id, ())) for task in tasks)


def _with_guests(host: Task, guests: Sequence[Task]) -> Task:
    if not (guests or host.guests or host.embedded_by is not None):
        return host
    ordered = sorted(guests, key=lambda g: (*[s.key for s in g.slots], g.state_id))
    ids = tuple(guest.state_id for guest in ordered)
    if ids == host.guests and host.embedded_by == (ids[0] if ids else None):
        return host
    return host.model_copy(update={"guests": ids, "embedded_by": ids[0] if ids else None})


def class_rank(task: Task) -> tuple[int, int]:
    """Sort key of a task inside its class (rule STATE-5)."""
    return (task.order if task.order is not None else task.state_id, task.state_id)


def class_key(task: Task) -> str:
    """What makes two tasks of one class: the class id, or the category name of an event."""
    return f"{task.category_id}" if task.category_id is not None else f"name:{task.category}"


def class_ids(state: ScheduleState) -> set[str]:
    """Ids of the classes whose items are in the state."""
    return {str(task.category_id) for task in state.tasks if task.category_id is not None}


ALL_SECTIONS = tuple(range(1, SECTIONS_PER_DAY + 1))
