"""The place that the built-in policy chooses for a task."""

from domain.policy.action import choose_action, choose_repair
from domain.refine.memory import RefineMemory
from domain.refine.turns import begin_round
from domain.schedule.state import ScheduleState
from domain.tools.registry import run_tool
from tests.domain.refine.plans import chapter, fortnight, opened
from tests.domain.schedule.states import course


def chosen(plan: ScheduleState, message: str, **changed: object) -> dict[str, object]:
    """Arguments of the first call."""
    answer = choose_action(plan, memory_of(plan, message, **changed))
    return answer.tool_calls[0].arguments


def memory_of(plan: ScheduleState, message: str, **changed: object) -> RefineMemory:
    memory = opened(plan, message).until("slice").memory.model_copy(update=changed)
    return begin_round(plan, memory)[0]


LATE = chapter(31, "第一章", 5, 9, 10)


def test_the_day_with_the_least_load_comes_first() -> None:
    """Tasks on Monday count as load, courses on Tuesday do not."""
    plan = fortnight(LATE, chapter(32, "第二章", 1, 9, 10), course(1, "物理", (2, 1, 4)))
    assert chosen(plan, "把周五的任务挪到周一到周二") == {"task_id": 31, "new_day": 2, "new_slot_start": 5}


def test_a_standard_start_comes_before_an_earlier_one() -> None:
    plan = fortnight(LATE, course(1, "物理", (1, 1, 1)))
    assert chosen(plan, "把周五的任务挪到周一")["new_slot_start"] == 3


def test_a_day_without_a_standard_start_takes_any() -> None:
    plan = fortnight(LATE, course(1, "物理", (1, 1, 1), (1, 4, 12)))
    assert chosen(plan, "把周五的任务挪到周一")["new_slot_start"] == 2


def test_a_host_is_used_only_where_no_empty_place_is_left() -> None:
    plan = fortnight(LATE, course(1, "物理", (1, 3, 12)), course(2, "思政", (1, 1, 2), can_embed=True))
    assert chosen(plan, "把周五的任务挪到周一")["new_slot_start"] == 1
    roomier = fortnight(LATE, course(1, "物理", (1, 3, 10)), course(2, "思政", (1, 1, 2), can_embed=True))
    assert chosen(roomier, "把周五的任务挪到周一")["new_slot_start"] == 11


def test_a_ban_moves_to_the_nearest_day() -> None:
    """Friday itself if it has room, else the day beside it."""
    assert chosen(fortnight(LATE), "晚上不要安排")["new_day"] == 5
    full = fortnight(LATE, course(1, "集训", (5, 1, 8)))
    assert chosen(full, "晚上不要安排")["new_day"] == 4


def test_a_call_that_failed_is_not_chosen_again() -> None:
    plan = fortnight(LATE)
    first = choose_action(plan, memory_of(plan, "把周五的任务挪到周一")).tool_calls
    assert chosen(plan, "把周五的任务挪到周一", failed=first)["new_slot_start"] == 3


def test_where_nothing_fits_the_query_asks_for_just_that() -> None:
    plan = fortnight(LATE, course(1, "集训", (1, 1, 12), (8, 1, 12)))
    assert chosen(plan, "把周五的任务挪到周一") == {
        "week_filter": [5, 6],
        "day_of_week": [1],
        "exclude_sections": [],
        "span": 2,
        "allow_embed": True,
    }


def test_a_repair_mends_order_between_lengths() -> None:
    """Tasks of two lengths cannot change places; one of them takes another place that the goal allows."""
    before = fortnight(chapter(31, "第一章", 4, 1, 2), chapter(32, "第二章", 5, 1, 3))
    memory = opened(before, "把第5周的任务挪到周一到周二").until("slice").memory
    after = fortnight(chapter(31, "第一章", 2, 1, 2), chapter(32, "第二章", 1, 1, 3))
    repair = choose_repair(after, memory).tool_calls[0]
    mended, _result = run_tool(after, repair.tool, repair.arguments)
    assert mended.by_id[31].slots[0].key < mended.by_id[32].slots[0].key
