"""What a commit changed, task by task, and in one sentence (rule CONFIRM-7)."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from pydantic import BaseModel, ConfigDict

from domain.commit.merge import Placed
from domain.commit.standing import WAITING, Standing, standing_of
from domain.commit.wording import tell
from domain.preview.difference import MoveKind, difference
from domain.schedule.state import Locale, ScheduleState

_KINDS: tuple[MoveKind, ...] = ("placed", "embedded", "moved", "taken_back")


class CommitChange(BaseModel):
    """One task that a commit placed, moved, embedded or took back.

    Attributes:
        task: what it is called.
        kind: as in the difference of a preview (rule PREVIEW-3).
        item_id: the class item; null for a task of the timetable that no commit of the session made.
        event_id: the event, which is gone after ``taken_back``.
        before, after: where it stood, and where it stands.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    task: str
    kind: MoveKind
    item_id: str | None = None
    event_id: str
    before: Standing = WAITING
    after: Standing = WAITING


def changes_of(
    before: ScheduleState, after: ScheduleState, new_events: Mapping[str, str], items: Mapping[str, str]
) -> tuple[CommitChange, ...]:
    """The changes between two states of the timetable, in reading order.

    Args:
        new_events: the event made for each item that got a place, by item id.
        items: the item that an event carries out, by event id, where there is one.
    """
    return tuple(
        _change(before, after, moved.task_id, moved.kind, new_events, items) for moved in difference(before, after)
    )


def _change(
    before: ScheduleState,
    after: ScheduleState,
    task_id: int,
    kind: MoveKind,
    new_events: Mapping[str, str],
    items: Mapping[str, str],
) -> CommitChange:
    task, row_id = after.by_id[task_id], str(after.by_id[task_id].source_id)
    is_item = task.source == "task_item"
    return CommitChange(
        task=task.name,
        kind=kind,
        item_id=row_id if is_item else items.get(row_id),
        event_id=new_events[row_id] if is_item else row_id,
        before=standing_of(before, before.by_id[task_id]),
        after=standing_of(after, task),
    )


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


def summary_of(locale: Locale, changes: Sequence[CommitChange]) -> str:
    """The changes in one sentence."""
    if not changes:
        return tell(locale, "written.nothing")
    counts = Counter(change.kind for change in changes)
    told = [tell(locale, f"count.{kind}", count=counts[kind]) for kind in _KINDS if counts[kind]]
    return tell(locale, "written", changes=tell(locale, "separator").join(told))


def names_in(changes: Iterable[CommitChange]) -> dict[str, str]:
    """What the changes call the events that they speak of, by id."""
    names: dict[str, str] = {}
    for change in changes:
        hosts = (standing.host for standing in (change.before, change.after) if standing.host is not None)
        names |= {host.event_id: host.name for host in hosts} | {change.event_id: change.task}
    return names
