"""What of a model's slice counts."""

from typing import Any

import pytest

from domain.refine.asking import read_answer
from domain.refine.contract import Contract
from domain.refine.prompts.likeness import class_names, likely_tasks
from domain.refine.prompts.problem import Problem
from domain.refine.slice import Slice
from tests.domain.refine.plans import crowded_end_of_week, opened
from tests.domain.refine.prompts.cases import Case

PLAN = crowded_end_of_week()
VAGUE = "听力那块我顾不过来"
NOTHING: dict[str, Any] = {
    **{key: [] for key in ("classes", "from_weeks", "from_days", "from_parts", "to_weeks", "to_days", "to_parts")},
    **{"keep_free": [], "share": "全部", "count": 0},
}


def cut(message: str, quote: str, **told: Any) -> Slice | Problem:
    memory = opened(PLAN, message).memory.model_copy(update={"contract": Contract()})
    form = Case(PLAN, memory).prompt("slice").answer
    tasks: dict[str, Any] = {"tasks": []} if "tasks" in form.model_fields else {}
    read = read_answer("slice", form.model_validate(NOTHING | tasks | {"quote": quote} | told), PLAN, memory)
    assert isinstance(read, Slice | Problem)
    return read


def test_what_the_model_names_becomes_the_slice() -> None:
    read = cut(
        VAGUE,
        "顾不过来",
        tasks=[41],
        from_days=["周五"],
        to_weeks=["第6周"],
        to_days=["周一", "周二"],
        to_parts=["上午"],
    )
    assert read == Slice(
        week_filter=(6,),
        target_weeks=(6,),
        source_days=(5,),
        target_days=(1, 2),
        target_sections=(1, 2, 3, 4),
        named=(41,),
        clause="顾不过来",
    )


@pytest.mark.parametrize(
    ("told", "fields"),
    [
        ({"share": "一半", "to_days": ["周一"]}, {"ratio": 0.5}),
        ({"share": "三分之二", "to_days": ["周一"]}, {"ratio": 2 / 3}),
        ({"share": "一半", "count": 2, "to_days": ["周一"]}, {"count": 2, "ratio": None}),
        ({"keep_free": ["晚上", "第1-2节"]}, {"exclude_sections": (9, 10, 11, 12, 1, 2)}),
        ({"classes": ["英语"]}, {"named": (41, 42, 43)}),
        ({"classes": ["英语"], "tasks": [41]}, {"named": (41,)}),
    ],
)
def test_amounts_times_and_classes_are_read(told: dict[str, Any], fields: dict[str, Any]) -> None:
    read = cut(VAGUE, VAGUE, **told)
    assert isinstance(read, Slice)
    assert {key: getattr(read, key) for key in fields} == fields


@pytest.mark.parametrize("quote", ["作文那块", "顾不过来了呀", " "])
def test_a_quotation_that_does_not_stand_in_the_message_is_a_problem(quote: str) -> None:
    assert isinstance(cut(VAGUE, quote, from_days=["周五"]), Problem)


def test_an_answer_that_names_nothing_is_a_problem() -> None:
    assert isinstance(cut(VAGUE, VAGUE, share="一半", count=3), Problem)


def test_what_rules_read_stands_against_the_model() -> None:
    """The message says Friday and Monday; the model may only add what rules left open."""
    read = cut("把周五的任务都挪到周一", "周五", from_days=["周二"], to_days=["周日"], to_parts=["上午"])
    assert isinstance(read, Slice)
    assert (read.source_days, read.target_days, read.target_sections) == ((5,), (1,), (1, 2, 3, 4))


def test_tasks_like_the_message_are_offered_and_no_courses() -> None:
    assert likely_tasks(PLAN, "听力和作文顾不过来") == (41, 42, 43)
    assert likely_tasks(PLAN, "高等数学") == ()
    assert class_names(PLAN) == {"概率论": (31, 32, 33, 34), "英语": (41, 42, 43)}
