"""Calls of the tools that only look."""

from typing import Any, Final

from hypothesis import strategies as st

from domain.tools.results import Code
from tests.domain.tools.cases.arguments import naming, needed
from tests.domain.tools.scenes import Case, Given, Scene

ABSENT: Final = 99
_section = st.integers(1, 12)
_statuses = st.sampled_from(["existing", "suggested", "suggested", "pending", "all"])
SECTION_FILTERS: Final[dict[str, st.SearchStrategy[Any]]] = {
    "day_scope": st.sampled_from(["all", "workday", "weekend"]),
    "day_of_week": st.lists(st.integers(1, 7), max_size=4),
    "week": st.integers(4, 6),
    "week_from": st.integers(4, 6),
    "day": st.integers(1, 3),
    "exclude_sections": st.lists(_section, max_size=3),
    "after_section": st.integers(1, 8),
    "before_section": st.integers(5, 12),
}


def some_filters(scene: Scene) -> dict[str, Any]:
    """At most two filters, all of which can be used."""
    names = scene.some(list(SECTION_FILTERS), most=2)
    return {name: scene.draw(SECTION_FILTERS[name]) for name in names}


def outside(tool: str, name: str) -> Case:
    """A day that the window does not have."""

    def case(scene: Scene) -> Given:
        last = scene.state.window.total_days
        return {**needed(scene, tool), name: scene.one([-3, 0, last + 1, last + 9])}

    return case


def _with(optional: dict[str, st.SearchStrategy[Any]], filtered: bool = False) -> Case:
    def case(scene: Scene) -> Given:
        return {**scene.draw(st.fixed_dictionaries({}, optional=optional)), **(some_filters(scene) if filtered else {})}

    return case


def _range(scene: Scene) -> Given:
    start, end = sorted(scene.draw(st.tuples(_section, _section)))
    part = scene.draw(st.fixed_dictionaries({}, optional={"slot_start": st.just(start), "slot_end": st.just(end)}))
    return {"day": scene.draw(st.integers(1, scene.state.window.total_days)), **part}


def _listed(scene: Scene) -> Given:
    categories = st.sampled_from([*(task.category for task in scene.state.tasks), "没有"])
    return scene.draw(st.fixed_dictionaries({}, optional={"category": categories, "status": _statuses}))


def _info(scene: Scene) -> Given:
    task = scene.one(scene.state.tasks)
    return {"task_id": task.state_id} if task else None


def _verified(scene: Scene) -> Given:
    some = st.lists(st.sampled_from([task.state_id for task in scene.state.tasks]), max_size=4)
    return scene.draw(st.fixed_dictionaries({}, optional={"check_order": st.booleans(), "task_ids": some}))


READS: Final[dict[str, dict[Code, Case]]] = {
    "get_overview": {"ok": _with({})},
    "query_range": {"ok": _range, "out_of_window": outside("query_range", "day")},
    "query_available_slots": {
        "ok": _with({"span": _section, "limit": st.integers(1, 200), "allow_embed": st.booleans()}, filtered=True),
        "out_of_window": outside("query_available_slots", "day_end"),
    },
    "list_tasks": {"ok": _listed},
    "get_task_info": {"ok": _info, "task_not_found": naming("get_task_info", "task_id", ABSENT)},
    "query_target_tasks": {
        "ok": _with(
            {"status": _statuses, "enqueue": st.booleans(), "reset_queue": st.booleans(), "limit": _section},
            filtered=True,
        ),
        "task_not_found": naming("query_target_tasks", "task_ids", [ABSENT], ABSENT),
        "out_of_window": outside("query_target_tasks", "day"),
    },
    "verify": {"ok": _verified, "task_not_found": naming("verify", "task_ids", [ABSENT])},
}
"""Every read and every code it can give, apart from those of arguments."""
