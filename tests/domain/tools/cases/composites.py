"""Calls of the tools that rearrange a set."""

from typing import Final

from hypothesis import strategies as st

from domain.schedule.state import Task
from domain.tools.results import Code
from tests.domain.tools.cases.arguments import naming
from tests.domain.tools.cases.reads import ABSENT
from tests.domain.tools.cases.writes import locked, not_suggested
from tests.domain.tools.scenes import Case, Given, Pool, Scene


def _set_with(pool: Pool, others: Pool) -> Case:
    """A set in which one task is of the pool."""

    def case(scene: Scene) -> Given:
        bad = scene.one(pool(scene))
        rest = [task.state_id for task in others(scene) if task is not bad]
        if bad is None or not rest:
            return None
        ids = scene.some(rest, least=1, most=4)
        return {"task_ids": scene.draw(st.permutations([*ids, bad.state_id]))}

    return case


def _set(scene: Scene) -> Given:
    ids = [task.state_id for task in scene.suggested]
    return {"task_ids": scene.some(ids, least=2)} if len(ids) > 1 else None


def _spread(scene: Scene) -> Given:
    """Where nothing is filtered and the order is free, staying put is possible, so it must succeed."""
    balance = st.sampled_from(["tasks", "total"])
    return (given := _set(scene)) and {**given, "keep_order": False, "balance": scene.draw(balance)}


def _cramped(scene: Scene) -> Given:
    """Every section is barred, and a task is not pinned."""
    given, free = _set(scene), {task.state_id for task in scene.movable}
    if given is None or not free & {*given["task_ids"]}:
        return None
    return {**given, "exclude_sections": list(range(1, 13))}


def _outside(scene: Scene) -> Given:
    return (given := _set(scene)) and {**given, "day_start": scene.state.window.total_days + 1}


def _released(case: Case) -> Case:
    """Only where the order is released."""
    return lambda scene: case(scene) if scene.reorder_allowed else None


def _not_released(scene: Scene) -> Given:
    return None if scene.reorder_allowed else _set(scene)


def _everyone(scene: Scene) -> list[Task]:
    return list(scene.state.tasks)


def _unlocked(scene: Scene) -> list[Task]:
    return [task for task in scene.state.tasks if not scene.held(task)]


COMPOSITES: Final[dict[str, dict[Code, Case]]] = {
    "spread_even": {
        "ok": _spread,
        "task_not_found": naming("spread_even", "task_ids", [1, ABSENT]),
        "locked": _set_with(locked, _everyone),
        "wrong_status": _set_with(not_suggested, _unlocked),
        "out_of_window": _outside,
        "not_enough_slots": _cramped,
    },
    "min_context_switch": {
        "ok": _released(_set),
        "task_not_found": _released(naming("min_context_switch", "task_ids", [1, ABSENT])),
        "locked": _released(_set_with(locked, _everyone)),
        "wrong_status": _released(_set_with(not_suggested, _unlocked)),
        "reorder_not_allowed": _not_released,
    },
}
"""Every composite and every code it can give, apart from those of arguments."""
