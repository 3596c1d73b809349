"""Calls that a round may not execute, each with its code."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.refine.guards import refusal
from domain.refine.memory import RefineMemory, Route
from domain.refine.react import Action, run_round
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
