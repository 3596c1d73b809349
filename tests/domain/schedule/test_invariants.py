"""Every broken rule is found and named."""

import pytest

from domain.errors import InvalidState
from domain.schedule.invariants import breaches, order_breaches
from domain.schedule.state import ScheduleState, SkipReason, Slot, Task, TaskQueue
from tests.domain.schedule.states import course, existing, state, task

FILLER = course(10, "思政", (7, 1, 2), (9, 1, 4), can_embed=True)


def guest(state_id: int, *places: tuple[int, int, int], host: int = 10) -> Task:
    return task(state_id, f"任务{state_id}", *places, embed_host=host)


SOUND = [
    state(),
    state(course(1, "高数", (1, 1, 2), (4, 1, 2)), task(2, "线代", (1, 3, 4)), task(3, "复习")),
    state(FILLER, guest(2, (7, 1, 2)), guest(3, (9, 2, 3))),
    state(FILLER, existing(2, "实验", (7, 1, 1), (9, 1, 2), embed_host=10)),
    state(task(2, "线代", (1, 1, 3)), queue=TaskQueue(pending=(2,))),
    state(task(2, "线代"), task(3, "复习"), queue=TaskQueue(current=3, attempt=2, skipped=(2,))),
    state(task(2, "线代"), queue=TaskQueue(skipped=(2,), reasons=(SkipReason(task_id=2, reason="attempts"),))),
]

BROKEN = [
    (state(task(1, "a", (14, 1, 2))), "bounds", (1,), "[1]a 的第14天第1-2节不在规划窗口内。"),
    (state(task(1, "a", (0, 1, 2))), "bounds", (1,), "[1]a 的第0天第1-2节不在规划窗口内。"),
    (state(task(1, "a", (1, 12, 13))), "bounds", (1,), "[1]a 的第1天第12-13节不是有效的节次范围。"),
    (state(existing(1, "a", (1, 4, 3))), "bounds", (1,), "[1]a 的第1天第4-3节不是有效的节次范围。"),
    (state(task(1, "a", (1, 1, 3)), task(2, "b", (1, 3, 4))), "overlap", (1, 2), "[1]a 与 [2]b 在第1天第3节重叠。"),
    (state(FILLER, task(2, "b", (7, 1, 2))), "overlap", (10, 2), "[10]思政 与 [2]b 在第7天第1-2节重叠。"),
    (state(existing(1, "a", (1, 1, 2), (1, 2, 3))), "overlap", (1, 1), "[1]a 与 [1]a 在第1天第2节重叠。"),
    (state(guest(1, (1, 1, 2), host=99)), "embedding", (1,), "[1]任务1 的宿主 [99] 不存在或不可嵌入。"),
    (
        state(course(9, "高数", (1, 1, 2)), guest(1, (1, 1, 2), host=9)),
        "embedding",
        (1,),
        "[1]任务1 的宿主 [9] 不存在或不可嵌入。",
    ),
    (
        state(FILLER, guest(1, (7, 2, 3))),
        "embedding",
        (1, 10),
        "[1]任务1 的第7天第2-3节不在宿主 [10]思政 的同一时段内。",
    ),
    (
        state(FILLER, guest(1, (9, 1, 2)), guest(2, (9, 3, 4))),
        "embedding",
        (1, 2),
        "[1]任务1 与 [2]任务2 嵌入了同一宿主时段第9天第1-4节。",
    ),
    (state(task(1, "a", (1, 1, 2), status="pending")), "status", (1,), "[1]a 为待安排状态，却占用第1天第1-2节。"),
    (state(FILLER, task(1, "a", embed_host=10)), "status", (1, 10), "[1]a 为待安排状态，却标记为嵌入任务。"),
    (state(task(1, "a", status="suggested")), "status", (1,), "[1]a 不是待安排状态，却没有时段。"),
    (state(existing(1, "a")), "status", (1,), "[1]a 不是待安排状态，却没有时段。"),
    (state(task(1, "a", (1, 1, 3), duration=2)), "count", (1,), "[1]a 需要2个连续时段，实际占用3个。"),
    (state(task(1, "a", (1, 1, 2), (2, 1, 2))), "count", (1,), "[1]a 需要2个连续时段，实际占用4个。"),
    (state(task(1, "a", duration=None)), "count", (1,), "[1]a 没有所需时段数。"),
    (state(queue=TaskQueue(current=5)), "count", (5,), "队列中的任务 [5] 不存在。"),
    (
        state(task(1, "a"), queue=TaskQueue(pending=(1,), completed=(1,))),
        "count",
        (1,),
        "队列中的任务 [1] 出现了不止一次。",
    ),
    (
        state(task(1, "a"), queue=TaskQueue(current=1, attempt=3)),
        "count",
        (1,),
        "队首的失败次数为3，应在0到2之间。",
    ),
    (state(queue=TaskQueue(attempt=1)), "count", (), "队首的失败次数为1，应在0到0之间。"),
    (
        state(task(1, "a"), queue=TaskQueue(completed=(1,), reasons=(SkipReason(task_id=1, reason="累"),))),
        "count",
        (1,),
        "队列为任务 [1] 记录的跳过原因与已跳过的任务不符。",
    ),
    (
        state(task(1, "a"), queue=TaskQueue(skipped=(1,), reasons=(SkipReason(task_id=1, reason="累"),) * 2)),
        "count",
        (1,),
        "队列为任务 [1] 记录的跳过原因与已跳过的任务不符。",
    ),
]


