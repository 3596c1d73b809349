"""The final check and the restoring of order."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from domain.refine.memory import RefineMemory
from domain.refine.order import order_breaches, restore_order
from domain.refine.react import Action
from domain.refine.review import run_check, run_repair
from domain.refine.verdict import evaluate
from domain.schedule.invariants import breaches
from domain.schedule.occupancy import task_load
from domain.schedule.state import ScheduleState, Slot, class_key
from domain.steps import ToolCall
from tests.domain.refine.plans import REQUESTS, chapter, driven, fortnight, fortnights, opened
from tests.sample import examples


def checked(message: str, before: ScheduleState, after: ScheduleState) -> tuple[ScheduleState, RefineMemory, str]:
    """The check of an arrangement that a run came to from ``before``."""
    result = run_check(after, opened(before, message).until("slice").memory)
    return result.state, result.memory, result.verdict


def standing(plan: ScheduleState, **days: int) -> ScheduleState:
    """The plan with chapters moved, each given as its name and its new day; sections stay."""
    ids = {f"t{task.state_id}": task for task in plan.tasks}
    return plan.with_tasks(
        ids[key].model_copy(update={"slots": (ids[key].slots[0].model_copy(update={"day": day}),)})
        for key, day in days.items()
    )


THREE = fortnight(chapter(1, "第一章", 1, 1, 2), chapter(2, "第二章", 2, 1, 2), chapter(3, "第三章", 5, 1, 2))


def test_order_is_restored_where_the_goal_does_not_care() -> None:
    """Spread over Monday to Wednesday, the chapters take their places in class order."""
    moved = standing(THREE, t3=1, t1=3)
    after, memory, verdict = checked("把任务均匀分散到周一到周三", THREE, moved)
    assert [after.by_id[n].slots[0].day for n in (1, 2, 3)] == [1, 2, 3]
    assert {note.rule for note in memory.notes.values()} == {"order"}
    assert verdict == "pass"


def test_what_the_request_decided_is_no_disorder() -> None:
    """Friday's chapter 3 on Monday stands before chapter 2 because it was asked to."""
    moved = standing(THREE, t3=1).with_tasks(
        [THREE.by_id[3].model_copy(update={"slots": (Slot(day=1, slot_start=3, slot_end=4),)})]
    )
    after, memory, verdict = checked("把周五的任务挪到周一", THREE, moved)
    assert after == moved
    assert (verdict, memory.completed) == ("pass", True)


def test_named_tasks_and_pinned_tasks_keep_their_places() -> None:
    plan = fortnight(
        chapter(1, "第一章", 1, 1, 2, pinned=True), chapter(2, "第二章", 2, 1, 2), chapter(3, "第三章", 3, 1, 2)
    )
    named = standing(plan, t2=4)
    assert checked("把第二章挪到周四", plan, named)[0] == named
    pinned = plan.with_tasks([plan.by_id[1].model_copy(update={"slots": (Slot(day=4, slot_start=1, slot_end=2),)})])
    assert checked("把任务均匀分散到周一到周四", plan, pinned)[0] == pinned


def test_order_given_free_is_neither_restored_nor_checked() -> None:
    moved = standing(THREE, t3=1, t1=3)
    after, memory, verdict = checked("把任务均匀分散到周一到周三，可以打乱顺序", THREE, moved)
    assert after == moved
    assert verdict == "pass"
    assert "不要求顺序" in memory.checks


def test_a_pair_that_stood_out_of_order_before_is_left_alone() -> None:
    """An earlier request put chapter 2 before chapter 1; this run does not undo it."""
    plan = fortnight(chapter(1, "第一章", 2, 1, 2), chapter(2, "第二章", 1, 1, 2), chapter(3, "第三章", 5, 1, 2))
    moved = standing(plan, t3=3)
    assert checked("把周五的任务挪到周三", plan, moved)[0] == moved


