"""The loop of single-task rounds: whose turn it is, and when it ends."""

from typing import Any

import pytest

from domain.refine.memory import Answered, RefineMemory, Route
from domain.refine.nodes import run_node
from domain.refine.react import Action, run_round
from domain.refine.turns import begin_round, needs_replan
from domain.refine.upcoming import upcoming, wants_model
from domain.schedule.state import ScheduleState
from domain.steps import NodeResult, ToolCall
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


@pytest.mark.parametrize(
    "figures", [{"rounds": 25}, {"rounds": 26}, {"actions": 24}, {"actions": 25}, {"rounds": 99, "actions": 99}]
)
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
    assert run.memory.unmet == ("2 个任务中只有 1 个就位", "没有空位，已占用的有：第5周周一第1–12节[1]集训")


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


def lost(memory: RefineMemory, times: int) -> NodeResult[RefineMemory]:
    """So many rounds in a row whose answer was malformed."""
    assert times
    for _ in range(times):
        answer = Answered(node="react", outcome="malformed", problem="不是 JSON")
        result = run_node("react", PLAN, memory.model_copy(update={"answer": answer}))
        memory = result.memory
    return result


def asked(message: str = "把周五的任务都挪到周一", **figures: Any) -> RefineMemory:
    return sliced(message, **figures).model_copy(update={"endpoint": "default"})


def test_a_malformed_answer_costs_its_round_and_the_next_prompt_says_why() -> None:
    result = lost(asked(), 1)
    assert (result.verdict, result.state, result.call) == ("continue", PLAN, None)
    assert (result.memory.used.rounds, result.memory.used.actions, result.memory.used.streak) == (1, 0, 0)
    assert (result.memory.models.problem, result.memory.models.policy_task) == ("不是 JSON", None)
    assert wants_model("react", PLAN, result.memory)
    assert [event.stage.rpartition(".")[2] for event in result.events] == ["task_start", "round_start", "parse_retry"]


def test_malformed_twice_in_a_row_the_policy_takes_that_task_and_then_the_model_is_asked_again() -> None:
    """The second round is counted too; the task's own rounds ask nobody."""
    second = lost(asked(), 2)
    assert second.memory.used.rounds == 2
    assert second.memory.models.policy_task == 34
    assert "schedule_refine.react.fallback" in [event.stage for event in second.events]
    assert not wants_model("react", PLAN, second.memory)
    placed = run_node("react", PLAN, second.memory)
    assert (placed.decided_by, placed.call and placed.call.arguments["task_id"]) == ("policy", 34)
    assert wants_model("react", placed.state, placed.memory)
    assert upcoming(placed.state, placed.memory).models.policy_task is None
    assert upcoming(placed.state, placed.memory).current == 41


def test_an_answer_for_a_task_that_the_policy_has_is_not_used() -> None:
    answer = Answered(node="react", outcome="malformed", problem="?")
    memory = lost(asked(), 2).memory.model_copy(update={"answer": answer})
    result = run_node("react", PLAN, memory)
    assert (result.decided_by, result.memory.answer) == ("policy", None)


def test_an_answer_that_can_be_used_ends_a_streak_of_malformed_ones() -> None:
    """Malformed, good, malformed: no task is taken over."""
    first = lost(asked(), 1).memory
    good = run_round(PLAN, first, move(34, 1, 3), "model")
    assert (good.memory.models.malformed_streak, good.memory.models.problem) == (0, "")
    memory = begin_round(good.state, good.memory)[0].model_copy(
        update={"answer": Answered(node="react", outcome="malformed", problem="?")}
    )
    assert run_node("react", good.state, memory).memory.models.policy_task is None


def test_done_said_twice_without_reason_hands_the_task_to_the_policy() -> None:
    first, _ = begin_round(PLAN, asked())
    once = run_round(PLAN, first, Action(done=True), "model")
    twice = run_round(PLAN, once.memory, Action(done=True), "model")
    assert (twice.verdict, twice.memory.models.policy_task) == ("continue", 34)


@pytest.mark.parametrize(("rounds", "verdict"), [(23, "continue"), (24, "done")])
def test_a_malformed_answer_in_the_last_round_ends_the_loop(rounds: int, verdict: str) -> None:
    result = lost(asked(rounds=rounds), 1)
    assert (result.verdict, result.memory.used.rounds) == (verdict, rounds + 1)


@pytest.mark.parametrize("route", [Route(required="spread_even"), Route()])
def test_a_composite_that_is_missing_keeps_the_loop_going_though_the_goal_is_met(route: Route) -> None:
    """The next round begins with a task and calls the composite; without such a condition the loop is over."""
    spread = sliced("把第5周周四到周五的任务均匀分散到周一到周三")
    met = driven(PLAN, "把第5周周四到周五的任务均匀分散到周一到周三").state
    memory = spread.model_copy(update={"route": route})
    result = run_node("react", met, memory)
    assert (result.call and result.call.tool) == (route.required or None)
    assert result.verdict == "done"
    assert result.memory.route.succeeded == (route.required is not None)


