"""A task that may not stand somewhere keeps the order of its class wherever it goes (rules SLICE-29 and CHECK-10)."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from domain.refine.candidates import candidates, turned_by
from domain.refine.memory import RefineMemory
from domain.refine.order import turned_pairs
from domain.schedule.state import ScheduleState
from tests.domain.refine.plans import Drive, chapter, driven, fortnight, fortnights, opened
from tests.domain.schedule.states import course

NUMERALS = ("周一", "周二", "周三", "周四", "周五", "周六", "周日")
FULL = fortnight(
    course(1, "集训", (1, 3, 12), (2, 1, 12), (4, 1, 12), (5, 3, 12), (6, 1, 12), (7, 1, 12), (3, 5, 12)),
    chapter(31, "第一章", 1, 1, 2, pinned=True),
    chapter(32, "第二章", 3, 3, 4),
    chapter(33, "第三章", 5, 1, 2),
)


def broken(run: Drive) -> set[tuple[int, int]]:
    """Pairs of a class that stood in order before the run and do not after it."""
    goal, origin = run.memory.objective.model_copy(update={"ordered": ()}), run.memory.origin
    return {*turned_pairs(run.state, goal, origin)}


@settings(max_examples=40, suppress_health_check=list(HealthCheck))
@given(fortnights(), st.data())
def test_a_ban_of_one_task_keeps_the_order_wherever_some_place_does(plan: ScheduleState, data: st.DataObject) -> None:
    """The run is completed only with the order kept, and it is kept where one free place would have done so."""
    tasks = [t for t in plan.tasks if t.status == "suggested" and not t.pinned]
    if not tasks:
        return
    task = data.draw(st.sampled_from(tasks))
    day = NUMERALS[(task.slots[0].day - 1) % 7]
    message = f"{task.category}的{task.name}不要放在{day}"
    before = opened(plan, message).until("slice")
    assert before.memory.objective.ordered == (task.state_id,), message
    run = driven(plan, message)
    pairs = {pair for pair in broken(run) if task.state_id in pair}
    assert not (run.memory.completed and pairs)
    if _has_orderly_place(before.state, before.memory, task.state_id):
        assert not pairs, message
        assert run.memory.completed


def _has_orderly_place(plan: ScheduleState, memory: RefineMemory, task_id: int) -> bool:
    task, goal = plan.by_id[task_id], memory.objective
    return any(turned_by(plan, goal, task, place) == 0 for place in candidates(plan, goal, task))


@pytest.mark.parametrize("message", ["第三章不要放在周五", "not on Friday: 第三章", "move 第三章 off Friday"])
def test_a_task_goes_behind_the_one_before_it(message: str) -> None:
    """Monday is the emptiest day, and Wednesday the one that keeps the order."""
    plan = fortnight(
        course(1, "集训", (2, 1, 12), (4, 1, 12), (6, 1, 12), (7, 1, 12)),
        chapter(32, "第二章", 3, 3, 4),
        chapter(33, "第三章", 5, 1, 2),
    )
    run = driven(plan, message)
    assert run.memory.completed, run.memory.summary
    assert (run.days(33), run.state.by_id[33].slots[0].slot_start > 4) == ([3], True)


def test_where_only_an_exchange_keeps_the_order_two_tasks_change_places() -> None:
    """Wednesday morning is the one place left: chapter 2 goes there and chapter 3 takes its old one."""
    run = driven(FULL, "第三章不要放在周五")
    assert run.memory.completed, run.memory.summary
    assert [(slot.day, slot.slot_start) for n in (32, 33) for slot in run.state.by_id[n].slots] == [(3, 1), (3, 3)]


def test_where_no_place_keeps_the_order_it_is_said() -> None:
    """Chapter 2 is pinned, so nothing can be exchanged; the run does not claim that the order is kept."""
    pinned = FULL.with_tasks([FULL.by_id[32].model_copy(update={"pinned": True})])
    run = driven(pinned, "第三章不要放在周五")
    assert not run.memory.completed
    assert "同类顺序保持" not in run.memory.checks
    assert "[32]第二章 应在 [33]第三章 之前；没有空位能保持同类顺序" in run.memory.summary


def test_what_a_place_that_was_asked_for_turns_round_is_told() -> None:
    plan = fortnight(chapter(31, "第一章", 1, 1, 2), chapter(32, "第二章", 3, 1, 2), chapter(33, "第三章", 5, 1, 2))
    run = driven(plan, "把第三章挪到周二")
    assert run.memory.completed
    assert "同类顺序有 1 处改变：[33]第三章" in run.memory.summary
    assert "同类顺序保持" not in run.memory.checks
    kept = driven(plan, "把第三章挪到周三")
    assert "同类顺序保持" in kept.memory.checks