def test_a_clash_is_unmet_whatever_the_goal_says() -> None:
    """The repair moves one of the two tasks that overlap, and the second check passes."""
    clash = standing(THREE, t3=1)
    run = opened(THREE, "把周五的任务挪到周一").until("slice")
    run.state = clash
    assert run.step("hard_check") == "repair"
    assert not run.memory.completed
    assert "重叠" in run.memory.unmet[0]
    run.step("repair")
    assert breaches(run.state) == ()
    assert run.step("hard_check") == "pass"


@pytest.mark.parametrize(("repairs", "verdict"), [(0, "repair"), (1, "fail"), (2, "fail")])
def test_only_one_repair_is_made(repairs: int, verdict: str) -> None:
    run = opened(THREE, "把周五的任务挪到周一").until("slice")
    run.memory = run.memory.with_used(repairs=repairs)
    assert run.step("hard_check") == verdict


def test_the_repair_reaches_a_goal_that_missed_one_task() -> None:
    """With the actions used up, the one move in reserve puts the last task in place."""
    run = opened(THREE, "把周五的任务挪到周一").until("slice")
    run.memory = run.memory.with_used(actions=24, rounds=24)
    run.finish()
    assert run.memory.completed
    assert run.memory.notes[3].rule == "repair"


def test_nothing_to_repair_fails_at_once() -> None:
    assert ("hard_check", "fail") in driven(THREE, "你好").verdicts
    assert "repair" not in [name for name, _ in driven(THREE, "把周日的任务挪到周一").verdicts]


def test_a_repair_is_no_composite() -> None:
    run = opened(THREE, "把周五的任务挪到周一").until("slice")
    asked = Action(tool_calls=(ToolCall(tool="SpreadEven", arguments={"task_ids": [1, 2]}),))
    result = run_repair(run.state, run.memory, asked, "model")
    assert (result.call, result.state) == (None, run.state)
    assert result.memory.used.repairs == 1


@st.composite
def shuffled(draw: st.DrawFn) -> tuple[ScheduleState, ScheduleState]:
    """A plan, and the same places with the tasks of one class and length dealt anew."""
    plan = draw(fortnights())
    free = [task for task in plan.tasks if task.status == "suggested" and not task.pinned]
    groups: dict[tuple[str, int], list[int]] = {}
    for task in free:
        groups.setdefault((class_key(task), task.length), []).append(task.state_id)
    dealt = plan
    for ids in groups.values():
        for task_id, other in zip(ids, draw(st.permutations(ids)), strict=True):
            place = plan.by_id[other]
            changed = plan.by_id[task_id].model_copy(update={"slots": place.slots, "embed_host": place.embed_host})
            dealt = dealt.with_tasks([changed])
    return plan, dealt


@settings(
    max_examples=examples(300), deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
@given(plans=shuffled(), message=st.sampled_from(REQUESTS))
def test_restoring_order_costs_nothing(plans: tuple[ScheduleState, ScheduleState], message: str) -> None:
    """The verdict, every day's load and every place stay; tasks that are named, pinned or fixed do not stir."""
    plan, dealt = plans
    run = opened(plan, message).until("slice")
    goal, origin = run.memory.objective, run.memory.origin
    after = restore_order(dealt, goal, origin)
    assert evaluate(goal, after).met == evaluate(goal, dealt).met
    assert breaches(after) == ()
    assert [task_load(after, day) for day in range(1, 15)] == [task_load(dealt, day) for day in range(1, 15)]
    assert _places(after) == _places(dealt)
    assert all(
        after.by_id[task.state_id].slots == task.slots
        for task in dealt.tasks
        if task.pinned or task.status == "existing" or task.state_id in goal.named
    )
    left = order_breaches(after, goal, origin)
    assert all(after.by_id[a].length != after.by_id[b].length for a, b in left)
    assert restore_order(after, goal, origin) == after


def _places(plan: ScheduleState) -> list[tuple[str, tuple[int, int, int], int]]:
    return sorted((class_key(task), slot.key, task.embed_host or 0) for task in plan.tasks for slot in task.slots)
