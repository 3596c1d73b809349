"""Nodes that ask a model: who decides, what is told, and what a model cannot do."""

from random import Random
from typing import Literal

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from domain.models.prompt import Prompt
from domain.refine.memory import Answered, AskedNode, RefineMemory
from domain.refine.nodes import NodeName
from domain.schedule.invariants import breaches
from domain.schedule.state import ScheduleState
from tests.domain.refine.plans import REQUESTS, crowded_end_of_week, driven, fortnights
from tests.domain.refine.scripted import (
    Conversation,
    at_random,
    away,
    conversing,
    malformed,
    refused,
    scripted,
    talked,
    well_behaved,
)
from tests.sample import examples

PLAN = crowded_end_of_week()
FRIDAY = "把周五的任务都挪到周一"
VAGUE = "帮我看看怎么排更好"


def test_a_well_behaved_model_drives_the_run() -> None:
    """Contract, plan, each round and the summary are the model's; the slice was read by rules and not asked for."""
    run = talked(PLAN, FRIDAY, well_behaved)
    assert run.memory.completed
    assert run.asked == ["contract", "plan", "react", "react", "react", "summary"]
    assert {r.decided_by for name in DECIDED for r in run.results(name)} == {"model"}
    assert [note.decided_by for note in run.memory.notes.values()] == ["model"] * 3
    assert not [stage for stage in run.stages if stage.endswith(("fallback", "parse_retry"))]


def test_a_memory_of_before_there_were_models_still_loads() -> None:
    """Runs that wait in the database since an older version go on."""
    stored = driven(PLAN, FRIDAY).memory.model_dump(mode="json")
    new = {"endpoint", "answer", "models", "question", "judgement", "history"}
    old = RefineMemory.model_validate({key: value for key, value in stored.items() if key not in new})
    assert (old.endpoint, old.answer, old.asks, old.history) == (None, None, False, ())


SINGLE: list[Literal["contract", "plan", "summary"]] = ["contract", "plan", "summary"]
DECIDED: list[NodeName] = ["contract", "plan", "react", "summary"]


@pytest.mark.parametrize("node", SINGLE)
def test_a_malformed_answer_is_asked_for_once_more(node: Literal["contract", "plan", "summary"]) -> None:
    """The second prompt says what was wrong, and the second answer counts; the opening is told once."""
    told: list[str] = []

    def model(asked: AskedNode, prompt: Prompt, state: ScheduleState, memory: RefineMemory) -> Answered:
        told.append(memory.models.problem)
        return well_behaved(asked, prompt, state, memory)

    run = talked(PLAN, FRIDAY, scripted(model, **{node: [malformed(node, "缺少逗号")]}))
    first, second = run.results(node)
    assert (first.verdict, second.verdict, second.decided_by) == ("again", "done", "model")
    assert "缺少逗号" in told
    assert run.stages.count(f"{node}.parse_retry") == 1
    assert run.memory.models.problem == ""
    openings = {"contract": "contract.analyzing", "plan": "plan.generating", "summary": "summary.generating"}
    assert run.stages.count(openings[node]) == 1


@pytest.mark.parametrize("node", SINGLE)
@pytest.mark.parametrize("text", ["{}", "[]", '{"goal": "?"}'])
def test_an_answer_that_cannot_be_read_is_malformed_and_the_second_one_falls_back(
    node: Literal["contract", "plan", "summary"], text: str
) -> None:
    """The policy decides that node alone; the model has the others."""
    bad = Answered(node=node, outcome="given", text=text)
    run = talked(PLAN, FRIDAY, scripted(well_behaved, **{node: [bad, bad]}))
    assert run.results(node)[-1].decided_by == "policy"
    assert run.stages.count(f"{node}.fallback") == 1
    assert run.memory.completed
    others = [other for other in DECIDED if other != node]
    assert {r.decided_by for other in others for r in run.results(other)} == {"model"}


@pytest.mark.parametrize("node", DECIDED)
def test_an_endpoint_that_is_away_loses_that_step_only(node: Literal["contract", "plan", "react", "summary"]) -> None:
    run = talked(PLAN, FRIDAY, scripted(well_behaved, **{node: [away(node)]}))
    deciders = [result.decided_by for name, result in run.steps if name in DECIDED]
    assert deciders.count("policy") == 1
    assert deciders.count("model") == 5
    assert run.stages.count(f"{node}.fallback") == 1
    assert "端点没有回应" in next(e.detail for e in run.events if e.stage.endswith(f"{node}.fallback"))
    assert run.memory.completed


def test_an_endpoint_that_refuses_is_not_asked_again() -> None:
    """The fault is told once; the rest is the built-in policy's, as without a model."""
    run = talked(PLAN, FRIDAY, scripted(well_behaved, plan=[refused("plan")]))
    assert run.asked == ["contract", "plan"]
    assert [stage for stage in run.stages if stage.endswith("fallback")] == ["plan.fallback"]
    assert run.state == driven(PLAN, FRIDAY).state


