"""A load is levelled inside what the request names, and a name that nothing bears moves nothing (SLICE-9, SLICE-13)."""

import pytest

from domain.schedule.occupancy import task_load
from tests.domain.refine.plans import crowded_end_of_week, driven

LATE = (31, 32, 33, 34, 41, 42)


@pytest.mark.parametrize(
    "message", ["Level the load over week 5", "Balance the load across week 5", "第5周排得不匀，均一下"]
)
def test_a_week_is_levelled_inside_itself(message: str) -> None:
    """No task comes in from another week, none goes out, and no day has more than two sections above another."""
    run = driven(crowded_end_of_week(), message, 5)
    assert run.memory.completed
    assert run.days(43) == [10]
    assert all(1 <= day <= 7 for day in run.days(*LATE))
    loads = [task_load(run.state, day) for day in range(1, 8)]
    assert max(loads) - min(loads) <= 2


def test_a_load_is_shared_by_the_days_named() -> None:
    run = driven(crowded_end_of_week(), "This Friday's load could be shared by Monday, Tuesday and Wednesday", 5)
    assert run.memory.completed
    assert sorted(run.days(34, 41, 42)) == [1, 2, 3]
    assert run.days(43) == [10]


def test_days_are_levelled_among_themselves() -> None:
    run = driven(crowded_end_of_week(), "第5周周四到周日排得不均，均一下", 5)
    assert run.memory.completed
    assert {*run.days(*LATE)} == {4, 5, 6, 7}


@pytest.mark.parametrize(
    ("message", "name"),
    [
        ("Astronomy should be on Tuesday", "Astronomy"),
        ("Astronomy belongs on Tuesday", "Astronomy"),
        ("Astronomy and 英语 should be on Tuesday", "Astronomy"),
        ("化学我习惯晚上做", "化学"),
        ("化学和英语挪到周三", "化学"),
    ],
)
def test_a_subject_that_no_task_bears_moves_nothing(message: str, name: str) -> None:
    plan = crowded_end_of_week()
    run = driven(plan, message, 5)
    assert not run.memory.completed
    assert name in run.memory.summary
    assert run.state.tasks == plan.tasks


@pytest.mark.parametrize("message", ["My homework should go to Wednesday", "All of it should be on Wednesday"])
def test_a_subject_that_means_any_task_is_no_name(message: str) -> None:
    run = driven(crowded_end_of_week(), message, 5)
    assert run.days(*LATE).count(3) >= 5
