"""Questions to the person in the middle of a run."""

from typing import Any

import pytest

from domain.refine.pausing import resume
from domain.refine.react import Action, run_round
from domain.refine.turns import begin_round
from tests.domain.refine.plans import crowded_end_of_week, opened
from tests.domain.refine.scripted import Model, conversing, scripted, talked, well_behaved

PLAN = crowded_end_of_week()
FRIDAY = "把周五的任务都挪到周一"
QUESTION = {
    "goal_check": "",
    "decision": "",
    "tool_calls": [],
    "done": False,
    "missing_info": ["周一上午有空吗？", "作文可以拆开吗？"],
    "summary": "",
}


def asking(*times: dict[str, Any]) -> Model:
    return scripted(well_behaved, react=list(times or (QUESTION,)))


def test_a_question_pauses_the_run_and_the_answer_is_kept() -> None:
    """The round counts, nothing is executed, and the run ends as it would have."""
    run = talked(PLAN, FRIDAY, asking())
    paused, resumed, *rounds = run.results("react")
    assert (paused.verdict, paused.decided_by, paused.call) == ("ask", "model", None)
    assert (resumed.verdict, resumed.decided_by) == ("done", "person")
    event = next(event for event in paused.events if event.stage == "schedule_refine.react.need_info")
    assert event.data["questions"] == QUESTION["missing_info"]
    assert run.memory.question is not None
    assert run.memory.question.question_id == event.data["question_id"]
    assert (run.memory.question.text, run.memory.question.closed) == ("随便", True)
    assert run.memory.used.rounds == 1 + len(rounds)
    assert run.memory.completed


def test_the_same_round_asks_under_the_same_id() -> None:
    """A step that is done again finds the question that it had asked."""
    first, second = (talked(PLAN, FRIDAY, asking()).memory.question for _ in range(2))
    assert first is not None
    assert first == second


def test_without_an_answer_the_run_goes_on() -> None:
    run = conversing(PLAN, FRIDAY, asking())
    run.said = None
    run.until("slice").finish()
    resumed = run.results("react")[1]
    assert (resumed.decided_by, resumed.memory.question and resumed.memory.question.text) == ("rules", None)
    assert [event.detail for event in resumed.events] == ["没有等到回答，按现有信息继续"]
    assert run.memory.completed


def test_a_run_asks_once() -> None:
    """A second question is an answer of no use: it costs its round, and the model is told so."""
    first, _ = begin_round(PLAN, opened(PLAN, FRIDAY).until("slice").memory)
    asked = run_round(PLAN, first, Action(missing_info=("哪天？",)), "model")
    back = resume(PLAN, asked.memory, "周一").memory
    again = run_round(PLAN, back, Action(missing_info=("几点？",)), "model")
    assert (asked.verdict, again.verdict) == ("ask", "continue")
    assert again.memory.question == back.question
    assert again.memory.models.problem == "已经问过一次，请按现有信息决定"


@pytest.mark.parametrize("decided_by", ["policy", "rules"])
def test_only_a_model_asks(decided_by: Any) -> None:
    first, _ = begin_round(PLAN, opened(PLAN, FRIDAY).until("slice").memory)
    assert run_round(PLAN, first, Action(missing_info=("哪天？",)), decided_by).verdict == "done"


def test_with_the_last_round_gone_nothing_is_asked() -> None:
    memory = opened(PLAN, FRIDAY).until("slice").memory.with_used(rounds=24)
    first, _ = begin_round(PLAN, memory)
    result = run_round(PLAN, first, Action(missing_info=("哪天？",)), "model")
    assert (result.verdict, result.memory.question) == ("done", None)


def test_a_call_beside_a_question_is_made() -> None:
    """Who can act can do without an answer."""
    run = talked(PLAN, FRIDAY, scripted(well_behaved))
    action = run.results("react")[0].call
    assert action is not None
    first, _ = begin_round(PLAN, opened(PLAN, FRIDAY).until("slice").memory)
    result = run_round(PLAN, first, Action(missing_info=("哪天？",), tool_calls=(action,)), "model")
    assert (result.memory.question, result.result and result.result.ok) == (None, True)
