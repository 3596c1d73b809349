"""What of a model's slice counts."""

from typing import Any

import pytest

from domain.refine.asking import read_answer
from domain.refine.contract import Contract
from domain.refine.prompts.evidence import days_named
from domain.refine.prompts.likeness import likely_classes, likely_tasks
from domain.refine.prompts.problem import Problem
from domain.refine.slice import Slice
from domain.schedule.state import Locale
from tests.domain.refine.plans import crowded_end_of_week, opened
from tests.domain.refine.prompts.cases import Case, small_plan

PLAN = crowded_end_of_week()
VAGUE = "听力我想趁天黑前弄完"
EMPTY: dict[str, Any] = {"share": "全部", "count": 0}


def asked(message: str) -> Case:
    return Case(PLAN, opened(PLAN, message).memory.model_copy(update={"contract": Contract()}))


def keys(message: str) -> set[str]:
    """What the form of the answer asks for."""
    return {*asked(message).prompt("slice").answer.model_fields} - {"quote"}


def cut(message: str, quote: str, **told: Any) -> Slice | Problem:
    """The slice of an answer that says nothing but what is told."""
    opened_case = asked(message)
    form = opened_case.prompt("slice").answer
    whole = {key: EMPTY.get(key, []) for key in form.model_fields} | {"quote": quote} | told
    read = read_answer("slice", form.model_validate(whole), PLAN, opened_case.memory)
    assert isinstance(read, Slice | Problem)
    return read


def test_what_the_model_names_becomes_the_slice() -> None:
    read = cut(VAGUE, "趁天黑前", tasks=[41], wanted_parts=["上午", "下午"])
    assert read == Slice(target_sections=(1, 2, 3, 4, 5, 6, 7, 8), named=(41,), clause="趁天黑前")


@pytest.mark.parametrize(
    ("message", "asks_for"),
    [
        ("你好", set()),
        ("听力顾不过来", {"tasks"}),
        ("英语顾不过来", {"classes"}),
        ("周五顾不过来", {"now_days", "wanted_days", "free_days"}),
        ("天黑以后顾不过来", {"now_parts", "wanted_parts", "free_parts"}),
        ("下星期顾不过来", {"now_weeks", "wanted_weeks"}),
        ("一半都顾不过来", {"share", "count"}),
    ],
)
def test_the_form_asks_only_for_what_the_message_has_words_for(message: str, asks_for: set[str]) -> None:
    """What cannot be chosen cannot be invented."""
    assert keys(message) == asks_for


@pytest.mark.parametrize(
    ("message", "locale", "days"),
    [
        ("周五和周日", "zh-CN", {5, 7}),
        ("周一到周三", "zh-CN", {1, 2, 3}),
        ("礼拜天", "zh-CN", {7}),
        ("周末", "zh-CN", {*range(1, 8)}),
        ("第三章", "zh-CN", set[int]()),
        ("Friday or Tue", "en", {2, 5}),
        ("Monday through Wednesday", "en", {1, 2, 3}),
        ("tomorrow", "en", {*range(1, 8)}),
        ("I rest", "en", set[int]()),
    ],
)
def test_the_days_offered_are_those_that_the_message_may_mean(message: str, locale: Locale, days: set[int]) -> None:
    assert {*days_named(message, locale).values()} == days


@pytest.mark.parametrize(
    ("message", "told", "fields"),
    [
        ("听力趁天黑前弄完一半", {"share": "一半", "tasks": [41]}, {"ratio": 0.5, "named": (41,)}),
        ("听力作文，天黑前弄完两个", {"count": 2, "share": "一半", "tasks": [41]}, {"count": 2, "named": (41,)}),
        ("天黑后想歇着", {"free_parts": ["晚上", "第1-2节"]}, {"exclude_sections": (9, 10, 11, 12, 1, 2)}),
        ("英语趁天黑前弄完", {"classes": ["英语"]}, {"named": (41, 42, 43)}),
        ("概率的数字趁天黑前弄完", {"classes": ["概率论"], "tasks": [33]}, {"named": (33,)}),
        ("周五我有事", {"free_days": ["周五"]}, {"source_days": (5,), "target_days": (1, 2, 3, 4, 6, 7)}),
        ("第6周那些别拖", {"now_weeks": ["第6周"]}, {"week_filter": (6,), "source_weeks": (6,)}),
    ],
)
def test_amounts_times_and_classes_are_read(message: str, told: dict[str, Any], fields: dict[str, Any]) -> None:
    read = cut(message, message, **told)
    assert isinstance(read, Slice)
    assert {key: getattr(read, key) for key in fields} == fields


@pytest.mark.parametrize("quote", ["作文那块", "趁天黑前弄完了", " "])
def test_a_quotation_that_does_not_stand_in_the_message_is_a_problem(quote: str) -> None:
    assert isinstance(cut(VAGUE, quote, tasks=[41]), Problem)


def test_an_answer_that_names_nothing_says_that_nothing_is_named() -> None:
    assert cut(VAGUE, "没有") == Slice()


def test_what_rules_read_stands_against_the_model() -> None:
    """The message says Friday and Monday; the model may only add what rules left open."""
    read = cut("把周五的任务都挪到周一早饭前", "周五", now_days=["周一"], wanted_days=["周五"], wanted_parts=["上午"])
    assert isinstance(read, Slice)
    assert (read.source_days, read.target_days) == ((5,), (1,))


def test_tasks_and_classes_like_the_message_are_offered_and_no_courses() -> None:
    assert likely_tasks(PLAN, "听力和作文顾不过来") == (41, 42, 43)
    assert likely_tasks(PLAN, "高等数学") == ()
    assert likely_classes(PLAN, "概率论顾不过来") == {"概率论": (31, 32, 33, 34)}
    assert likely_tasks(small_plan("en"), "essays before dinner") == (42, 43)
