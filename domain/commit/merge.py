"""The live timetable with the wishes of a preview carried out, or all that is in their way (CONFIRM-3 to CONFIRM-5)."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from domain.commit import conflicts
from domain.commit.conflicts import Conflict
from domain.commit.standing import Standing, slots_in, standing_of
from domain.commit.wishes import Wish, is_waiting
from domain.schedule.arrangement import is_inside, release_guests
from domain.schedule.rows import ClassRow, EventRow, ItemRow, load_state
from domain.schedule.state import Locale, ScheduleState, Slot, Task
from domain.term.window import Window


@dataclass(frozen=True, slots=True)
class LiveItem:
    """A class item as it is now.

    Attributes:
        event_id: the event that carries it out, in whichever term; None while it waits.
    """

    id: str
    content: str
    class_id: str
    class_name: str
    order: int
    status: Literal["pending", "arranged"]
    event_id: str | None = None


@dataclass(frozen=True, slots=True)
class Placed:
    """Where the session's own applied commits left an item, and the event that they made for it."""

    event_id: str
    standing: Standing


@dataclass(frozen=True, slots=True)
class Merge:
    """What a merge came to.

    Attributes:
        live: the timetable as it is.
        target: as it shall be, where nothing is in the way; tasks have the numbers that they have in ``live``.
        conflicts: everything that is in the way, in the order of the wishes.
    """

    live: ScheduleState
    target: ScheduleState
    conflicts: tuple[Conflict, ...]


def live_state(window: Window, events: Iterable[EventRow], items: Iterable[LiveItem], locale: Locale) -> ScheduleState:
    """The timetable as it is now: what stands on the days, and those of the items that wait."""
    classes: dict[str, list[LiveItem]] = {}
    for item in items:
        classes.setdefault(item.class_id, []).append(item)
    rows = [
        ClassRow(class_id, group[0].class_name, tuple(ItemRow(i.id, i.content, i.order, i.status) for i in group))
        for class_id, group in classes.items()
    ]
    return load_state(window, list(events), rows).model_copy(update={"locale": locale})


def merge(
    live: ScheduleState, wishes: Iterable[Wish], items: Mapping[str, LiveItem], own: Mapping[str, Placed]
) -> Merge:
    """The live timetable with the wishes carried out.

    Args:
        live: what ``live_state`` makes of it.
        items: the class items that the wishes name and that still exist, by id.
        own: what the session's own applied commits placed, by item id.
    """
    merging = _Merging(live, items, own)
    moves = [move for move in map(merging.resolved, wishes) if move is not None]
    target = merging.carried_out(moves)
    return Merge(live, target, tuple(merging.found[row_id] for row_id in _in_order(wishes, merging.found)))


def _in_order(wishes: Iterable[Wish], found: Mapping[str, Conflict]) -> Iterator[str]:
    return (wish.row_id for wish in wishes if wish.row_id in found)


@dataclass(frozen=True, slots=True)
class _Move:
    """A wish, and the task of the live state that it is about."""

    wish: Wish
    task_id: int


