"""What is kept, denied, wished away or forbidden is never what is moved (rules SLICE-4, SLICE-16, SLICE-22)."""

import pytest

from domain.refine.slice import parse_slice
from tests.domain.refine.plans import crowded_end_of_week, driven

PLAN = crowded_end_of_week()
KEPT = (
    "把周五的任务挪到周六，但保留听力训练",
    "周五的任务挪到周六，但是听力训练保留",
    "把周五的任务挪到周六，听力训练留下",
    "我没说要动听力训练，把周五的任务挪到周六",
    "把周五的任务挪到周六，我没让你动听力训练",
    "并不是要挪听力训练，把周五的任务挪到周六",
    "把周五的任务挪到周六，我不希望听力训练被挪动",
    "Move Friday's tasks to Saturday, but keep 听力训练",
    "Move Friday's tasks to Saturday and keep 听力训练 on Friday",
    "I did not say to touch 听力训练, move Friday's tasks to Saturday",
    "I never asked you to move 听力训练; move Friday's tasks to Saturday",
    "Move Friday's tasks to Saturday. I don't want 听力训练 to be moved",
    "Move Friday's tasks to Saturday, I wasn't talking about 听力训练",
)
EMPTIED = (
    "我不希望第5周周四有任务",
    "第5周周四我不太想有任务",
    "希望第5周周四没有任务",
    "让第5周周四一个任务都没有",
    "我讨厌第5周周四有任务",
    "I don't want any tasks on Thursday of week 5",
    "I hate having tasks on Thursday of week 5",
    "I wish to have no tasks on Thursday of week 5",
)
CARRIED = (
    "周五的任务别放到周四，放到周一",
    "周五的任务不要挪到周四，挪到周一",
    "Friday's tasks should not go to Thursday, put them on Monday",
    "Friday's tasks must not move to Thursday; move them to Monday",
)


@pytest.mark.parametrize("message", KEPT)
def test_what_is_kept_or_denied_stays_and_the_rest_goes(message: str) -> None:
    run = driven(PLAN, message)
    assert run.memory.completed, run.memory.summary
    assert run.days(34, 41, 42) == [6, 5, 6]


@pytest.mark.parametrize("message", EMPTIED)
def test_a_day_on_which_none_are_wished_is_cleared(message: str) -> None:
    run = driven(PLAN, message)
    assert run.memory.completed, run.memory.summary
    assert 4 not in run.days(31, 32, 33, 34, 41, 42)


@pytest.mark.parametrize("message", CARRIED)
def test_what_may_not_go_to_one_day_goes_to_the_other(message: str) -> None:
    run = driven(PLAN, message)
    assert run.memory.completed, run.memory.summary
    assert run.days(34, 41, 42) == [1, 1, 1]
    assert run.days(31, 32, 33) == [4, 4, 4]


@pytest.mark.parametrize(
    "message", ["英语不能放周五，改到周日", "英语别排周五，排周日吧", "英语 must not go to Friday, put it on Sunday"]
)
def test_names_that_may_not_go_to_one_day_are_all_that_goes_to_the_other(message: str) -> None:
    run = driven(PLAN, message)
    assert run.memory.objective.task_ids == (41, 42, 43)
    assert run.memory.completed, run.memory.summary


def test_a_number_of_tasks_to_keep_is_quoted_as_not_understood() -> None:
    assert parse_slice("把周五的任务挪到周六，但保留两个", PLAN, 5).unsupported == "保留两个"
    assert parse_slice("Move Friday's tasks to Saturday but keep two tasks", PLAN, 5).unsupported == "keep two"


def test_keeping_the_order_holds_nothing() -> None:
    run = driven(PLAN, "Move Friday's tasks to Saturday and keep the order")
    assert run.memory.completed, run.memory.summary
    assert run.days(34, 41, 42) == [6, 6, 6]


def test_keeping_free_together_or_in_the_mornings_is_not_keeping_in_place() -> None:
    for message in ("Keep Friday free", "Keep 听力训练 in the mornings", "keep each subject together", "保持顺序"):
        assert parse_slice(message, PLAN, 5).excluded == ()
