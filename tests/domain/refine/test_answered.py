"""The person's answer where the model that asked for it fails afterwards (rule REACT-16)."""

import pytest

from tests.domain.refine.plans import crowded_end_of_week
from tests.domain.refine.scripted import Conversation, away, conversing, malformed, refused, scripted, well_behaved
from tests.domain.refine.test_pause import QUESTION

PLAN = crowded_end_of_week()
FRIDAY = "把第四章 大数定律挪到周三"


def answered(said: str, after: str = "malformed", message: str = FRIDAY) -> Conversation:
    """A run whose model asks, gets this answer, and says nothing of use from then on."""
    lost = {"malformed": malformed("react"), "away": away("react"), "refused": refused("react")}[after]
    run = conversing(PLAN, message, scripted(well_behaved, react=[QUESTION_WHEN, *[lost] * 20]))
    run.said = said
    return run.until("slice").finish()


QUESTION_WHEN = QUESTION | {"missing_info": ["想排在什么时段？"]}


@pytest.mark.parametrize("after", ["malformed", "away", "refused"])
def test_rules_put_the_task_where_the_answer_says(after: str) -> None:
    run = answered("晚上", after)
    assert run.memory.completed, run.memory.summary
    assert run.state.by_id[34].slots[0].slot_start >= 9
    assert run.memory.question is not None
    assert run.memory.question.use == "rules"


@pytest.mark.parametrize("said", ["看天气吧", "除了晚上", "周五晚上"])
def test_an_answer_that_rules_cannot_use_is_told(said: str) -> None:
    """The task goes where the request says, and the run is met only in part."""
    run = answered(said)
    assert run.days(34) == [3]
    assert (run.memory.completed, run.memory.carried_out) == (False, True)
    assert f"回答「{said}」没有用上" in run.memory.summary


def test_an_answer_without_a_wish_narrows_nothing() -> None:
    run = answered("随便")
    assert run.memory.completed
    assert "没有用上" not in run.memory.summary


def test_a_model_that_goes_on_has_used_the_answer() -> None:
    run = conversing(PLAN, FRIDAY, scripted(well_behaved, react=[QUESTION_WHEN]))
    run.said = "看天气吧"
    run.until("slice").finish()
    assert run.memory.completed
    assert run.memory.question is not None
    assert run.memory.question.use == "model"
