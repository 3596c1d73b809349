"""Why tasks are not where they shall be is told; bans hold where they are said (rules HONEST-9 and SLICE-4)."""

import pytest

from domain.optimise.placement_problem import PlacementGroup
from domain.refine.verdict import evaluate
from tests.domain.refine.plans import chapter, crowded_end_of_week, driven, fortnight
from tests.domain.schedule.states import course

PLAN = crowded_end_of_week()
FULL = fortnight(course(1, "集训", (1, 1, 12)), chapter(31, "第一章", 5, 1, 2), chapter(32, "第二章", 5, 3, 4))


def test_what_takes_the_day_that_was_asked_for_is_told() -> None:
    run = driven(FULL, "把第5周周五的任务挪到第5周周一")
    assert "第5周周一第1–12节[1]集训" in run.memory.summary
    english = driven(FULL, "move Friday's tasks of week 5 to Monday of week 5")
    assert "on Mon of week 5 sections 1–12 [1]集训" in english.memory.summary


def test_of_many_days_only_their_number_is_told() -> None:
    full = fortnight(
        *(course(n, f"集训{n}", (n, 1, 12)) for n in (1, 2, 3)),
        chapter(31, "第一章", 5, 1, 2),
        chapter(32, "第二章", 5, 3, 4),
    )
    run = driven(full, "把第5周周五的任务挪到第5周周一到周三")
    assert "3 天里没有连续 2 节的空位" in run.memory.summary


def test_where_room_is_left_no_cause_is_told() -> None:
    run = driven(PLAN, "把第5周周四的任务挪到周一")
    assert run.memory.completed
    assert "空位" not in run.memory.summary


@pytest.mark.parametrize(
    "message", ["周四晚上别排任务", "keep Thursday free in the evening", "no tasks on Thursday evening"]
)
def test_a_ban_of_sections_on_a_day_lets_tasks_go_to_any_other_day(message: str) -> None:
    run = driven(PLAN, message)
    goal = run.memory.objective
    assert run.memory.completed, run.memory.summary
    assert goal.task_ids == (31, 32, 33)
    for day, start, met in ((4, 9, False), (4, 5, True), (5, 9, True), (11, 9, False)):
        moved = run.state.with_tasks(
            task.model_copy(
                update={
                    "slots": (
                        task.slots[0].model_copy(update={"day": day, "slot_start": start, "slot_end": start + 1}),
                    )
                }
            )
            for task in run.state.tasks
            if task.state_id == 33
        )
        assert evaluate(goal, moved).met is met


def test_what_a_class_excludes_is_told_where_a_place_is_free() -> None:
    """Sunday is empty; the class keeps off it, so a shift by a day leaves the task where it is."""
    plan = fortnight(chapter(41, "作文初稿", 8, 1, 2, category="英语"))
    groups = [PlacementGroup(key="11", excluded_days_of_week=frozenset({7}), excluded_sections=frozenset({1, 2, 3}))]
    assert "「英语」这一类的设置不排周日" in driven(plan, "英语提前一天", groups=groups).memory.summary
    english = driven(plan, "move 作文初稿 a day earlier", groups=groups)
    assert "不排周日" in english.memory.summary or "kept off Sun" in english.memory.summary


def test_what_would_leave_the_window_is_told() -> None:
    plan = fortnight(chapter(31, "第一章", 3, 1, 2))
    assert "[31]第一章 会移出排程窗口" in driven(plan, "概率论提前一周").memory.summary


def test_full_sections_are_told_with_the_days_they_are_full_on() -> None:
    plan = fortnight(course(1, "晨课", *((day, 1, 4) for day in range(1, 15))), chapter(41, "听力", 4, 5, 6))
    run = driven(plan, "把听力挪到上午")
    assert "14 天里第1–4节没有连续 2 节的空位" in run.memory.summary


@pytest.mark.parametrize("message", ["把第5周周五的任务分一个到周一", "把第一章挪到第5周周一"])
def test_a_full_day_is_told_for_a_part_and_for_a_name(message: str) -> None:
    run = driven(FULL, message)
    assert "第5周周一第1–12节[1]集训" in run.memory.summary
