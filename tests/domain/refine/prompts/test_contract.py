"""What of a model's contract and plan counts."""

from typing import Any

import pytest

from domain.refine.asking import read_answer
from domain.refine.contract import Contract, Plan
from domain.refine.memory import Route
from domain.refine.prompts.problem import Problem
from tests.domain.refine.plans import crowded_end_of_week, opened
from tests.domain.refine.prompts.cases import Case, case

PLAN = crowded_end_of_week()


def contract(message: str, goal: str, quote: str = "", order: str = "") -> Contract:
    answer = {"goal": goal, "goal_quote": quote, "order_quote": order, "strategy": "照办"}
    memory = opened(PLAN, message).memory
    form = Case(PLAN, memory).prompt("contract").answer.model_validate(answer)
    read = read_answer("contract", form, PLAN, memory)
    assert isinstance(read, Contract)
    return read


@pytest.mark.parametrize(
    ("message", "said", "counts"),
    [
        ("把周四周五均匀铺到周一到周三", "移动", "spread"),
        ("少一些上下文切换", "分散", "group"),
        ("晚上不要安排", "移动", "avoid"),
        ("把周五的任务都挪到周一", "归组", "move"),
        ("把周五的任务都挪到周一", "避开", "move"),
        ("Spread Friday evenly over Monday to Wednesday", "move", "spread"),
    ],
)
def test_a_goal_that_rules_read_stands_whatever_the_model_says(message: str, said: str, counts: str) -> None:
    read = contract(message, said, message[:6])
    assert read.goal == counts


@pytest.mark.parametrize(
    ("message", "said", "quote", "counts"),
    [
        ("周四周五挤得慌", "分散", "挤得慌", "spread"),
        ("概率论那几章最好连着", "归组", "最好连着", "group"),
        ("周四周五挤得慌", "分散", "不在请求里的话", "spread"),
        ("听力的事你看着办", "归组", "听力", "move"),
        ("听力的事你看着办", "分散", "听力", "move"),
        ("Friday is crammed", "spread", "crammed", "spread"),
        ("Friday is on my mind", "spread", "Friday", "move"),
    ],
)
def test_where_rules_read_no_goal_the_words_must_speak_of_the_models(
    message: str, said: str, quote: str, counts: str
) -> None:
    assert contract(message, said, quote).goal == counts


@pytest.mark.parametrize(
    ("message", "quote", "released"),
    [
        ("把周五的任务挪到周一，哪个在前都可以", "哪个在前都可以", "哪个在前都可以"),
        ("把周五的任务挪到周一，哪个在前都可以", "任意顺序", ""),
        ("把周五的任务挪到周一", "挪到周一", ""),
        ("把周五的任务挪到周一，不要打乱顺序", "打乱顺序", ""),
        ("把周五的任务挪到周一，不要打乱顺序", "不要打乱顺序", ""),
        ("把周五的任务挪到周一，保持先后顺序", "保持先后顺序", ""),
        ("把周五的任务挪到周一，顺序随意", "", "顺序随意"),
        ("Move Friday to Monday, whichever comes first", "whichever comes first", "whichever comes first"),
        ("Move Friday to Monday, don't mix the order", "mix the order", ""),
        ("Move Friday to Monday and keep the order", "keep the order", ""),
        ("Move Friday to Monday", "to Monday", ""),
    ],
)
def test_order_is_free_only_by_words_of_the_message_that_say_so(message: str, quote: str, released: str) -> None:
    goal = "移动" if "把" in message else "move"
    read = contract(message, goal, "", quote)
    assert (read.release, read.keep_order) == (released, not released)


def plan(steps: list[str], batch: bool, **changed: Any) -> Plan | Problem:
    planned = case("plan").with_memory(**changed)
    form = planned.prompt("plan").answer.model_validate({"steps": steps, "batch": batch})
    read = read_answer("plan", form, planned.state, planned.memory)
    assert isinstance(read, Plan | Problem)
    return read


@pytest.mark.parametrize(
    ("step", "allowed"),
    [
        ("批量移动听力和作文", True),
        ("一次移动两个任务", True),
        ("batch move the two drills", True),
        ("move two of them at once", True),
        ("逐个移到周一", False),
        ("不用批量移动", False),
        ("no batch move", False),
    ],
)
def test_batch_calls_need_a_step_that_says_so(step: str, allowed: bool) -> None:
    read = plan(["圈定任务", step], True)
    assert isinstance(read, Plan)
    assert read.batch_allowed is allowed


def test_a_step_alone_allows_no_batch_and_neither_does_fallback_mode() -> None:
    steps = ["圈定任务", "批量移动"]
    kept = plan(steps, False), plan(steps, True, route=Route(composite_disabled=True))
    assert [read.batch_allowed for read in kept if isinstance(read, Plan)] == [False, False]


def test_a_plan_of_blanks_is_a_problem() -> None:
    assert isinstance(plan([" ", "\t"], False), Problem)
