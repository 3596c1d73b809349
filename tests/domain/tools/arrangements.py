"""Sound states drawn at random."""

from hypothesis import strategies as st

from domain.schedule.arrangement import arrange
from domain.schedule.occupancy import positions
from domain.schedule.state import Locale, ScheduleState, Task
from tests.domain.schedule.states import course, existing, state, task

KINDS = ["course", "filler", "existing", "pending", "suggested", "suggested", "suggested", "pinned"]


@st.composite
def arrangements(draw: st.DrawFn, locale: Locale = "zh-CN", least: int = 0) -> ScheduleState:
    """Courses, embeddable ones among them, and tasks of every status, each put where it fits."""
    days = draw(st.integers(3, 8))
    arranged = state(days=days, locale=locale)
    kinds = [*draw(st.lists(st.sampled_from(KINDS), max_size=14)), *["suggested"] * least]
    for state_id, kind in enumerate(kinds, start=1):
        length = draw(st.integers(1, 4))
        blank = _blank(state_id, kind, length, draw(st.sampled_from([10, 11])))
        arranged = ScheduleState(window=arranged.window, tasks=(*arranged.tasks, blank), locale=locale)
        places = positions(arranged, length, allow_embed=not blank.is_course)
        if kind != "pending" and places:
            arranged = arrange(arranged, {state_id: draw(st.sampled_from(places))})
    unplaced = {t.state_id for t in arranged.tasks if t.is_course and not t.slots}
    kept = tuple(t for t in arranged.tasks if t.state_id not in unplaced)
    return ScheduleState(window=arranged.window, tasks=tuple(_settled(t) for t in kept), locale=locale)


def _blank(state_id: int, kind: str, length: int, category_id: int) -> Task:
    name = f"任务{state_id}"
    if kind in ("course", "filler"):
        return course(state_id, name, can_embed=kind == "filler")
    if kind == "existing":
        return existing(state_id, name, duration=length)
    return task(state_id, name, duration=length, category_id=category_id, pinned=kind == "pinned")


def _settled(drawn: Task) -> Task:
    """A task for which there was no room waits."""
    return drawn if drawn.slots else drawn.model_copy(update={"status": "pending"})
