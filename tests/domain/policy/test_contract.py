"""What the built-in policy takes a message to want."""

import pytest

from domain.policy.contract import make_contract
from domain.refine.contract import Contract, bound_contract
from tests.domain.refine.plans import crowded_end_of_week

PLAN = crowded_end_of_week()


@pytest.mark.parametrize(
    ("message", "goal"),
    [
        ("把第5周周四到周五的任务均匀分散到周一到周三", "spread"),
        ("任务太集中了，平均铺开一点", "spread"),
        ("balance my week", "spread"),
        ("上下文切换最少", "group"),
        ("同科目连续安排", "group"),
        ("group tasks by subject", "group"),
        ("晚上不要安排", "avoid"),
        ("周四不要安排", "avoid"),
        ("no evenings", "avoid"),
        ("把周五的任务挪到周一，别排晚上", "move"),
        ("把周五的任务挪到周一", "move"),
        ("你好", "move"),
    ],
)
def test_goal(message: str, goal: str) -> None:
    assert make_contract(message, PLAN).goal == goal


@pytest.mark.parametrize(
    ("message", "release"),
    [
        ("把周五的挪到周一，可以打乱顺序", "可以打乱顺序"),
        ("顺序无所谓，铺开就行", "顺序无所谓"),
        ("不用管顺序", "不用管顺序"),
        ("先后不重要", "先后不重要"),
        ("乱序也行", "乱序"),
        ("the order doesn't matter", "order doesn't matter"),
        ("put them in any order", "in any order"),
        ("shuffle the tasks", "shuffle the tasks"),
        ("no need to keep the order", "no need to keep the order"),
        ("不要打乱顺序", ""),
        ("把周五的挪到周一，别打乱顺序", ""),
        ("please don't shuffle the tasks", ""),
        ("保持顺序", ""),
        ("keep the order", ""),
        ("把周五的挪到周一", ""),
    ],
)
def test_order_is_kept_unless_words_give_it_free(message: str, release: str) -> None:
    """The words are quoted from the message; a "do not" before them takes them back."""
    contract = make_contract(message, PLAN)
    assert (contract.keep_order, contract.release) == (not release, release)


@pytest.mark.parametrize(
    ("release", "kept"), [("可以打乱顺序", False), ("order is free", True), ("", True), ("打乱", False)]
)
def test_an_answer_may_give_order_free_only_by_words_that_stand_there(release: str, kept: bool) -> None:
    answer = Contract(keep_order=False, release=release)
    assert bound_contract(answer, "挪到周一，可以打乱顺序").keep_order is kept
