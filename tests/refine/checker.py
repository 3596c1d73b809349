"""What must be true after a request, judged on arrangements alone; nothing here knows how the engine decides.

Tasks are written as ids and ranges of them (``11-14 21``), days as ``week.day`` or a whole ``week`` and ranges of days
(``5.1-5.3 6``), sections as a range (``9-12``). Each truth is an object whose first key is its kind.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import Any

from domain.schedule.state import ScheduleState, Slot, Task
from domain.term.window import Window

Truth = Mapping[str, Any]


@dataclass(frozen=True)
class Outcome:
    """A plan before and after a run, and what the run said of itself."""

    before: ScheduleState
    after: ScheduleState
    completed: bool
    summary: str

    def was(self, task_id: int) -> Slot:
        return self.before.by_id[task_id].slots[0]

    def now(self, task_id: int) -> Slot:
        return self.after.by_id[task_id].slots[0]

    @property
    def moved(self) -> list[int]:
        return [task.state_id for task in self.before.tasks if self.after.by_id[task.state_id].slots != task.slots]


def ids_in(text: str) -> list[int]:
    """The ids that a text like ``11-14 21`` stands for."""
    spans = [[int(n) for n in word.split("-")] for word in text.split()]
    return [n for span in spans for n in range(span[0], span[-1] + 1)]


def days_in(window: Window, text: str) -> list[int]:
    """The numbered days that a text like ``5.1-5.3 6`` stands for; those outside the window are none."""
    return [day for word in text.split() for day in _span(window, word)]


def _span(window: Window, word: str) -> list[int]:
    ends = [end if "." in end else "" for end in word.split("-")]
    if not ends[0]:
        return [day.day_index for day in window.day_mapping if day.week == int(word)]
    first, last = (tuple(int(n) for n in end.split(".")) for end in (ends[0], ends[-1]))
    return [day.day_index for day in window.day_mapping if first <= (day.week, day.day_of_week) <= last]


def failures(outcome: Outcome, truths: list[Truth]) -> list[str]:
    """What of the truths does not hold, a line each."""
    return [f"{truth}: {fault}" for truth in truths for fault in KINDS[next(iter(truth))](outcome, truth)]


def broken_rules(outcome: Outcome, named: str = "") -> list[str]:
    """Hard rules that the run broke: who may move, what a task is, where it may stand; ``named`` pins may move."""
    before, after = outcome.before, outcome.after
    if [t.state_id for t in before.tasks] != [t.state_id for t in after.tasks] or before.window != after.window:
        return ["tasks came or went, or the window changed"]
    lines = [line for task in before.tasks for line in _changed(task, after.by_id[task.state_id], ids_in(named))]
    lines += [line for task in after.tasks for line in _misplaced(after, task)]
    return [*lines, *_overlaps(after)]


def _changed(was: Task, now: Task, named: list[int]) -> Iterator[str]:
    still = {"slots", "embed_host", "guests", "embedded_by"}
    if was.model_dump(exclude=still) != now.model_dump(exclude=still):
        yield f"{was.label} is another task now"
    if [slot.length for slot in was.slots] != [slot.length for slot in now.slots]:
        yield f"{was.label} has another length or number of places"
    fixed = was.status == "existing" or (was.pinned and was.state_id not in named)
    if fixed and (was.slots, was.embed_host) != (now.slots, now.embed_host):
        yield f"{was.label} had to stay"


def _misplaced(state: ScheduleState, task: Task) -> Iterator[str]:
    days = range(1, state.window.total_days + 1)
    if any(s.day not in days or s.slot_start < 1 or s.slot_end > 12 for s in task.slots):
        yield f"{task.label} stands outside the window"
    host = state.by_id.get(task.embed_host) if task.embed_host is not None else None
    if task.embed_host is not None and (host is None or not host.can_embed):
        yield f"{task.label} has no host"
    elif host and not any(_inside(task.slots[0], slot) for slot in host.slots):
        yield f"{task.label} stands beside its host"


def _inside(inner: Slot, outer: Slot) -> bool:
    return inner.day == outer.day and outer.slot_start <= inner.slot_start and inner.slot_end <= outer.slot_end


def _overlaps(state: ScheduleState) -> Iterator[str]:
    """Two that share a section, unless one is the other's guest; a host's place takes one guest."""
    taken = [(task, slot) for task in state.tasks for slot in task.slots]
    for (first, one), (second, other) in combinations(taken, 2):
        meet = one.day == other.day and one.slot_start <= other.slot_end and other.slot_start <= one.slot_end
        guest = first.embed_host == second.state_id or second.embed_host == first.state_id
        if meet and not guest:
            yield f"{first.label} and {second.label} overlap"
        shared = first.embed_host is not None and first.embed_host == second.embed_host and one.day == other.day
        host = state.by_id.get(first.embed_host or 0)
        if shared and host and any(_inside(one, slot) and _inside(other, slot) for slot in host.slots):
            yield f"{first.label} and {second.label} share a host's place"


def _is_at(outcome: Outcome, task_id: int, truth: Truth) -> bool:
    """Whether a task stands on the days and wholly inside the sections of a truth."""
    slot, window = outcome.now(task_id), outcome.after.window
    return ("days" not in truth or slot.day in days_in(window, truth["days"])) and (
        "sections" not in truth or {*range(slot.slot_start, slot.slot_end + 1)} <= {*ids_in(truth["sections"])}
    )


def _touches(outcome: Outcome, task_id: int, truth: Truth) -> bool:
    """Whether a task touches the sections of a truth on its days."""
    slot, window = outcome.now(task_id), outcome.after.window
    sections = {*ids_in(truth.get("sections", "1-12"))}
    on_day = "days" not in truth or slot.day in days_in(window, truth["days"])
    return on_day and bool(sections & {*range(slot.slot_start, slot.slot_end + 1)})


def _on(outcome: Outcome, truth: Truth) -> Iterator[str]:
    yield from (f"[{n}] stands at {_text(outcome, n)}" for n in ids_in(truth["on"]) if not _is_at(outcome, n, truth))


def _off(outcome: Outcome, truth: Truth) -> Iterator[str]:
    yield from (f"[{n}] stands at {_text(outcome, n)}" for n in ids_in(truth["off"]) if _touches(outcome, n, truth))


def _count(outcome: Outcome, truth: Truth) -> Iterator[str]:
    found = [n for n in ids_in(truth["count"]) if _is_at(outcome, n, truth)]
    if not truth["min"] <= len(found) <= truth["max"]:
        yield f"{len(found)} are there: {found}"


def _stay(outcome: Outcome, truth: Truth) -> Iterator[str]:
    yield from (f"[{n}] moved to {_text(outcome, n)}" for n in ids_in(truth["stay"]) if n in outcome.moved)


def _only(outcome: Outcome, truth: Truth) -> Iterator[str]:
    """None but these moved, save that others of their classes changed places with them to keep the class in order."""
    allowed = ids_in(truth["only"])
    for n in outcome.moved:
        if n not in allowed and not _gave_way(outcome, n, allowed):
            yield f"[{n}] moved to {_text(outcome, n)}"


def _gave_way(outcome: Outcome, task_id: int, allowed: list[int]) -> bool:
    """Whether a task keeps its rank among its class, which took no more new places than its allowed ones need."""
    me = outcome.before.by_id[task_id]
    mates = [t.state_id for t in outcome.before.tasks if (t.category, t.duration) == (me.category, me.duration)]
    new = {outcome.now(n).key for n in mates} - {outcome.was(n).key for n in mates}
    pairs = [(n, task_id) if outcome.was(n).key < outcome.was(task_id).key else (task_id, n) for n in mates]
    in_order = all(outcome.now(first).key <= outcome.now(second).key for first, second in pairs)
    return in_order and len(new) <= len({*allowed} & {*mates})


def _still(outcome: Outcome, _truth: Truth) -> Iterator[str]:
    yield from (f"[{n}] moved to {_text(outcome, n)}" for n in outcome.moved)


def _own_week(outcome: Outcome, truth: Truth) -> Iterator[str]:
    place = outcome.before.window.place
    ids = ids_in(truth["own_week"])
    away = [n for n in ids if place(outcome.was(n).day).week != place(outcome.now(n).day).week]
    yield from (f"[{n}] left its week for {_text(outcome, n)}" for n in away)


def _load(state: ScheduleState, day: int, without: list[int]) -> int:
    """Tasks on a day; courses are none."""
    ours = [task for task in state.tasks if not task.is_course and task.state_id not in without]
    return sum(slot.day == day for task in ours for slot in task.slots)


def _even(outcome: Outcome, truth: Truth) -> Iterator[str]:
    """The tasks stand on the days, as even as they can be beside what stands there already."""
    ids, days = ids_in(truth["even"]), days_in(outcome.after.window, truth["days"])
    yield from _on(outcome, {"on": truth["even"], "days": truth["days"]})
    best = [_load(outcome.after, day, ids) for day in days]
    for _task in ids:
        best[best.index(min(best))] += 1
    loads = [_load(outcome.after, day, []) for day in days]
    if sum(n * n for n in loads) > sum(n * n for n in best):
        yield f"the days carry {loads} tasks, best is {sorted(best)}"


def _peak(outcome: Outcome, truth: Truth) -> Iterator[str]:
    loads = [_load(outcome.after, day, []) for day in days_in(outcome.after.window, truth["days"])]
    if max(loads) > truth["peak"]:
        yield f"the days carry {loads} tasks"


def _loads_kept(outcome: Outcome, truth: Truth) -> Iterator[str]:
    for day in days_in(outcome.before.window, truth["loads_kept"]):
        was, now = _load(outcome.before, day, []), _load(outcome.after, day, [])
        if was != now:
            yield f"day {day} had {was} tasks and has {now}"


def _order(outcome: Outcome, truth: Truth) -> Iterator[str]:
    for first, second in pairwise(ids_in(truth["order"])):
        if outcome.now(first).key > outcome.now(second).key:
            yield f"[{first}] stands behind [{second}]"


def _switches(outcome: Outcome, truth: Truth) -> Iterator[str]:
    line = sorted(ids_in(truth["tasks"]), key=lambda n: outcome.now(n).key)
    classes = [outcome.after.by_id[n].category for n in line]
    changes = sum(one != other for one, other in pairwise(classes))
    if changes > truth["switches"]:
        yield f"the class changes {changes} times"


def _completed(outcome: Outcome, truth: Truth) -> Iterator[str]:
    if outcome.completed != truth["completed"]:
        yield f"it said: {outcome.summary}"


def _says(outcome: Outcome, truth: Truth) -> Iterator[str]:
    if not any(words.lower() in outcome.summary.lower() for words in truth["says"]):
        yield f"it said: {outcome.summary}"


def _text(outcome: Outcome, task_id: int) -> str:
    slot = outcome.now(task_id)
    day = outcome.after.window.place(slot.day)
    return f"{day.week}.{day.day_of_week}:{slot.slot_start}-{slot.slot_end}"


KINDS: Mapping[str, Callable[[Outcome, Truth], Iterator[str]]] = {
    "on": _on,
    "off": _off,
    "count": _count,
    "stay": _stay,
    "only": _only,
    "still": _still,
    "own_week": _own_week,
    "even": _even,
    "peak": _peak,
    "loads_kept": _loads_kept,
    "order": _order,
    "switches": _switches,
    "completed": _completed,
    "says": _says,
}
"""The kinds of truths by the key that begins each."""