def test_a_composite_that_keeps_failing_ends_the_loop() -> None:
    """Its arguments are each tried once, and no more than three calls fail in a row."""
    full = fortnight(
        course(1, "集训", (1, 1, 12), (8, 1, 12)), chapter(31, "第一章", 5, 1, 2), chapter(32, "第二章", 5, 3, 4)
    )
    memory = sliced("把周五的任务均匀分散到周一", full).model_copy(update={"route": Route(required="spread_even")})
    state, calls, verdict = full, 0, "continue"
    while verdict == "continue":
        result = run_node("react", state, memory)
        state, memory, verdict = result.state, result.memory, result.verdict
        calls += result.call is not None
    assert 1 <= calls <= 3
    assert not memory.route.succeeded


def blocked(memory: RefineMemory) -> NodeResult[RefineMemory]:
    """A round in which the model asks for a task that is not its turn."""
    first, _ = begin_round(PLAN, memory)
    start = 1 + 2 * first.used.rounds
    return run_round(PLAN, first, move(43, 2, min(start, 11)), "model")


def test_a_model_that_fails_three_times_gets_another_plan_and_the_policy_the_task() -> None:
    """No budget is reset, and the task is not given up (REACT-7)."""
    memory = asked()
    for _ in range(3):
        memory = blocked(memory).memory
    assert memory.used.streak == 3
    result = run_node("react", PLAN, memory)
    used = result.memory.used
    assert result.events[0].stage == "schedule_refine.plan.replan"
    assert (result.decided_by, result.call and result.call.arguments["task_id"]) == ("policy", 34)
    assert (used.plans, used.replans, used.rounds, used.actions) == (2, 1, 4, 1)
    assert result.memory.set_aside == ()


def test_with_no_plan_left_the_policy_takes_the_task_over_at_once() -> None:
    result = blocked(asked(streak=2, plans=2))
    assert (result.verdict, result.memory.used.streak, result.memory.models.policy_task) == ("continue", 0, 34)
    assert "连续 3 次调用失败" in next(e.detail for e in result.events if e.stage.endswith("react.fallback"))
    assert not wants_model("react", PLAN, result.memory)


@pytest.mark.parametrize(("tried", "left"), [(3, True), (4, False), (5, False)])
def test_a_task_has_four_writes(tried: int, left: bool) -> None:
    """At the budget and beyond it the task is nobody's turn any more."""
    memory = sliced("把听力训练挪到周一", per_task={41: tried})
    assert (begin_round(PLAN, memory)[0].current == 41) is left
    code = run_round(PLAN, memory.model_copy(update={"current": 41}), move(41, 1, 3), "model").memory.last_result
    assert (code != "TASK_BUDGET_EXCEEDED") is left


@pytest.mark.parametrize(
    ("plans", "replans", "due"),
    [(1, 0, True), (1, 1, True), (2, 1, False), (3, 1, False), (1, 2, False), (1, 3, False)],
)
def test_plans_and_replans_at_their_budget_and_beyond(plans: int, replans: int, due: bool) -> None:
    assert needs_replan(sliced(streak=3, plans=plans, replans=replans)) is due


def test_twenty_four_actions_leave_one_repair() -> None:
    """Neither a replan nor a fallback gives more; the check may repair once, not twice."""
    run = opened(PLAN, "把周五的任务都挪到周一").until("slice")
    run.memory = run.memory.with_used(actions=24, replans=1, plans=2)
    run.finish()
    assert [name for name, _ in run.steps].count("repair") == 1
    assert run.memory.used.actions == 24
    assert len(run.memory.notes) == 1


def test_older_results_are_kept_a_line_each_and_not_for_ever() -> None:
    """The last result stands word for word; the twelve before it by their first lines."""
    memory = sliced()
    for number in range(20):
        memory = memory.with_result(f"结果 {number}\n细节")
    assert memory.last_result == "结果 19\n细节"
    assert memory.history == tuple(f"结果 {n}" for n in range(7, 19))


def test_no_line_for_operators_holds_words_of_a_model() -> None:
    """Temporal keeps those lines."""
    first, _ = begin_round(PLAN, asked())
    for tool, arguments in (("张三的秘密", {}), ("move", {"task_id": "张三", "new_day": 1, "new_slot_start": 1})):
        answer = Action(tool_calls=(ToolCall(tool=tool, arguments=arguments),))
        assert "张三" not in run_round(PLAN, first, answer, "model").brief


def test_of_a_part_later_tasks_go_to_later_days() -> None:
    """Half of Thursday's and Friday's tasks to the weekend: those that come last in time."""
    run = driven(PLAN, "把第5周一半的任务挪到周末")
    assert set(run.memory.notes) == {34, 41, 42}