def test_an_endpoint_that_is_down_throughout_gives_the_plan_of_the_policy() -> None:
    run = talked(PLAN, FRIDAY, lambda node, _prompt, _state, _memory: away(node))
    alone = driven(PLAN, FRIDAY)
    assert run.state == alone.state
    assert run.memory.used == alone.memory.used
    assert run.memory.summary == alone.memory.summary


def test_a_reason_of_any_length_is_kept_short() -> None:
    """Neither the memory nor an event grows with what a model wrote."""
    run = talked(PLAN, FRIDAY, scripted(well_behaved, plan=[malformed("plan", "x" * 5000)] * 2))
    assert max(len(event.detail) for event in run.events) < 1100
    assert run.memory.completed


def test_an_answer_for_another_node_is_dropped() -> None:
    run = conversing(PLAN, FRIDAY, well_behaved)
    run.memory = run.memory.model_copy(update={"answer": away("summary")})
    run.step("contract")
    assert run.memory.answer is None
    assert run.steps[-1][1].decided_by == "policy"
    assert "contract.fallback" not in run.stages


def test_a_model_is_asked_for_the_slice_only_where_rules_read_nothing() -> None:
    """What it then answers goes through the same compiler; without a usable answer the rules' word stands."""
    assert "slice" not in talked(PLAN, FRIDAY, well_behaved).asked
    assert "slice" not in talked(PLAN, "把有机化学挪到周一", well_behaved).asked
    run = talked(PLAN, VAGUE, scripted(well_behaved, slice=[malformed("slice"), malformed("slice")]))
    assert [result.verdict for result in run.results("slice")] == ["unread", "again", "done"]
    assert run.results("slice")[-1].decided_by == "rules"
    assert [s for s in run.stages if s.startswith("slice")] == [
        "slice.building",
        "slice.parse_retry",
        "slice.fallback",
        "slice.done",
    ]


def test_a_plan_for_a_composite_goal_names_its_tool_as_a_condition() -> None:
    """Whatever steps the model lays out, the composite comes first (CONTRACT-4)."""
    run = conversing(PLAN, "把第5周的任务均匀分散到周一到周三", well_behaved).until("plan")
    assert run.memory.plan is not None
    assert "spread_even" in run.memory.plan.steps[0]
    assert run.results("plan")[-1].decided_by == "model"


@settings(
    max_examples=examples(120), deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
@given(
    plan=fortnights(),
    message=st.sampled_from((*REQUESTS, VAGUE, "别动英语，其他随便调整一下")),
    seed=st.integers(0, 10**6),
    nonsense=st.sampled_from([0.0, 0.2, 0.6]),
)
def test_whatever_a_model_answers_the_hard_rules_hold(
    plan: ScheduleState, message: str, seed: int, nonsense: float
) -> None:
    """After every step the plan is sound, only free suggested tasks moved, and no budget is exceeded; the run ends."""
    run = talked(plan, message, at_random(Random(seed), nonsense))
    for _name, result in run.steps:
        assert breaches(result.state) == ()
        _assert_budgets(result.memory)
        assert len(result.brief) <= 300
    _assert_untouched(plan, run)
    assert run.memory.answer is None
    assert run.memory.completed == (not run.memory.unmet)
    assert all(event.detail for event in run.events)
    assert run.stages.count("react.need_info") <= 1
    assert len(run.results("repair")) <= 2


def _assert_budgets(memory: RefineMemory) -> None:
    used, budgets = memory.used, memory.budgets
    assert used.rounds <= budgets.max_rounds
    assert used.actions <= budgets.execute_max
    assert used.plans <= budgets.plan_max
    assert used.replans <= budgets.replan_max
    assert used.repairs <= budgets.repair_reserve
    assert all(writes <= budgets.per_task for writes in used.per_task.values())
    assert len(memory.route.attempts) <= budgets.composite_retry_max + 1


def _assert_untouched(plan: ScheduleState, run: Conversation) -> None:
    may_move = {*run.memory.workset}
    for before in plan.tasks:
        after = run.state.by_id[before.state_id]
        assert after.pinned == before.pinned
        fixed = before.status != "suggested" or before.state_id in run.memory.slice.excluded
        if fixed or (before.pinned and before.state_id not in may_move):
            assert (after.slots, after.embed_host, after.status) == (before.slots, before.embed_host, before.status)
        elif after.slots != before.slots:
            assert before.state_id in run.memory.notes


def test_pinned_tasks_stay_whatever_a_model_slices() -> None:
    """A model may not name a pinned task that the person did not speak of."""
    pinned = PLAN.with_tasks([PLAN.by_id[34].model_copy(update={"pinned": True})])
    for seed in range(5):
        run = talked(pinned, VAGUE, at_random(Random(seed), 0.0))
        assert run.state.by_id[34] == pinned.by_id[34]
