"""What hangs on a condition is done only where the plan shows that it holds (rules HONEST-4 and HONEST-5)."""

import pytest

from domain.refine.slice import parse_slice
from tests.domain.refine.plans import crowded_end_of_week, driven

PLAN = crowded_end_of_week()
MOVE, MOVE_EN = "把周五的任务挪到周日", "move Friday's tasks to Sunday"
HOLD = (
    f"如果周日有空，{MOVE}",
    f"如果周日没有任务就{MOVE}",
    f"周日是空的话，{MOVE}",
    f"要是第5周周四超过两个任务，{MOVE}",
    f"{MOVE}，除非周日满了",
    f"如果周六没课，{MOVE}",
    f"If Sunday is free, {MOVE_EN}",
    f"{MOVE_EN} if there is room on Sunday",
    f"{MOVE_EN} unless Sunday is full",
    f"If Thursday of week 5 has at least 3 tasks, {MOVE_EN}",
    f"as long as I have no classes on Sunday, {MOVE_EN}",
)
UNTRUE = (
    (f"如果第5周周四是空的，{MOVE}", "如果第5周周四是空的"),
    (f"要是周日满了，{MOVE}", "要是周日满了"),
    (f"{MOVE}，除非周日有空", "除非周日有空"),
    (f"如果第5周周四不到三个任务，{MOVE}", "如果第5周周四不到三个任务"),
    (f"If Monday is free, {MOVE_EN}", "If Monday is free"),
    (f"{MOVE_EN} unless Sunday is free", "unless Sunday is free"),
    (f"If Thursday of week 5 has more than three tasks, {MOVE_EN}", "If Thursday of week 5 has more than three tasks"),
)
UNDECIDED = (
    (f"如果下雨，{MOVE}", "如果下雨"),
    (f"万一我生病了，{MOVE}", "万一我生病了"),
    (f"等我考完试再{MOVE}", "等我考完试"),
    (f"Once the exam is over, {MOVE_EN}", "Once the exam is over"),
    (f"{MOVE}，如果老师同意的话", "如果老师同意的话"),
    (f"If it rains on Friday, {MOVE_EN}", "If it rains on Friday"),
    (f"If I pass the exam {MOVE_EN}", "If I pass the exam"),
    (f"{MOVE_EN} if the teacher agrees", "if the teacher agrees"),
    (f"If Thursday is empty, {MOVE_EN}", "If Thursday is empty"),
)
COURTEOUS = (
    f"如果可以的话，{MOVE}",
    f"方便的话{MOVE}",
    f"要是放得下，{MOVE}",
    f"{MOVE_EN} if possible",
    f"If you can, {MOVE_EN}",
    f"{MOVE_EN}, if that's okay",
)


@pytest.mark.parametrize("message", [*HOLD, *COURTEOUS])
def test_where_it_holds_or_is_a_courtesy_the_request_is_carried_out(message: str) -> None:
    run = driven(PLAN, message)
    assert run.memory.completed, run.memory.summary
    assert run.days(34, 41, 42) == [7, 7, 7]


@pytest.mark.parametrize(("message", "words"), [*UNTRUE, *UNDECIDED])
def test_else_nothing_is_moved_and_the_condition_is_quoted(message: str, words: str) -> None:
    run = driven(PLAN, message)
    assert run.state == PLAN
    assert not run.memory.completed
    assert run.memory.objective.why == ("untrue" if (message, words) in UNTRUE else "undecided")
    assert words in run.memory.summary


@pytest.mark.parametrize(
    ("message", "day"),
    [
        ("如果周日满了就把周五的任务挪到周日，否则挪到周六", 6),
        ("如果周日有空就把周五的任务挪到周日，否则挪到周六", 7),
        ("If Sunday is full, move Friday's tasks to Sunday, otherwise to Saturday", 6),
        ("If Sunday is free, move Friday's tasks to Sunday, otherwise to Saturday", 7),
    ],
)
def test_what_is_said_for_the_other_case_is_done_then(message: str, day: int) -> None:
    assert driven(PLAN, message).days(34, 41, 42) == [day] * 3


def test_what_hangs_on_a_place_may_be_about_it() -> None:
    run = driven(PLAN, "第5周周四要是超过两个任务，挪一个到周一")
    assert sorted(run.days(31, 32, 33)) == [1, 4, 4]


def test_without_a_plan_nothing_can_be_decided() -> None:
    assert parse_slice(f"如果周日有空，{MOVE}", None, 5).why == "undecided"
