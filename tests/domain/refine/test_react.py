"""The loop of single-task rounds: whose turn it is, and when it ends."""

from typing import Any

import pytest

from domain.refine.memory import RefineMemory, Route
from domain.refine.nodes import run_node
from domain.refine.react import Action, run_round
from domain.refine.turns import begin_round, needs_replan
from domain.schedule.state import ScheduleState
from domain.steps import ToolCall
from tests.domain.refine.plans import chapter, crowded_end_of_week, driven, fortnight, opened
from tests.domain.schedule.states import course

PLAN = crowded_end_of_week()


def sliced(message: str = "把周五的任务都挪到周一", plan: ScheduleState = PLAN, **figures: Any) -> RefineMemory:
    return opened(plan, message).until("slice").memory.with_used(**figures)


def move(task_id: int, day: int, start: int) -> Action:
    arguments = {"task_id": task_id, "new_day": day, "new_slot_start": start}
    return Action(tool_calls=(ToolCall(tool="move", arguments=arguments),))


def test_tasks_come_in_the_order_in_which_they_stand() -> None:
    chosen, events = begin_round(PLAN, sliced())
    assert chosen.current == 34
    assert [event.detail for event in events] == ["当前任务 [34]第四章 大数定律"]


def test_the_current_task_keeps_its_turn_until_it_has_a_place() -> None:
    """A move to a wrong day does not pass the turn on."""
    first, _ = begin_round(PLAN, sliced())
    missed = run_round(PLAN, first, move(34, 2, 1), "model")
    again, events = begin_round(missed.state, missed.memory)
    assert (again.current, events) == (34, ())


@pytest.mark.parametrize(
    ("figures", "verdict"),
    [
        ({"rounds": 23, "actions": 22}, "continue"),
        ({"rounds": 24, "actions": 22}, "done"),
        ({"rounds": 23, "actions": 23}, "done"),
    ],
)
def test_the_loop_ends_with_the_last_round_and_the_last_action(figures: dict[str, Any], verdict: str) -> None:
    first, _ = begin_round(PLAN, sliced(**figures))
    assert run_round(PLAN, first, move(34, 1, 3), "policy").verdict == verdict


@pytest.mark.parametrize("figures", [{"rounds": 25}, {"actions": 24}, {"rounds": 99, "actions": 99}])
def test_beyond_a_budget_no_round_begins(figures: dict[str, Any]) -> None:
    result = run_node("react", PLAN, sliced(**figures))
    assert (result.verdict, result.call) == ("done", None)


def test_a_goal_met_ends_the_loop_at_once() -> None:
    """The rounds that are left are not used."""
    run = driven(PLAN, "把听力训练挪到周一")
    assert run.memory.used.rounds == 1
    assert "react.short_circuit" in run.stages


def test_a_goal_met_does_not_end_the_loop_while_its_composite_is_missing() -> None:
    memory = sliced("把听力训练挪到周一").model_copy(update={"current": 41, "route": Route(required="spread_even")})
    asked = Action(tool_calls=(ToolCall(tool="verify", arguments={}),))
    moved = PLAN.with_tasks([PLAN.by_id[41].model_copy(update={"slots": PLAN.by_id[1].slots[:1]})])
    assert run_round(moved, memory, asked, "model").verdict == "continue"


def test_a_task_that_fits_nowhere_is_set_aside_with_proof() -> None:
    """The query of the round shows that no place is left; the run goes on and says so."""
    full = fortnight(course(1, "集训", (1, 1, 12)), chapter(31, "第一章", 5, 1, 2), chapter(32, "第二章", 12, 1, 2))
    run = driven(full, "把周五的任务挪到周一")
    calls = [result.call.tool for name, result in run.steps if name == "react" and result.call]
    assert calls == ["query_available_slots", "move"]
    assert run.memory.set_aside == (31,)
    assert run.days(31, 32) == [5, 8]
    assert run.memory.unmet == ("2 个任务中只有 1 个就位",)


def test_a_task_that_used_its_budget_passes_its_turn_on() -> None:
    first, _ = begin_round(PLAN, sliced(per_task={34: 3}))
    spent = run_round(PLAN, first, move(34, 2, 1), "model")
    assert spent.memory.set_aside == (34,)
    assert begin_round(spent.state, spent.memory)[0].current == 41


def test_three_failures_in_a_row_make_another_plan() -> None:
    """The new plan leaves out the task that failed, and no budget is reset."""
    result = run_node("react", PLAN, sliced(streak=3, rounds=5, actions=5).model_copy(update={"current": 34}))
    used = result.memory.used
    assert result.events[0].stage == "schedule_refine.plan.replan"
    assert (used.plans, used.replans, used.streak, used.rounds, used.actions) == (2, 1, 0, 6, 6)
    assert 34 in result.memory.set_aside
    assert result.memory.plan is not None
    assert any("第四章" in step for step in result.memory.plan.steps)


@pytest.mark.parametrize("figures", [{"streak": 2}, {"streak": 3, "plans": 2}, {"streak": 3, "replans": 2}])
def test_no_other_plan_before_three_failures_or_beyond_the_budget(figures: dict[str, Any]) -> None:
    assert not needs_replan(sliced(**figures))


def test_without_a_plan_left_three_failures_end_the_loop() -> None:
    first, _ = begin_round(PLAN, sliced(streak=2, plans=2))
    assert run_round(PLAN, first, move(34, 1, 1), "model").verdict == "done"


def test_done_ends_the_loop_where_rules_cannot_tell_better() -> None:
    """The built-in policy is believed; so is a model that has nothing left to place."""
    first, _ = begin_round(PLAN, sliced())
    assert run_round(PLAN, first, Action(done=True), "policy").verdict == "done"
    spent = first.model_copy(update={"set_aside": first.workset})
    assert run_round(PLAN, spent, Action(done=True), "model").verdict == "done"


@pytest.mark.parametrize("answer", [Action(done=True), Action()])
def test_done_is_not_believed_while_a_task_has_yet_to_move(answer: Action) -> None:
    """The round is lost like one with a malformed answer, and the model is told what is missing."""
    first, _ = begin_round(PLAN, sliced())
    lost = run_round(PLAN, first, answer, "model")
    assert (lost.verdict, lost.memory.used.rounds, lost.memory.used.actions) == ("continue", 1, 0)
    assert "3 个任务中只有 0 个就位" in lost.memory.models.problem
    assert "schedule_refine.react.parse_retry" in [event.stage for event in lost.events]


def test_of_a_part_later_tasks_go_to_later_days() -> None:
    """Half of Thursday's and Friday's tasks to the weekend: those that come last in time."""
    run = driven(PLAN, "把第5周一半的任务挪到周末")
    assert set(run.memory.notes) == {34, 41, 42}
