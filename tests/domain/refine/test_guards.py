"""Calls that a round may not execute, each with its code."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.refine.guards import refusal
from domain.refine.memory import RefineMemory, Route
from domain.refine.react import Action, run_round
from domain.refine.turns import begin_round
from domain.schedule.invariants import breaches
from domain.schedule.limits import ClassLimits
from domain.schedule.state import class_key
from domain.steps import ToolCall
from tests.domain.refine.plans import crowded_end_of_week, opened

PLAN = crowded_end_of_week()
MOVE = {"task_id": 34, "new_day": 1, "new_slot_start": 3}
QUERY = {"span": 2, "day": 1}


def working(**changed: Any) -> RefineMemory:
    """In the middle of moving Friday to Monday; task 34 is current."""
    memory = opened(PLAN, "把周五的任务都挪到周一").until("slice").memory
    return memory.model_copy(update={"current": 34, **changed})


def used(**figures: Any) -> RefineMemory:
    return working().with_used(**figures)


def call(tool: str, **arguments: Any) -> ToolCall:
    return ToolCall(tool=tool, arguments=arguments)


CASES = [
    (call("move", **MOVE), working(), None),
    (call("move", **MOVE | {"task_id": 41}), working(), "CURRENT_TASK_MISMATCH"),
    (call("swap", task_a=34, task_b=41), working(), None),
    (call("swap", task_a=42, task_b=41), working(), "CURRENT_TASK_MISMATCH"),
    (call("move", **MOVE), working(route=Route(required="spread_even")), "COMPOSITE_REQUIRED"),
    (call("move", **MOVE), working(route=Route(required="spread_even", succeeded=True)), None),
    (call("spread_even", task_ids=[34, 41]), working(), None),
    (call("spread_even", task_ids=[34, 41]), working(route=Route(composite_disabled=True)), "COMPOSITE_DISABLED"),
    (call("min_context_switch", task_ids=[34]), working(route=Route(composite_disabled=True)), "COMPOSITE_DISABLED"),
    (call("batch_move", moves=[MOVE]), working(), "BATCH_MOVE_DISABLED"),
    (call("batch_move", moves=[MOVE]), working(route=Route(batch_allowed=True)), None),
    (call("batch_move", moves="34"), working(route=Route(batch_allowed=True)), "CURRENT_TASK_MISMATCH"),
    (call("move", **MOVE), used(per_task={34: 3}), None),
    (call("move", **MOVE), used(per_task={34: 4}), "TASK_BUDGET_EXCEEDED"),
    (call("move", **MOVE), working(failed=(call("move", **MOVE),)), "REPEAT_FAILED_ACTION"),
    (call("query_available_slots", **QUERY), working(), None),
    (
        call("query_available_slots", **QUERY),
        working(queries=(call("query_available_slots", **QUERY),)),
        "QUERY_REDUNDANT",
    ),
    (
        call("batch_move", moves=[MOVE]),
        working(route=Route(batch_allowed=True, composite_disabled=True)),
        "BATCH_MOVE_DISABLED",
    ),
    (call("move", **MOVE | {"task_id": "34"}), working(failed=(call("move", **MOVE),)), "REPEAT_FAILED_ACTION"),
    (
        call("query_available_slots", **QUERY, limit=12, week=None),
        working(queries=(call("query_available_slots", **QUERY),)),
        "QUERY_REDUNDANT",
    ),
    (call("move", **MOVE | {"task_id": "34"}), working(), None),
    (call("unplace", task_id=34), working(), "TOOL_NOT_ALLOWED"),
    (call("rm -rf", path="/"), working(), "TOOL_NOT_ALLOWED"),
]


@pytest.mark.parametrize(("asked", "memory", "code"), CASES)
def test_each_guard_has_its_code(asked: ToolCall, memory: RefineMemory, code: str | None) -> None:
    assert refusal(asked, memory) == code


def test_a_blocked_call_costs_a_round_and_no_action() -> None:
    """Nothing is executed; the call counts as a failure and is not to be made again."""
    asked = call("move", **MOVE | {"task_id": 41})
    result = run_round(PLAN, working(), Action(tool_calls=(asked,)), "model")
    assert result.state is PLAN
    assert result.result is None
    assert (result.memory.used.rounds, result.memory.used.actions, result.memory.used.streak) == (1, 0, 1)
    assert result.memory.failed == (asked,)
    assert "schedule_refine.react.tool_blocked" in [event.stage for event in result.events]
    assert result.verdict == "continue"


def test_an_alias_is_the_tool_it_stands_for() -> None:
    result = run_round(PLAN, working(), Action(tool_calls=(call("Move", **MOVE),)), "model")
    assert result.call is not None
    assert (result.call.tool, result.result and result.result.code) == ("move", "ok")


def test_a_failed_call_is_not_made_again() -> None:
    """The second time the guard answers, not the tool."""
    taken = Action(tool_calls=(call("move", **MOVE | {"new_slot_start": 1}),))
    first = run_round(PLAN, working(), taken, "model")
    second = run_round(first.state, first.memory, taken, "model")
    assert first.result is not None
    assert first.result.code == "slot_conflict"
    assert second.result is None
    assert second.memory.last_result == "REPEAT_FAILED_ACTION"


def test_a_write_makes_queries_worth_asking_again() -> None:
    ask = Action(tool_calls=(call("query_available_slots", **QUERY),))
    asked = run_round(PLAN, working(), ask, "model")
    assert refusal(ask.tool_calls[0], asked.memory) == "QUERY_REDUNDANT"
    moved = run_round(asked.state, asked.memory, Action(tool_calls=(call("move", **MOVE),)), "model")
    assert refusal(ask.tool_calls[0], moved.memory) is None


@given(
    tool=st.sampled_from(["move", "swap", "batch_move", "spread_even", "verify", "query_target_tasks", "x"]),
    arguments=st.dictionaries(
        st.sampled_from(["task_id", "task_a", "moves", "day"]), st.none() | st.integers() | st.text()
    ),
)
def test_no_call_breaks_a_round(tool: str, arguments: dict[str, Any]) -> None:
    """Whatever a model asks, the round ends with a verdict and the plan changes only by a call that succeeded."""
    result = run_round(PLAN, working(), Action(tool_calls=(call(tool, **arguments),)), "model")
    assert result.verdict in ("continue", "done")
    assert result.state is PLAN or (result.result is not None and result.result.ok)


OUTSIDE = [
    ("swap", {"task_a": 34, "task_b": 32}, {}),
    ("Swap", {"task_a": 32, "task_b": "34"}, {}),
    ("batch_move", {"moves": [MOVE, {"task_id": 32, "new_day": 1, "new_slot_start": 5}]}, {"batch_allowed": True}),
    ("spread_even", {"task_ids": [31, 32, 33], "week": 5}, {}),
    ("SpreadEven", {"task_item_ids": [31, 32], "task_id": 33, "week": 5}, {}),
]


@pytest.mark.parametrize(("tool", "arguments", "route"), OUTSIDE)
def test_a_call_may_not_move_a_task_outside_the_set(
    tool: str, arguments: dict[str, Any], route: dict[str, Any]
) -> None:
    """Nothing of it is kept, and the round counts; a call whose tool refuses it anyway tells that instead."""
    asked = Action(tool_calls=(call(tool, **arguments),))
    result = run_round(PLAN, working(route=Route(**route)), asked, "model")
    assert result.state is PLAN
    assert result.result is None
    assert result.memory.last_result == "TOOL_NOT_ALLOWED"
    assert result.memory.used.actions == 0


@pytest.mark.parametrize("message", ["别动听力训练，把周五的任务都挪到周一", "把周五除了听力训练的任务挪到周一"])
def test_a_call_may_not_move_what_the_request_excludes(message: str) -> None:
    memory = opened(PLAN, message).until("slice").memory
    assert memory.slice.excluded == (41,)
    asked = Action(tool_calls=(call("swap", task_a=34, task_b=41),))
    result = run_round(PLAN, memory.model_copy(update={"current": 34}), asked, "model")
    assert (result.state, result.memory.last_result) == (PLAN, "TOOL_NOT_ALLOWED")


def test_a_call_may_not_move_what_is_pinned() -> None:
    """The tool says so itself."""
    pinned = PLAN.with_tasks([PLAN.by_id[41].model_copy(update={"pinned": True})])
    asked = Action(tool_calls=(call("swap", task_a=34, task_b=41),))
    result = run_round(pinned, working(), asked, "model")
    assert result.state is pinned
    assert result.result is not None
    assert result.result.code == "pinned"


def test_a_call_may_not_put_a_task_where_its_class_may_not_stand() -> None:
    """The class excludes Mondays, and the request does not ask for them."""
    limits = {"10": ClassLimits(days_of_week=(1,))}
    memory = opened(PLAN, "晚上不要安排").until("slice").memory
    goal = memory.objective.model_copy(update={"limits": {class_key(PLAN.by_id[33]): limits["10"]}})
    barred = memory.model_copy(update={"objective": goal, "current": 33})
    monday = Action(tool_calls=(call("move", task_id=33, new_day=1, new_slot_start=5),))
    tuesday = Action(tool_calls=(call("move", task_id=33, new_day=2, new_slot_start=5),))
    assert run_round(PLAN, barred, monday, "model").memory.last_result == "TOOL_NOT_ALLOWED"
    moved = run_round(PLAN, barred, tuesday, "model")
    assert moved.result is not None
    assert moved.result.ok


_IDS = st.sampled_from([1, 3, 31, 33, 34, 41, 42, 43, 99, "34", None])
_MOVES = st.fixed_dictionaries({"task_id": _IDS, "new_day": st.integers(1, 7), "new_slot_start": st.integers(1, 11)})
_CALLS = st.one_of(
    st.builds(lambda a, b: call("swap", task_a=a, task_b=b), _IDS, _IDS),
    st.builds(lambda move: call("Move", **move), _MOVES),
    st.builds(lambda moves: call("batch_move", moves=moves), st.lists(_MOVES, max_size=3)),
    st.builds(
        lambda tool, ids, key, one: call(tool, **{key: ids, **({"task_id": one} if one else {})}),
        st.sampled_from(["spread_even", "min_context_switch", "SpreadEven"]),
        st.lists(_IDS, max_size=5),
        st.sampled_from(["task_ids", "task_item_ids"]),
        _IDS,
    ),
    st.builds(lambda day: call("query_available_slots", day=day), st.integers(0, 15)),
)


@settings(max_examples=100, deadline=None)
@given(calls=st.lists(_CALLS, min_size=1, max_size=12), fallen_back=st.booleans())
def test_whatever_calls_are_made_only_tasks_of_the_set_move(calls: list[ToolCall], fallen_back: bool) -> None:
    """Round after round the plan stays sound; in fallback mode no composite and no batch call is executed."""
    state = PLAN.with_tasks([PLAN.by_id[32].model_copy(update={"pinned": True})])
    route = Route(composite_disabled=fallen_back, batch_allowed=True)
    memory = opened(state, "别动作文，把周五的任务都挪到周一").until("slice").memory.model_copy(update={"route": route})
    assert memory.workset == (34, 41)
    for asked in calls:
        memory, _ = begin_round(state, memory)
        if memory.current is None:
            return
        result = run_round(state, memory, Action(tool_calls=(asked,)), "model")
        executed = result.call.tool if result.call and result.result else ""
        assert not (fallen_back and executed in ("spread_even", "min_context_switch", "batch_move"))
        state, memory = result.state, result.memory
        assert breaches(state) == ()
        places = {task.state_id: (task.slots, task.embed_host) for task in state.tasks}
        stood = {task.state_id: (task.slots, task.embed_host) for task in PLAN.tasks}
        assert {n for n in places if places[n] != stood[n]} <= {34, 41}
