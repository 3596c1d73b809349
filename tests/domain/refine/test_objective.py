"""Slices become goals, and goals are judged on a state alone."""

import pytest

from domain.policy.contract import make_contract
from domain.refine.compile import compile_objective
from domain.refine.objective import Objective
from domain.refine.slice import parse_slice
from domain.refine.verdict import evaluate
from domain.schedule.arrangement import arrange
from domain.schedule.occupancy import Position
from domain.schedule.state import ScheduleState
from tests.domain.refine.plans import chapter, crowded_end_of_week, fortnight
from tests.domain.schedule.states import course, existing, task

PLAN = crowded_end_of_week()
SET = (31, 32, 33, 34, 41, 42)


def goal(message: str, plan: ScheduleState = PLAN) -> Objective:
    return compile_objective(make_contract(message, plan), parse_slice(message, plan, 5), plan, {})


def placed(plan: ScheduleState, task_id: int, day: int, start: int) -> ScheduleState:
    """The plan with one task of two sections elsewhere."""
    place = Position(day, start, start + 1, None, 0b11 << start)
    return arrange(plan, {task_id: place})


@pytest.mark.parametrize(
    ("message", "mode", "task_ids", "bounds"),
    [
        ("把第5周周四到周五的任务均匀分散到周一到周三", "spread", SET, (6, 6)),
        ("把周五的任务挪到周一", "move_all", (34, 41, 42), (3, 3)),
        ("把第5周三分之一的任务挪到周末", "move_ratio", SET, (2, 2)),
        ("把一半的任务挪到周末", "move_ratio", (*SET, 43), (3, 4)),
        ("把两个任务从周五挪到周一", "move_count", (34, 41, 42), (2, 2)),
        ("把概率论第三章挪到周一", "move_named", (33,), (1, 1)),
        ("别排晚上", "avoid_sections", (*SET, 43), (7, 7)),
        ("周五不要安排", "move_all", (34, 41, 42), (3, 3)),
        ("第5周太满了", "spread", SET, (6, 6)),
        ("周四太满了", "spread", (31, 32, 33), (3, 3)),
        ("减少上下文切换", "group", (*SET, 43), (7, 7)),
        ("周日的任务挪到周一", "move_all", (), (0, 0)),
        ("你好", "none", (), (0, 0)),
    ],
)
def test_a_request_becomes_a_goal(message: str, mode: str, task_ids: tuple[int, ...], bounds: tuple[int, int]) -> None:
    """Mode, set and the number of tasks that shall stand there follow from the slice."""
    compiled = goal(message)
    assert (compiled.mode, compiled.task_ids) == (mode, task_ids)
    assert (compiled.at_least, compiled.at_most) == bounds


def test_only_what_may_move_is_in_a_set() -> None:
    """Courses, applied tasks, waiting tasks and what the person pinned stay out."""
    plan = fortnight(
        course(1, "高等数学", (5, 1, 2)),
        existing(2, "旧任务", (5, 3, 4)),
        task(3, "待排"),
        chapter(4, "第四章", 5, 5, 6, pinned=True),
        chapter(5, "第五章", 5, 7, 8),
    )
    assert goal("把周五的任务挪到周一", plan).task_ids == (5,)
    assert goal("把第四章挪到周一", plan).task_ids == (4,)


def test_target_days_lie_in_the_target_weeks_else_in_the_source_weeks() -> None:
    assert goal("把第5周周五的挪到第6周周一").days == (8,)
    assert goal("把第5周周五的挪到周一").days == (1,)
    assert goal("把第5周周五的挪到第9周").days == ()


def test_without_a_week_each_task_stays_in_its_own() -> None:
    """Friday's task of week 5 goes to Monday of week 5, the Wednesday task of week 6 to that of week 6."""
    compiled = goal("全部挪到周一")
    assert compiled.days == (1, 8)
    assert (compiled.own_weeks[34], compiled.own_weeks[43]) == (5, 6)
    assert not compiled.admits(PLAN, 34, placed(PLAN, 34, 8, 3).by_id[34].slots[0])


def test_a_class_named_whole_is_not_named_one_by_one() -> None:
    assert goal("把英语挪到上午").named == ()
    assert goal("把听力训练挪到周一").named == (41,)


@pytest.mark.parametrize(
    ("message", "line"),
    [
        ("你好", "从「你好」没有读出要改什么，请说明任务和目标位置"),
        ("周日的任务挪到周一", "没有任务符合这条请求"),
        ("把第5周的任务挪到第9周", "第 9 周不在排程窗口内"),
    ],
)
def test_a_goal_without_task_or_day_is_reported_and_not_met(message: str, line: str) -> None:
    verdict = evaluate(goal(message), PLAN)
    assert (verdict.met, verdict.lines) == (False, (line,))


def test_moves_are_counted() -> None:
    """A goal of two is met by two, not by one nor by three."""
    compiled, plan = goal("把两个任务从周五挪到周一"), PLAN
    met = []
    for n, start in ((34, 3), (41, 5), (42, 7)):
        plan = placed(plan, n, 1, start)
        met.append(evaluate(compiled, plan).met)
    assert met == [False, True, False]


def test_excluded_sections_count_for_moves_too() -> None:
    compiled = goal("把听力训练挪到周一，别排晚上")
    assert not evaluate(compiled, placed(PLAN, 41, 1, 9)).met
    assert evaluate(compiled, placed(PLAN, 41, 1, 7)).met


def test_a_spread_is_even_when_no_single_move_evens_it_out() -> None:
    """Two on Monday and none on Tuesday is uneven; one each is even."""
    plan = fortnight(chapter(1, "第一章", 1, 1, 2), chapter(2, "第二章", 1, 3, 4))
    compiled = goal("把任务均匀分散到周一到周二", plan).model_copy(update={"days": (1, 2)})
    assert not evaluate(compiled, plan).met
    after = evaluate(compiled, placed(plan, 2, 2, 1))
    assert after.met
    assert (after.figures["lightest"], after.figures["heaviest"], after.figures["squares"]) == (2, 2, 8)


def test_class_order_may_keep_a_spread_uneven_until_it_is_given_free() -> None:
    """Nothing but the first chapter fits on Tuesday, and it must stay before the second."""
    plan = fortnight(chapter(1, "第一章", 1, 1, 2), chapter(2, "第二章", 1, 3, 5), course(9, "实验", (2, 3, 12)))
    compiled = goal("把任务均匀分散到周一到周二", plan).model_copy(update={"days": (1, 2)})
    assert evaluate(compiled, plan).met
    assert not evaluate(compiled.model_copy(update={"keep_order": False}), plan).met
