"""The goal of a request as something that can be checked on any state (rules SLICE-10 to SLICE-14)."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from domain.refine.hearing import Held
from domain.refine.slice import Sections
from domain.schedule.limits import Limits
from domain.schedule.state import ALL_SECTIONS, ScheduleState, Slot

Moving = Literal["move_all", "move_ratio", "move_count", "move_named"]
Mode = Literal[Moving, "none", "avoid_sections", "free_days", "spread", "group"]


class Objective(BaseModel):
    """What shall be true of a set of tasks.

    Attributes:
        mode: the kind of goal.
        task_ids: the set, in the order in which its tasks stood; empty means that nothing matches.
        days: days of the window on which they shall stand; empty means that the window has no such day.
        directed: the request names those days or weeks; else any day will do and the nearest is best.
        sections: sections they shall keep to.
        barred: sections that the request wants free; no task covers one of them.
        free_days: days on which no task at all shall stand, chosen because the request names none.
        lighter: a third was taken because the request asks for less without an amount.
        barred_days: days on which the sections shall be free; empty where that is all days.
        own_weeks: week of the tasks that shall stay in the week they stood in, because the request names none.
        own_days, own_sections: days and sections of the tasks that have their own, instead of those of all.
        same_time: a shift, which keeps the sections of a task as far as it can.
        at_least, at_most: how many of the set shall stand there.
        named: tasks named one by one, and those that shall stay; restoring order leaves them alone.
        ordered: tasks named one by one for which no place is asked for: they keep the order of their class (SLICE-29).
        keep_order: order inside a class counts.
        bar: what the composite tool reached, in squared day loads or in switches of class; none before it ran.
        layout: day and first section of each task, for a grouping that keeps the order; no tool deals places out then.
        limits: what the classes forbid for new places, by class key; the verdict does not look at it.
        unknown, unsupported, beyond: words that fit no task, that no goal can hold, or that name a date outside
            the term; then the set is empty.
        unread: the words from which no goal could be read; only with the mode ``none``.
        withheld: the condition that does not hold, or the words that take the request back; then the set is empty.
        why: which of these.
        outside: weeks named that the window does not have.
        pinned: tasks that match and are not where the request wants them, but are left out because they are pinned and
            not named.
        relaxed: sections asked for were given up because nothing fits them.
        stood: how many of the set stood where none shall be, of sections that shall be free.
        instead: the first choice has no room, so this is the other place that the request gives.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    mode: Mode = "none"
    task_ids: Annotated[tuple[int, ...], Field(max_length=1000)] = ()
    days: tuple[int, ...] = ()
    directed: bool = False
    sections: Sections = ALL_SECTIONS
    barred: Sections = ()
    free_days: tuple[int, ...] = ()
    lighter: bool = False
    barred_days: tuple[int, ...] = ()
    own_weeks: dict[int, int] = Field(default_factory=dict)
    own_days: dict[int, tuple[int, ...]] = Field(default_factory=dict)
    own_sections: dict[int, Sections] = Field(default_factory=dict)
    same_time: bool = False
    at_least: int = 0
    at_most: int = 0
    named: tuple[int, ...] = ()
    ordered: tuple[int, ...] = ()
    keep_order: bool = True
    bar: int | None = None
    layout: dict[int, tuple[int, int]] = Field(default_factory=dict)
    limits: Limits = Field(default_factory=dict)
    unknown: str = ""
    unsupported: str = ""
    beyond: str = ""
    unread: str = ""
    withheld: str = ""
    why: Held = ""
    outside: tuple[int, ...] = ()
    pinned: tuple[int, ...] = ()
    relaxed: bool = False
    instead: bool = False
    stood: int | None = None

    def admits(self, state: ScheduleState, task_id: int, slot: Slot) -> bool:
        """Whether a task may stand there; tasks outside the set may stand anywhere (rule SLICE-12)."""
        if task_id not in self.task_ids or self.mode in ("none", "group"):
            return True
        week = self.own_weeks.get(task_id)
        return (
            slot.day in self.own_days.get(task_id, self.days)
            and (self._is_elsewhere(slot) or self._inside(slot, {*self.own_sections.get(task_id, self.sections)}))
            and week in (None, state.window.place(slot.day).week)
        )

    def _is_elsewhere(self, slot: Slot) -> bool:
        """On a day for which the ban of sections does not hold."""
        return bool(self.barred_days) and slot.day not in self.barred_days

    def _inside(self, slot: Slot, sections: set[int]) -> bool:
        """Inside the sections, or over all of them where the task is longer than they are (rule SLICE-25)."""
        taken = {*range(slot.slot_start, slot.slot_end + 1)}
        return taken <= sections or (bool(sections) and sections < taken and not taken & {*self.barred})

    def there(self, state: ScheduleState) -> tuple[int, ...]:
        """The tasks of the set that stand where they shall."""
        tasks = (state.by_id[task_id] for task_id in self.task_ids)
        return tuple(task.state_id for task in tasks if all(self.admits(state, task.state_id, s) for s in task.slots))
