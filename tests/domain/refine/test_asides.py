"""A place in a reason is not where the tasks come from, if the request says that itself (rule SLICE-22)."""

import pytest

from tests.domain.refine.plans import crowded_end_of_week, driven

PLAN = crowded_end_of_week()


@pytest.mark.parametrize(
    ("message", "ids"),
    [
        ("因为周五我要出差，把概率论挪到周日", (31, 32, 33, 34)),
        ("由于晚上要上班，把周四的任务挪到周日", (31, 32, 33)),
        ("把概率论放周日，因为周四晚上我要打工", (31, 32, 33, 34)),
        ("我第6周要考试，所以周四的任务挪到周日", (31, 32, 33)),
        ("Because I travel on Friday, move 概率论 to Sunday", (31, 32, 33, 34)),
        ("Since week 6 is exam week, move Thursday's tasks to Sunday", (31, 32, 33)),
        ("Move Thursday's tasks to Sunday, because 听力训练 is due", (31, 32, 33)),
        ("My sister visits on Saturday, so put 概率论 on Sunday", (31, 32, 33, 34)),
        ("Move Thursday's tasks to Sunday because I work in the mornings", (31, 32, 33)),
    ],
)
def test_the_place_of_a_reason_is_no_source_beside_another(message: str, ids: tuple[int, ...]) -> None:
    run = driven(PLAN, message)
    assert run.memory.objective.task_ids == ids
    assert run.memory.completed, run.memory.summary


@pytest.mark.parametrize(
    ("message", "ids"),
    [
        ("第5周周五我要出差，都挪到周日", (34, 41, 42)),
        ("I travel on Friday of week 5, move everything to Sunday", (34, 41, 42)),
        ("周四太满了，把概率论挪到周日", (31, 32, 33)),
    ],
)
def test_where_nothing_else_is_said_or_the_place_is_complained_of_it_is_the_source(
    message: str, ids: tuple[int, ...]
) -> None:
    assert driven(PLAN, message).memory.objective.task_ids == ids
