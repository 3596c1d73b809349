"""Sound states drawn at random."""

from collections.abc import Callable
from typing import Final

from hypothesis import strategies as st

from domain.schedule.arrangement import arrange
from domain.schedule.occupancy import Position, positions
from domain.schedule.state import Locale, ScheduleState, Task, TaskQueue
from tests.domain.schedule.states import course, existing, state, task

KINDS = ["course", "filler", "existing", "pending", "suggested", "suggested", "suggested", "pinned"]
"""What a plain arrangement consists of."""

EVERY_KIND = [
    *("course", "filler", "filler", "study hall", "club", "lab"),
    *("existing", "weekly", "pinned existing", "pending", "pending", "pinned pending"),
    *("suggested", "suggested", "suggested", "pinned", "locked"),
]
"""Of each kind of task that a state file can have at least one, hosts first."""

_Maker = Callable[[int, str, int, int], Task]
_MAKERS: Final[dict[str, _Maker]] = {
    "course": lambda n, name, length, _: course(n, name),
    "filler": lambda n, name, length, _: course(n, name, can_embed=True),
    "study hall": lambda n, name, length, _: existing(n, name, duration=length, can_embed=True),
    "lab": lambda n, name, length, _: existing(n, name, duration=length, can_embed=True),
    "club": lambda n, name, length, key: task(n, name, duration=length, category_id=key, can_embed=True),
    "existing": lambda n, name, length, _: existing(n, name, duration=length),
    "weekly": lambda n, name, length, _: existing(n, name, duration=length),
    "pinned existing": lambda n, name, length, _: existing(n, name, duration=length, pinned=True),
    "pending": lambda n, name, length, key: task(n, name, duration=length, category_id=key),
    "pinned pending": lambda n, name, length, key: task(n, name, duration=length, category_id=key, pinned=True),
    "suggested": lambda n, name, length, key: task(n, name, duration=length, category_id=key),
    "pinned": lambda n, name, length, key: task(n, name, duration=length, category_id=key, pinned=True),
    "locked": lambda n, name, length, key: task(n, name, duration=length, category_id=key, locked=True),
}
_CLASSES = {10: "学习", 11: "作业", 12: "Reading"}
_HOSTS = {"filler", "study hall", "lab", "club"}


@st.composite
def arrangements(draw: st.DrawFn, locale: Locale = "zh-CN", least: int = 0) -> ScheduleState:
    """Courses, embeddable ones among them, and tasks of every status, each put where it fits."""
    kinds = [*draw(st.lists(st.sampled_from(KINDS), max_size=14)), *["suggested"] * least]
    return draw(_arranged(state(days=draw(st.integers(3, 8)), locale=locale), kinds))


@st.composite
def full_arrangements(draw: st.DrawFn) -> ScheduleState:
    """Tasks of every kind, among them locked hosts with guests, some in the queue, in either language."""
    kinds = [
        *EVERY_KIND,
        *draw(st.lists(st.sampled_from(["suggested", "suggested", "pending", "existing"]), max_size=6)),
    ]
    locale: Locale = draw(st.sampled_from(["zh-CN", "en"]))
    empty = state(days=draw(st.integers(5, 8)), locale=locale, reorder_allowed=draw(st.booleans()))
    arranged = draw(_arranged(empty, kinds))
    # A locked host takes no guests; these came before it was locked.
    lab = arranged.by_id[1 + kinds.index("lab")]
    arranged = arranged.with_tasks([lab.model_copy(update={"locked": True})])
    return arranged.with_queue(draw(_queues([t.state_id for t in arranged.tasks if not t.is_course])))


@st.composite
def _arranged(draw: st.DrawFn, empty: ScheduleState, kinds: list[str]) -> ScheduleState:
    arranged = empty
    for state_id, kind in enumerate(kinds, start=1):
        arranged = draw(_with_one_more(arranged, state_id, kind))
    unplaced = {t.state_id for t in arranged.tasks if t.is_course and not t.slots}
    kept = tuple(_settled(t) for t in arranged.tasks if t.state_id not in unplaced)
    return arranged.model_copy(update={"tasks": kept})


@st.composite
def _with_one_more(draw: st.DrawFn, arranged: ScheduleState, state_id: int, kind: str) -> ScheduleState:
    length = draw(st.integers(2, 4) if kind in _HOSTS else st.integers(1, 3))
    key = draw(st.sampled_from(list(_CLASSES)))
    blank = _MAKERS[kind](state_id, f"任务{state_id}", length, key)
    if blank.category_id is not None:
        blank = blank.model_copy(update={"category": _CLASSES[key]})
    arranged = arranged.model_copy(update={"tasks": (*arranged.tasks, blank)})
    if "pending" in kind:
        return arranged
    for _ in range(draw(st.integers(1, 3)) if kind in ("course", "filler", "weekly") else 1):
        places = positions(arranged, length, allow_embed=not blank.can_embed and not blank.is_course)
        if places:
            arranged = _at(arranged, state_id, draw(_some(places)))
    return arranged


def _some(places: list[Position]) -> st.SearchStrategy[Position]:
    """One of the places, often inside a host."""
    hosted = [place for place in places if place.host is not None]
    return st.sampled_from(hosted) | st.sampled_from(places) if hosted else st.sampled_from(places)


def _at(arranged: ScheduleState, state_id: int, place: Position) -> ScheduleState:
    """The task there; one that has a slot gets another, unless either lies in a host."""
    drawn = arranged.by_id[state_id]
    if not drawn.slots:
        return arrange(arranged, {state_id: place})
    if drawn.embed_host is not None or place.host is not None:
        return arranged
    slots = sorted((*drawn.slots, place.slot), key=lambda slot: slot.key)
    return arranged.with_tasks([drawn.model_copy(update={"slots": tuple(slots)})])


def _settled(drawn: Task) -> Task:
    """A task for which there was no room waits."""
    return drawn if drawn.slots else drawn.model_copy(update={"status": "pending"})


@st.composite
def _queues(draw: st.DrawFn, task_ids: list[int]) -> TaskQueue:
    chosen = draw(st.lists(st.sampled_from(task_ids), unique=True, min_size=3, max_size=9))
    cuts = sorted(draw(st.lists(st.integers(2, len(chosen)), min_size=2, max_size=2)))
    pending, completed, skipped = chosen[: cuts[0]], chosen[cuts[0] : cuts[1]], chosen[cuts[1] :]
    queue = TaskQueue(pending=tuple(pending), completed=tuple(completed), skipped=tuple(skipped))
    return queue.with_head() if draw(st.booleans()) else queue
