"""The repair by a model, and what becomes of one that is of no use."""

from typing import Any

import pytest

from domain.refine.memory import RefineMemory, Route
from domain.refine.react import Action
from domain.refine.review import faults, try_repair
from domain.schedule.state import ScheduleState
from domain.steps import NodeResult, ToolCall
from tests.domain.refine.plans import chapter, fortnight
from tests.domain.refine.scripted import Conversation, away, conversing, malformed, scripted, well_behaved

PLAN = fortnight(
    chapter(1, "第一章", 1, 1, 2),
    chapter(2, "第二章", 2, 1, 2),
    chapter(3, "第三章", 5, 1, 2),
    chapter(4, "第四章", 3, 1, 2, pinned=True),
    chapter(5, "第五章", 4, 1, 2),
)
FRIDAY = "别动第五章，把周五的任务挪到周一"


def spent(**route: Any) -> Conversation:
    """A run whose actions are used up before the last task stands on Monday."""
    run = conversing(PLAN, FRIDAY, well_behaved).until("slice")
    assert run.memory.slice.excluded == (5,)
    run.memory = run.memory.with_used(actions=24, rounds=24)
    run.memory = run.memory.model_copy(update={"route": Route(**route)})
    return run


def call(tool: str, **arguments: Any) -> Action:
    return Action(tool_calls=(ToolCall(tool=tool, arguments=arguments),))


GOOD = call("move", task_id=3, new_day=1, new_slot_start=3)


def test_a_repair_of_the_model_is_executed() -> None:
    """With 24 actions used one repair is left, and it puts the last task in place."""
    run = spent().finish()
    assert [result.decided_by for result in run.results("repair")] == ["model"]
    assert run.memory.notes[3].rule == "repair"
    assert run.memory.completed
    assert (run.memory.used.actions, run.memory.used.repairs) == (24, 1)


@pytest.mark.parametrize(
    ("action", "route"),
    [
        (Action(done=True), {}),
        (call("spread_even", task_ids=[1, 2, 3]), {}),
        (call("MinContextSwitch", task_ids=[1, 2, 3]), {}),
        (call("query_available_slots", day=1), {}),
        (call("unplace", task_id=3), {}),
        (call("x", task_id=3), {}),
        (call("batch_move", moves=[{"task_id": 3, "new_day": 1, "new_slot_start": 3}]), {}),
        (
            call("batch_move", moves=[{"task_id": 3, "new_day": 1, "new_slot_start": 3}]),
            {"batch_allowed": True, "composite_disabled": True},
        ),
        (call("move", task_id=3, new_day=1, new_slot_start=1), {}),
        (call("move", task_id=4, new_day=1, new_slot_start=3), {}),
        (call("move", task_id=5, new_day=1, new_slot_start=3), {}),
        (call("swap", task_a=3, task_b=5), {}),
        (call("swap", task_a=3, task_b=4), {}),
        (call("move", task_id=3, new_day="Monday"), {}),
    ],
)
def test_a_repair_that_may_not_be_or_does_not_work_is_not_kept(action: Action, route: dict[str, Any]) -> None:
    """No composite, no read, nothing excluded or pinned; the reason is told in words."""
    run = spent(**route)
    tried = try_repair(run.state, run.memory, action)
    assert isinstance(tried, str)
    assert tried


def test_a_repair_that_leaves_more_wrong_is_not_kept() -> None:
    """A chapter is moved out of order for nothing."""
    run = spent()
    worse = call("swap", task_a=1, task_b=2)
    assert faults(PLAN, run.memory) == (0, 2, 0)
    assert try_repair(run.state, run.memory, worse) == "这个修复让问题更多"


def test_a_batch_is_a_repair_where_the_plan_allows_it() -> None:
    run = spent(batch_allowed=True)
    moves = [{"task_id": 3, "new_day": 1, "new_slot_start": 3}]
    assert isinstance(try_repair(run.state, run.memory, call("batch_move", moves=moves)), NodeResult)


@pytest.mark.parametrize("answers", [[away("repair")], [malformed("repair"), malformed("repair")], ["{}", "{}"]])
def test_the_policy_makes_the_repair_that_the_model_does_not(answers: list[Any]) -> None:
    run = spent()
    run.model = scripted(well_behaved, repair=answers)
    run.finish()
    assert run.results("repair")[-1].decided_by == "policy"
    assert run.stages.count("repair.fallback") == 1
    assert run.stages.count("repair.parse_retry") == len(answers) - 1
    assert run.memory.completed
    assert run.memory.used.repairs == 1


def test_a_refused_repair_leaves_the_repair_to_the_policy() -> None:
    """What the model asked is told as its reason, and the check that follows passes."""
    run = spent()
    run.model = scripted(well_behaved, repair=[{"decision": "算了", "tool_calls": []}])
    run.finish()
    assert "改由内置规则决定：模型没有给出修复动作" in [event.detail for event in run.events]
    assert [result.decided_by for result in run.results("repair")] == ["policy"]
    assert run.memory.completed


def test_what_a_repair_moved_is_noted() -> None:
    run = spent()
    kept = try_repair(run.state, run.memory, GOOD)
    assert isinstance(kept, NodeResult)
    assert _note(kept.memory) == ("repair", "model")
    assert _day(kept.state) == 1


def _note(memory: RefineMemory) -> tuple[str, str]:
    return memory.notes[3].rule, memory.notes[3].decided_by


def _day(state: ScheduleState) -> int:
    return state.by_id[3].slots[0].day
