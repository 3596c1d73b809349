"""What must hold of every state, and each place where it does not (rules STATE-1, STATE-5 to STATE-8)."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import Literal

from domain.phrases.say import say
from domain.schedule.arrangement import is_inside
from domain.schedule.sentences import place_text
from domain.schedule.state import ATTEMPTS_PER_HEAD, ScheduleState, Slot, Task, class_key, class_rank
from domain.term.calendar import SECTIONS_PER_DAY

Rule = Literal["bounds", "overlap", "embedding", "status", "count", "order"]


@dataclass(frozen=True, slots=True)
class Breach:
    """One place where a rule does not hold.

    Attributes:
        rule: the kind of rule.
        task_ids: the tasks concerned; the first is the one the sentence is about.
        text: one sentence in the language of the state.
    """

    rule: Rule
    task_ids: tuple[int, ...]
    text: str


def breaches(state: ScheduleState) -> tuple[Breach, ...]:
    """Every breach of bounds, overlaps, embedding, statuses and counts; empty means that the state is sound."""
    checks = (_bounds, _overlaps, _embedding, _statuses, _counts)
    return tuple(breach for check in checks for breach in check(state))


def order_breaches(state: ScheduleState, task_ids: Collection[int] | None = None) -> tuple[Breach, ...]:
    """Neighbours in class order that stand the wrong way round, among suggested tasks or those of ``task_ids``."""
    classes: dict[str, list[Task]] = {}
    for task in state.tasks:
        if task.status == "suggested" and task.slots and (task_ids is None or task.state_id in task_ids):
            classes.setdefault(class_key(task), []).append(task)
    ranked = (sorted(tasks, key=class_rank) for tasks in classes.values())
    pairs = (pair for tasks in ranked for pair in pairwise(tasks))
    return tuple(
        _breach(state, "order", "classes", first, second)
        for first, second in pairs
        if first.slots[0].key > second.slots[0].key
    )


def _bounds(state: ScheduleState) -> Iterator[Breach]:
    for task, slot in _placed(state):
        if not 1 <= slot.day <= state.window.total_days:
            yield _breach(state, "bounds", "window", task, slot=slot)
        if not 1 <= slot.slot_start <= slot.slot_end <= SECTIONS_PER_DAY:
            yield _breach(state, "bounds", "sections", task, slot=slot)


def _overlaps(state: ScheduleState) -> Iterator[Breach]:
    by_day: dict[int, list[tuple[Task, Slot]]] = {}
    for task, slot in _placed(state):
        by_day.setdefault(slot.day, []).append((task, slot))
    for entries in by_day.values():
        for (first, slot), (second, other) in combinations(entries, 2):
            if slot.overlaps(other) and not _lives_with(first, second):
                yield _breach(state, "overlap", "tasks", first, second, _shared(slot, other))


def _embedding(state: ScheduleState) -> Iterator[Breach]:
    for guest in state.tasks:
        if guest.embed_host is None:
            continue
        host = state.by_id.get(guest.embed_host)
        if host is None or not host.can_embed or host.embed_host is not None:
            yield _breach(state, "embedding", "host_missing", guest, host_id=guest.embed_host)
        elif not is_inside(guest, host.slots):
            yield _breach(state, "embedding", "outside_host", guest, host, guest.slots[0])
    yield from _shared_occurrences(state)


def _shared_occurrences(state: ScheduleState) -> Iterator[Breach]:
    for host, occurrence in _placed(state):
        guests = [state.by_id[n] for n in host.guests if any(s.overlaps(occurrence) for s in state.by_id[n].slots)]
        for first, second in pairwise(guests):
            yield _breach(state, "embedding", "shared_host", first, second, occurrence)


def _statuses(state: ScheduleState) -> Iterator[Breach]:
    for task in state.tasks:
        if task.status == "pending" and task.slots:
            yield _breach(state, "status", "pending_placed", task, slot=task.slots[0])
        if task.status == "pending" and task.embed_host is not None:
            yield _breach(state, "status", "pending_guest", task, state.by_id.get(task.embed_host))
        if task.status != "pending" and not task.slots:
            yield _breach(state, "status", "unplaced", task)


def _counts(state: ScheduleState) -> Iterator[Breach]:
    for task in state.tasks:
        if task.status != "existing" and (task.duration is None or task.duration < 1):
            yield _breach(state, "count", "no_duration", task)
        elif task.status == "suggested" and task.slots and [s.length for s in task.slots] != [task.duration]:
            taken = sum(slot.length for slot in task.slots)
            yield _breach(state, "count", "duration", task, duration=task.duration, taken=taken)
    yield from _queue(state)


def _queue(state: ScheduleState) -> Iterator[Breach]:
    """Where the queue names a task that is not there, or twice, or counts what cannot be (rule STATE-8)."""
    queue, locale = state.queue, state.locale
    for task_id, times in Counter(queue.members).items():
        if task_id not in state.by_id:
            yield Breach("count", (task_id,), say(locale, "breach.count.queue", task_id=task_id))
        if times > 1:
            yield Breach("count", (task_id,), say(locale, "breach.count.queue_twice", task_id=task_id))
    told = Counter(reason.task_id for reason in queue.reasons)
    for task_id, times in told.items():
        if task_id not in queue.skipped or times > 1:
            yield Breach("count", (task_id,), say(locale, "breach.count.queue_reason", task_id=task_id))
    most = 0 if queue.current is None else ATTEMPTS_PER_HEAD - 1
    if not 0 <= queue.attempt <= most:
        yield Breach("count", queue.head, say(locale, "breach.count.queue_attempt", attempt=queue.attempt, most=most))


def _breach(
    state: ScheduleState,
    rule: Rule,
    case: str,
    task: Task,
    other: Task | None = None,
    slot: Slot | None = None,
    **values: object,
) -> Breach:
    named = {"task": task.label, "other": other.label if other else "", **values}
    if slot is not None:
        named["slot"] = place_text(state.locale, slot)
    ids = (task.state_id,) if other is None else (task.state_id, other.state_id)
    return Breach(rule, ids, say(state.locale, f"breach.{rule}.{case}", **named))


def _placed(state: ScheduleState) -> Iterable[tuple[Task, Slot]]:
    return ((task, slot) for task in state.tasks for slot in task.slots)


def _lives_with(first: Task, second: Task) -> bool:
    """Whether one is the other's guest; where it may stand inside the host is a matter of embedding."""
    return first.embed_host == second.state_id or second.embed_host == first.state_id


def _shared(slot: Slot, other: Slot) -> Slot:
    start = max(slot.slot_start, other.slot_start)
    return Slot(day=slot.day, slot_start=start, slot_end=min(slot.slot_end, other.slot_end))