@dataclass
class _Merging:
    live: ScheduleState
    items: Mapping[str, LiveItem]
    own: Mapping[str, Placed]
    found: dict[str, Conflict] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._by_row = {str(task.source_id): task for task in self.live.tasks}

    def resolved(self, wish: Wish) -> _Move | None:
        """What the wish moves; None where nothing is to be done, or a conflict was found."""
        outcome = self._of_item(wish) if wish.is_item else self._of_event(wish, wish.row_id, wish.base)
        if isinstance(outcome, Conflict):
            self.found[wish.row_id] = outcome
            return None
        return outcome

    def _of_item(self, wish: Wish) -> _Move | Conflict | None:
        item = self.items.get(wish.row_id)
        if item is None:
            return None if is_waiting(wish) else conflicts.task_gone(self.live.locale, wish)
        own = self.own.get(item.id)
        if item.event_id is None and item.status == "pending":
            return None if is_waiting(wish) or _was_taken_out(wish, own) else self._move(wish, item.id)
        if own is not None and own.event_id == item.event_id:
            return self._of_event(wish, own.event_id, own.standing)
        if is_waiting(wish):
            return None
        return conflicts.arranged(self.live.locale, wish, self._standing(item.event_id))

    def _move(self, wish: Wish, row_id: str) -> _Move:
        return _Move(wish, self._by_row[row_id].state_id)

    def _of_event(self, wish: Wish, event_id: str, base: Standing | None) -> _Move | Conflict | None:
        """Three-way: what the wish wants, where it began, and where the event is now (rule CONFIRM-3)."""
        now = self._standing(event_id)
        if now is not None and now.is_at(wish.wanted):
            return None
        if now is None and not wish.is_item:
            return None if is_waiting(wish) else conflicts.task_gone(self.live.locale, wish)
        if now is None or (base is not None and not now.is_at(base)):
            return conflicts.moved(self.live.locale, wish, now)
        return self._move(wish, event_id)

    def _standing(self, event_id: str | None) -> Standing | None:
        task = self._by_row.get(event_id or "")
        return standing_of(self.live, task) if task is not None else None

    def carried_out(self, moves: list[_Move]) -> ScheduleState:
        """All tasks that move are lifted; then hosts and ordinary tasks are put down, then guests."""
        state = self.live.with_tasks(_lifted(self.live.by_id[move.task_id]) for move in moves)
        for move in sorted(moves, key=lambda move: move.wish.wanted.host is not None):
            if is_waiting(move.wish):
                continue
            put = self._put(state, move)
            if isinstance(put, Conflict):
                self.found[move.wish.row_id] = put
            else:
                state = state.with_tasks([put])
        return release_guests(state, [move.task_id for move in moves])

    def _put(self, state: ScheduleState, move: _Move) -> Task | Conflict:
        """The task where it shall stand, or what is in the way there."""
        wish, task = move.wish, state.by_id[move.task_id]
        slots = slots_in(state.window, wish.wanted.places)
        # The window is the preview's or wider, so every place lies in it.
        assert slots is not None
        host, holders = self._host(state, wish, slots), _holders(state, task, slots)
        if wish.wanted.host is None and holders:
            return conflicts.taken(state.locale, wish, holders)
        if wish.wanted.host is not None and host is None:
            others = [holder for holder in holders if holder.embed_host is None]
            return conflicts.taken(state.locale, wish, others) if others else conflicts.host_gone(state.locale, wish)
        guests = [guest for guest in _guests(state, host, slots) if guest.state_id != task.state_id]
        if guests:
            return conflicts.host_taken(state.locale, wish, guests)
        status = "suggested" if task.status == "pending" else task.status
        return task.model_copy(update={"slots": slots, "embed_host": host.state_id if host else None, "status": status})

    def _host(self, state: ScheduleState, wish: Wish, slots: tuple[Slot, ...]) -> Task | None:
        """The host that the wish names, if it is still around the place and takes guests."""
        found = self._by_row.get(wish.wanted.host_id or "")
        host = state.by_id[found.state_id] if found else None
        if host is None or not host.can_embed or host.embed_host is not None:
            return None
        around = all(any(slot.within(occurrence) for occurrence in host.slots) for slot in slots)
        return host if around else None


def _was_taken_out(wish: Wish, own: Placed | None) -> bool:
    """Whether the item has left the place that the session gave it, and the preview knows nothing better for it."""
    return own is not None and own.standing.is_at(wish.wanted)


def _lifted(task: Task) -> Task:
    waits = {"slots": (), "embed_host": None, "status": "pending", "duration": task.length}
    return task.model_copy(update=waits)


def _holders(state: ScheduleState, mover: Task, slots: tuple[Slot, ...]) -> list[Task]:
    """Whoever else takes a section there, hosts first; a guest that comes to lie in its own host takes none."""
    found = [
        task
        for task in state.tasks
        if task.state_id != mover.state_id
        and any(slot.overlaps(other) for slot in slots for other in task.slots)
        and not (task.embed_host == mover.state_id and is_inside(task, slots))
    ]
    return sorted(found, key=lambda task: (task.embed_host is not None, task.slots[0].key, task.state_id))


def _guests(state: ScheduleState, host: Task | None, slots: tuple[Slot, ...]) -> list[Task]:
    """The guests of the host in each occurrence that a slot lies in."""
    if host is None:
        return []
    occurrences = [o for o in host.slots if any(slot.within(o) for slot in slots)]
    guests = [state.by_id[task_id] for task_id in host.guests]
    return [guest for guest in guests if any(slot.overlaps(o) for slot in guest.slots for o in occurrences)]
