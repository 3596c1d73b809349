"""What a commit changed, task by task, and in one sentence (rule CONFIRM-7)."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pydantic import BaseModel, ConfigDict

from domain.commit.conflicts import Conflict
from domain.commit.merge import Placed
from domain.commit.standing import WAITING, Standing, standing_of
from domain.commit.wording import tell
from domain.preview.difference import Moved, MoveKind, difference
from domain.schedule.state import Locale, ScheduleState, Task

_KINDS: tuple[MoveKind, ...] = ("placed", "embedded", "moved", "taken_back")


class TaskChange(BaseModel):
    """One task that is placed, moved, embedded or taken back.

    Attributes:
        task: what it is called.
        kind: as in the difference of a preview (rule PREVIEW-3).
        item_id: the class item; null for a task of the timetable that no commit of the session made.
        before, after: where it stood, and where it stands.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    task: str
    kind: MoveKind
    item_id: str | None = None
    before: Standing = WAITING
    after: Standing = WAITING


class CommitChange(TaskChange):
    """What a commit did with a task.

    Attributes:
        event_id: the event, which is gone after ``taken_back``.
    """

    event_id: str


def task_changes(before: ScheduleState, after: ScheduleState, items: Mapping[str, str]) -> tuple[TaskChange, ...]:
    """The changes between two states of the timetable, in reading order.

    Args:
        items: the item that an event carries out, by event id, where there is one.
    """
    return tuple(TaskChange(**_told(before, after, moved, items)) for moved in difference(before, after))


def changes_of(
    before: ScheduleState, after: ScheduleState, new_events: Mapping[str, str], items: Mapping[str, str]
) -> tuple[CommitChange, ...]:
    """The same with events.

    Args:
        new_events: the event made for each item that got a place, by item id.
    """
    return tuple(
        CommitChange(**_told(before, after, moved, items), event_id=_event_of(after.by_id[moved.task_id], new_events))
        for moved in difference(before, after)
    )


def _told(before: ScheduleState, after: ScheduleState, moved: Moved, items: Mapping[str, str]) -> dict[str, Any]:
    task = after.by_id[moved.task_id]
    row_id = str(task.source_id)
    return {
        "task": task.name,
        "kind": moved.kind,
        "item_id": row_id if task.source == "task_item" else items.get(row_id),
        "before": standing_of(before, before.by_id[moved.task_id]),
        "after": standing_of(after, task),
    }


def _event_of(task: Task, new_events: Mapping[str, str]) -> str:
    row_id = str(task.source_id)
    return new_events[row_id] if task.source == "task_item" else row_id


def placed_by(commits: Iterable[Sequence[CommitChange]]) -> dict[str, Placed]:
    """Where applied commits, the earliest first, left each item, by item id."""
    left: dict[str, Placed] = {}
    for change in (change for changes in commits for change in changes if change.item_id is not None):
        item_id = change.item_id or ""
        if change.kind == "taken_back":
            left.pop(item_id, None)
        else:
            left[item_id] = Placed(change.event_id, change.after)
    return left


def summary_of(locale: Locale, changes: Sequence[TaskChange]) -> str:
    """What was written, in one sentence."""
    return _counted(locale, "written", changes)


def would_say(locale: Locale, changes: Sequence[TaskChange], conflicts: Sequence[Conflict]) -> str:
    """What would be written, or that it cannot be, in one sentence."""
    if conflicts:
        return tell(locale, "foreseen.conflicts", count=len(conflicts), first=conflicts[0].message)
    return _counted(locale, "foreseen", changes)


def _counted(locale: Locale, key: str, changes: Sequence[TaskChange]) -> str:
    if not changes:
        return tell(locale, f"{key}.nothing")
    counts = Counter(change.kind for change in changes)
    told = [tell(locale, f"count.{kind}", count=counts[kind]) for kind in _KINDS if counts[kind]]
    return tell(locale, key, changes=tell(locale, "separator").join(told))


def names_in(changes: Iterable[CommitChange]) -> dict[str, str]:
    """What the changes call the events that they speak of, by id."""
    names: dict[str, str] = {}
    for change in changes:
        hosts = (standing.host for standing in (change.before, change.after) if standing.host is not None)
        names |= {host.event_id: host.name for host in hosts} | {change.event_id: change.task}
    return names
