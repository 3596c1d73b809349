"""Calls whose arguments cannot be used, whatever the schedule is."""

from typing import Any, Final

from hypothesis import strategies as st

from domain.tools.results import Code
from tests.domain.tools.scenes import Case, Given, Pool, Scene

number = st.integers(-1, 15)
_place = {"new_day": number, "new_slot_start": number}
NEEDED: Final[dict[str, dict[str, st.SearchStrategy[Any]]]] = {
    "query_range": {"day": number},
    "get_task_info": {"task_id": number},
    "place": {"task_id": number, "day": number, "slot_start": number},
    "move": {"task_id": number, **_place},
    "swap": {"task_a": number, "task_b": number.map(lambda n: n + 20)},
    "batch_move": {"moves": st.lists(st.fixed_dictionaries({"task_id": number, **_place}), min_size=1, max_size=1)},
    "unplace": {"task_id": number},
    "queue_apply_head_move": _place,
    "spread_even": {"task_ids": st.lists(number, unique=True, min_size=2, max_size=3)},
    "min_context_switch": {"task_ids": st.lists(number, unique=True, min_size=2, max_size=3)},
}
"""The arguments that each tool cannot do without."""

_OPTIONAL: Final = {
    "query_available_slots": "span",
    "list_tasks": "status",
    "query_target_tasks": "limit",
    "verify": "check_order",
    "queue_skip_head": "reason",
}
_UNUSABLE: Final = st.sampled_from([1.5, [1.5], [[]], [True]])


def needed(scene: Scene, tool: str) -> dict[str, Any]:
    """Values of the right kind for what the tool cannot do without."""
    return {name: scene.draw(strategy) for name, strategy in NEEDED.get(tool, {}).items()}


def argument_cases(tool: str) -> dict[Code, Case]:
    """What any tool refuses before it looks at the schedule."""
    cases: dict[Code, Case] = {"unknown_argument": _unknown(tool)}
    if tool in NEEDED:
        cases["missing_argument"] = _missing(tool)
    if tool in NEEDED or tool in _OPTIONAL:
        cases["invalid_argument"] = _unusable(tool)
    return cases


def about(tool: str, pool: Pool) -> Case:
    """The call about one task of the pool, whatever else it says."""

    def case(scene: Scene) -> Given:
        task = scene.one(pool(scene))
        return None if task is None else {**needed(scene, tool), "task_id": task.state_id}

    return case


def naming(tool: str, name: str, *values: Any) -> Case:
    """The call with one of the values for that argument."""
    return lambda scene: {**needed(scene, tool), name: scene.one(values)}


def _unknown(tool: str) -> Case:
    return lambda scene: {**needed(scene, tool), "speed": scene.draw(number)}


def _missing(tool: str) -> Case:
    def case(scene: Scene) -> Given:
        given = needed(scene, tool)
        del given[scene.draw(st.sampled_from(list(given)))]
        return given

    return case


def _unusable(tool: str) -> Case:
    def case(scene: Scene) -> Given:
        given = needed(scene, tool)
        name = scene.one(list(given) or [_OPTIONAL[tool]])
        return {**given, str(name): scene.draw(_UNUSABLE)}

    return case