@pytest.mark.parametrize("sound", SOUND)
def test_a_sound_state_has_no_breach(sound: ScheduleState) -> None:
    assert breaches(sound) == ()


@pytest.mark.parametrize(("broken", "rule", "task_ids", "text"), BROKEN)
def test_each_breach_is_found_alone_and_named(
    broken: ScheduleState, rule: str, task_ids: tuple[int, ...], text: str
) -> None:
    found = breaches(broken)
    assert [(b.rule, b.task_ids, b.text) for b in found] == [(rule, task_ids, text)]


@pytest.mark.parametrize(("broken", "rule", "task_ids", "text"), BROKEN)
def test_breaches_are_the_same_in_english(
    broken: ScheduleState, rule: str, task_ids: tuple[int, ...], text: str
) -> None:
    (found,) = breaches(broken.model_copy(update={"locale": "en"}))
    assert (found.rule, found.task_ids) == (rule, task_ids)
    assert not any("一" <= letter <= "鿿" for letter in found.text.replace("任务", "").replace("思政", ""))


def test_order_is_that_of_order_then_of_id() -> None:
    """Only suggested tasks of one class are compared."""
    arranged = state(
        task(3, "c", (1, 1, 2), order=9),
        task(1, "a", (3, 1, 2)),
        task(2, "b", (2, 1, 2), order=2),
        existing(4, "d", (1, 5, 6)),
        task(5, "e"),
    )
    assert [breach.task_ids for breach in order_breaches(arranged)] == [(1, 2), (2, 3)]
    assert [breach.task_ids for breach in order_breaches(arranged, {1, 3})] == [(1, 3)]
    assert [breach.task_ids for breach in order_breaches(arranged, {2, 3})] == [(2, 3)]


def test_classes_are_not_compared_with_each_other() -> None:
    arranged = state(task(1, "a", (3, 1, 2)), task(2, "b", (1, 1, 2), category_id=11))
    assert order_breaches(arranged) == ()


def test_a_state_id_stands_once() -> None:
    with pytest.raises(InvalidState, match="state_id 1 stands twice"):
        state(task(1, "a"), task(1, "b"))


def test_guests_are_derived_from_the_guests_alone() -> None:
    """The earliest guest is ``embedded_by``, whatever the host says."""
    lying = FILLER.model_copy(update={"embedded_by": 77, "guests": (77,)})
    derived = state(lying, guest(3, (9, 1, 2)), guest(2, (7, 1, 2))).by_id[10]
    assert (derived.embedded_by, derived.guests) == (2, (2, 3))


def test_slots_are_kept_in_order() -> None:
    assert existing(1, "a", (2, 1, 2), (1, 3, 4)).slots[0] == Slot(day=1, slot_start=3, slot_end=4)
