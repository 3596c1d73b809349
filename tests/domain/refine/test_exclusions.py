"""What a request says shall stay is in no set and changes place in no run."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from domain.refine.slice import parse_slice
from domain.schedule.state import ScheduleState
from tests.domain.refine.plans import ENGLISH, crowded_end_of_week, driven, fortnights, opened

PLAN = crowded_end_of_week()
CHAPTERS, ENGLISH_TASKS = (31, 32, 33, 34), (41, 42, 43)

SPARING = (
    "别动英语，把其他任务挪到周三",
    "别动英语，把概率论挪到周三",
    "不要动英语，其他的都挪到周三",
    "别动英语把概率论挪到周三",
    "英语保持不变，其他任务挪到周三",
    "保持英语不变，把其他的挪到周三",
    "英语不动，其余挪到周三",
    "除了英语，其他任务都挪到周三",
    "把除了英语以外的任务挪到周三",
    "除英语外，把任务挪到周三",
    "英语以外的任务挪到周三",
    "不包括英语，都挪到周三",
    "把任务挪到周三，英语除外",
    "把任务挪到周三，英语别动",
    "把概率论挪到周三英语不动",
    "把概率论挪到周三，不要把英语挪到周三",
    "别把英语挪到周三，把概率论挪到周三",
    "别排英语，把概率论挪到周三",
    "把周四到周五的任务均匀分散到周一到周三，别动英语",
    "keep 英语 where it is and move the others to Wednesday",
    "leave 英语 alone, move everything else to Wednesday",
    "英语保留，其他任务挪到周三",
    "其他任务挪到周三，英语固定",
    "不挪英语，把其他挪到周三",
    "不是英语的任务挪到周三",
    "I want 英语 to stay, the others go to Wednesday",
    "别动英语，把别的都挪到周三",
    "leave 英语 alone, move the rest to Wednesday",
    "move everything except 英语 to Wednesday",
    "move everything but 英语 to Wednesday",
    "move everything to Wednesday, but not 英语",
    "don't move 英语, move 概率论 to Wednesday",
    "do not touch 英语 and move 概率论 to Wednesday",
    "move 概率论 to Wednesday and leave 英语",
    "move all tasks to Wednesday without moving 英语",
    "move all tasks to Wednesday; 英语 stays where it is",
    "spread the tasks of Thursday and Friday evenly over Monday to Wednesday, but leave 英语 where it is",
)


@pytest.mark.parametrize("message", SPARING)
def test_what_shall_stay_is_not_in_the_set(message: str) -> None:
    """Whichever way it is said, the class named stays out and all the others are meant."""
    memory = opened(PLAN, message).until("slice").memory
    assert memory.slice.excluded == ENGLISH_TASKS
    assert memory.objective.task_ids == CHAPTERS
    assert memory.objective.days


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(plan=fortnights(), message=st.sampled_from(SPARING))
def test_what_shall_stay_never_changes_place(plan: ScheduleState, message: str) -> None:
    """Neither route nor react, order restoring nor repair moves a task of the class that shall stay."""
    run = driven(plan, message)
    for task in plan.tasks:
        if task.category == ENGLISH:
            assert run.state.by_id[task.state_id].slots == task.slots


@pytest.mark.parametrize(
    ("message", "excluded"),
    [
        ("把任务挪到周三，除了周五的", (34, 41, 42)),
        ("move everything to Wednesday except Friday's tasks", (34, 41, 42)),
        ("别动概率论第三章，把其他任务挪到周三", (33,)),
        ("把任务挪到周三，除了听力训练和概率论第一章", (31, 41)),
        ("move all tasks to Wednesday except 听力训练, 作文初稿", (41, 42)),
    ],
)
def test_tasks_are_excepted_by_part_of_a_name_or_by_place(message: str, excluded: tuple[int, ...]) -> None:
    assert parse_slice(message, PLAN, 5).excluded == excluded


def test_an_exception_that_no_task_bears_is_unknown() -> None:
    """Whoever misspells what shall stay is told so, and nothing moves."""
    assert parse_slice("别动有机化学，把其他任务挪到周三", PLAN, 5).unknown == "有机化学"


@pytest.mark.parametrize("message", ["把周五的任务挪到周一，不要改变顺序", "把周五的任务挪到周一，保持顺序不变"])
def test_order_that_is_kept_is_no_exception(message: str) -> None:
    cut = parse_slice(message, PLAN, 5)
    assert (cut.excluded, cut.unknown, cut.source_days, cut.target_days) == ((), "", (5,), (1,))


@pytest.mark.parametrize(
    "message",
    [
        "把周五的任务挪到周一，其他的不动",
        "move the Friday tasks to Monday and leave the rest alone",
        "move the Friday tasks to Monday, keep everything else where it is",
    ],
)
def test_leaving_the_rest_alone_excludes_nothing_that_is_meant(message: str) -> None:
    memory = opened(PLAN, message).until("slice").memory
    assert (memory.slice.excluded, memory.slice.unknown, memory.objective.task_ids) == ((), "", (34, 41, 42))
